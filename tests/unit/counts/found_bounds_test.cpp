// Found bounds: bins of all doubles, the grid of a range, and the charges and draws of the releases.
#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <random>

#include "logstar/counts/by_group_release.hpp"
#include "logstar/counts/within_found_release.hpp"
#include "logstar/randomness/exact_randomness.hpp"
#include "logstar/support/errors.hpp"
#include "release_contract.hpp"
#include "seeded_bits.hpp"
#include "statistics.hpp"

namespace logstar::testing::found_bounds_test {
namespace {

constexpr double kMax = std::numeric_limits<double>::max();
constexpr double kMin = std::numeric_limits<double>::denorm_min();

ValuedRows rows_of(const std::vector<double>& values) {
  ValuedRows rows;
  for (const double value : values) rows.values.push_back(code_of(value));
  return rows;
}

TEST_CASE("codes of doubles keep their order and lead back to them") {
  const std::vector<double> values = {-kMax, -2, -1, -kMin, 0, kMin, 1, 1.5, kMax};
  for (std::size_t i = 0; i < values.size(); ++i) {
    CHECK(value_of_code(code_of(values[i])) == values[i]);
    if (i > 0) CHECK(code_of(values[i - 1]) < code_of(values[i]));
  }
  CHECK(code_of(-0.0) == 0);
}

TEST_CASE("every double is in the bin of its sign and exponent, of 4,197") {
  const ExponentBins bins;
  CHECK(bins.count() == 4197);
  CHECK(bins.of(-kMax) == 0);
  CHECK(bins.of(kMax) == 4196);
  CHECK(bins.of(0) == 2098);
  CHECK(bins.of(-0.0) == 2098);
  CHECK(bins.of(kMin) == 2099);
  for (const double value : {kMin, 0.75, 1.0, std::nextafter(2.0, 0), 2.0, 1e300, kMax}) {
    for (const double signed_value : {value, -value}) {
      const std::uint32_t bin = bins.of(signed_value);
      CHECK(bins.lowest(bin) <= signed_value);
      CHECK(bins.highest(bin) >= signed_value);
    }
  }
  CHECK(bins.lowest(bins.of(3)) == 2);
  CHECK(bins.highest(bins.of(3)) == 4);
  CHECK(bins.lowest(bins.of(-3)) == -4);
  CHECK(bins.highest(bins.of(-3)) == -2);
  CHECK(bins.highest(bins.of(kMax)) == kMax);
}

TEST_CASE("the grid of a range ends where the range does, at most half a step off") {
  const std::vector<FoundRange> ranges = {{1024, 1048576}, {-2, 4},      {-8, -4},         {0, 1},
                                          {-kMax, kMax},   {0.25, kMax}, {kMin, 2 * kMin}, {-1, 0}};
  for (const FoundRange& range : ranges) {
    const RangeGrid grid(range);
    CHECK(grid.lowest() < grid.highest());
    CHECK(std::max(std::abs(grid.lowest()), std::abs(grid.highest())) == std::int64_t(1) << 30);
    for (const double share : {0.0, 0.1, 0.5, 1.0}) {
      const double value = range.lowest * (1 - share) + range.highest * share;
      const double back = grid.length(static_cast<double>(grid.place(value)));
      const double farthest = std::max(-range.lowest, range.highest);
      CHECK(std::fabs(back - value) <= std::max(farthest * 0x1p-31, kMin));
    }
    CHECK(grid.place(-kMax) == grid.lowest());
    CHECK(grid.place(kMax) == grid.highest());
  }
  const RangeGrid zero({0, 0});
  CHECK(zero.lowest() < zero.highest());
  CHECK(zero.place(5) == 0);
  CHECK(zero.length(1e9) == 0);
}

TEST_CASE("totals of reals are per user and group, for any order of rows") {
  ValuedRows rows = rows_of({1e16, 1, -1e16, 3, 4, 5});
  rows.rows.users = {0, 0, 0, 1, 1, 0};
  rows.rows.groups = {0, 0, 0, 1, kNoGroup, 1};
  const ValuedRows totals = totals_of_reals(rows, 2);
  CHECK(totals.rows.users == std::vector<std::uint32_t>{0, 0, 1});
  CHECK(totals.rows.groups == std::vector<std::uint32_t>{0, 1, 1});
  std::swap(rows.values[0], rows.values[2]);
  CHECK(totals_of_reals(rows, 2).values == totals.values);
  CHECK(value_of_code(totals.values[1]) == 5);
  const ValuedRows far = rows_of({kMax, kMax});
  ValuedRows one_user = far;
  one_user.rows.users = {0, 0};
  // Rows are clamped to 2^960: an overflow would be an engine error that reveals a single row.
  CHECK(value_of_code(totals_of_reals(one_user, 1).values.at(0)) == 0x1p961);
  CHECK(value_of_code(totals_of_reals(rows_of({-kMax}), 1).values.at(0)) == -0x1p960);
  CHECK(value_of_code(totals_of_reals(rows_of({0x1p960}), 1).values.at(0)) == 0x1p960);
}

/// Log-normal incomes around 30,000.
std::vector<double> incomes(std::size_t count) {
  std::mt19937_64 bits(7);
  std::normal_distribution<double> normal(std::log(30'000), 0.8);
  std::vector<double> values;
  for (std::size_t i = 0; i < count; ++i) values.push_back(std::exp(normal(bits)));
  return values;
}

using Means = ByGroup<WithinFound<UserMean>>;
using Sums = ByGroup<WithinFound<UserSum>>;

Means::Task mean_task(double epsilon) {
  Means::Task task;
  task.each.epsilon = epsilon;
  return task;
}

Sums::Task sum_task(double epsilon) {
  Sums::Task task;
  task.each.epsilon = epsilon;
  return task;
}

TEST_CASE("found bounds, means and sums within them charge all of epsilon, and run as granted") {
  ValuedRows rows = rows_of(incomes(500));
  rows.rows.groups.assign(500, 0);
  FoundBoundsTask bounds;
  bounds.epsilon = 1;
  auto less_epsilon = bounds;
  less_epsilon.epsilon = 0.05;  // at which no bin passes
  check_release<FoundBounds>({bounds, rows, charge_of(Loss{1, 0}), {0.05, 0}, less_epsilon});
  check_release<Means>({mean_task(1), {rows, 1}, charge_of(Loss{1, 0}), {0.5, 0}, mean_task(0.5)});
  check_release<Sums>({sum_task(1), {rows, 1}, charge_of(Loss{1, 0}), {0.5, 0}, sum_task(0.5)});
  auto searched = mean_task(1);
  searched.each.groups = std::nullopt;
  searched.search = GroupDiscoveryOptions{1e-6};
  auto less = searched;
  less.each.epsilon = 0.5;
  check_release<Means>({searched, {rows, 1}, charge_of(Loss{1, 1e-6}), {0.5, 1e-6}, less});
}

TEST_CASE("bounds and answers spend at most epsilon") {
  for (const double epsilon : {0.1, 1.0, 3.7, 1e-3}) {
    const auto [bounds, answers] = found_shares(epsilon);
    CHECK(static_cast<long double>(bounds) + answers <= epsilon);
    CHECK(bounds + answers >= epsilon * (1 - 1e-15));
    CHECK(bounds == Approx(epsilon * 0.4));
  }
}

TEST_CASE("a mean of incomes without known bounds is off by a few percent (n = 10,000)") {
  const auto values = incomes(10'000);
  double truth = 0;
  for (const double value : values) truth += value / static_cast<double>(values.size());
  SeededBits bits(5);
  ExactRandomness randomness(bits);
  const auto task = mean_task(1);
  for (int run = 0; run < 20; ++run) {
    const auto answer =
        Release<Means>(task).draw({1, 0}, {rows_of(values), 1}, randomness).answer.answers;
    REQUIRE(answer.range);
    const auto mean =
        told_within(answer.answers.at(0), RangeGrid(*answer.range), least_weight(task.each));
    REQUIRE(mean);
    CHECK(std::fabs(mean->value / truth - 1) < 0.03);
    CHECK(mean->error / truth < 0.06);
  }
}

TEST_CASE("few users have no range and no answer") {
  SeededBits bits(5);
  ExactRandomness randomness(bits);
  const auto none = Release<Means>(mean_task(1)).draw({1, 0}, {rows_of({1, 2, 3}), 1}, randomness);
  CHECK_FALSE(none.answer.answers.range);
  CHECK(none.answer.answers.answers.empty());
  CHECK(none.claim.loss == Loss{1, 0});
}

/// The number of 400 draws whose answer is off by more than its stated error.
template <typename M, typename Told>
std::size_t missed(const typename WithinFound<M>::Task& task, const ValuedRows& rows, double truth,
                   const Told& told_of) {
  using Within = WithinFound<M>;
  const auto plan = Within::plan(task);
  SeededBits bits(91);
  ExactRandomness randomness(bits);
  std::size_t count = 0;
  for (int run = 0; run < 400; ++run) {
    const auto answer = Within::draw(task, plan, rows, randomness);
    REQUIRE(answer.range);
    const MeanEstimate told = told_of(answer);
    count += std::fabs(told.value - truth) > told.error;
  }
  return count;
}

TEST_CASE("means and sums within found bounds miss as seldom as stated (n = 400)") {
  std::vector<double> values(1'000, 1.1);
  values.insert(values.end(), 1'000, 3.3);
  const ValuedRows rows = rows_of(values);
  const auto mean = [](const auto& answer) {
    return told_within(answer.answers.at(0), RangeGrid(*answer.range), kUserWeight).value();
  };
  const auto sum = [](const auto& answer) {
    return told_sum(answer.answers.at(0), answer.error, RangeGrid(*answer.range));
  };
  WithinFound<UserMean>::Task means;
  means.epsilon = 1;
  CHECK(binomial_at_least(400, 0.05L, missed<UserMean>(means, rows, 2.2, mean)) > 1e-6L);
  WithinFound<UserSum>::Task sums;
  sums.epsilon = 1;
  const std::size_t missed_sums = missed<UserSum>(sums, rows, 4'400, sum);
  CHECK(binomial_at_least(400, 0.05L, missed_sums) > 1e-6L);
  CHECK(missed_sums > 0);
}

TEST_CASE("a claim on found bounds names the search, and errors of sums in totals at their end") {
  const auto number = [](const Facts& facts, const std::string& name) {
    for (const Fact& fact : facts) {
      if (fact.name == name) return std::get<double>(fact.value);
    }
    return -1.0;
  };
  const Claim sum = Release<Sums>(sum_task(1)).claim();
  CHECK(sum.mechanism ==
        "discrete Laplace noise on the weights of powers of two, then discrete Laplace noise");
  CHECK(sum.proof == "docs/guarantees/found-bounds.md");
  CHECK(number(sum.parameters, "boundsEpsilon") == 0.4);
  CHECK(number(sum.parameters, "lowest") == -1);  // no answer
  CHECK(sum.accuracy.kind == ErrorKind::count);
  CHECK(sum.accuracy.error == Approx(std::log(20) / 0.6).epsilon(1e-3));
  FoundBoundsTask bounds;
  bounds.epsilon = 1;
  const Claim found = Release<FoundBounds>(bounds).claim();
  // ln(4197 * 10/(2 * 0.05)) users, and ln(1/(0.9 * 0.05)) more to pass.
  CHECK(number(found.parameters, "threshold") == Approx(12.95).epsilon(1e-3));
  CHECK(found.accuracy.error == Approx(12.95 + 3.10).epsilon(1e-3));
  bounds.neighbors = Neighbors::replace;
  CHECK(number(Release<FoundBounds>(bounds).claim().parameters, "threshold") ==
        Approx(25.9).epsilon(1e-3));
}

TEST_CASE("sums by group with Gaussian noise charge the bounds in addition") {
  Sums::Task task;
  task.each.epsilon = 1;
  task.each.groups = 30;
  task.each.per_user = 30;
  task.each.delta = 1e-6;
  const Claim claim = Release<Sums>(task).claim();
  CHECK(claim.loss == Loss{1, 1e-6});
  REQUIRE(claim.rho);
  WithinFound<UserSum>::Task alone = task.each;
  UserSumTask known = alone;
  known.domain = {-(1 << 30), 1 << 30};
  known.epsilon = found_shares(1).answers;
  CHECK(*claim.rho == Approx(*UserSum::plan(known).rho + 0.08));
}

}  // namespace
}  // namespace logstar::testing::found_bounds_test
