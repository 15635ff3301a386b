#include "logstar/interior_point/cut_choice/two_rates_bound.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <vector>

#include "logstar/interior_point/cut_choice/two_rates_calibration.hpp"

namespace logstar::testing::two_rates_bound_test {
namespace {

// Regression: if beta is far below delta, the heaviest bad candidate weighed less than 1. The bound for heavier
// candidates became negative, so that any error was claimed with certainty.
TEST_CASE("a quantile at two rates never claims a negative failure probability") {
  for (const double beta : {1e-2, 1e-4, 1e-6, 1e-9}) {
    INFO("beta " << beta);
    const auto parameters = calibrate_two_rates({1, 2}, 64, {1, 1e-6}, beta);
    const double failure = two_rates_bound(parameters, 64, 1).failure;
    CHECK(failure > 0);
    CHECK(failure <= beta);
    CHECK(failure > beta / 2);  // else the error would be larger than necessary
  }
}

TEST_CASE("the error of a quantile at two rates grows as beta falls") {
  double last = 0;
  for (const double beta : {1e-2, 1e-4, 1e-6, 1e-9}) {
    INFO("beta " << beta);
    const double error = two_rates_error(calibrate_two_rates({1, 2}, 64, {1, 1e-6}, beta));
    CHECK(error > last);
    last = error;
  }
}

/// The least weight of good candidates over e^base, by the formula of docs/guarantees/cut-choice.md, over every
/// place within the margin; for the median of an even number of records.
double good_weight_by_definition(const TwoRatesParameters& p) {
  const std::int64_t most = p.margin / 2;
  const auto places = static_cast<std::size_t>(2 * most + 1);
  const auto relative = [&](std::int64_t score) {
    return std::exp(p.unit * static_cast<double>(score - p.base));
  };
  const auto cut = [&](std::size_t weight, std::int64_t at_most, std::int64_t less) {
    return relative(std::min({p.per_weight * (static_cast<std::int64_t>(weight) - 1),
                              p.base + p.per_part_before * (2 * at_most + p.margin),
                              p.base + p.per_part_after * (p.margin - 2 * less)}));
  };
  std::vector<std::vector<double>> least(places + 1, std::vector<double>(places + 1));
  for (std::size_t k = 1; k <= places; ++k) {
    for (std::size_t i = 0; i + k <= places; ++i) {
      const auto first = static_cast<std::int64_t>(i) - most;
      double best = cut(k, first + static_cast<std::int64_t>(k) - 1, first - 1);
      for (std::size_t j = 1; j < k; ++j) {
        const std::int64_t at = first + static_cast<std::int64_t>(j) - 1;
        best = std::min(best, cut(k, at, at) + least[i][j] + least[i + j][k - j]);
      }
      least[i][k] = best;
    }
  }
  return least[0][places];
}

TEST_CASE("omitted places of a wide margin never count as weight") {
  for (const std::uint32_t bits : {100u, 200u}) {
    TwoRatesParameters p = calibrate_pure_two_rates({1, 2}, bits, 1, 0.05);
    // So low that nearly all bad weight belongs to candidates without records.
    p.base -= static_cast<std::int64_t>(8 / p.unit);
    const double failure = two_rates_bound(p, bits, 1).failure;
    const double uniform_score =
        std::exp(p.unit * static_cast<double>(p.uniform_score.value().whole - p.base));
    const double good = uniform_score * (1 - failure) / failure;
    INFO(bits << " bits, " << two_rates_error(p) << " ranks");
    CHECK(good <= good_weight_by_definition(p) * 1.001);
    CHECK(good > 0.2 * good_weight_by_definition(p));
  }
}

}  // namespace
}  // namespace logstar::testing::two_rates_bound_test
