// The optimised threshold: its exact output law, with kbar' released, over all small histograms.
#include "logstar/top_k/optimised_threshold.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <utility>

#include "histogram_laws.hpp"

namespace logstar::testing {
namespace {

using WithRank = std::pair<std::uint64_t, Released>;

TopKParameters optimised(std::uint64_t k, std::uint64_t kbar, double epsilon, double delta) {
  return plain(TopKVariant::optimised_threshold, k, kbar, epsilon, delta, 0);
}

auto mechanism(const TopKParameters& parameters) {
  return [parameters](const Histogram& histogram, Randomness& randomness) {
    const Ranked rows = ranked(histogram, static_cast<std::size_t>(parameters.kbar) + 1);
    const auto result = draw_top_k(rows.counts, parameters, randomness);
    return WithRank(result.kbar, released(rows, result));
  };
}

TEST_CASE("kbar' is drawn with weight e^(-epsilon h_(j+1)) / j") {
  const std::vector<std::int64_t> counts{9, 7, 4, 4, 1};
  const double epsilon = 0.6;
  const auto law = enumerate(
      [&](Randomness& r) { return draw_top_k(counts, optimised(2, 7, epsilon, 0.1), r).kbar; });
  const std::vector<std::int64_t> next{4, 4, 1, 0, 0, 0};  // h_(j+1) for j = 2, ..., 7
  long double sum = 0;
  std::vector<long double> weights;
  for (std::size_t i = 0; i < next.size(); ++i) {
    weights.push_back(std::exp(-epsilon * static_cast<long double>(next[i])) /
                      static_cast<long double>(i + 2));
    sum += weights.back();
  }
  for (std::size_t i = 0; i < next.size(); ++i) {
    CHECK(double(law.of(i + 2)) == Approx(double(weights[i] / sum)).epsilon(1e-12));
  }
}

TEST_CASE("optimised is ((k + 1) epsilon, delta)-DP: 4 items, counts to 3, any contribution") {
  for (const auto& [k, kbar] :
       {std::pair<std::uint64_t, std::uint64_t>(1, 2), {1, 3}, {1, 5}, {2, 3}, {2, 5}, {3, 4}}) {
    for (const double epsilon : {0.05, 1.0}) {
      const double delta = 0.2;
      const HistogramLaws laws(4, 3, mechanism(optimised(k, kbar, epsilon, delta)));
      const auto report = laws.add_remove(4, static_cast<double>(k + 1) * epsilon);
      INFO("k " << k << " kbar " << kbar << " epsilon " << epsilon);
      CHECK(report.within(delta / (1 + delta)));
      CHECK(report.worst_delta > 0.01);
    }
  }
}

TEST_CASE("control: the optimised threshold at k epsilon is rejected") {
  const HistogramLaws laws(4, 3, mechanism(optimised(1, 3, 1.0, 0.001)));
  CHECK_FALSE(laws.add_remove(4, 1.0).within(0.001));
}

TEST_CASE("control: a kbar' that depends on the data is rejected") {
  const auto parameters = optimised(1, 4, 1.0, 0.1);
  const auto broken = [&](const Histogram& histogram, Randomness& randomness) {
    const Ranked rows = ranked(histogram, 5);
    std::uint64_t best = 1;  // at the largest drop of counts
    for (std::uint64_t j = 1; j <= 4; ++j) {
      const auto drop = [&](std::uint64_t rank) {
        const auto at = [&](std::uint64_t r) {
          return r < rows.counts.size() ? rows.counts[r] : 0;
        };
        return at(rank - 1) - at(rank);
      };
      if (drop(j) > drop(best)) best = j;
    }
    auto strict = parameters;
    strict.variant = TopKVariant::strict;
    strict.kbar = best;
    strict.margin = limited_domain_margin(best, strict.item_delta, strict.item_epsilon);
    return WithRank(best, released(rows, draw_top_k(rows.counts, strict, randomness)));
  };
  CHECK_FALSE(HistogramLaws(4, 3, broken).add_remove(4, 2.0).within(0.1));
}

}  // namespace
}  // namespace logstar::testing
