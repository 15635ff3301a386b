// TreeLog with a border that depends on the data's order. For the verifier and the auditor.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "logstar/interior_point/rank/exponential.hpp"
#include "logstar/interior_point/tree/tree_log.hpp"
#include "logstar/interior_point/tree/tree_log_steps.hpp"

namespace logstar::testing {

/// One level of TreeLog with a border in order of arrival: the records of one key come first and last, and the
/// parity of all others' data chooses the key. `sorted`: 2 p.border records or more.
inline std::optional<WideKey> tree_log_with_border_by_arrival(std::vector<std::uint64_t> sorted,
                                                              const TreeLogParameters& p,
                                                              Randomness& randomness) {
  const auto border = static_cast<std::ptrdiff_t>(p.border);
  std::vector<std::uint64_t> arrival = sorted;
  if (arrival.size() % 2 == 1) std::reverse(arrival.begin(), arrival.end());
  std::rotate(arrival.begin(), arrival.begin() + border, arrival.end());
  std::vector<std::uint64_t> kept(arrival.begin() + border, arrival.end() - border);
  std::sort(kept.begin(), kept.end());
  const KeyArray all(p.bits, std::move(sorted));
  const KeyArray inner(p.bits, std::move(kept));
  const auto levels =
      assigned_levels(random_path_levels(inner, p.unassigned, p.path_epsilon, randomness),
                      p.unassigned, level_bits(p.bits));
  ExponentialParameters base;
  base.draw_epsilon = p.base_epsilon;
  const auto level = static_cast<std::uint32_t>(
      draw_exponential_rank(levels.words(), {0, p.bits}, base, randomness));
  const auto node = choose_prefix(inner, level, p.node, randomness);
  if (!node) return std::nullopt;
  return choose_end(all, inner[*node], level, p.end_epsilon, randomness);
}

}  // namespace logstar::testing
