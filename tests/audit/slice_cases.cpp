// A session that takes slices from a sorted list and votes on each.
#include <algorithm>
#include <cmath>
#include <optional>
#include <span>

#include "audit.hpp"
#include "logstar/interior_point/slices/row_slices_release.hpp"
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

/// The same votes on slices of rows, each in two pieces, the second one after all cuts. Under replace the row in
/// front stood last before.
AuditCase row_slices_case(const std::string& mode, RowSlicesTask task) {
  const bool replaced = task.neighbors == Neighbors::replace;
  const double noise = task.slice_epsilon == 0 ? 0 : 1 / std::expm1(task.slice_epsilon);
  const auto rows = [replaced](bool second) {
    std::vector<int> list;
    for (int i = second ? 0 : 1; i <= 200; ++i) list.push_back(i);
    if (replaced && !second) list.push_back(201);
    return list;
  };
  require_neighbors(rows(false), rows(true), task.neighbors);
  return {"RowSliceSession",
          mode,
          name_of(task.neighbors),
          {plan_row_slices(task).epsilon, task.delta},
          [=](bool second, Randomness& r) {
            RowSlices<int> session(task, Claim{}, rows(second), r);
            const double piece = task.compute.epsilon / 2;
            std::int64_t seen = 0;
            const auto vote = [&](unsigned i) {
              auto& slice = session.slice(i);
              const auto begins = static_cast<int>(i * (20 + noise));
              std::int64_t votes[] = {3, 0};
              for (const int row : slice.rows()) {
                votes[0] += row >= begins + 20;
                votes[1] += row <= begins;
              }
              slice.ledger().spend({.mechanism = "a vote", .charge = charge_of(Loss{piece, 0})});
              seen = 2 * seen + static_cast<std::int64_t>(exponential_choice(votes, piece, r));
            };
            for (unsigned i = 0; i < task.slices; ++i) {
              session.take(
                  20, [](int row) { return std::optional(row); }, SliceEnd::low);
              vote(i);
            }
            for (unsigned i = 0; i < task.slices; ++i) vote(i);
            return seen;
          }};
}

RowSlicesTask row_slices_task(double slice_epsilon, std::uint32_t slices, double delta,
                              Neighbors neighbors) {
  RowSlicesTask task;
  task.slice_epsilon = slice_epsilon;
  task.compute = {0.5, 0};
  task.slices = slices;
  task.delta = delta;
  task.neighbors = neighbors;
  return task;
}

}  // namespace

AuditCases slice_cases() {
  AuditCases cases = {slices_case("noisy lengths", {1, {0.5, 0}, 1, 2}, 1e-3),
                      slices_case("exact lengths", {0, {0.5, 0}, 1, 4}, 0)};
  for (const Neighbors neighbors : {Neighbors::add_remove, Neighbors::replace}) {
    cases.push_back(row_slices_case("noisy lengths", row_slices_task(1, 2, 1e-3, neighbors)));
    cases.push_back(row_slices_case("exact lengths", row_slices_task(0, 4, 0, neighbors)));
  }
  return cases;
}

}  // namespace logstar::testing
