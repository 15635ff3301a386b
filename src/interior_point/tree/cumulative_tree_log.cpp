#include "logstar/interior_point/tree/cumulative_tree_log.hpp"

#include <algorithm>
#include <string>

#include "logstar/domain/prefix_tree.hpp"
#include "logstar/interior_point/rank/exponential.hpp"
#include "logstar/interior_point/tree/heavy_path_steps.hpp"
#include "logstar/interior_point/tree/tree_log_steps.hpp"
#include "logstar/support/errors.hpp"
#include "logstar/support/sizes.hpp"

namespace logstar {
namespace {

/// AboveThreshold over the weights of the lighter children of all nodes of the heaviest path. Nodes
/// without a branch are queried too: a neighbour may have one there.
std::optional<WideKey> moving_heavy_round(const KeyArray& sorted, const CumulativeLevel& level,
                                          Randomness& randomness) {
  const std::int64_t noise = randomness.discrete_laplace(Rational::of(level.round_threshold_rate));
  const std::int64_t noisy_threshold = level.round_threshold + noise;
  const Rational rate = Rational::of(level.round_query_rate);
  for (const PrefixChain& chain : PrefixTree(sorted).heavy_path()) {
    for (std::uint32_t length = chain.top; length <= chain.bottom; ++length) {
      if (length == sorted.bits()) break;
      const std::size_t lighter =
          length < chain.bottom ? 0
                                : std::min(chain.middle - chain.first, chain.last - chain.middle);
      const std::int64_t query_noise = randomness.discrete_laplace(rate);
      if (static_cast<std::int64_t>(lighter) + query_noise >= noisy_threshold) {
        return inner_left_below(sorted[chain.first], length, sorted.bits());
      }
    }
  }
  return std::nullopt;
}

std::optional<WideKey> solve(const KeyArray& sorted, std::size_t at,
                             const CumulativeTreeLogParameters& parameters,
                             Randomness& randomness) {
  const std::uint32_t bits = sorted.bits();
  const CumulativeLevel& level = parameters.levels[at];
  const auto border = saturated_size(level.border);
  const KeyArray inner = without_border(sorted, border);
  const std::int64_t noise = randomness.discrete_laplace(Rational::of(level.test_rate));
  if (heavy_path_balance(inner) + noise >= level.threshold) {
    return moving_heavy_round(inner, level, randomness);
  }
  const auto [deep, levels] = slice_heavy_path(inner, saturated_size(level.deep));
  std::optional<WideKey> found;
  if (at + 1 == parameters.levels.size()) {
    ExponentialParameters base;
    base.draw_epsilon = parameters.base_rate;
    found = WideKey{draw_exponential_rank(levels.words(), {0, bits}, base, randomness)};
  } else {
    found = solve(levels, at + 1, parameters, randomness);
  }
  if (!found) return std::nullopt;
  const auto length = static_cast<std::uint32_t>(std::min<std::uint64_t>(found->front(), bits));
  const auto node = choose_prefix(deep, length, level.node, randomness);
  if (!node) return std::nullopt;
  return choose_end(border_of(sorted, border), deep[*node], length, level.end_rate, randomness);
}

}  // namespace

std::optional<WideKey> cumulative_tree_log(KeyArray keys,
                                           const CumulativeTreeLogParameters& parameters,
                                           Randomness& randomness) {
  if (keys.size() != parameters.records) {
    reject("values", std::to_string(parameters.records) + " records, as declared",
           std::to_string(keys.size()));
  }
  keys.sort();
  return solve(keys, 0, parameters, randomness);
}

}  // namespace logstar
