#include "logstar/interior_point/slices/tree_log_slices.hpp"

#include <algorithm>

#include "logstar/interior_point/rank/exponential.hpp"
#include "logstar/interior_point/tree/tree_log_steps.hpp"
#include "logstar/support/sizes.hpp"

namespace logstar {
namespace {

/// A key of the data set `sorted` holds: the data, or the levels left by the one before.
std::optional<WideKey> solve(const KeyArray& sorted, unsigned levels_left,
                             std::int64_t noisy_threshold,
                             const TreeLogSlicesParameters& parameters, Randomness& randomness) {
  const std::uint32_t bits = sorted.bits();
  const auto border = saturated_size(parameters.border);
  const KeyArray inner = without_border(sorted, border);
  const std::int64_t noise = randomness.geometric(Rational::of(parameters.query_epsilon));
  if (heavy_path_balance(inner) + noise >= noisy_threshold) {
    return one_heavy_round(inner, parameters.round, randomness);
  }
  const auto [deep, levels] = slice_heavy_path(inner, saturated_size(parameters.deep));
  std::optional<WideKey> found;
  if (levels_left == 1) {
    ExponentialParameters base;
    base.draw_epsilon = parameters.base_epsilon;
    found = WideKey{draw_exponential_rank(levels.words(), {0, bits}, base, randomness)};
  } else {
    found = solve(levels, levels_left - 1, noisy_threshold, parameters, randomness);
  }
  if (!found) return std::nullopt;
  // The tree over the levels has more leaves than there are levels.
  const auto level = static_cast<std::uint32_t>(std::min<std::uint64_t>(found->front(), bits));
  const auto node = choose_prefix(deep, level, parameters.node, randomness);
  if (!node) return std::nullopt;
  return choose_end(border_of(sorted, border), deep[*node], level, parameters.end_epsilon,
                    randomness);
}

}  // namespace

std::optional<WideKey> tree_log_slices(KeyArray keys, const WideInterval& domain,
                                       const TreeLogSlicesParameters& parameters,
                                       Randomness& randomness) {
  keys.sort();
  const std::int64_t noise = randomness.geometric(Rational::of(parameters.threshold_epsilon));
  const auto key =
      solve(keys, parameters.levels, parameters.threshold + noise, parameters, randomness);
  if (!key) return std::nullopt;
  return domain.clamp(*key);
}

}  // namespace logstar
