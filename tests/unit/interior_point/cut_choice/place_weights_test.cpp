// The weight of candidates beyond a place, on which the promises of draws at two rates rest.
#include "logstar/interior_point/cut_choice/place_weights.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <utility>

namespace logstar::testing::place_weights_test {

// Regression: the sum over light candidates was taken at a weight above all of them if the heaviest weighed
// less than 1. It became negative, so every draw met the promise.
TEST_CASE("the weight beyond a place is at least one candidate per record, however light") {
  for (const double rho : {0.01, 0.5, 4.0}) {
    for (const double rise : {0.01, 0.5, 4.0}) {
      for (const double h : {-700.0, -30.0, -1.0, 0.0, 1.0, 30.0}) {
        const double most = most_weight_behind(rho, rise, h);
        INFO(rho << ", " << rise << ", " << h);
        CHECK(most >= 2);  // the candidate that reaches across, and the next
        CHECK(most <= (1 + 1 / (1 - std::exp(-rho))) * (1 + 1e-6));
        // Records do not limit a weight: one at each place is possible.
        if (h <= 0) CHECK(most >= 1 / (1 - std::exp(-rho)));
      }
    }
  }
}

namespace {

/// The weights of n records in a row without `left_out` records after the first `gap`. They are e to the
/// minimum of `rise` per further record below a prefix and `rho` per place between a cut and either end.
PlaceWeights weights_of(std::size_t n, double rise, double rho, std::size_t gap,
                        std::size_t left_out) {
  const std::size_t kept = n - left_out;
  PlaceWeights weights{std::vector<double>(kept + 1), std::vector<double>(kept + 1),
                       std::vector<double>(kept + 1), std::vector<double>(kept + 1), gap};
  const auto power = [](double rate, std::size_t times) {
    return std::exp(rate * (static_cast<double>(times) - 1));
  };
  const auto place = [&](std::size_t k) { return k > gap ? k + left_out : k; };
  for (std::size_t k = 0; k <= kept; ++k) {
    weights.by_weight[k] = power(rise, k);
    weights.by_weight_across[k] = power(rise, k + left_out);
    weights.before[k] = power(rho, place(k));
    // At most the places before the next record, excluding that record.
    weights.after[k] = power(rho, n + 1 - place(k + 1));
  }
  return weights;
}

}  // namespace

TEST_CASE(
    "omitting records from a row's middle adds no weight, and removes none that a cut needs") {
  for (const auto& [rise, rho] : {std::pair{0.3, 0.5}, {0.3, 1.4}, {0.9, 1.4}}) {
    const double all = least_tree_weight(weights_of(60, rise, rho, 0, 0));
    for (const std::size_t kept : {6u, 20u, 40u}) {
      INFO(rise << ", " << rho << ", " << kept);
      const double some = least_tree_weight(weights_of(60, rise, rho, kept / 2, 60 - kept));
      CHECK(some <= all * (1 + 1e-9));
      if (kept == 40) CHECK(some >= all * (1 - 1e-9));
    }
  }
}

}  // namespace logstar::testing::place_weights_test
