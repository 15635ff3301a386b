#include "logstar/interior_point/tree/tree_log_steps.hpp"

#include <algorithm>
#include <bit>

#include "logstar/domain/prefix_tree.hpp"
#include "logstar/selection/exponential.hpp"

namespace logstar {
namespace {

/// Walks from the root; `goes_right(left, right)` decides where both children have records.
template <typename GoesRight>
std::vector<std::uint64_t> path_levels(const KeyArray& sorted, std::size_t stop,
                                       const GoesRight& goes_right) {
  std::vector<std::uint64_t> levels;
  const PrefixTree tree(sorted);
  auto chain = tree.root();
  while (chain) {
    if (chain->weight() <= stop || chain->bottom == sorted.bits()) {
      // Within a chain the weight does not change: it ends where it was entered, or at the key.
      const std::uint32_t end = chain->weight() <= stop ? chain->top : chain->bottom;
      levels.insert(levels.end(), chain->weight(), end);
      break;
    }
    const std::size_t left = chain->middle - chain->first;
    const std::size_t right = chain->last - chain->middle;
    const bool to_right = goes_right(left, right);
    levels.insert(levels.end(), to_right ? left : right, chain->bottom);
    chain = to_right ? tree.right(*chain) : tree.left(*chain);
  }
  return levels;
}

}  // namespace

KeyArray without_border(const KeyArray& sorted, std::size_t border) {
  KeyArray inner(sorted.bits());
  if (sorted.size() <= border || sorted.size() - border <= border) return inner;
  inner.reserve(sorted.size() - 2 * border);
  for (std::size_t i = border; i < sorted.size() - border; ++i) inner.append(sorted[i]);
  return inner;
}

std::vector<std::uint64_t> random_path_levels(const KeyArray& sorted, std::size_t stop,
                                              double path_epsilon, Randomness& randomness) {
  return path_levels(sorted, stop, [&](std::size_t left, std::size_t right) {
    const std::int64_t weights[] = {static_cast<std::int64_t>(left),
                                    static_cast<std::int64_t>(right)};
    return exponential_choice(weights, path_epsilon, randomness) == 1;
  });
}

std::vector<std::uint64_t> heavy_path_levels(const KeyArray& sorted, std::size_t stop) {
  return path_levels(sorted, stop,
                     [](std::size_t left, std::size_t right) { return right > left; });
}

KeyArray assigned_levels(std::vector<std::uint64_t> levels, std::size_t unassigned,
                         std::uint32_t bits) {
  levels.resize(levels.size() > unassigned ? levels.size() - unassigned : 0);
  return KeyArray(bits, std::move(levels));
}

std::uint32_t level_bits(std::uint32_t key_bits) {
  return static_cast<std::uint32_t>(std::bit_width(key_bits));
}

std::optional<std::size_t> choose_prefix(const KeyArray& sorted, std::uint32_t level,
                                         const StableChoiceParameters& choice,
                                         Randomness& randomness) {
  std::vector<std::int64_t> counts;
  std::vector<std::size_t> records;
  for (std::size_t i = 0; i < sorted.size(); ++i) {
    if (i > 0 && sorted.common_prefix(i - 1, i) >= level) {
      ++counts.back();
    } else {
      counts.push_back(1);
      records.push_back(i);
    }
  }
  ScoreList candidates(counts);
  const auto drawn = stable_choice(candidates, choice, randomness);
  if (!drawn) return std::nullopt;
  return records[*drawn];
}

WideKey choose_end(const KeyArray& sorted, std::span<const std::uint64_t> key, std::uint32_t level,
                   double end_epsilon, Randomness& randomness) {
  const std::uint32_t bits = sorted.bits();
  if (level >= bits) return WideKey(key.begin(), key.end());
  const WideKey ends[] = {leftmost_below(key, level, bits), rightmost_below(key, level, bits),
                          inner_left_below(key, level, bits), inner_right_below(key, level, bits)};
  std::int64_t depths[4];
  std::transform(std::begin(ends), std::end(ends), depths,
                 [&](const WideKey& end) { return depth_in(sorted, end); });
  return ends[exponential_choice(depths, end_epsilon, randomness)];
}

std::int64_t depth_in(const KeyArray& sorted, const WideKey& z) {
  const auto is_less = [](std::span<const std::uint64_t> a, std::span<const std::uint64_t> b) {
    return std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end());
  };
  // How many records `holds` is true for; they come first.
  const auto count = [&](const auto& holds) {
    std::size_t low = 0;
    std::size_t high = sorted.size();
    while (low < high) {
      const std::size_t half = low + (high - low) / 2;
      if (holds(sorted[half])) {
        low = half + 1;
      } else {
        high = half;
      }
    }
    return static_cast<std::int64_t>(low);
  };
  const std::int64_t less = count([&](const auto& key) { return is_less(key, z); });
  const std::int64_t at_most = count([&](const auto& key) { return !is_less(z, key); });
  return std::min(at_most, static_cast<std::int64_t>(sorted.size()) - less);
}

}  // namespace logstar
