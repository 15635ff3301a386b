// The fixed threshold: its exact output law over all small histograms and all neighbours.
#include "logstar/top_k/fixed_threshold.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

#include "histogram_laws.hpp"
#include "logstar/privacy/optimal_composition.hpp"

namespace logstar::testing {
namespace {

double noise_tail(double rate, double margin) {
  const double a = std::exp(-rate);
  return std::pow(a, margin) / (1 + a);
}

TopKParameters fixed(std::uint64_t k, double rate, int margin) {
  return plain(TopKVariant::fixed_threshold, k, k, rate, 0, margin);
}

TEST_CASE("fixed is (k rate, 1 - (1 - t)^k)-DP, attained: 4 items, counts to 4") {
  for (const double rate : {1.5, 3.0}) {
    for (const std::uint64_t k : {1u, 2u, 3u}) {
      for (const int margin : {0, 1, 2}) {
        const double each = noise_tail(rate, margin);
        const double claimed = 1 - std::pow(1 - each, static_cast<double>(k));
        const HistogramLaws laws(4, k == 3 ? 2 : 4, top_k_mechanism(fixed(k, rate, margin)),
                                 1e-11L);
        const auto report = laws.add_remove(4, static_cast<double>(k) * rate);
        INFO("k " << k << " rate " << rate << " margin " << margin);
        CHECK(report.within(claimed));
        // The worst case, k items tied at 1 next to none, is among these histograms.
        CHECK(double(report.worst_delta) ==
              Approx(claimed).margin(double(report.hidden + kExactTo)));
      }
    }
  }
}

TEST_CASE("fixed at smaller epsilons: the optimal composition of k (rate, t) answers") {
  const double rate = 2.0;
  const double each = noise_tail(rate, 2);
  const HistogramLaws laws(4, 3, top_k_mechanism(fixed(2, rate, 2)), 1e-7L);
  for (const double total : {0.5, 1.5, 2.5, 3.5}) {
    const double allowed = optimal_delta({rate, each}, 2, total);
    INFO("at " << total);
    CHECK(laws.add_remove(4, total).within(allowed));
  }
}

TEST_CASE("control: the fixed threshold lower by 1 is rejected") {
  const double claimed = 1 - std::pow(1 - noise_tail(2.0, 3), 2);
  const HistogramLaws laws(4, 3, top_k_mechanism(fixed(2, 2.0, 2)), 1e-7L);
  CHECK_FALSE(laws.add_remove(4, 4.0).within(claimed));
}

TEST_CASE("control: the fixed threshold with delta not divided by k is rejected") {
  const HistogramLaws laws(4, 3, top_k_mechanism(fixed(2, 2.0, 3)), 1e-7L);
  CHECK_FALSE(laws.add_remove(4, 4.0).within(noise_tail(2.0, 3)));
}

TEST_CASE("control: the fixed threshold with D instead of k is rejected for D = 1") {
  const HistogramLaws laws(4, 3, top_k_mechanism(fixed(2, 2.0, 3)), 1e-7L);
  CHECK_FALSE(laws.add_remove(1, 2.0).within(noise_tail(2.0, 3)));
}

TEST_CASE("control: items of the fixed threshold in the order of rank are rejected") {
  const auto parameters = fixed(2, 2.0, 2);
  const auto broken = [&](const Histogram& histogram, Randomness& randomness) {
    const Ranked rows = ranked(histogram, 3);
    auto result = draw_fixed_threshold(rows.counts, parameters, randomness);
    std::sort(result.items.begin(), result.items.end());
    return released(rows, result);
  };
  const double claimed = 1 - std::pow(1 - noise_tail(2.0, 2), 2);
  CHECK_FALSE(HistogramLaws(3, 5, broken, 1e-7L).add_remove(3, 4.0).within(claimed));
}

}  // namespace
}  // namespace logstar::testing
