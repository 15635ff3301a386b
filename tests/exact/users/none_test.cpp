// Abstaining in addition to the scores of a quantile: exact laws of all small data sets, for equal and unequal
// masses of the keys, and controls.
#include "logstar/interior_point/rank/none.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <numeric>
#include <vector>

#include "databases.hpp"
#include "logstar/interior_point/rank/rank_score.hpp"
#include "logstar/interior_point/rank/user_exponential.hpp"
#include "user_tables.hpp"

namespace logstar::testing::none_test {
namespace {

constexpr std::size_t kKeys = 5;
using Masses = std::vector<double>;  // of the keys, the lightest 1
using Counts = std::vector<std::int64_t>;

const std::vector<Masses> kMasses = {
    {1, 1, 1, 1, 1}, {1, 10, 100, 10, 1}, {50, 1, 1, 1, 50}, {1, 1, 1, 3, 1000}};
const std::vector<QuantileFraction> kQuantiles = {{1, 4}, {1, 2}, {9, 10}, {1, 20}};

/// All 462 data sets of up to six records.
std::vector<Counts> all_counts() {
  std::vector<Counts> all;
  Counts counts(kKeys);
  const auto add = [&](auto& self, std::size_t key, std::int64_t left) -> void {
    if (key == kKeys) {
      all.push_back(counts);
      return;
    }
    for (counts[key] = 0; counts[key] <= left; ++counts[key])
      self(self, key + 1, left - counts[key]);
    counts[key] = 0;
  };
  add(add, 0, 6);
  return all;
}

std::int64_t size_of(const Counts& counts) {
  return std::accumulate(counts.begin(), counts.end(), std::int64_t(0));
}

long double value_of(const BottomScore& score) {
  return static_cast<long double>(score.whole) + score.fraction / 0x1p20L;
}

/// One kind of draw: its rate and its score of no answer.
struct Draw {
  QuantileFraction tau;
  double rate;
  Masses masses;

  NoneScore none(double beta) const {
    const double mass = std::accumulate(masses.begin(), masses.end(), 0.0);
    return none_of_quantile(tau, {rate, static_cast<std::uint64_t>(mass), beta, 1}).or_refuse();
  }

  /// The probability of each key by the definition, followed by that of abstaining.
  std::vector<long double> law(const Counts& counts, const NoneScore& none) const {
    const std::int64_t n = size_of(counts);
    const RankScore score{RankScore::Kind::quantile, n, tau};
    std::vector<long double> weights;
    std::int64_t less = 0;
    for (std::size_t key = 0; key < kKeys; ++key) {
      const auto of_key = static_cast<long double>(score(less, less + counts[key]));
      weights.push_back(masses[key] * std::exp(rate * of_key));
      less += counts[key];
    }
    weights.push_back(std::exp(rate * value_of(none.of(n))));
    const long double sum = std::accumulate(weights.begin(), weights.end(), 0.0L);
    for (long double& weight : weights) weight /= sum;
    return weights;
  }

  /// The probability that an answer lies outside the data.
  long double outside(const Counts& counts, const NoneScore& none) const {
    const auto p = law(counts, none);
    const auto occurs = [](std::int64_t count) { return count > 0; };
    const auto first = std::find_if(counts.begin(), counts.end(), occurs) - counts.begin();
    const auto last = std::find_if(counts.rbegin(), counts.rend(), occurs).base() - counts.begin();
    long double sum = 0;
    for (std::ptrdiff_t key = 0; key < static_cast<std::ptrdiff_t>(kKeys); ++key) {
      if (key < first || key >= last) sum += p[static_cast<std::size_t>(key)];
    }
    return sum;
  }
};

/// Draws of all quantiles, rates and masses.
template <typename Visit>
void for_each_draw(const Visit& visit) {
  for (const QuantileFraction& tau : kQuantiles) {
    for (const double epsilon : {0.3, 2.0, 12.0}) {
      const double s = std::max(tau.numerator, tau.denominator - tau.numerator);
      for (const Masses& masses : kMasses) visit(Draw{tau, epsilon / (2 * s), masses});
    }
  }
}

TEST_CASE("with abstention, a quantile lies outside any data with at most beta, for any masses") {
  const auto all = all_counts();
  REQUIRE(all.size() == 462);
  for (const double beta : {0.05, 0.3, 0.8}) {
    for_each_draw([&](const Draw& draw) {
      const NoneScore none = draw.none(beta);
      long double most = 0;
      for (const Counts& counts : all) most = std::max(most, draw.outside(counts, none));
      INFO(text_of(draw.tau) << ", " << draw.rate << ", " << beta << ", " << draw.masses.back());
      CHECK(most <= beta * (1 + 1e-15L));
      // The bound is attained without records.
      if (beta < 0.5) CHECK(draw.outside(Counts(kKeys), none) > beta * 0.9999L);
    });
  }
}

TEST_CASE("abstaining never outweighs the form that falls by a user's most throughout") {
  for (const double beta : {0.05, 0.3}) {
    for_each_draw([&](const Draw& draw) {
      const NoneScore none = draw.none(beta);
      const double mass = std::accumulate(draw.masses.begin(), draw.masses.end(), 0.0);
      const double g = std::min(draw.tau.numerator, draw.tau.denominator - draw.tau.numerator);
      const double s = draw.tau.denominator - g;
      const auto below =
          static_cast<std::int64_t>(std::ceil(std::log(mass / beta) / (draw.rate * g)));
      for (std::int64_t n = 0; n < 3 * below; ++n) {
        CHECK(value_of(none.of(n)) <= s * static_cast<double>(below - n));
      }
    });
  }
}

TEST_CASE("with abstention, a quantile is epsilon-DP for any masses on all data of five keys") {
  for (const double beta : {0.05, 0.8}) {
    for_each_draw([&](const Draw& draw) {
      const NoneScore none = draw.none(beta);
      const long double s = std::max(draw.tau.numerator, draw.tau.denominator - draw.tau.numerator);
      const long double added = 2 * s * draw.rate;
      const long double replaced = 2.0L * draw.tau.denominator * draw.rate;
      long double of_none = 0;
      for (const Counts& counts : all_counts()) {
        if (size_of(counts) == 6) continue;
        std::vector<std::vector<long double>> laws;  // with one more record at each key
        for (std::size_t key = 0; key < kKeys; ++key) {
          Counts more = counts;
          ++more[key];
          laws.push_back(draw.law(more, none));
        }
        const auto largest = [](const auto& one, const auto& other) {
          long double most = 0;
          for (std::size_t i = 0; i < one.size(); ++i)
            most = std::max(most, std::fabs(std::log(one[i] / other[i])));
          return most;
        };
        const auto law = draw.law(counts, none);
        for (const auto& one : laws) {
          CHECK(largest(law, one) <= added * (1 + 1e-12L));
          of_none = std::max(of_none, std::fabs(std::log(law.back() / one.back())));
          for (const auto& other : laws) CHECK(largest(one, other) <= replaced * (1 + 1e-12L));
        }
      }
      CHECK(of_none > 0);
    });
  }
}

TEST_CASE(
    "controls: an abstain score rounded down, or by the wrong gap, leaves more than beta outside") {
  const Draw draw{{9, 10}, 0.1, kMasses[0]};
  for (const double beta : {0.05, 0.3}) {
    const NoneScore right = draw.none(beta);
    NoneScore rounded_down = right;
    REQUIRE(rounded_down.first.fraction > 0);
    --rounded_down.first.fraction;
    CHECK(draw.outside(Counts(kKeys), rounded_down) > beta);
    NoneScore wrong = right;
    std::swap(wrong.fall, wrong.late_fall);
    wrong.late = {INT64_C(1) << 40, 0};
    long double most = 0;
    for (const Counts& counts : all_counts()) most = std::max(most, draw.outside(counts, wrong));
    CHECK(most > 1.5L * beta);
  }
}

/// Increasing values at distinct keys of a domain of 2^62: an ordered log-normal sample.
UserRows sample_of(std::size_t n) {
  UserRows rows{{}, {}, KeyArray(62)};
  for (std::uint32_t i = 0; i < n; ++i) {
    // The middle of the range of each rank, by a logistic curve with gaps between values at both ends.
    const double p = (i + 0.5) / static_cast<double>(n);
    rows.users.push_back(i);
    rows.keys.append(WideKey{static_cast<std::uint64_t>(1e6 * std::pow(p / (1 - p), 0.6))});
  }
  return rows;
}

struct Chances {
  double none = 0;
  double outside = 0;
};

Chances chances(const UserRankTask& task, const UserRows& rows) {
  const auto plan = UserRankRelease::plan(task);
  const auto [lowest, highest] =
      std::minmax_element(rows.keys.words().begin(), rows.keys.words().end());
  Chances chances;
  const auto law = enumerate([&](Randomness& randomness) {
    FirstOfRun first(randomness);
    return as_numbers(UserRankRelease::draw(task, plan, rows, first))[1];
  });
  for (const auto& [key, p] : law.mass) {
    if (key < 0) {
      chances.none += static_cast<double>(p);
    } else if (key < static_cast<std::int64_t>(*lowest) ||
               key > static_cast<std::int64_t>(*highest)) {
      chances.outside += static_cast<double>(p);
    }
  }
  return chances;
}

// Regression: the abstain score fell by a user's most, s, from n1 on down to 0 rows. It was far above all keys
// at sizes where plain answers always lie inside the data.
TEST_CASE("abstaining stays below 10% wherever plain answers lie inside the data") {
  std::size_t good = 0;
  for (const QuantileFraction& tau : {QuantileFraction{1, 4}, {9, 10}, {19, 20}, {1, 2}}) {
    for (const double epsilon : {0.3, 1.0, 3.0}) {
      for (const std::size_t n : {10u, 30u, 100u, 300u, 1000u}) {
        UserRankTask task;
        task.bits = 62;
        task.domain = WideInterval::all(62);
        task.quantile = tau;
        task.loss = {epsilon, 0};
        task.user_weight = 1;
        const UserRows rows = sample_of(n);
        const double plain = chances(task, rows).outside;
        task.abstain = true;
        const Chances with_none = chances(task, rows);
        INFO(text_of(tau) << ", " << epsilon << ", " << n << ", " << plain);
        CHECK(with_none.outside <= 0.05);
        // The mass beyond the data on the side of the rank's nearer end; for a median, on both sides.
        const auto [lowest, highest] =
            std::minmax_element(rows.keys.words().begin(), rows.keys.words().end());
        const double below = std::ldexp(static_cast<double>(*lowest), -62);
        const double above = 1 - std::ldexp(static_cast<double>(*highest), -62);
        const bool is_low = 2 * tau.numerator < tau.denominator;
        const bool is_median = 2 * tau.numerator == tau.denominator;
        const double mass = is_median ? below + above : is_low ? below : above;
        if (plain >= mass / 171) continue;
        ++good;
        CHECK(with_none.none < 0.1);
      }
    }
  }
  CHECK(good > 10);
}

}  // namespace
}  // namespace logstar::testing::none_test
