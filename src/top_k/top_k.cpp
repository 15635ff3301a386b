#include "logstar/top_k/top_k.hpp"

#include "logstar/top_k/fixed_threshold.hpp"
#include "logstar/top_k/laplace_top_k.hpp"
#include "logstar/top_k/limited_domain.hpp"
#include "logstar/top_k/optimised_threshold.hpp"

namespace logstar {
namespace {

TopKResult draw_items(std::span<const std::int64_t> counts, const TopKParameters& parameters,
                      Randomness& randomness) {
  switch (parameters.variant) {
    case TopKVariant::optimised_threshold:
      return draw_optimised_threshold(counts, parameters, randomness);
    case TopKVariant::laplace:
      return draw_laplace_top_k(counts, parameters, randomness);
    case TopKVariant::fixed_threshold:
      return draw_fixed_threshold(counts, parameters, randomness);
    case TopKVariant::limited_domain:
    case TopKVariant::strict:
      break;
  }
  return draw_limited_domain(counts, parameters, randomness);
}

}  // namespace

TopKResult draw_top_k(std::span<const std::int64_t> counts, const TopKParameters& parameters,
                      Randomness& randomness) {
  TopKResult result = draw_items(counts, parameters, randomness);
  if (parameters.count_epsilon > 0) {
    // One user moves at most min(k, per_user) of these counts, by 1 each; count_epsilon is the loss
    // of each. Which items they belong to has been released before.
    const Rational rate = Rational::of(parameters.count_epsilon);
    for (const std::size_t row : result.items) {
      result.noisy_counts.push_back(counts[row] + randomness.discrete_laplace(rate));
    }
  }
  return result;
}

}  // namespace logstar
