#include "logstar/domain/key_array.hpp"

#include <algorithm>
#include <bit>
#include <string>
#include <utility>

#include "logstar/domain/number_sort.hpp"
#include "logstar/support/checks.hpp"
#include "logstar/support/errors.hpp"

namespace logstar {
namespace {

/// An entry of the sort: one limb of a key, and the key's index.
struct Entry {
  std::uint64_t limb;
  std::size_t index;
};

/// Sorts entries whose keys agree before limb `depth`, one limb at a time.
void sort_from(Entry* first, Entry* last, const std::vector<std::uint64_t>& words,
               std::size_t limbs, std::size_t depth) {
  // A loop rather than a call for the last group, so that equal keys cost no stack.
  for (; depth < limbs && last - first > 1; ++depth) {
    const auto limb_of = [&](const Entry& entry) { return words[entry.index * limbs + depth]; };
    // Wide keys mostly agree in most limbs.
    const std::uint64_t same = limb_of(*first);
    if (std::all_of(first + 1, last, [&](const Entry& e) { return limb_of(e) == same; })) continue;
    for (Entry* entry = first; entry != last; ++entry) entry->limb = limb_of(*entry);
    std::sort(first, last, [](const Entry& a, const Entry& b) { return a.limb < b.limb; });
    while (first != last) {
      Entry* end = first + 1;
      while (end != last && end->limb == first->limb) ++end;
      if (end == last) break;
      sort_from(first, end, words, limbs, depth + 1);
      first = end;
    }
  }
}

/// The index of each key, in increasing order of keys.
std::vector<Entry> sorted_entries(const std::vector<std::uint64_t>& words, std::size_t limbs) {
  std::vector<Entry> entries(words.size() / limbs);
  for (std::size_t i = 0; i < entries.size(); ++i) entries[i].index = i;
  sort_from(entries.data(), entries.data() + entries.size(), words, limbs, 0);
  return entries;
}

/// Permutes the keys into that order along the cycles of the permutation.
void arrange(std::vector<Entry>& entries, std::vector<std::uint64_t>& words, std::size_t limbs) {
  const auto copy = [&](const std::uint64_t* from, std::uint64_t* to) {
    std::copy_n(from, limbs, to);
  };
  const auto key = [&](std::size_t i) { return words.data() + i * limbs; };
  std::vector<std::uint64_t> lifted(limbs);
  for (std::size_t first = 0; first < entries.size(); ++first) {
    if (entries[first].index == first) continue;
    copy(key(first), lifted.data());
    std::size_t free = first;
    for (;;) {
      const std::size_t next = std::exchange(entries[free].index, free);
      if (next == first) break;
      copy(key(next), key(free));
      free = next;
    }
    copy(lifted.data(), key(free));
  }
}

}  // namespace

Natural natural_of(std::span<const std::uint64_t> key) { return Natural::from_words(key); }

WideKey key_of(const Natural& value, std::uint32_t bits) {
  WideKey key(limbs_for(bits));
  value.write_words(key);
  return key;
}

std::uint32_t common_prefix_of(std::span<const std::uint64_t> a, std::span<const std::uint64_t> b,
                               std::uint32_t bits) {
  const auto unused = static_cast<std::uint32_t>(64 * a.size() - bits);
  for (std::size_t limb = 0; limb < a.size(); ++limb) {
    if (a[limb] == b[limb]) continue;
    const auto shared = static_cast<std::uint32_t>(std::countl_zero(a[limb] ^ b[limb]));
    return static_cast<std::uint32_t>(64 * limb) + shared - unused;
  }
  return bits;
}

WideInterval WideInterval::all(std::uint32_t bits) {
  WideInterval keys{WideKey(limbs_for(bits)), WideKey(limbs_for(bits), ~std::uint64_t(0))};
  if (bits % 64 != 0) keys.highest[0] >>= 64 - bits % 64;
  return keys;
}

WideKey WideInterval::clamp(WideKey key) const {
  if (key < lowest) return lowest;
  if (highest < key) return highest;
  return key;
}

KeyArray::KeyArray(std::uint32_t bits, std::vector<std::uint64_t> words)
    : bits_(bits), limbs_(limbs_for(bits)), words_(std::move(words)) {
  check_count("bits", bits, 1, kMaxKeyBits);
  if (words_.size() % limbs_ != 0) {
    reject("words", "a multiple of " + std::to_string(limbs_), std::to_string(words_.size()));
  }
}

void KeyArray::append(std::span<const std::uint64_t> key) {
  words_.insert(words_.end(), key.begin(), key.end());
}

std::span<std::uint64_t> KeyArray::append_zeros(std::size_t keys) {
  words_.resize(words_.size() + keys * limbs_);
  return std::span(words_).last(keys * limbs_);
}

void KeyArray::sort() {
  if (limbs_ == 1) return sort_numbers(words_);
  std::vector<Entry> entries = sorted_entries(words_, limbs_);
  arrange(entries, words_, limbs_);
}

std::vector<std::size_t> KeyArray::sort_with_order() {
  std::vector<Entry> entries = sorted_entries(words_, limbs_);
  std::vector<std::size_t> order;
  order.reserve(entries.size());
  for (const Entry& entry : entries) order.push_back(entry.index);
  arrange(entries, words_, limbs_);
  return order;
}

}  // namespace logstar
