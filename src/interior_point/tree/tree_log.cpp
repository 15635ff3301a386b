#include "logstar/interior_point/tree/tree_log.hpp"

#include <algorithm>

#include "logstar/interior_point/rank/exponential.hpp"
#include "logstar/interior_point/tree/tree_log_steps.hpp"
#include "logstar/support/sizes.hpp"

namespace logstar {
namespace {

/// `sorted` holds keys of an embedding (or the data), of which `greatest` is the last.
std::optional<WideKey> solve(const KeyArray& sorted, unsigned levels_left, std::uint64_t greatest,
                             const TreeLogParameters& parameters, Randomness& randomness) {
  if (levels_left == 0) {
    ExponentialParameters base;
    base.draw_epsilon = parameters.base_epsilon;
    return WideKey{draw_exponential_rank(sorted.words(), {0, greatest}, base, randomness)};
  }
  const std::uint32_t bits = sorted.bits();
  const KeyArray inner = without_border(sorted, saturated_size(parameters.border));
  const auto unassigned = saturated_size(parameters.unassigned);
  const KeyArray embedded =
      assigned_levels(random_path_levels(inner, unassigned, parameters.path_epsilon, randomness),
                      unassigned, level_bits(bits));
  const auto found = solve(embedded, levels_left - 1, bits, parameters, randomness);
  if (!found) return std::nullopt;
  // The tree over the levels has more leaves than there are levels.
  const auto level = static_cast<std::uint32_t>(std::min<std::uint64_t>(found->front(), bits));
  const auto node = choose_prefix(inner, level, parameters.node, randomness);
  if (!node) return std::nullopt;
  return choose_end(sorted, inner[*node], level, parameters.end_epsilon, randomness);
}

}  // namespace

std::optional<WideKey> tree_log(KeyArray keys, const WideInterval& domain,
                                const TreeLogParameters& parameters, Randomness& randomness) {
  if (!admits(parameters.declared, keys.size(), randomness)) return std::nullopt;
  keys.sort();
  const auto key = solve(keys, parameters.levels, 0, parameters, randomness);
  if (!key) return std::nullopt;
  return domain.clamp(*key);
}

}  // namespace logstar
