// The accuracy statements of user releases, for row counts that do not divide the user weight and for many
// users.
#include <catch2/catch.hpp>
#include <cmath>
#include <cstdint>
#include <vector>

#include "logstar/counts/user_histogram_release.hpp"
#include "logstar/counts/user_mean_release.hpp"
#include "logstar/counts/user_sum_release.hpp"
#include "logstar/randomness/exact_randomness.hpp"
#include "seeded_bits.hpp"
#include "statistics.hpp"

namespace logstar::testing::user_promises_test {
namespace {

constexpr std::size_t kRuns = 400;

/// Whether misses in kRuns draws are consistent with a confidence of 95% (alpha 1e-6).
bool keeps_confidence(std::size_t missed) {
  return binomial_at_least(kRuns, 0.05L, missed) > 1e-6L;
}

/// Adds the rows of users to a table, starting at user `first`: `size` rows each, all in `group` with this
/// value.
void add_users(ValuedRows& table, std::uint32_t users, std::size_t size, std::uint32_t group,
               std::int64_t value, std::uint32_t first = 0) {
  for (std::uint32_t user = first; user < first + users; ++user) {
    table.rows.users.insert(table.rows.users.end(), size, user);
    table.rows.groups.insert(table.rows.groups.end(), size, group);
    table.values.insert(table.values.end(), size, value);
  }
}

/// The number of draws in which a mean of `copies` of a table misses the truth by more than its error.
std::size_t missed_means(const UserMeanTask& task, const ValuedRows& table, std::int64_t copies,
                         double truth) {
  auto sums = domain_ends(table, *task.groups, task.domain, task.user_weight);
  for (DomainEnds& ends : sums) ends = {ends.high * copies, ends.low * copies};
  const auto plan = UserMean::plan(task);
  SeededBits bits(91);
  ExactRandomness randomness(bits);
  std::size_t missed = 0;
  for (std::size_t run = 0; run < kRuns; ++run) {
    const auto noisy = UserMean::draw_from_sums(task, plan, sums, randomness).front();
    const auto mean =
        estimate_mean(mean_of(noisy, noisy.error).value(), task.domain, least_weight(task));
    missed += std::fabs(mean.value - truth) > mean.error;
  }
  return missed;
}

// Each user has 215,472.2 parts of 720,720 at the upper end. If the fraction were cut off, 10^6 users would
// move the mean further than the noise does.
TEST_CASE("mean: the error holds for users whose value is a fraction of a part (n = 400)") {
  ValuedRows tens;
  add_users(tens, 1'000, 1, 0, 10);
  CHECK(keeps_confidence(missed_means({10, {0, 17}}, tens, 1'000, 10)));
  ValuedRows more;
  add_users(more, 1'000, 1, 0, 29);
  CHECK(keeps_confidence(missed_means({1, {0, 97}}, more, 5'000, 29)));
}

// 997 rows of floor(720720/997) weigh 719,834, less than one row of another user.
TEST_CASE("mean: error holds if the row count does not divide the user weight (n = 400)") {
  ValuedRows table;
  add_users(table, 1'200, 1, 0, 0);
  add_users(table, 1'200, 997, 0, 100, 1'200);
  CHECK(keeps_confidence(missed_means({10, {0, 100}}, table, 1, 50)));
}

// Each user has one of 100 rows in the first group, with a value that takes a fraction of a part.
TEST_CASE("mean by group: the error holds for users with 1% of their rows in a group (n = 400)") {
  ValuedRows table;
  add_users(table, 1'000, 1, 0, 10);
  add_users(table, 1'000, 99, 1, 3);
  UserMeanTask task{10, {0, 17}};
  task.groups = 2;
  CHECK(keeps_confidence(missed_means(task, table, 5'000, 10)));
}

/// The number of draws in which any number misses by more than the error, with noise in units.
template <typename M>
std::size_t missed_numbers(const typename M::Task& task, const std::vector<typename M::Sum>& sums,
                           const std::vector<double>& truths) {
  const auto plan = M::plan(task);
  SeededBits bits(93);
  ExactRandomness randomness(bits);
  std::size_t missed = 0;
  for (std::size_t run = 0; run < kRuns; ++run) {
    const auto noisy = M::draw_from_sums(task, plan, sums, randomness);
    bool all_within = true;
    for (std::size_t i = 0; i < noisy.size(); ++i) {
      const double off = std::fabs(static_cast<double>(noisy[i]) - truths[i]);
      all_within = all_within && off <= static_cast<double>(plan.error);
    }
    missed += !all_within;
  }
  return missed;
}

// If the remainder of 720720/997 goes to the first rows, the first 886 rows have one more unit: then the first
// group weighs a fifth of a user too much.
TEST_CASE("count: users of 997 rows in two groups count by their shares (n = 400)") {
  ValuedRows table;
  add_users(table, 1'200, 886, 0, 0);
  add_users(table, 1'200, 111, 1, 0);
  const UserHistogramTask task{10, 2};
  SeededBits bits(94);
  ExactRandomness randomness(bits);
  const auto sums = group_weights(table.rows, 2, task.per_user, randomness);
  CHECK(sums[0] + sums[1] == 1'200 * std::uint64_t(kUserWeight));
  const double first = 886.0 / 997 * 1'200 * kUserWeight;
  CHECK(std::fabs(static_cast<double>(sums[0]) - first) < 1'200);
  const double second = 111.0 / 997 * 1'200 * kUserWeight;
  CHECK(keeps_confidence(missed_numbers<UserHistogram>(task, sums, {first, second})));
}

// 300 in each of three groups with a bound of 300 on the total: scaled down together, they are 100 each.
TEST_CASE("sum by group: totals of users in three groups stay whole with perUser 3 (n = 400)") {
  ValuedRows table;
  for (const std::uint32_t group : {0u, 1u, 2u}) add_users(table, 1'000, 1, group, 300);
  UserSumTask task{1, {0, 300}, 3};
  SeededBits bits(95);
  ExactRandomness randomness(bits);
  const auto sums_of = [&] {
    return sums_of_totals(table, 3, task.domain, task.per_user, randomness);
  };
  const auto scaled = sums_of();
  CHECK(keeps_confidence(missed_numbers<UserSum>(task, scaled, {100'000, 100'000, 100'000})));
  task.per_user = 3;
  const auto whole = sums_of();
  CHECK(keeps_confidence(missed_numbers<UserSum>(task, whole, {300'000, 300'000, 300'000})));
  // In at most two groups, chosen at random: together 600 of each user.
  task.per_user = 2;
  const auto chosen = sums_of();
  CHECK(chosen[0] + chosen[1] + chosen[2] == 600'000);
  for (const std::int64_t sum : chosen) CHECK((sum % 300 == 0 && std::abs(sum - 200'000) < 25'000));
}

TEST_CASE("count: users of 997 rows each are counted within the stated error (n = 400)") {
  ValuedRows table;
  add_users(table, 1'200, 997, 0, 0);
  const UserHistogramTask task{10, 1};
  SeededBits bits(92);
  ExactRandomness randomness(bits);
  const auto sums = group_weights(table.rows, 1, task.per_user, randomness);
  const double truth = 1'200.0 * kUserWeight;
  CHECK(keeps_confidence(missed_numbers<UserHistogram>(task, sums, {truth})));
}

}  // namespace
}  // namespace logstar::testing::user_promises_test
