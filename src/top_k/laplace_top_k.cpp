#include "logstar/top_k/laplace_top_k.hpp"

#include <algorithm>

#include "logstar/top_k/histogram.hpp"
#include "logstar/top_k/limited_domain.hpp"
#include "logstar/top_k/random_order.hpp"

namespace logstar {

TopKResult draw_laplace_top_k(std::span<const std::int64_t> counts,
                              const TopKParameters& parameters, Randomness& randomness) {
  const RowHead head = head_of(counts, parameters.kbar);
  const Rational rate = Rational::of(parameters.item_epsilon);
  const std::int64_t bottom = head.left_out + 1 + static_cast<std::int64_t>(parameters.margin) +
                              randomness.discrete_laplace(rate);
  std::vector<HistogramRow> passed;
  for (std::size_t row = 0; row < head.candidates; ++row) {
    const std::int64_t noisy = counts[row] + randomness.discrete_laplace(rate);
    if (noisy > bottom) passed.push_back({row, noisy});
  }
  sort_from_high(passed);

  const std::size_t k = std::min(passed.size(), static_cast<std::size_t>(parameters.k));
  TopKResult result;
  std::vector<std::size_t> tied;
  for (std::size_t first = 0; first < k; first += tied.size()) {
    tied.clear();
    for (std::size_t i = first; i < passed.size() && passed[i].count == passed[first].count; ++i) {
      tied.push_back(passed[i].item);
    }
    const std::size_t wanted = std::min(tied.size(), k - first);
    shuffle_first(tied, wanted, randomness);
    for (std::size_t i = 0; i < wanted; ++i) {
      result.items.push_back(tied[i]);
      result.noisy_counts.push_back(passed[first].count);
    }
  }
  result.complete = result.items.size() == static_cast<std::size_t>(parameters.k);
  result.kbar = parameters.kbar;
  return result;
}

}  // namespace logstar
