// Limited-domain top-k: its exact output law over all small histograms and all neighbours.
#include "top_k/limited_domain.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "histograms.hpp"
#include "randomness/exact_randomness.hpp"
#include "seeded_bits.hpp"
#include "statistics.hpp"

namespace logstar::testing {
namespace {

using Output = std::vector<std::size_t>;  // the items themselves

Output released(const Ranked& rows, const TopKResult& result) {
  Output output;
  for (const auto index : result.items) output.push_back(rows.items[index]);
  return output;
}

auto mechanism(const TopKParameters& parameters) {
  return [parameters](const Histogram& histogram, Randomness& randomness) {
    const Ranked rows = ranked(histogram, static_cast<std::size_t>(parameters.kbar) + 1);
    return released(rows, draw_top_k(rows.counts, parameters, randomness));
  };
}

/// Parameters as the theorem has them, without the calibration: total (k epsilon, delta).
TopKParameters plain(TopKVariant variant, std::uint64_t k, std::uint64_t kbar, double epsilon,
                     double delta, std::uint64_t unusual) {
  TopKParameters parameters;
  parameters.variant = variant;
  parameters.k = k;
  parameters.kbar = kbar;
  parameters.item_epsilon = epsilon;
  parameters.item_delta = delta;
  parameters.margin = std::log(static_cast<double>(unusual) / delta) / epsilon + 1e-12;
  return parameters;
}

TEST_CASE("the strict form is (k epsilon, delta)-DP: 4 items, counts up to 3, any contribution") {
  for (const std::uint64_t k : {1u, 2u, 3u}) {
    for (const std::uint64_t kbar : {1u, 2u, 3u, 5u}) {
      if (kbar < k) continue;
      for (const double epsilon : {0.4, 1.0, 2.0}) {
        const double delta = 0.1;
        const auto parameters = plain(TopKVariant::strict, k, kbar, epsilon, delta, kbar);
        const double total = static_cast<double>(k) * epsilon;
        const auto report = check_histograms(4, 3, 4, total, mechanism(parameters));
        INFO("k " << k << " kbar " << kbar << " epsilon " << epsilon);
        CHECK(report.within(delta));
      }
    }
  }
}

TEST_CASE("the limited domain is (k epsilon, delta)-DP for users with at most D of 4 items") {
  for (const std::uint64_t per_user : {1u, 2u, 4u}) {
    for (const std::uint64_t k : {1u, 2u}) {
      for (const std::uint64_t kbar : {2u, 3u, 6u}) {
        const double epsilon = 0.7;
        const double delta = 0.1;
        const auto parameters =
            plain(TopKVariant::limited_domain, k, kbar, epsilon, delta, std::min(per_user, kbar));
        const double total = static_cast<double>(k) * epsilon;
        const auto report = check_histograms(4, 3, static_cast<std::size_t>(per_user), total,
                                             mechanism(parameters));
        INFO("D " << per_user << " k " << k << " kbar " << kbar);
        CHECK(report.within(delta));
      }
    }
  }
}

TEST_CASE("the worst delta is that of one item entering: delta / (1 + delta)") {
  const auto parameters = plain(TopKVariant::limited_domain, 1, 3, 1.0, 0.1, 1);
  const auto report = check_histograms(4, 3, 1, 1.0, mechanism(parameters));
  CHECK(report.worst_delta == Approx(0.1 / 1.1).epsilon(1e-6));
}

TEST_CASE("calibrated parameters keep the caller's total, add-remove and replace") {
  for (const auto neighbors : {Neighbors::add_remove, Neighbors::replace}) {
    for (const std::optional<std::uint64_t> per_user :
         {std::optional<std::uint64_t>(), std::optional<std::uint64_t>(1)}) {
      const TopKTask task{2, 3, per_user, {2.0, 0.2}, neighbors};
      const auto parameters = calibrate_top_k(task);
      const Loss add_remove =
          neighbors == Neighbors::add_remove ? task.total : add_remove_for_replace(task.total);
      const auto report =
          check_histograms(4, 3, per_user ? 1 : 4, add_remove.epsilon, mechanism(parameters));
      CHECK(report.within(add_remove.delta));
      CHECK(report.worst_delta > 0);
    }
  }
}

TEST_CASE("control: bottom without the +1 is rejected") {
  auto parameters = plain(TopKVariant::strict, 1, 3, 1.0, 0.1, 3);
  parameters.margin -= 1;
  CHECK_FALSE(check_histograms(5, 2, 5, 1.0, mechanism(parameters)).within(0.1));
}

TEST_CASE("control: delta not divided among the items a user can bring is rejected") {
  const auto parameters = plain(TopKVariant::strict, 1, 4, 1.0, 0.1, 1);
  CHECK_FALSE(check_histograms(5, 2, 5, 1.0, mechanism(parameters)).within(0.1));
}

TEST_CASE("control: the strict form with min(D, kbar) for delta is rejected") {
  const auto parameters = plain(TopKVariant::strict, 1, 3, 1.0, 0.1, 1);
  CHECK_FALSE(check_histograms(5, 3, 1, 1.0, mechanism(parameters)).within(0.1));
}

TEST_CASE("control: ties broken by the data are rejected") {
  const auto parameters = plain(TopKVariant::limited_domain, 1, 2, 1.0, 0.1, 1);
  const auto broken = [&](const Histogram& histogram, Randomness& randomness) {
    Ranked rows = ranked(histogram, 10);
    // The order of arrival: here, by the parity of all the data.
    const auto total = std::accumulate(histogram.begin(), histogram.end(), std::int64_t(0));
    if (total % 2 == 1) {
      std::reverse(rows.items.begin(), rows.items.end());
      std::stable_sort(rows.items.begin(), rows.items.end(),
                       [&](auto a, auto b) { return histogram[a] > histogram[b]; });
    }
    return released(
        rows, draw_top_k(std::span(rows.counts).first(std::min<std::size_t>(3, rows.counts.size())),
                         parameters, randomness));
  };
  CHECK_FALSE(check_histograms(5, 2, 1, 1.0, broken).within(0.1));
}

TEST_CASE("control: releasing the winner's exact count is rejected") {
  const auto parameters = plain(TopKVariant::strict, 1, 3, 1.0, 0.1, 3);
  const auto broken = [&](const Histogram& histogram, Randomness& randomness) {
    const Ranked rows = ranked(histogram, 4);
    const auto result = draw_top_k(rows.counts, parameters, randomness);
    return result.items.empty() ? std::int64_t(-1) : rows.counts[result.items[0]];
  };
  CHECK_FALSE(check_histograms(4, 3, 4, 1.0, broken).within(0.1));
}

TEST_CASE("short histograms: nothing comes back from no data, and k beyond the items ends early") {
  SeededBits source(1);
  ExactRandomness randomness(source);
  const auto parameters = calibrate_top_k({5, 50, 1, {1.0, 1e-6}, Neighbors::add_remove});
  const auto none = draw_top_k({}, parameters, randomness);
  CHECK(none.items.empty());
  CHECK_FALSE(none.complete);
  const std::vector<std::int64_t> two = {100'000, 90'000};
  const auto both = draw_top_k(two, parameters, randomness);
  CHECK(both.items.size() == 2);
  CHECK_FALSE(both.complete);
}

TEST_CASE("the stated accuracy holds in 95 of 100 runs (2,000 runs, alpha 1e-6)") {
  SeededBits source(2);
  ExactRandomness randomness(source);
  std::vector<std::int64_t> counts;
  for (int i = 0; i < 60; ++i) counts.push_back(4'000 - 40 * i);
  const auto parameters = calibrate_top_k({10, 59, 1, {1.0, 1e-6}, Neighbors::add_remove});
  const double allowed = top_k_accuracy(parameters, 0.95);
  int failures = 0;
  for (int run = 0; run < 2'000; ++run) {
    const auto result = draw_top_k(counts, parameters, randomness);
    std::vector<bool> returned(counts.size());
    for (const auto item : result.items) returned[item] = true;
    std::int64_t best_missed = 0;
    for (std::size_t i = 0; i < counts.size(); ++i) {
      if (!returned[i]) {
        best_missed = counts[i];
        break;
      }
    }
    for (const auto item : result.items) {
      if (static_cast<double>(best_missed - counts[item]) > allowed) {
        ++failures;
        break;
      }
    }
  }
  CHECK(failures < 152);
}

TEST_CASE("k items come back when the k-th count clears the stated gap (2,000 runs)") {
  SeededBits source(3);
  ExactRandomness randomness(source);
  const auto parameters =
      calibrate_top_k({5, 20, std::nullopt, {1.0, 1e-6}, Neighbors::add_remove});
  const auto gap = static_cast<std::int64_t>(std::ceil(top_k_sure_gap(parameters, 0.95)));
  std::vector<std::int64_t> counts(5, 100 + gap);
  counts.resize(21, 100);
  int failures = 0;
  for (int run = 0; run < 2'000; ++run) {
    failures += !draw_top_k(counts, parameters, randomness).complete;
  }
  CHECK(failures < 152);
}

TEST_CASE("top-k: bad parameters are refused by name") {
  const auto refuse = [](TopKTask task) { return calibrate_top_k(task); };
  CHECK_THROWS_WITH(refuse({0, 10, {}, {1, 1e-6}, Neighbors::add_remove}),
                    "k must be a whole number from 1 to 1000000, got 0");
  CHECK_THROWS_WITH(refuse({5, 4, {}, {1, 1e-6}, Neighbors::add_remove}),
                    "kBar must be a whole number from 5 to 10000000, got 4");
  CHECK_THROWS_WITH(refuse({5, 50, {}, {1, 0}, Neighbors::add_remove}),
                    "delta must be a number above 0 and below 1, got 0");
  CHECK_THROWS_WITH(refuse({5, 50, 0, {1, 1e-6}, Neighbors::add_remove}),
                    "perUser must be a whole number from 1 to 1000000000, got 0");
}

}  // namespace
}  // namespace logstar::testing
