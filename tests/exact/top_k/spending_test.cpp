// The privacy loss of calibrated top-k parameters, added up again from the theorems, is at most the total.
#include <catch2/catch.hpp>
#include <cmath>
#include <optional>

#include "logstar/privacy/concentrated.hpp"
#include "logstar/privacy/optimal_composition.hpp"
#include "logstar/top_k/calibration.hpp"
#include "logstar/top_k/laplace_difference.hpp"

namespace logstar::testing {
namespace {

constexpr double kRounding = 1 + 1e-9;

/// The delta at `total` of `draws` draws at `epsilon`, by the bound in use.
double tail_of_draws(const TopKParameters& p, std::uint64_t draws, double total) {
  const double e = p.item_epsilon;
  const auto count = static_cast<double>(draws);
  if (p.tail == 0) return count * e <= total * kRounding ? 0 : 1;
  if (p.composition == CompositionBound::optimal) {
    return optimal_delta({e, 0}, draws, total);
  }
  return concentrated_delta(count * e * e / 8, total);
}

TEST_CASE("draws, thresholds and counts together spend at most the total") {
  for (const Loss& total : {Loss{2, 0.2}, {1, 1e-6}, {0.1, 1e-9}}) {
    for (const std::uint64_t k : {1u, 3u, 40u}) {
      for (const std::uint64_t kbar : {k, 2 * k + 1}) {
        for (const auto variant :
             {TopKVariant::limited_domain, TopKVariant::strict, TopKVariant::optimised_threshold}) {
          for (const std::uint64_t per_user : {1u, 2u, 1000u}) {
            for (const auto share : {std::optional<double>{}, {0.5}}) {
              const auto p = calibrate_top_k(
                  {k, kbar, per_user, total, Neighbors::add_remove, variant, share});
              const auto moved = static_cast<double>(std::min(per_user, k));
              const double left = total.epsilon - moved * p.count_epsilon;
              CHECK(left >= total.epsilon * (1 - share.value_or(0)) / kRounding);
              const bool optimised = variant == TopKVariant::optimised_threshold;
              const double tail = tail_of_draws(p, k + (optimised ? 1 : 0), left);
              const auto unusual = static_cast<double>(
                  variant == TopKVariant::limited_domain ? std::min(per_user, kbar) : kbar);
              const double border = unusual * std::exp(-p.margin * p.item_epsilon);
              CHECK(tail + border <= total.delta * kRounding);
            }
          }
        }
      }
    }
  }
}

TEST_CASE("noisy counts and their border together spend at most the total") {
  for (const Loss& total : {Loss{2, 0.2}, {1, 1e-6}}) {
    for (const std::uint64_t kbar : {1u, 5u, 30u}) {
      for (const std::uint64_t per_user : {1u, 4u, 1000u}) {
        const auto p = calibrate_top_k(
            {1, kbar, per_user, total, Neighbors::add_remove, TopKVariant::laplace});
        const std::uint64_t moved = std::min(per_user, kbar + 1);
        const double tail =
            p.tail == 0
                ? (static_cast<double>(moved) * p.item_epsilon <= total.epsilon * kRounding ? 0 : 1)
                : optimal_delta({p.item_epsilon, 0}, moved, total.epsilon);
        // An item passes if the difference of two noises exceeds the margin.
        const auto beyond = static_cast<std::int64_t>(p.margin) + 1;
        const double each = std::exp(laplace_difference_log_tail(p.item_epsilon, beyond));
        CHECK(tail + static_cast<double>(std::min(per_user, kbar)) * each <=
              total.delta * kRounding);
      }
    }
  }
}

TEST_CASE("answers of the fixed threshold spend at most the total") {
  for (const Loss& total : {Loss{2, 0.2}, {1, 1e-6}}) {
    for (const std::uint64_t k : {1u, 2u, 5u, 40u}) {
      const auto p = calibrate_top_k(
          {k, k, std::nullopt, total, Neighbors::add_remove, TopKVariant::fixed_threshold});
      const double q = std::exp(-p.item_epsilon);
      const double t = std::pow(q, p.margin) / (1 + q);
      CHECK(optimal_delta({p.item_epsilon, t}, k, total.epsilon) <= total.delta * kRounding);
    }
  }
}

}  // namespace
}  // namespace logstar::testing
