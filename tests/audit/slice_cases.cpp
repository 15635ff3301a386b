// A session that takes slices from a sorted list and votes on each.
#include <algorithm>
#include <cmath>
#include <span>

#include "audit.hpp"
#include "logstar/interior_point/slices/slices.hpp"
#include "logstar/selection/exponential.hpp"
#include "neighbors.hpp"

namespace logstar::testing {
namespace {

/// 200 records, and one more in front, so that every slice border moves until noise absorbs the shift. Records
/// up to the expected start of a slice vote for "moved", records from its expected end on for "not moved".
/// Three more votes are always for "not moved". The answers: the slices' votes.
AuditCase slices_case(const std::string& mode, const SliceBudget& budget, double delta) {
  const double noise = budget.slice_epsilon == 0 ? 0 : 1 / std::expm1(budget.slice_epsilon);
  const auto records = [](bool second) {
    std::vector<int> list;
    for (int i = second ? 0 : 1; i <= 200; ++i) list.push_back(i);
    return list;
  };
  require_neighbors(records(false), records(true), Neighbors::add_remove);
  return {"SliceSession",
          mode,
          "add-remove",
          {slice_epsilon_of(budget, delta), delta},
          [=](bool second, Randomness& r) {
            SliceSession<int> session(records(second), budget, r);
            std::int64_t seen = 0;
            for (unsigned i = 0; i < budget.slices; ++i) {
              const auto begins = static_cast<int>(i * (20 + noise));
              const auto slice = session.slice(20, [](std::vector<int> left) {
                std::sort(left.begin(), left.end());
                return left;
              });
              const auto vote = [&](std::span<const int> part, Randomness& own) {
                std::int64_t votes[] = {3, 0};
                for (const int record : part) {
                  votes[0] += record >= begins + 20;
                  votes[1] += record <= begins;
                }
                return static_cast<std::int64_t>(
                    exponential_choice(votes, budget.compute.epsilon, own));
              };
              seen = 2 * seen + session.compute(slice, budget.compute, vote);
            }
            return seen;
          }};
}

}  // namespace

AuditCases slice_cases() {
  return {slices_case("noisy lengths", {1, {0.5, 0}, 1, 2}, 1e-3),
          slices_case("exact lengths", {0, {0.5, 0}, 1, 4}, 0)};
}

}  // namespace logstar::testing
