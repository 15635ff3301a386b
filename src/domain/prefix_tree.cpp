#include "logstar/domain/prefix_tree.hpp"

#include <algorithm>

namespace logstar {
namespace {

/// Sets the bits of `key` from level `from` on to `value`.
void fill_from(WideKey& key, std::uint32_t from, std::uint32_t bits, bool value) {
  if (from >= bits) return;
  const std::uint32_t places = bits - from;  // least significant ones
  const std::size_t whole = places / 64;
  for (std::size_t i = 0; i < whole; ++i) key[key.size() - 1 - i] = value ? ~std::uint64_t(0) : 0;
  if (places % 64 == 0) return;
  const std::uint64_t mask = (std::uint64_t(1) << (places % 64)) - 1;
  std::uint64_t& limb = key[key.size() - 1 - whole];
  limb = value ? limb | mask : limb & ~mask;
}

/// Flips the bit at `level`.
void flip(WideKey& key, std::uint32_t level, std::uint32_t bits) {
  const std::uint32_t place = bits - 1 - level;
  key[key.size() - 1 - place / 64] ^= std::uint64_t(1) << (place % 64);
}

}  // namespace

PrefixChain PrefixTree::chain(std::size_t first, std::size_t last, std::uint32_t top) const {
  const std::uint32_t bottom = keys_.common_prefix(first, last - 1);
  if (bottom == keys_.bits()) return {first, last, top, bottom, last};
  std::size_t low = first;
  std::size_t high = last - 1;  // has a 1 at level bottom
  while (low < high) {
    const std::size_t half = low + (high - low) / 2;
    if (keys_.bit(half, bottom)) {
      high = half;
    } else {
      low = half + 1;
    }
  }
  return {first, last, top, bottom, low};
}

std::optional<PrefixChain> PrefixTree::root() const {
  if (keys_.size() == 0) return std::nullopt;
  return chain(0, keys_.size(), 0);
}

PrefixChain PrefixTree::left(const PrefixChain& above) const {
  return chain(above.first, above.middle, above.bottom + 1);
}

PrefixChain PrefixTree::right(const PrefixChain& above) const {
  return chain(above.middle, above.last, above.bottom + 1);
}

std::vector<std::size_t> PrefixTree::heaviest_by_level() const {
  std::vector<std::size_t> heaviest(keys_.bits() + std::size_t(1), 0);
  if (keys_.size() == 0) return heaviest;
  // Stretches of records that share at least `level` bits, the innermost last.
  struct Open {
    std::uint32_t level;
    std::size_t first;
  };
  std::vector<Open> open;
  const std::size_t n = keys_.size();
  for (std::size_t i = 0; i < n; ++i) {
    // Record i alone shares all its bits; with record i - 1 it shares `shared`.
    std::size_t first = i;
    if (i > 0) {
      const std::uint32_t shared = keys_.common_prefix(i - 1, i);
      while (!open.empty() && open.back().level > shared) {
        first = open.back().first;
        std::size_t& best = heaviest[open.back().level];
        best = std::max(best, i - first);
        open.pop_back();
      }
      if (open.empty() || open.back().level < shared) open.push_back({shared, first});
    }
    if (open.empty() || open.back().level < keys_.bits()) open.push_back({keys_.bits(), i});
  }
  for (; !open.empty(); open.pop_back()) {
    std::size_t& best = heaviest[open.back().level];
    best = std::max(best, n - open.back().first);
  }
  // A shorter prefix has all the records of a longer one.
  heaviest[0] = n;
  for (std::size_t level = heaviest.size() - 1; level-- > 0;) {
    heaviest[level] = std::max(heaviest[level], heaviest[level + 1]);
  }
  return heaviest;
}

std::vector<PrefixChain> PrefixTree::heavy_path() const {
  std::vector<PrefixChain> path;
  std::optional<PrefixChain> current = root();
  if (!current) return path;
  path.push_back(*current);
  while (path.back().bottom < keys_.bits()) {
    const PrefixChain& chain = path.back();
    const bool right_is_heavier = chain.last - chain.middle > chain.middle - chain.first;
    path.push_back(right_is_heavier ? right(chain) : left(chain));
  }
  return path;
}

WideKey leftmost_below(std::span<const std::uint64_t> key, std::uint32_t length,
                       std::uint32_t bits) {
  WideKey end(key.begin(), key.end());
  fill_from(end, length, bits, false);
  return end;
}

WideKey rightmost_below(std::span<const std::uint64_t> key, std::uint32_t length,
                        std::uint32_t bits) {
  WideKey end(key.begin(), key.end());
  fill_from(end, length, bits, true);
  return end;
}

WideKey inner_left_below(std::span<const std::uint64_t> key, std::uint32_t length,
                         std::uint32_t bits) {
  WideKey end = rightmost_below(key, length, bits);
  flip(end, length, bits);
  return end;
}

WideKey inner_right_below(std::span<const std::uint64_t> key, std::uint32_t length,
                          std::uint32_t bits) {
  WideKey end = leftmost_below(key, length, bits);
  flip(end, length, bits);
  return end;
}

}  // namespace logstar
