// Published mistakes with ranks of numbers: each has to lose more than it claims. The verifier rejects the same
// broken mechanisms (tests/support/mistakes).
#include "audit.hpp"
#include "mistakes/cut_choice.hpp"
#include "mistakes/ties.hpp"
#include "mistakes/tree_log.hpp"
#include "neighbors.hpp"

namespace logstar::testing {
namespace {

using Keys = std::vector<std::uint64_t>;

/// Equally many records at a low and a high key, and one more at the high one; the border removes the low
/// records or the high ones.
AuditCase border_by_arrival() {
  constexpr std::uint64_t kLow = 10;
  constexpr std::uint64_t kHigh = 0xf5a5'5a5a'1234'5678;
  TreeLogRequest request;
  request.loss = {4, 1e-6};
  request.size = 200;
  TreeLogParameters parameters = calibrate_tree_log(request);
  parameters.border = 40;  // wider than necessary, which costs nothing
  const auto each = static_cast<std::size_t>(2 * parameters.border);
  const auto records = [=](bool second) {
    Keys keys(each, kLow);
    keys.resize(2 * each + second, kHigh);
    return keys;
  };
  require_neighbors(records(false), records(true), Neighbors::add_remove);
  return {"interiorPoint",
          "tree-log, its border by arrival",
          "add-remove",
          request.loss,
          [=](bool second, Randomness& r) {
            const auto found = tree_log_with_border_by_arrival(records(second), parameters, r);
            return !found ? std::int64_t(-1) : std::int64_t(found->front() > kHigh / 2);
          },
          "trimming that depends on the data's order"};
}

/// Many prefixes offer a threshold below ten records of label 1, with ten errors. The threshold right above
/// them has no errors, but the number of records around it limits its score. This threshold is drawn now and
/// then. One more record of label 1 makes the first worse and the second better.
AuditCase errors_at_full_epsilon() {
  constexpr std::uint64_t kKey = 0xc000'0000'0000'0000;
  constexpr std::size_t kOnes = 10;
  constexpr std::size_t kZeros = 100;
  constexpr std::int64_t kBest = 2 * kOnes + kZeros;
  const Loss loss{1, 1e-6};
  const auto choice = calibrate_cut_choice_by_errors(64, loss, Neighbors::add_remove);
  const auto records = [=](bool second) {
    std::vector<LabelledKey> sorted(200, {kKey / 2, true});
    sorted.resize(200 + kOnes + second, {kKey, true});
    sorted.resize(sorted.size() + kZeros, {kKey + 1, false});
    return sorted;
  };
  require_neighbors(records(false), records(true), Neighbors::add_remove);
  return {"learnThreshold",
          "cut, its errors at full epsilon",
          "add-remove",
          loss,
          [=](bool second, Randomness& r) {
            const auto z = cut_choice_by_errors(records(second), 64, choice, kBest, r);
            return !z ? std::int64_t(-1) : std::int64_t(z->front() >= kKey);
          },
          "cut choice with an error count at full epsilon"};
}

/// Quartiles of one or two dozen records at three places, and one more. One record can cost up to twice the
/// claim if all three draws are unlikely. The case was found by search.
template <typename Split>
AuditCase ties_case(const std::string& mode, double epsilon, const std::array<std::size_t, 3>& at,
                    std::size_t one_more, const ZoneWidths& widths, const Split& split) {
  const auto records = [=](bool second) {
    ZonedRecords zones;
    for (std::size_t i = 0; i < 3; ++i) {
      zones.insert(zones.end(), at[i] + (second && i == one_more ? 1 : 0), 2 * i + 1);
    }
    return zones;
  };
  require_neighbors(records(false), records(true), Neighbors::add_remove);
  AuditCase result = {"quantiles",
                      mode,
                      "add-remove",
                      {epsilon, 0},
                      [=](bool second, Randomness& r) {
                        std::int64_t code = 0;
                        for (const std::size_t zone :
                             quartiles_parted(records(second), widths, epsilon, split, r)) {
                          code = code * 7 + static_cast<std::int64_t>(zone);
                        }
                        return code;
                      },
                      "a quantile whose ties are broken by rank or position"};
  result.times = 10;
  return result;
}

/// A hundred records at 1500 and at 2500, and one more at 1501. The smallest gap is 1000 or 1, so the values
/// count as 1000 and 2000 or as themselves.
AuditCase ties_by_gap() {
  const auto parameters = calibrate_exponential_median(1, Neighbors::add_remove);
  const KeyInterval domain{0, UINT32_MAX};
  const auto records = [](bool second) {
    Keys keys(100, 1500);
    if (second) keys.push_back(1501);
    keys.resize(keys.size() + 100, 2500);
    return keys;
  };
  require_neighbors(records(false), records(true), Neighbors::add_remove);
  return {"median",
          "ties by the smallest gap",
          "add-remove",
          {1, 0},
          [=](bool second, Randomness& r) {
            const auto z = median_by_smallest_gap(records(second), domain, 1000, parameters, r);
            return std::int64_t((z >= 1500) + (z > 2000));
          },
          "a quantile whose ties are broken by the data's smallest gap"};
}

}  // namespace

AuditCases rank_control_cases() {
  return {
      border_by_arrival(),
      errors_at_full_epsilon(),
      ties_case("ties by rank", 3.5, {8, 2, 2}, 2, {2, 1, 32, 1, 128, 1, 8}, by_rank),
      ties_case("ties by position", 4, {6, 2, 11}, 0, {2, 1, 128, 1, 32, 1, 4}, by_position),
      ties_by_gap(),
  };
}

}  // namespace logstar::testing
