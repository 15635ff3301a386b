#include "logstar/top_k/limited_domain.hpp"

#include <algorithm>

namespace logstar {

RowHead head_of(std::span<const std::int64_t> counts, std::uint64_t kbar) {
  RowHead head;
  const auto most = static_cast<std::size_t>(kbar);
  if (counts.size() > most) head.left_out = std::max<std::int64_t>(counts[most], 0);
  head.candidates = std::min(counts.size(), most);
  while (head.candidates > 0 && counts[head.candidates - 1] <= 0) --head.candidates;
  return head;
}

RowHead strict_head_of(std::span<const std::int64_t> counts, std::uint64_t kbar) {
  RowHead head = head_of(counts, kbar);
  while (head.candidates > 0 && counts[head.candidates - 1] <= head.left_out) --head.candidates;
  return head;
}

TopKResult draw_limited_domain(std::span<const std::int64_t> counts,
                               const TopKParameters& parameters, Randomness& randomness) {
  const RowHead head = parameters.variant == TopKVariant::limited_domain
                           ? head_of(counts, parameters.kbar)
                           : strict_head_of(counts, parameters.kbar);
  // left_out is a whole number, so bottom moves by exactly 1 when left_out does.
  const BottomScore bottom = BottomScore::above(head.left_out + 1, parameters.margin);
  const auto k = static_cast<std::size_t>(parameters.k);
  TopKResult result;
  result.items = randomness.peel(counts.first(head.candidates), parameters.item_epsilon, k, bottom);
  if (!result.items.empty() && result.items.back() == head.candidates) result.items.pop_back();
  result.complete = result.items.size() == k;
  result.kbar = parameters.kbar;
  return result;
}

}  // namespace logstar
