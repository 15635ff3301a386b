// Intervals round a released point: the exact law of their width over all small databases, privacy and coverage.
#include "logstar/interior_point/rank/interval_width.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

#include "databases.hpp"
#include "interval_widths.hpp"
#include "logstar/domain/integers.hpp"
#include "logstar/interior_point/rank/interval_chain.hpp"

namespace logstar::testing::interval_width_test {
namespace {

/// With a small target, which small databases reach.
IntervalWidthParameters small_width(const QuantileFraction& tau, double epsilon,
                                    Neighbors neighbors, OpenSides open = {}) {
  const IntervalSteps steps = calibrate_interval_steps(tau, epsilon, neighbors, 4);
  return {steps, steps.steps_per_rank / 2 + 1, open};
}

auto mechanism(const IntervalWidthParameters& parameters, std::uint64_t z) {
  return [parameters, z](const std::vector<std::size_t>& database, Randomness& randomness) {
    const Keys keys(database.begin(), database.end());
    return draw_interval_width(keys, small_chain(z), kDomain, parameters, randomness);
  };
}

/// The law by its definition, in ranks; its last entry is the probability of no interval.
std::vector<long double> defined_law(const Keys& keys, std::uint64_t z,
                                     const IntervalWidthParameters& parameters) {
  const IntervalSteps& steps = parameters.steps;
  const auto n = static_cast<long double>(keys.size());
  const auto per_rank = static_cast<long double>(steps.steps_per_rank);
  const long double q = static_cast<long double>(steps.tau.numerator) /
                        static_cast<long double>(steps.tau.denominator);
  const long double infinite = std::numeric_limits<long double>::infinity();
  const long double target = static_cast<long double>(parameters.target) / per_rank;
  std::vector<long double> weights;
  long double before = -infinite, sum = 0;
  for (const KeyInterval& one : small_chain(z)) {
    long double reach = infinite;
    if (one.lowest > kDomain.lowest && !parameters.open.low) {
      const auto below =
          std::count_if(keys.begin(), keys.end(), [&](auto key) { return key < one.lowest; });
      reach = std::min(reach, q * n - static_cast<long double>(below));
    }
    if (one.highest < kDomain.highest && !parameters.open.high) {
      const auto up_to =
          std::count_if(keys.begin(), keys.end(), [&](auto key) { return key <= one.highest; });
      reach = std::min(reach, static_cast<long double>(up_to) - q * n);
    }
    const long double distance = std::max({0.0L, target - reach, before - target});
    const auto j = static_cast<long double>(weights.size());
    const long double score = static_cast<long double>(steps.head_start) / per_rank * j - distance;
    weights.push_back(std::exp(static_cast<long double>(steps.draw_epsilon) * per_rank * score));
    sum += weights.back();
    if (reach == infinite) break;
    before = reach;
  }
  for (long double& weight : weights) weight /= sum;
  return weights;
}

TEST_CASE(
    "the law of an interval's width is that of its definition, for every point and data set") {
  for (const QuantileFraction& tau : kQuantiles) {
    for (const OpenSides open : {OpenSides{}, OpenSides{true, false}, OpenSides{false, true}}) {
      const auto parameters = small_width(tau, 3, Neighbors::add_remove, open);
      for (std::uint64_t z = 0; z <= kDomain.highest; ++z) {
        for (std::size_t n = 0; n <= 4; ++n) {
          for_each_multiset(kValues, n, [&](const std::vector<std::size_t>& database) {
            const Keys keys(database.begin(), database.end());
            const auto law = enumerate([&](Randomness& randomness) {
              return draw_interval_width(keys, small_chain(z), kDomain, parameters, randomness);
            });
            const auto defined = defined_law(keys, z, parameters);
            for (std::size_t j = 0; j + 1 < defined.size(); ++j) {
              REQUIRE(std::fabs(law.of(Told(j)) - defined[j]) < 1e-12L);
            }
            REQUIRE(std::fabs(law.of(Told()) - defined.back()) < 1e-12L);
          });
        }
      }
    }
  }
}

TEST_CASE("widths of intervals are epsilon-DP under add-remove and under replace") {
  for (const QuantileFraction& tau : kQuantiles) {
    for (const double epsilon : {0.5, 4.0}) {
      for (const std::uint64_t z : {0u, 3u, 5u}) {
        const auto add_remove = small_width(tau, epsilon, Neighbors::add_remove);
        CHECK(check_add_remove(kValues, 0, 4, epsilon, mechanism(add_remove, z)).within(0));
        const auto replace = small_width(tau, epsilon, Neighbors::replace);
        CHECK(check_replace(kValues, 3, epsilon, mechanism(replace, z)).within(0));
      }
    }
  }
}

/// Two heavy atoms, at the point and at 2^9, and a record more or not beyond most intervals. Many intervals reach a
/// little less than the target, and all others far more: these move against each other.
struct HeavyAtoms {
  explicit HeavyAtoms(const QuantileFraction& fraction) : tau(fraction) {}

  QuantileFraction tau;
  double epsilon = 0.1;
  std::size_t n = 2000;
  IntegerDomain domain{0, 1 << 14};

  IntervalWidthParameters parameters() const {
    const IntervalSteps steps = calibrate_interval_steps(tau, epsilon, Neighbors::add_remove, 64);
    return {steps, 6 * steps.steps_per_rank, {}};
  }

  Law<Told> law(const IntervalWidthParameters& width, bool one_more) const {
    Keys keys(n, 1 << 9);
    const std::size_t at_point = n * tau.numerator / tau.denominator + 5;
    std::fill(keys.begin(), keys.begin() + static_cast<std::ptrdiff_t>(at_point), 0);
    if (one_more) keys.push_back(domain.keys().highest);
    const auto chain = interval_chain(0, domain, width.steps.steps_an_octave);
    return enumerate([&](Randomness& randomness) {
      return draw_interval_width(keys, chain, domain.keys(), width, randomness);
    });
  }

  /// The largest log ratio of both laws, as a share of epsilon.
  double used(const IntervalWidthParameters& without, const IntervalWidthParameters& with) const {
    PrivacyCheck check(epsilon, "add-remove", "two heavy atoms");
    check.pair(law(without, false), law(with, true));
    return static_cast<double>(check.report().largest_log_ratio) / epsilon;
  }
};

TEST_CASE("the width of an interval uses nearly all of its epsilon beside two heavy atoms") {
  for (const QuantileFraction& tau : {QuantileFraction{1, 2}, {3, 4}, {9, 10}}) {
    const HeavyAtoms atoms(tau);
    const double used = atoms.used(atoms.parameters(), atoms.parameters());
    CHECK(used <= 1 + 1e-12);
    CHECK(used > 0.98);
  }
}

TEST_CASE("control: a width at the rate of the median, for the quantile 9/10, is rejected") {
  const HeavyAtoms atoms({9, 10});
  auto broken = atoms.parameters();
  broken.steps.draw_epsilon *= 1.8;
  CHECK(atoms.used(broken, broken) > 1.7);
}

TEST_CASE("control: a width at the rate of add-remove is rejected under replace") {
  const auto broken = small_width({1, 2}, 4, Neighbors::add_remove);
  CHECK_FALSE(check_replace(kValues, 3, 4, mechanism(broken, 2)).within(0));
}

TEST_CASE("control: a target that is computed from the number of records is rejected") {
  const HeavyAtoms atoms({1, 2});
  auto with_one_more = atoms.parameters();
  with_one_more.target += with_one_more.steps.steps_per_rank / 4;
  CHECK(atoms.used(atoms.parameters(), with_one_more) > 1.3);
}

TEST_CASE("control: steps as long as the data's smallest gap are rejected") {
  const double epsilon = 1;
  const auto parameters = small_width({1, 2}, epsilon, Neighbors::add_remove);
  const auto broken = [=](const std::vector<std::size_t>& database, Randomness& randomness) {
    const Keys keys(database.begin(), database.end());
    std::uint64_t gap = 4;
    for (std::size_t i = 1; i < keys.size(); ++i) {
      if (keys[i] > keys[i - 1]) gap = std::min(gap, keys[i] - keys[i - 1]);
    }
    std::vector<KeyInterval> chain{{3, 3}};
    while (chain.back().lowest > 0 || chain.back().highest < 7) {
      const std::uint64_t h = gap * chain.size();
      chain.push_back({3 - std::min<std::uint64_t>(h, 3), std::min<std::uint64_t>(3 + h, 7)});
    }
    const Told told = draw_interval_width(keys, chain, kDomain, parameters, randomness);
    return told ? chain[*told].highest - chain[*told].lowest : 8;
  };
  CHECK_FALSE(check_add_remove(kValues, 0, 4, epsilon, broken).within(0));
}

}  // namespace
}  // namespace logstar::testing::interval_width_test
