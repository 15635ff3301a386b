// Limited-domain top-k: its exact output law over all small histograms and all neighbours.
#include "logstar/top_k/limited_domain.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <numeric>

#include "histogram_laws.hpp"
#include "logstar/privacy/concentrated.hpp"
#include "logstar/privacy/optimal_composition.hpp"
#include "logstar/randomness/scaled_exponential.hpp"
#include "mistakes/limited_domain.hpp"
#include "sampler_law.hpp"

namespace logstar::testing {
namespace {

double margin(std::uint64_t unusual, double delta, double epsilon) {
  return std::log(static_cast<double>(unusual) / delta) / epsilon + 1e-12;
}

TopKParameters strict(std::uint64_t k, std::uint64_t kbar, double epsilon, double delta) {
  return plain(TopKVariant::strict, k, kbar, epsilon, delta, margin(kbar, delta, epsilon));
}

TopKParameters limited(std::uint64_t k, std::uint64_t kbar, std::uint64_t per_user, double epsilon,
                       double delta) {
  return plain(TopKVariant::limited_domain, k, kbar, epsilon, delta,
               margin(std::min(per_user, kbar), delta, epsilon));
}

/// The delta at `total` of k adaptive epsilon-bounded-range draws.
double draws_delta(std::uint64_t k, double epsilon, double total) {
  const double rho = static_cast<double>(k) * epsilon * epsilon / 8;
  return std::min(concentrated_delta(rho, total), optimal_delta({epsilon, 0}, k, total));
}

TEST_CASE("the strict form is (k epsilon, delta)-DP: 4 items, counts to 3, any contribution") {
  for (const std::uint64_t k : {1u, 2u, 3u}) {
    for (const std::uint64_t kbar : {1u, 2u, 3u, 5u}) {
      if (kbar < k) continue;
      for (const double epsilon : {0.05, 0.7, 2.0}) {
        const double delta = 0.2;
        const HistogramLaws laws(4, 3, top_k_mechanism(strict(k, kbar, epsilon, delta)));
        const auto report = laws.add_remove(4, static_cast<double>(k) * epsilon);
        INFO("k " << k << " kbar " << kbar << " epsilon " << epsilon);
        CHECK(report.within(delta / (1 + delta)));
        CHECK(report.worst_delta > 0.02);  // so the check is not vacuous
      }
    }
  }
}

TEST_CASE("the limited domain is (k epsilon, delta)-DP for users with at most D of 4 items") {
  for (const std::uint64_t per_user : {1u, 2u, 4u}) {
    for (const std::uint64_t k : {1u, 2u}) {
      for (const std::uint64_t kbar : {2u, 3u, 6u}) {
        for (const double epsilon : {0.05, 1.0}) {
          const double delta = 0.2;
          const HistogramLaws laws(4, 3,
                                   top_k_mechanism(limited(k, kbar, per_user, epsilon, delta)));
          const auto report =
              laws.add_remove(static_cast<std::size_t>(per_user), static_cast<double>(k) * epsilon);
          INFO("D " << per_user << " k " << k << " kbar " << kbar << " epsilon " << epsilon);
          CHECK(report.within(delta / (1 + delta)));
          CHECK(report.worst_delta > 0.02);
        }
      }
    }
  }
}

TEST_CASE(
    "the limited domain keeps its loss over 5 items, counts to 2: more than kbar + 1 are tied") {
  const double delta = 0.1;
  for (const double epsilon : {0.3, 1.0}) {
    const HistogramLaws any(5, 2, top_k_mechanism(strict(2, 3, epsilon, delta)));
    CHECK(any.add_remove(5, 2 * epsilon).within(delta / (1 + delta)));
    const HistogramLaws restricted(5, 2, top_k_mechanism(limited(2, 2, 1, epsilon, delta)));
    CHECK(restricted.add_remove(1, 2 * epsilon).within(delta / (1 + delta)));
  }
}

TEST_CASE("the worst delta comes from one item entering and is delta / (1 + delta)") {
  const HistogramLaws laws(4, 3, top_k_mechanism(limited(1, 3, 1, 1.0, 0.1)));
  CHECK(laws.add_remove(1, 1.0).worst_delta == Approx(0.1 / 1.1).epsilon(1e-6));
}

TEST_CASE("a tighter bound for k draws plus delta, charged once, holds at every epsilon") {
  const double epsilon = 0.8;
  const double delta = 0.05;
  for (const std::uint64_t k : {2u, 3u}) {
    const HistogramLaws any(4, 3, top_k_mechanism(strict(k, 3, epsilon, delta)));
    const HistogramLaws restricted(4, 3, top_k_mechanism(limited(k, 3, 2, epsilon, delta)));
    for (const double part : {0.1, 0.3, 0.5, 0.7, 0.9}) {
      const double total = part * static_cast<double>(k) * epsilon;
      const double allowed = draws_delta(k, epsilon, total) + delta / (1 + delta);
      INFO("k " << k << " at " << total);
      CHECK(any.add_remove(4, total).within(allowed));
      CHECK(restricted.add_remove(2, total).within(allowed));
    }
  }
}

TEST_CASE("an engine may cut by one fixed order of the items, and the candidates by another") {
  // kbar + 1 rows by count and the items backwards, as an engine's LIMIT leaves them; then ours.
  const double delta = 0.2;
  for (const std::uint64_t per_user : {1u, 2u}) {
    for (const std::uint64_t kbar : {2u, 3u}) {
      const auto parameters = limited(1, kbar, per_user, 0.5, delta);
      const auto mechanism = [=](const Histogram& histogram, Randomness& randomness) {
        const Histogram backwards(histogram.rbegin(), histogram.rend());
        Histogram cut(histogram.size(), 0);
        for (const auto item : ranked(backwards, static_cast<std::size_t>(kbar) + 1).items) {
          const std::size_t own = histogram.size() - 1 - item;
          cut[own] = histogram[own];
        }
        return top_k_mechanism(parameters)(cut, randomness);
      };
      const auto report =
          HistogramLaws(5, 2, mechanism).add_remove(static_cast<std::size_t>(per_user), 0.5);
      CHECK(report.within(delta / (1 + delta)));
      CHECK(report.worst_delta > 0.02);
    }
  }
}

TEST_CASE("the claim covers the sampler's own law if counts lie 3 * 10^9 apart") {
  // The second and third item lie around the gap at which doubles write a weight below the first
  // one's as 0.
  const double epsilon = 0.5;
  const double delta = 1e-6;
  const std::int64_t gap = 2963527435;
  REQUIRE(ScaledExponential(epsilon).weight(Int128(gap - 1) << 20).mantissa != 0);
  REQUIRE(ScaledExponential(epsilon).weight(Int128(gap) << 20).mantissa == 0);
  const auto mechanism = top_k_mechanism(limited(3, 3, 1, epsilon, delta));
  const auto law = [&](const Histogram& histogram) {
    return sampler_law([&](Randomness& r) { return mechanism(histogram, r); }, 9);
  };
  PrivacyCheck check(3 * epsilon, "add-remove", "3 items, counts of 4 * 10^9 to 7 * 10^9");
  const Histogram counts{4'000'000'000 + gap, 4'000'000'001, 4'000'000'000};
  const auto base = law(counts);
  for (std::size_t item = 0; item < counts.size(); ++item) {
    Histogram larger = counts;
    ++larger[item];
    check.pair(base, law(larger));
  }
  CHECK(check.report().within(delta));
  CHECK(check.report().largest_log_ratio > 0.2);  // so the check is not vacuous
}

TEST_CASE("items with zero rows do not exist") {
  const auto parameters = limited(2, 3, 1, 1.0, 0.1);
  const std::vector<std::int64_t> with_zeros{5, 2, 0, 0};
  const std::vector<std::int64_t> without{5, 2};
  const auto law = [&](const std::vector<std::int64_t>& counts) {
    return enumerate([&](Randomness& r) { return draw_top_k(counts, parameters, r).items; }).mass;
  };
  CHECK(law(with_zeros) == law(without));
}

TEST_CASE("control: bottom without the +1 is rejected") {
  const HistogramLaws laws(5, 2, top_k_mechanism(without_one(strict(1, 3, 1.0, 0.1))));
  CHECK_FALSE(laws.add_remove(5, 1.0).within(0.1));
}

TEST_CASE("control: delta not divided among the items a user can bring is rejected") {
  const auto parameters = with_delta_shared_by(1, strict(1, 4, 1.0, 0.1));
  const HistogramLaws laws(5, 2, top_k_mechanism(parameters));
  CHECK_FALSE(laws.add_remove(5, 1.0).within(0.1));
}

TEST_CASE("control: delta divided by k instead of kbar is rejected") {
  const auto parameters = with_delta_shared_by(2, strict(2, 4, 1.0, 0.1));
  const HistogramLaws laws(5, 2, top_k_mechanism(parameters));
  CHECK_FALSE(laws.add_remove(5, 2.0).within(0.1));
}

TEST_CASE("control: the strict form with min(D, kbar) for delta is rejected") {
  const auto parameters = with_delta_shared_by(1, strict(1, 3, 1.0, 0.1));
  const HistogramLaws laws(5, 3, top_k_mechanism(parameters));
  CHECK_FALSE(laws.add_remove(1, 1.0).within(0.1));
}

TEST_CASE("control: ties broken by arrival are rejected") {
  // The order of arrival may depend on other users in any way: here on the parity of all data.
  const auto parameters = limited(1, 2, 1, 1.0, 0.1);
  const auto broken = [&](const Histogram& histogram, Randomness& randomness) {
    Ranked rows = ranked(histogram, 10);
    const auto total = std::accumulate(histogram.begin(), histogram.end(), std::int64_t(0));
    if (total % 2 == 1) {
      std::reverse(rows.items.begin(), rows.items.end());
      std::stable_sort(rows.items.begin(), rows.items.end(),
                       [&](auto a, auto b) { return histogram[a] > histogram[b]; });
    }
    const auto head = std::span(rows.counts).first(std::min<std::size_t>(3, rows.counts.size()));
    return released(rows, draw_top_k(head, parameters, randomness));
  };
  CHECK_FALSE(HistogramLaws(5, 2, broken).add_remove(1, 1.0).within(0.1));
}

TEST_CASE("control: releasing the winner's exact count is rejected") {
  const auto parameters = strict(1, 3, 1.0, 0.1);
  const auto broken = [&](const Histogram& histogram, Randomness& randomness) {
    const Ranked rows = ranked(histogram, 4);
    const auto result = draw_top_k(rows.counts, parameters, randomness);
    return result.items.empty() ? std::int64_t(-1) : rows.counts[result.items[0]];
  };
  CHECK_FALSE(HistogramLaws(4, 3, broken).add_remove(4, 1.0).within(0.1));
}

}  // namespace
}  // namespace logstar::testing
