// Learners of thresholds: enough records of either label on both sides of one cut of 64-bit numbers that it is
// found sometimes, and one more; or two nearly equal cuts.
#include <bit>
#include <functional>

#include "audit.hpp"
#include "labelled_records.hpp"
#include "logstar/learning/threshold.hpp"
#include "neighbors.hpp"
#include "quantile_sanitizer.hpp"

namespace logstar::testing {
namespace {

constexpr std::uint64_t kKey = 0xf5a5'5a5a'1234'5678;

/// Records of label 1 at kKey and of label 0 right after it, and one more of label 1.
LabelledKeys one_cut(std::size_t ones, std::size_t zeros, bool second) {
  return {KeyArray(64, std::vector<std::uint64_t>(ones + second, kKey)),
          KeyArray(64, std::vector<std::uint64_t>(zeros, kKey + 1))};
}

/// Two hundred of either, and `errors` of label 0 at kKey; the neighbour has one fewer, or one of them lies
/// after the cut. The best cut makes `errors` errors.
LabelledKeys poor_cut(std::size_t errors, Neighbors neighbors, bool second) {
  const bool comes = second && neighbors == Neighbors::replace;
  std::vector<std::uint64_t> zeros(200u + comes, kKey + 1);
  zeros.insert(zeros.end(), errors - second, kKey);
  return {KeyArray(64, std::vector<std::uint64_t>(200, kKey)), KeyArray(64, std::move(zeros))};
}

/// 200 records of either label around eleven at one key between them. Four of the eleven (five for the
/// neighbour) have label 1.
LabelledKeys two_cuts(bool second) {
  std::vector<std::uint64_t> ones(200, kKey);
  std::vector<std::uint64_t> zeros(200, kKey + 2);
  ones.insert(ones.end(), second ? 5 : 4, kKey + 1);
  zeros.insert(zeros.end(), second ? 6 : 7, kKey + 1);
  return {KeyArray(64, std::move(ones)), KeyArray(64, std::move(zeros))};
}

/// The place of the last key of label 1: at kKey, at one of the next two, or its distance.
std::int64_t place(const std::optional<ThresholdHypothesis>& found) {
  if (!found) return -2;
  if (!found->last) return -1;
  const std::uint64_t last = found->last->front();
  return last >= kKey && last < kKey + 3 ? 100 + static_cast<std::int64_t>(last - kKey)
                                         : std::countl_zero(last ^ kKey);
}

using Records = std::function<LabelledKeys(bool second)>;

AuditCase threshold_case(ThresholdAlgorithm algorithm, Neighbors neighbors, double epsilon,
                         const Records& records) {
  ThresholdTask task;
  task.neighbors = neighbors;
  task.loss = {epsilon, algorithm == ThresholdAlgorithm::exponential ? 0 : 1e-6};
  const ThresholdDraw draw = calibrate_threshold(algorithm, task);
  require_neighbors(labelled_records(records(false)), labelled_records(records(true)), neighbors);
  return {"learnThreshold", std::string(name_of(algorithm)), text_of(neighbors), task.loss,
          [=](bool second, Randomness& r) {
            return place(learn_threshold(draw, task, records(second), r));
          }};
}

AuditCase one_cut_case(ThresholdAlgorithm algorithm, std::size_t ones, std::size_t zeros) {
  return threshold_case(algorithm, Neighbors::add_remove, 1,
                        [=](bool second) { return one_cut(ones, zeros, second); });
}

/// Through the median of either label. Twenty ones lie at one value between a short gap and a long one, ten
/// below the median of ones and ten above. The neighbour has one more record below the gaps; under replace one
/// record moves from below the gaps to above them. (An added record replaces one at the upper end, which pads
/// the parts.)
AuditCase sanitizer_case(Neighbors neighbors) {
  const Loss loss{4, 0};
  const auto parameters = calibrate_threshold_by_sanitizer(loss, neighbors);
  const KeyInterval domain{0, UINT32_MAX};
  const auto sanitize =
      quantile_sanitizer(1, domain, parameters.sanitizer.epsilon, Neighbors::replace);
  const bool moves = neighbors == Neighbors::replace;
  const GroupedKeys zeros{{3'000'000'000}, {100}};
  const auto ones_of = [=](bool second) {
    const std::uint64_t below = !second ? 100 : moves ? 99 : 101;
    const std::uint64_t above = second && moves ? 101 : 100;
    return GroupedKeys{{1'000'000'000, 1'100'000'000, 1'500'000'000}, {below, 20, above}};
  };
  require_neighbors(labelled_records(ones_of(false), zeros), labelled_records(ones_of(true), zeros),
                    neighbors);
  return {"learnThreshold", "sanitizer", text_of(neighbors), loss, [=](bool second, Randomness& r) {
            const GroupedKeys ones = ones_of(second);
            const auto rule =
                learn_threshold_by_sanitizer(ones, zeros, domain, parameters, sanitize, r);
            if (!rule.last) return std::int64_t(-1);
            const std::uint64_t last = rule.last->front();
            return std::int64_t((last >= ones.keys[0]) + (last >= ones.keys[1]) +
                                (last > ones.keys[1]) + (last > ones.keys[2]));
          }};
}

}  // namespace

AuditCases threshold_cases() {
  using enum ThresholdAlgorithm;
  using enum Neighbors;
  return {
      one_cut_case(exponential, 41, 41),
      one_cut_case(cut, 18, 26),
      one_cut_case(interior_point, 27, 27),
      threshold_case(exponential, replace, 1, two_cuts),
      threshold_case(cut, replace, 1, two_cuts),
      threshold_case(interior_point, replace, 1, two_cuts),
      threshold_case(rec_concave, add_remove, 8,
                     [](bool second) { return poor_cut(38, add_remove, second); }),
      threshold_case(rec_concave, replace, 8,
                     [](bool second) { return poor_cut(38, replace, second); }),
      sanitizer_case(add_remove),
      sanitizer_case(replace),
  };
}

}  // namespace logstar::testing
