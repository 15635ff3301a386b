// Quantiles of a few hundred to a thousand records. Below the requested rank lies a short gap between two
// values, above it a long one, so that the quantile mostly falls into the long one.
#include <functional>

#include "audit.hpp"
#include "logstar/interior_point/quantiles_release.hpp"
#include "logstar/interior_point/rank_draw.hpp"
#include "neighbors.hpp"

namespace logstar::testing {
namespace {

constexpr std::uint64_t kValue = 1'000'000'000;
constexpr std::uint64_t kShort = 100'000;
constexpr std::uint64_t kLong = 400'000;

/// Records at kValue, a short gap above it and a long one above that. The neighbour has one more of the
/// highest; under replace it replaces one of the lowest.
KeyArray two_gaps(std::size_t low, std::size_t middle, std::size_t high, Neighbors neighbors,
                  bool second) {
  const std::size_t goes = second && neighbors == Neighbors::replace ? 1 : 0;
  std::vector<std::uint64_t> keys(low - goes, kValue);
  keys.insert(keys.end(), middle, kValue + kShort);
  keys.insert(keys.end(), high + (second ? 1 : 0), kValue + kShort + kLong);
  return KeyArray(64, std::move(keys));
}

/// -1 for an abstention; otherwise the gap or the value of the result.
std::int64_t place(const std::optional<WideKey>& key) {
  if (!key) return -1;
  std::int64_t before = 0;
  for (const std::uint64_t value : {kValue, kValue + kShort, kValue + kShort + kLong}) {
    before += (key->front() >= value) + (key->front() > value);
  }
  return before;
}

/// A thousand records, of which `low` lie below the gaps and `middle` between them.
AuditCase quantile_case(const std::string& mechanism, InteriorAlgorithm algorithm,
                        const QuantileFraction& tau, Neighbors neighbors, std::size_t low,
                        std::size_t middle) {
  RankTask task;
  task.quantile = tau;
  task.neighbors = neighbors;
  task.loss = {1, algorithm == InteriorAlgorithm::exponential ? 0 : 1e-6};
  const RankDraw draw = calibrate_rank_draw(algorithm, task);
  const auto keys = [=](bool second) {
    return two_gaps(low, middle, 1000 - low - middle, neighbors, second);
  };
  require_neighbors(keys(false).words(), keys(true).words(), neighbors);
  return {
      mechanism, std::string(name_of(algorithm)), text_of(neighbors), task.loss,
      [=](bool second, Randomness& r) { return place(draw_rank(draw, task, keys(second), r)); }};
}

/// An algorithm for interior points on its window of ranks around the median. TreeLog's window has 45 records,
/// of which the data fill 31, nearly all of them equal; the others' windows hold several values.
AuditCase window_case(InteriorAlgorithm algorithm, Neighbors neighbors, std::size_t low,
                      std::size_t middle, std::size_t high) {
  RankTask task;
  task.quantile = QuantileFraction{1, 2};
  task.neighbors = neighbors;
  task.loss = {8, 1e-6};
  const RankDraw draw = calibrate_rank_draw(algorithm, task);
  const auto keys = [=](bool second) { return two_gaps(low, middle, high, neighbors, second); };
  require_neighbors(keys(false).words(), keys(true).words(), neighbors);
  return {
      "quantile", std::string(name_of(algorithm)), text_of(neighbors), task.loss,
      [=](bool second, Randomness& r) { return place(draw_rank(draw, task, keys(second), r)); }};
}

/// Draws the quartiles of `keys`; the answer is the place of each among the sorted `values`.
AuditCase quartiles_case(QuantilesAlgorithm algorithm, const Loss& loss, Neighbors neighbors,
                         const std::function<std::vector<std::uint64_t>(bool second)>& keys,
                         const std::vector<std::uint64_t>& values) {
  const QuantilesTask task{
      {{1, 4}, {1, 2}, {3, 4}}, {0, UINT32_MAX}, loss, neighbors, 0.95, algorithm};
  const auto plan = QuantilesRelease::plan(task);
  require_neighbors(keys(false), keys(true), neighbors);
  return {"quantiles", std::string(name_of(algorithm)), text_of(neighbors), loss,
          [=](bool second, Randomness& r) {
            std::int64_t seen = 0;
            for (const std::uint64_t found : QuantilesRelease::draw(task, plan, keys(second), r)) {
              std::int64_t before = 0;
              for (const std::uint64_t value : values) before += (found >= value) + (found > value);
              seen = seen * std::ssize(values) * 3 + before;
            }
            return seen;
          }};
}

/// Two gaps at the median and two at the upper quartile of four hundred records of 32 bits. The neighbour has
/// one more of the highest value; under replace it replaces one of the lowest.
AuditCase four_gaps_case(QuantilesAlgorithm algorithm, const Loss& loss, Neighbors neighbors) {
  std::vector<std::uint64_t> values = {kValue};
  for (int i = 0; i < 4; ++i) values.push_back(values.back() + (i % 2 == 0 ? kShort : kLong));
  const auto keys = [=](bool second) {
    const std::size_t goes = second && neighbors == Neighbors::replace ? 1 : 0;
    const std::size_t counts[] = {195 - goes, 10, 90, 10, 95u + second};
    std::vector<std::uint64_t> all;
    for (std::size_t i = 0; i < 5; ++i) all.insert(all.end(), counts[i], values[i]);
    return all;
  };
  return quartiles_case(algorithm, loss, neighbors, keys, values);
}

/// About 100 records of 32 bits at each of four values, so that a quartile is one value or the next. The lowest
/// value has `beyond` more, the highest `beyond` fewer. The neighbour has one more of the lowest, which moves
/// all three ranks; under replace one of the lowest becomes one of the highest.
AuditCase quarters_case(QuantilesAlgorithm algorithm, const Loss& loss, Neighbors neighbors,
                        int beyond) {
  const auto keys = [=](bool second) {
    const bool moves = second && neighbors == Neighbors::replace;
    const int low = 100 + beyond + (moves ? -1 : second ? 1 : 0);
    const int counts[] = {low, 100, 100, 100 - beyond + moves};
    std::vector<std::uint64_t> all;
    for (std::uint64_t i = 0; i < 4; ++i) {
      all.insert(all.end(), static_cast<std::size_t>(counts[i]), kValue + i * kLong);
    }
    return all;
  };
  return quartiles_case(algorithm, loss, neighbors, keys,
                        {kValue, kValue + kLong, kValue + 2 * kLong, kValue + 3 * kLong});
}

}  // namespace

AuditCases quantile_cases() {
  using enum InteriorAlgorithm;
  using enum Neighbors;
  AuditCases cases;
  for (const Neighbors neighbors : {add_remove, replace}) {
    cases.push_back(quantile_case("median", exponential, {1, 2}, neighbors, 495, 10));
    cases.push_back(quantile_case("quantile", exponential, {9, 10}, neighbors, 895, 10));
    cases.push_back(window_case(rec_concave, neighbors, 46, 15, 46));
    cases.push_back(window_case(tree_log, neighbors, 1, 0, 30));
    cases.push_back(window_case(heavy_paths, neighbors, 351, 0, 350));
    cases.push_back(window_case(tree_log_slices, neighbors, 47, 0, 142));
    cases.push_back(four_gaps_case(QuantilesAlgorithm::recursion, {1, 0}, neighbors));
  }
  cases.push_back(quantile_case("quantile", cut, {9, 10}, add_remove, 895, 10));
  // 16 of its window's 59 records lie below the gap. The gap's weight by depth, and by the offset, is nearly
  // the weight of the other candidates by their number.
  cases.push_back(quantile_case("quantile", cut, {9, 10}, replace, 886, 0));
  using enum QuantilesAlgorithm;
  cases.push_back(quarters_case(separate, {4, 1e-6}, add_remove, -10));
  cases.push_back(quarters_case(separate, {4, 1e-6}, replace, -10));
  cases.push_back(quarters_case(slices, {8, 1e-6}, add_remove, 2));
  cases.push_back(quarters_case(slices, {8, 1e-6}, replace, -4));
  return cases;
}

}  // namespace logstar::testing
