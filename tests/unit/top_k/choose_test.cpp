// The variant that "auto" chooses, forecasts for the data's owner, and the charge.
#include "logstar/top_k/choose.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <optional>

#include "logstar/randomness/exact_randomness.hpp"
#include "logstar/top_k/accuracy.hpp"
#include "logstar/top_k/forecast.hpp"
#include "logstar/top_k/top_k.hpp"
#include "seeded_bits.hpp"
#include "statistics.hpp"

namespace logstar::testing {
namespace {

TEST_CASE("auto chooses the variant with the least lead among the permitted ones") {
  for (const std::uint64_t k : {1u, 5u, 100u}) {
    for (const std::optional<std::uint64_t> per_user :
         {std::optional<std::uint64_t>(1), {3}, {1000}, {}}) {
      const TopKTask task{k, 10 * k, per_user, {1.0, 1e-6}};
      const TopKChoice choice = choose_top_k(task);
      const double chosen = std::ceil(top_k_sure_gap(choice.parameters, 0.95));
      for (const auto variant : {TopKVariant::limited_domain, TopKVariant::laplace}) {
        if (!per_user) continue;
        TopKTask other = task;
        other.variant = variant;
        CHECK(chosen <= std::ceil(top_k_sure_gap(calibrate_top_k(other), 0.95)));
      }
      if (!per_user) CHECK(choice.parameters.variant == TopKVariant::strict);
      CHECK(choice.reason.find(name_of(choice.parameters.variant)) != std::string::npos);
    }
  }
}

TEST_CASE("auto: a requested variant is used") {
  TopKTask task{5, 50, 1, {1.0, 1e-6}};
  task.variant = TopKVariant::strict;
  const TopKChoice choice = choose_top_k(task);
  CHECK(choice.parameters.variant == TopKVariant::strict);
  CHECK(choice.reason == "asked for");
}

TEST_CASE("auto: draws are used if noisy counts would get too little each") {
  CHECK(choose_top_k({1, 1'000'000, 1'000'000, {1e-9, 1e-6}}).parameters.variant ==
        TopKVariant::limited_domain);
}

TEST_CASE("a forecast of surely returned items holds in 95 of 100 runs (2,000 runs, alpha 1e-6)") {
  const TopKTask task{10, 40, {}, {1.0, 1e-6}};
  const TopKParameters parameters = choose_top_k(task).parameters;
  std::vector<std::int64_t> counts;
  for (int i = 0; i < 50; ++i) counts.push_back(250 - 12 * std::min(i, 19));
  const TopKForecast forecast = forecast_top_k(counts, parameters, 0.95);
  REQUIRE(forecast.surely > 0);
  REQUIRE(forecast.surely < forecast.likely);
  REQUIRE(forecast.likely < 10);
  CHECK(forecast.left_out == 22);
  SeededBits source(11);
  ExactRandomness randomness(source);
  std::size_t fewer = 0, more = 0;
  for (int run = 0; run < 2'000; ++run) {
    const std::size_t returned = draw_top_k(counts, parameters, randomness).items.size();
    fewer += returned < forecast.surely;
    more += returned > forecast.likely + 3;
  }
  CHECK(binomial_at_least(2'000, 0.05L, fewer) >= 1e-6L);
  CHECK(more < 200);
}

TEST_CASE("a forecast of no data expects no items") {
  const TopKParameters parameters = choose_top_k({5, 20, 1, {1.0, 1e-6}}).parameters;
  for (const std::vector<std::int64_t>& counts : {std::vector<std::int64_t>{}, {0, 0}, {1, 1, 1}}) {
    const TopKForecast forecast = forecast_top_k(counts, parameters, 0.95);
    CHECK(forecast.surely == 0);
    CHECK(forecast.likely == 0);
  }
}

TEST_CASE("the useful kbar ends where the counts end or stop falling") {
  std::vector<std::int64_t> drop(5, 10'000);
  drop.resize(8, 5'000);
  CHECK(useful_kbar(drop, {5, 50, {}, {1.0, 1e-6}}, 0.95) == 8);  // h_9 = 0
  const std::vector<std::int64_t> flat(60, 5'000);
  CHECK(useful_kbar(flat, {5, 50, {}, {1.0, 1e-6}}, 0.95) == 5);
  std::vector<std::int64_t> steep;
  for (int i = 0; i < 60; ++i) steep.push_back(100'000 - 1'000 * i);
  CHECK(useful_kbar(steep, {5, 50, {}, {1.0, 1e-6}}, 0.95) == 50);
}

TEST_CASE("top-k charges summed draws as bounded range, and other variants their total") {
  const auto rho = [](TopKVariant variant, std::uint64_t k, std::optional<double> share = {},
                      Neighbors neighbors = Neighbors::add_remove) {
    const TopKTask task{k, k, 2, {1.0, 1e-6}, neighbors, variant, share};
    const Charge charge = charge_of_top_k(task, calibrate_top_k(task));
    CHECK(charge.epsilon == 1.0);
    CHECK(charge.delta == 1e-6);
    return charge.rho;
  };
  CHECK(rho(TopKVariant::strict, 4) == Approx(4 * 0.0625 / 8));
  CHECK(rho(TopKVariant::optimised_threshold, 3) == Approx(4 * 0.0625 / 8));
  CHECK(rho(TopKVariant::fixed_threshold, 4) == Approx(4 * 0.0625 / 2));
  CHECK(rho(TopKVariant::laplace, 4) == 0.5);
  CHECK(rho(TopKVariant::strict, 4, 0.5) == Approx(4 * 0.015625 / 8 + 2 * 0.0625 / 2));
  CHECK(rho(TopKVariant::strict, 100) == 0.5);  // concentrated already
  CHECK(rho(TopKVariant::strict, 4, {}, Neighbors::replace) == 0.5);
}

TEST_CASE("the error of noisy counts is the least that the union bound permits") {
  TopKTask task{4, 10, 1, {1.0, 1e-6}};
  task.variant = TopKVariant::laplace;
  const double q = std::exp(-1.0);
  const auto outside = [&](double error) { return 2 * std::pow(q, error + 1) / (1 + q); };
  const double error = top_k_count_error(calibrate_top_k(task), 0.95);
  CHECK(10 * outside(error) <= 0.05);
  CHECK(10 * outside(error - 1) > 0.05);
  task.variant = TopKVariant::strict;
  CHECK(top_k_count_error(calibrate_top_k(task), 0.95) == 0);
}

}  // namespace
}  // namespace logstar::testing
