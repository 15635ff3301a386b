// Calibrated parameters keep the caller's total: every variant, both neighbour relations, with and without
// noisy counts, over all small histograms.
#include "logstar/top_k/calibration.hpp"

#include <catch2/catch.hpp>

#include "histogram_laws.hpp"

namespace logstar::testing {
namespace {

void keeps_total(const TopKTask& task, std::size_t items, std::int64_t highest, long double cut) {
  const HistogramLaws laws(items, highest, top_k_mechanism(calibrate_top_k(task)), cut);
  const auto per_user = static_cast<std::size_t>(task.per_user.value_or(items));
  auto report = task.neighbors == Neighbors::add_remove
                    ? laws.add_remove(per_user, task.total.epsilon)
                    : laws.replace(per_user, task.total.epsilon);
  report.mode = name_of(task.variant.value_or(TopKVariant::strict));
  INFO(name_of(task.variant.value_or(TopKVariant::strict))
       << " D " << per_user << " worst " << double(report.worst_delta));
  CHECK(report.within(task.total.delta));
  CHECK(report.worst_delta > 0.001);
}

TEST_CASE("calibrated draws keep the total: 4 items, counts to 3, add-remove and replace") {
  for (const auto neighbors : {Neighbors::add_remove, Neighbors::replace}) {
    for (const auto variant :
         {TopKVariant::limited_domain, TopKVariant::strict, TopKVariant::optimised_threshold}) {
      for (const std::optional<std::uint64_t> per_user :
           {std::optional<std::uint64_t>(), std::optional<std::uint64_t>(1)}) {
        keeps_total({2, 3, per_user, {2.0, 0.2}, neighbors, variant}, 4, 3, 1e-12L);
        keeps_total({3, 3, per_user, {0.6, 0.3}, neighbors, variant}, 4, 2, 1e-12L);
      }
    }
  }
}

TEST_CASE("calibrated noise keeps the total: 3 items, counts to 2, add-remove and replace") {
  for (const auto neighbors : {Neighbors::add_remove, Neighbors::replace}) {
    keeps_total({2, 2, 1, {2.0, 0.2}, neighbors, TopKVariant::laplace}, 3, 2, 1e-5L);
    keeps_total({2, 2, 2, {4.0, 0.2}, neighbors, TopKVariant::laplace}, 3, 2, 1e-5L);
    keeps_total({1, 1, {}, {3.0, 0.2}, neighbors, TopKVariant::laplace}, 3, 2, 1e-5L);
    keeps_total({2, 2, {}, {4.0, 0.2}, neighbors, TopKVariant::fixed_threshold}, 3, 2, 1e-5L);
  }
}

TEST_CASE("noisy counts are within the total: 3 items, counts to 2") {
  for (const auto neighbors : {Neighbors::add_remove, Neighbors::replace}) {
    for (const auto variant : {TopKVariant::limited_domain, TopKVariant::strict,
                               TopKVariant::optimised_threshold, TopKVariant::fixed_threshold}) {
      for (const std::optional<std::uint64_t> per_user :
           {std::optional<std::uint64_t>(), std::optional<std::uint64_t>(1)}) {
        keeps_total({2, 2, per_user, {8.0, 0.2}, neighbors, variant, 0.75}, 3, 2, 1e-4L);
      }
    }
  }
}

TEST_CASE("noisy counts fall by e^-rate per record on both sides, at the calibrated rate") {
  const std::vector<std::int64_t> counts = {50, 40, 1};
  const auto parameters = calibrate_top_k(
      {1, 1, 1, {4.0, 0.1}, Neighbors::add_remove, TopKVariant::limited_domain, 0.5});
  CHECK(parameters.count_epsilon == 2);
  const auto law = enumerate(
      [&](Randomness& r) {
        const TopKResult result = draw_top_k(counts, parameters, r);
        return result.noisy_counts.empty() ? -1 : result.noisy_counts.front();
      },
      1e-16L);
  const long double fall = std::exp(-2.0L);
  const long double centre = law.of(50);
  CHECK(static_cast<double>(centre) ==
        Approx(static_cast<double>((1 - fall) / (1 + fall))).epsilon(1e-5));
  for (std::int64_t far = 1; far < 6; ++far) {
    const double expected = static_cast<double>(centre * std::pow(fall, far));
    CHECK(static_cast<double>(law.of(50 + far)) == Approx(expected).epsilon(1e-5));
    CHECK(static_cast<double>(law.of(50 - far)) == Approx(expected).epsilon(1e-5));
  }
}

TEST_CASE("control: counts of two items at the rate for one are rejected") {
  const TopKTask task{2, 2, {}, {4.0, 0.1}, Neighbors::add_remove, TopKVariant::strict, 0.5};
  auto parameters = calibrate_top_k(task);
  CHECK(parameters.count_epsilon == 1);
  parameters.count_epsilon = 2;
  const HistogramLaws laws(3, 5, top_k_mechanism(parameters), 1e-5L);
  CHECK_FALSE(laws.add_remove(3, 4.0).within(0.1));
}

}  // namespace
}  // namespace logstar::testing
