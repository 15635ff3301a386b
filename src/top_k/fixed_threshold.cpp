#include "logstar/top_k/fixed_threshold.hpp"

#include "logstar/top_k/limited_domain.hpp"
#include "logstar/top_k/random_order.hpp"

namespace logstar {

TopKResult draw_fixed_threshold(std::span<const std::int64_t> counts,
                                const TopKParameters& parameters, Randomness& randomness) {
  const RowHead head = strict_head_of(counts, parameters.k);
  const Rational rate = Rational::of(parameters.item_epsilon);
  const std::int64_t threshold = head.left_out + 1 + static_cast<std::int64_t>(parameters.margin);
  TopKResult result;
  for (std::size_t row = 0; row < head.candidates; ++row) {
    const std::int64_t noise = randomness.discrete_laplace(rate);
    if (counts[row] + noise >= threshold) result.items.push_back(row);
  }
  shuffle_first(result.items, result.items.size(), randomness);
  result.complete = result.items.size() == static_cast<std::size_t>(parameters.k);
  result.kbar = parameters.k;
  return result;
}

}  // namespace logstar
