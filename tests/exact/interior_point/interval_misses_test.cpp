// How often an interval misses the quantile of the data or of a population: at most beta.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

#include "databases.hpp"
#include "interval_widths.hpp"
#include "logstar/domain/integers.hpp"
#include "logstar/interior_point/rank/interval_chain.hpp"
#include "logstar/interior_point/rank/interval_target.hpp"
#include "logstar/interior_point/rank/interval_width.hpp"

namespace logstar::testing::interval_width_test {
namespace {

// ---- coverage ----
/// The probability that an interval is returned and misses some quantile of the data.
long double missed(const Keys& sorted, std::span<const KeyInterval> chain,
                   const KeyInterval& domain, const IntervalWidthParameters& parameters,
                   bool one_inside = false) {
  const auto n = static_cast<std::int64_t>(sorted.size());
  const std::int64_t a = parameters.steps.tau.numerator, b = parameters.steps.tau.denominator;
  const auto first = sorted[static_cast<std::size_t>((a * n + b - 1) / b - 1)];
  const auto last = sorted[static_cast<std::size_t>(a * n / b)];
  const auto law = enumerate([&](Randomness& randomness) {
    return draw_interval_width(sorted, chain, domain, parameters, randomness);
  });
  long double sum = 0;
  for (std::size_t j = 0; j < chain.size(); ++j) {
    const KeyInterval& told = chain[one_inside && j > 0 ? j - 1 : j];
    const bool low = told.lowest > first && told.lowest > domain.lowest;
    const bool high = told.highest < last && told.highest < domain.highest;
    if (low || high) sum += law.of(Told(j));
  }
  return sum;
}

TEST_CASE(
    "an interval misses quantiles of the data with at most beta, for every small data set and "
    "point") {
  for (const QuantileFraction& tau : kQuantiles) {
    for (const double beta : {0.05, 0.4}) {
      const auto parameters =
          interval_width_for({tau, 40, Neighbors::add_remove, beta, IntervalOf::data, 0, {}});
      long double most = 0;
      for (std::size_t n = 1; n <= 5; ++n) {
        for_each_multiset(kValues, n, [&](const std::vector<std::size_t>& database) {
          const Keys keys(database.begin(), database.end());
          for (std::uint64_t z = 0; z <= kDomain.highest; ++z) {
            most = std::max(most, missed(keys, small_chain(z), kDomain, *parameters));
          }
        });
      }
      CHECK(most <= beta);
      if (tau.denominator == 2) CHECK(most > 0);
    }
  }
}

/// Half of the records at the point, half so far away that nearly all intervals lie between.
Keys one_heavy_atom(std::size_t n, std::uint64_t far) {
  Keys keys(n, 0);
  std::fill(keys.begin() + static_cast<std::ptrdiff_t>(n / 2), keys.end(), far);
  return keys;
}

/// The interval round that point, and how often it misses there, in betas.
struct BesideOneAtom {
  IntegerDomain domain{0, Int128(1) << 40};
  double beta;
  IntervalWidthParameters parameters;
  std::vector<KeyInterval> chain;

  explicit BesideOneAtom(double most)
      : beta(most),
        parameters(
            *interval_width_for({{1, 2}, 1, Neighbors::add_remove, most, IntervalOf::data, 0, {}})),
        chain(interval_chain(0, domain, parameters.steps.steps_an_octave)) {}

  long double miss(const IntervalWidthParameters& with, bool one_inside = false) const {
    const Keys keys = one_heavy_atom(200, (1 << 12) - 1);
    return missed(keys, chain, domain.keys(), with, one_inside) / static_cast<long double>(beta);
  }

  /// With a target that is too short for a factor in what misses.
  long double miss_with_less(double factor) const {
    IntervalWidthParameters shorter = parameters;
    shorter.target -=
        static_cast<std::int64_t>(std::ceil(std::log(factor) / shorter.steps.draw_epsilon));
    return miss(shorter);
  }
};

TEST_CASE("an interval misses with at most and nearly beta beside one heavy atom") {
  for (const double beta : {0.05, 0.01}) {
    const BesideOneAtom beside(beta);
    CHECK(beside.miss(beside.parameters) <= 1);
    CHECK(beside.miss(beside.parameters) > 0.9);
  }
}

TEST_CASE("control: an interval whose target is short by ln(1.3) misses with more than beta") {
  for (const double beta : {0.05, 0.01}) CHECK(BesideOneAtom(beta).miss_with_less(1.3) > 1);
}

TEST_CASE("control: an interval whose target leaves out kappa misses with more than beta") {
  for (const double beta : {0.05, 0.01}) {
    const BesideOneAtom beside(beta);
    CHECK(beside.miss_with_less(beside.parameters.steps.crowd()) > 5);
  }
}

TEST_CASE("control: the interval inside of the drawn one misses with more than beta") {
  for (const double beta : {0.05, 0.01}) {
    const BesideOneAtom beside(beta);
    CHECK(beside.miss(beside.parameters, true) > 5);
  }
}

/// Which probability a quantile of a population has to be missed by an interval round the worst point: the most of all
/// laws in eighths.
long double most_missed_of_small_populations(IntervalOf of, double beta) {
  constexpr std::size_t kRecords = 7;
  constexpr std::size_t kPoints = 4;
  const double epsilon = 60;
  long double most = 0;
  for (const QuantileFraction tau : {QuantileFraction{1, 2}, QuantileFraction{1, 4}}) {
    const auto parameters =
        *interval_width_for({tau, epsilon, Neighbors::add_remove, beta, of, kRecords, {}});
    for_each_multiset(kPoints, 8, [&](const std::vector<std::size_t>& atoms) {
      const std::size_t rank = 8 * tau.numerator / tau.denominator;
      const std::uint64_t first = atoms[rank - 1], last = atoms[rank];
      long double sum = 0;
      for_each_multiset(kPoints, kRecords, [&](const std::vector<std::size_t>& database) {
        long double probability = 1;
        for (std::size_t i = 0, run = 0; i < kRecords; ++i) {
          run = i > 0 && database[i] == database[i - 1] ? run + 1 : 1;
          const auto mass = std::count(atoms.begin(), atoms.end(), database[i]);
          probability *= static_cast<long double>(mass) / 8 * static_cast<long double>(i + 1) /
                         static_cast<long double>(run);
        }
        if (probability == 0) return;
        long double worst = 0;
        for (std::uint64_t z = 0; z < kPoints; ++z) {
          const auto chain = small_chain(z);
          const Keys keys(database.begin(), database.end());
          const auto law = enumerate([&](Randomness& randomness) {
            return draw_interval_width(keys, chain, kDomain, parameters, randomness);
          });
          long double miss = 0;
          for (std::size_t j = 0; j < chain.size(); ++j) {
            if (chain[j].lowest > first || chain[j].highest < last) miss += law.of(Told(j));
          }
          worst = std::max(worst, miss);
        }
        sum += probability * worst;
      });
      most = std::max(most, sum);
    });
  }
  return most;
}

TEST_CASE("an interval misses quantiles of a small population with at most beta") {
  const long double most = most_missed_of_small_populations(IntervalOf::population, 0.3);
  CHECK(most <= 0.3L);
  CHECK(most > 0.01L);
}

TEST_CASE("control: an interval of the data misses quantiles of a small population too often") {
  CHECK(most_missed_of_small_populations(IntervalOf::data, 0.3) > 0.3L);
}

}  // namespace
}  // namespace logstar::testing::interval_width_test
