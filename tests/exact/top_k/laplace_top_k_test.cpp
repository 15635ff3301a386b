// The Laplace variant, noisy counts included: its exact output law over all small histograms.
#include "logstar/top_k/laplace_top_k.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

#include "erratum.hpp"
#include "histogram_laws.hpp"
#include "logstar/privacy/optimal_composition.hpp"
#include "logstar/top_k/laplace_difference.hpp"

namespace logstar::testing {
namespace {

/// P[X - Y >= x] by the formula in the source.
double tail(double rate, double x) {
  const double a = std::exp(-rate);
  return (1 - a) * std::pow(a, x) / ((1 + a) * (1 + a)) * (x + (1 + a + 2 * a * a) / (1 - a * a));
}

TopKParameters laplace(std::uint64_t k, std::uint64_t kbar, double rate, int margin) {
  return plain(TopKVariant::laplace, k, kbar, rate, 0, margin);
}

TEST_CASE("the difference of two discrete Laplace variables has the tail of the formula") {
  for (const double rate : {0.3, 1.0, 2.5}) {
    const auto law = enumerate([&](Randomness& r) {
      const std::int64_t x = r.discrete_laplace(Rational::of(rate));
      return x - r.discrete_laplace(Rational::of(rate));
    });
    for (const std::int64_t from : {0, 1, 2, 5}) {
      long double sum = 0;
      for (const auto& [value, mass] : law.mass) sum += value >= from ? mass : 0;
      // The infinite tails of X and Y lack at most 2e-12.
      CHECK(tail(rate, static_cast<double>(from)) == Approx(double(sum)).margin(3e-12).epsilon(0));
      const double bound = laplace_difference_log_tail(rate, from);
      CHECK(bound >= std::log(tail(rate, static_cast<double>(from))) - 1e-14);
      CHECK(bound == Approx(std::log(tail(rate, static_cast<double>(from)))).margin(1e-13));
    }
  }
}

TEST_CASE("the least start of a tail is minimal") {
  for (const double rate : {0x1p-40, 1e-3, 0.7, 3.0, 1e4}) {
    for (const double log_probability : {-0.1, -3.0, -20.0, -700.0}) {
      const std::int64_t start = laplace_difference_start(rate, log_probability);
      INFO("rate " << rate << " log probability " << log_probability);
      CHECK(laplace_difference_log_tail(rate, start) <= log_probability);
      if (start > 0) CHECK(laplace_difference_log_tail(rate, start - 1) > log_probability);
    }
  }
}

/// The claim for users with at most D items: c noisy numbers move, b items enter or leave.
struct Claim {
  double epsilon;
  double delta;
};
Claim claim(const TopKParameters& parameters, std::uint64_t per_user) {
  const double moved = static_cast<double>(std::min(per_user, parameters.kbar + 1));
  const double unusual = static_cast<double>(std::min(per_user, parameters.kbar));
  return {moved * parameters.item_epsilon,
          unusual * tail(parameters.item_epsilon, parameters.margin + 1)};
}

TEST_CASE("Laplace is (c rate, b P[X - Y > margin])-DP: 3 items, counts to 3, D in {1, 2, 3}") {
  for (const double rate : {1.0, 2.0}) {
    for (const std::uint64_t kbar : {1u, 2u}) {
      for (const int margin : {0, 1, 3}) {
        const auto parameters = laplace(kbar, kbar, rate, margin);
        const HistogramLaws laws(3, 3, top_k_mechanism(parameters), 1e-9L);
        for (const std::uint64_t per_user : {1u, 2u, 3u}) {
          const auto allowed = claim(parameters, per_user);
          const auto report = laws.add_remove(static_cast<std::size_t>(per_user), allowed.epsilon);
          INFO("rate " << rate << " kbar " << kbar << " D " << per_user << " margin " << margin
                       << " worst " << double(report.worst_delta) << " of " << allowed.delta);
          CHECK(report.within(allowed.delta));
          if (per_user == 1) CHECK(report.worst_delta > 0.4 * allowed.delta);
          if (rate != 1 || kbar != 2 || margin != 3 || per_user == 3) continue;
          const Erratum slip("laplace-top-k");
          const std::string user =
              "rate 1, k̄ = 2, margin 3, D = " + std::to_string(per_user) + ": ";
          slip.says(user + "δ printed, at ε = " + Erratum::figure(allowed.epsilon),
                    (1 + std::exp(allowed.epsilon)) * allowed.delta);
          slip.says(user + "δ proved", allowed.delta);
          slip.says(user + "greatest found, 3 items with counts to 3", report.worst_delta);
        }
      }
    }
  }
}

TEST_CASE("Laplace keeps its loss over 4 items, counts to 2, kbar 3, k 2: fewer than kbar exist") {
  const auto parameters = laplace(2, 3, 2.0, 1);
  const HistogramLaws laws(4, 2, top_k_mechanism(parameters), 1e-10L);
  for (const std::uint64_t per_user : {1u, 2u, 3u, 4u}) {
    const auto allowed = claim(parameters, per_user);
    CHECK(
        laws.add_remove(static_cast<std::size_t>(per_user), allowed.epsilon).within(allowed.delta));
  }
}

TEST_CASE("Laplace with a tighter bound for c noisy numbers plus delta holds at every epsilon") {
  const auto parameters = laplace(2, 2, 1.0, 2);
  const HistogramLaws laws(3, 3, top_k_mechanism(parameters), 1e-6L);
  for (const std::uint64_t per_user : {2u, 3u}) {
    for (const double part : {0.1, 0.4, 0.7}) {
      const auto allowed = claim(parameters, per_user);
      const double total = part * allowed.epsilon;
      const double delta = optimal_delta({1.0, 0}, per_user, total) + allowed.delta;
      CHECK(laws.add_remove(static_cast<std::size_t>(per_user), total).within(delta));
    }
  }
}

TEST_CASE("control: Laplace with bottom lower by 1 is rejected") {
  auto parameters = laplace(2, 2, 2.0, 3);
  const auto allowed = claim(parameters, 1);
  parameters.margin -= 1;
  const HistogramLaws laws(3, 3, top_k_mechanism(parameters), 1e-6L);
  CHECK_FALSE(laws.add_remove(1, allowed.epsilon).within(allowed.delta));
}

TEST_CASE("control: Laplace with the delta of one item for users with two is rejected") {
  const auto parameters = laplace(2, 2, 2.0, 3);
  const HistogramLaws laws(3, 3, top_k_mechanism(parameters), 1e-6L);
  CHECK_FALSE(laws.add_remove(2, 4.0).within(claim(parameters, 1).delta));
}

TEST_CASE("control: Laplace at D rate for users with D + 1 items is rejected") {
  const auto parameters = laplace(2, 2, 2.0, 3);
  const HistogramLaws laws(3, 3, top_k_mechanism(parameters), 1e-6L);
  CHECK_FALSE(laws.add_remove(2, 2.0).within(claim(parameters, 2).delta));
}

TEST_CASE("control: ties of noisy counts in the order of rank are rejected") {
  // Two items far above bottom; if the noisy counts are equal, the data decides their order.
  const auto parameters = laplace(2, 2, 2.0, 0);
  const auto broken = [&](const Histogram& histogram, Randomness& randomness) {
    Histogram raised = histogram;
    for (auto& count : raised) count += 12;
    const Ranked rows = ranked(raised, 2);
    auto result = draw_laplace_top_k(rows.counts, parameters, randomness);
    if (result.items.size() == 2 && result.noisy_counts[0] == result.noisy_counts[1]) {
      std::sort(result.items.begin(), result.items.end());
    }
    return released(rows, result);
  };
  const auto allowed = claim(parameters, 1);
  CHECK_FALSE(HistogramLaws(2, 2, broken, 1e-6L).add_remove(1, allowed.epsilon).within(1e-3));
}

}  // namespace
}  // namespace logstar::testing
