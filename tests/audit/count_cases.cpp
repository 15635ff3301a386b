// Counts, sums, means and variances of users by group, distinct items, and private groups.
#include <algorithm>
#include <utility>

#include "audit.hpp"
#include "logstar/counts/by_group_release.hpp"
#include "logstar/counts/distinct_count_release.hpp"
#include "logstar/counts/within_found_release.hpp"
#include "neighbors.hpp"

namespace logstar::testing {
namespace {

constexpr std::uint32_t kOthers = 30;  ///< users of each of two groups, with one row each
constexpr std::int64_t kHighest = 10;

/// The second input has one more user, of three rows in the first group. Under replace all rows of that user
/// were in the other group before.
ValuedRows rows_of(Neighbors neighbors, bool second) {
  ValuedRows rows;
  const auto add = [&](std::uint32_t user, std::uint32_t group, std::int64_t value) {
    rows.rows.users.push_back(user);
    rows.rows.groups.push_back(group);
    rows.values.push_back(value);
  };
  for (std::uint32_t user = 0; user < 2 * kOthers; ++user) add(user, user % 2, kHighest / 2);
  if (!second && neighbors == Neighbors::add_remove) return rows;
  for (int row = 0; row < 3; ++row) add(2 * kOthers, second ? 0 : 1, kHighest);
  return rows;
}

/// The distance of each number from the others' value in steps, as digits, with all distant ones equal.
std::int64_t digits_of(const std::vector<std::int64_t>& numbers, std::int64_t others, double step) {
  std::int64_t digits = 0;
  for (const std::int64_t number : numbers) {
    const auto off =
        static_cast<std::int64_t>(static_cast<double>(number - others) / step + 100) - 100;
    digits = 6 * digits + std::clamp<std::int64_t>(off, -2, 3) + 2;
  }
  return digits;
}

std::vector<std::int64_t> numbers_of(const std::vector<std::int64_t>& answers) { return answers; }
/// The high end of each: the end that a user with the highest value moves.
std::vector<std::int64_t> numbers_of(const std::vector<NoisyEnds>& answers) {
  std::vector<std::int64_t> numbers;
  for (const NoisyEnds& ends : answers) numbers.push_back(ends.high);
  return numbers;
}

std::vector<std::int64_t> numbers_of(const std::vector<NoisyMoments>& answers) {
  std::vector<std::int64_t> numbers;
  for (const NoisyMoments& moments : answers) numbers.push_back(moments.high);
  return numbers;
}

/// With private groups, most of epsilon goes to the answers; heavy groups are almost always released.
template <typename M>
AuditCase by_group(const std::string& mechanism, const std::string& mode, typename M::Task each,
                   std::int64_t others, double step, bool is_searched) {
  typename ByGroup<M>::Task task;
  each.epsilon = is_searched ? 2.5 : 1;
  each.groups = 2;
  Loss claim = {each.epsilon, is_searched ? 1e-3 : 0};
  if constexpr (requires { each.delta; }) claim.delta = std::max(claim.delta, each.delta);
  const Neighbors neighbors = each.neighbors;
  task.each = std::move(each);
  if (is_searched) task.search = GroupDiscoveryOptions{claim.delta};
  return {mechanism, mode, text_of(neighbors), claim,
          [=, plan = ByGroup<M>::plan(task)](bool second, Randomness& r) {
            const auto answer = ByGroup<M>::draw(task, plan, {rows_of(neighbors, second), 2}, r);
            const auto numbers = numbers_of(answer.answers);
            return numbers.size() == 2 ? digits_of(numbers, others, step) : -1;
          }};
}

/// Sixty users of ten items, and one more with a unique item.
AuditCase distinct_items(Neighbors neighbors) {
  const DistinctCountTask task{1, 1, neighbors};
  return {"countDistinct", "", text_of(neighbors), Loss{1, 0},
          [=, plan = DistinctCount::plan(task)](bool second, Randomness& r) {
            ItemRows items{{}, 11};
            for (std::uint32_t user = 0; user < 60; ++user) items.rows.groups.push_back(user % 10);
            if (second) items.rows.groups.push_back(10);
            if (!second && neighbors == Neighbors::replace) items.rows.groups.push_back(0);
            const std::int64_t count = DistinctCount::draw(task, plan, std::move(items), r);
            return std::clamp<std::int64_t>(count, 5, 16);
          }};
}

/// The rows in one group, by the codes of their values. A replaced user was below the others' bin.
ValuedRows coded_rows(Neighbors neighbors, bool second) {
  ValuedRows rows = rows_of(neighbors, second);
  rows.rows.groups.clear();
  if (!second) std::ranges::replace(rows.values, kHighest, std::int64_t(1));
  for (std::int64_t& value : rows.values) value = code_of(static_cast<double>(value));
  return rows;
}

/// A bin that passes with probability 1/2, and one more user in it.
AuditCase found_bounds(Neighbors neighbors) {
  FoundBoundsTask task;
  task.epsilon = 1;
  task.neighbors = neighbors;
  const auto plan = FoundBounds::plan(task);
  return {"findBounds", "", text_of(neighbors), Loss{1, 0}, [=](bool second, Randomness& r) {
            ValuedRows rows;
            const std::int64_t others = plan.threshold / task.user_weight;
            rows.values.assign(static_cast<std::size_t>(others), code_of(kHighest));
            if (second) rows.values.push_back(code_of(kHighest));
            if (!second && neighbors == Neighbors::replace) rows.values.push_back(code_of(1e9));
            return std::int64_t(FoundBounds::draw(task, plan, std::move(rows), r).has_value());
          }};
}

/// Answers within the bounds of the others' value, 4 to 8. The release finds these bounds almost surely. Eleven
/// bins, from below 1 to above 16, instead of 4,197, as each run draws noise for all of them.
template <typename M>
AuditCase within_found(const std::string& mechanism, Neighbors neighbors, std::int64_t others,
                       double step) {
  typename WithinFound<M>::Task task;
  task.epsilon = 2.5;
  task.neighbors = neighbors;
  task.scale.bins = {0, 4};
  return {mechanism, "found bounds", text_of(neighbors), Loss{2.5, 0},
          [=, plan = WithinFound<M>::plan(task)](bool second, Randomness& r) {
            const auto answer = WithinFound<M>::draw(task, plan, coded_rows(neighbors, second), r);
            if (!answer.range) return std::int64_t(-1);
            return digits_of(numbers_of(answer.answers), others, step);
          }};
}

/// A group that is released half of the time, and one more user in it.
AuditCase discovery(const std::string& mode, NoiseKind noise, Neighbors neighbors) {
  const GroupDiscoveryTask task = {{1, 1e-3}, {1}, neighbors, 0.95, noise};
  const auto plan = GroupDiscovery::plan(task);
  return {"count", mode, text_of(neighbors), task.loss, [=](bool second, Randomness& r) {
            GroupDiscovery::Data data{rows_of(neighbors, second).rows, 2};
            // As many other users stay as make the group released half of the time.
            std::int64_t left = plan.half_released_at;
            CountedRows rows;
            for (std::size_t row = 0; row < data.rows.users.size(); ++row) {
              const bool is_other = data.rows.users[row] < 2 * kOthers;
              if (is_other && data.rows.groups[row] == 0 && left-- <= 0) continue;
              rows.users.push_back(data.rows.users[row]);
              rows.groups.push_back(data.rows.groups[row]);
            }
            data.rows = std::move(rows);
            const auto named = GroupDiscovery::draw(task, plan, std::move(data), r);
            if (named.empty() || named.front().group != 0) return std::int64_t(-1);
            return std::min<std::int64_t>(named.front().weight - plan.half_released_at, 5);
          }};
}

}  // namespace

AuditCases count_cases() {
  AuditCases cases;
  for (const Neighbors neighbors : {Neighbors::add_remove, Neighbors::replace}) {
    UserHistogramTask counted;
    counted.neighbors = neighbors;
    counted.per_user.groups = 1;
    UserHistogramTask spread;
    spread.neighbors = neighbors;
    const auto unit = static_cast<std::int64_t>(spread.per_user.unit());
    UserSumTask sum;
    sum.neighbors = neighbors;
    sum.domain = {0, kHighest};
    UserSumTask bounded = sum;
    bounded.per_user = 1;
    UserMeanTask mean;
    mean.neighbors = neighbors;
    mean.domain = {0, kHighest};
    const auto one = static_cast<double>(unit);
    cases.push_back(by_group<UserHistogram>("count", "", counted, kOthers, 1, false));
    cases.push_back(
        by_group<UserHistogram>("histogram", "spread", spread, kOthers * unit, one, false));
    cases.push_back(
        by_group<UserHistogram>("histogram", "private groups", counted, kOthers, 1, true));
    cases.push_back(discovery("private groups", NoiseKind::laplace, neighbors));
    cases.push_back(discovery("private groups, Gaussian noise", NoiseKind::gaussian, neighbors));
    UserHistogramTask smooth = counted;
    smooth.noise = NoiseKind::gaussian;
    cases.push_back(by_group<UserHistogram>("histogram", "private groups, Gaussian noise", smooth,
                                            kOthers, 2, true));
    smooth.delta = 1e-3;
    cases.push_back(by_group<UserHistogram>("count", "Gaussian noise", smooth, kOthers, 2, false));
    cases.push_back(distinct_items(neighbors));
    cases.push_back(found_bounds(neighbors));
    constexpr std::int64_t kSteps = std::int64_t(1) << kGridBits;
    cases.push_back(within_found<UserMean>("mean", neighbors, 2 * kOthers * unit / 4, one));
    cases.push_back(within_found<UserSum>(
        "sum", neighbors, 2 * kOthers * kHighest / 2 * (kSteps / 8), static_cast<double>(kSteps)));
    cases.push_back(by_group<UserSum>("sum", "in at most g groups", bounded, kOthers * kHighest / 2,
                                      kHighest, false));
    bounded.noise = NoiseKind::gaussian;
    cases.push_back(by_group<UserSum>("sum", "private groups, Gaussian noise", bounded,
                                      kOthers * kHighest / 2, 2 * kHighest, true));
    bounded.delta = 1e-3;
    cases.push_back(by_group<UserSum>("sum", "Gaussian noise", bounded, kOthers * kHighest / 2,
                                      2 * kHighest, false));
    for (const bool is_searched : {false, true}) {
      const std::string mode = is_searched ? "private groups" : "";
      cases.push_back(
          by_group<UserSum>("sum", mode, sum, kOthers * kHighest / 2, kHighest, is_searched));
      cases.push_back(by_group<UserMean>("mean", mode, mean, kOthers * unit / 2, one, is_searched));
      // Users in the middle contribute a quarter to the high end.
      cases.push_back(
          by_group<UserVariance>("variance", mode, mean, kOthers * unit / 4, one, is_searched));
    }
  }
  return cases;
}

}  // namespace logstar::testing
