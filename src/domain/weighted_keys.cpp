#include "logstar/domain/weighted_keys.hpp"

#include <algorithm>
#include <utility>

#include "logstar/support/columns.hpp"

namespace logstar {

SortedWeights sorted(WeightedKeys rows) {
  check_same_length("weights", rows.weights.size(), "keys", rows.keys.size());
  const std::uint32_t bits = rows.keys.bits();
  if (rows.keys.limbs() == 1) {
    std::vector<std::uint64_t> words = std::move(rows.keys).words();
    sort_along(words, rows.weights);
    rows.keys = KeyArray(bits, std::move(words));
  } else {
    const std::vector<std::size_t> order = rows.keys.sort_with_order();
    std::vector<std::uint32_t> weights(order.size());
    std::transform(order.begin(), order.end(), weights.begin(),
                   [&](std::size_t i) { return rows.weights[i]; });
    rows.weights = std::move(weights);
  }
  std::vector<std::uint64_t> before = weights_before(rows.weights);
  return {std::move(rows.keys), std::move(before)};
}

void sort_along(std::vector<std::uint64_t>& keys, std::vector<std::uint32_t>& weights) {
  struct Row {
    std::uint64_t key;
    std::uint32_t weight;
  };
  std::vector<Row> rows(keys.size());
  for (std::size_t i = 0; i < rows.size(); ++i) rows[i] = {keys[i], weights[i]};
  // Equal keys by weight, so that their random tie-breaking bits go to the same rows on every platform.
  std::ranges::sort(rows, {}, [](const Row& row) { return std::pair(row.key, row.weight); });
  for (std::size_t i = 0; i < rows.size(); ++i) {
    keys[i] = rows[i].key;
    weights[i] = rows[i].weight;
  }
}

std::vector<std::uint64_t> weights_before(const std::vector<std::uint32_t>& weights,
                                          std::uint64_t first) {
  std::vector<std::uint64_t> before(weights.size() + 1, first);
  for (std::size_t i = 0; i < weights.size(); ++i) before[i + 1] = before[i] + weights[i];
  return before;
}

}  // namespace logstar
