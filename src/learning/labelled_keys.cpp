#include "logstar/learning/labelled_keys.hpp"

#include <algorithm>
#include <span>

namespace logstar {
namespace {

bool before(std::span<const std::uint64_t> a, std::span<const std::uint64_t> b) {
  return std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end());
}

/// 2 key + bit in `limbs` words, which may be one more than the key has.
void append_doubled(std::span<const std::uint64_t> key, bool bit, std::size_t limbs,
                    std::vector<std::uint64_t>& words) {
  if (limbs > key.size()) words.push_back(key.front() >> 63);
  for (std::size_t i = 0; i < key.size(); ++i) {
    const std::uint64_t carried = i + 1 < key.size() ? key[i + 1] >> 63 : bit;
    words.push_back(key[i] << 1 | carried);
  }
}

}  // namespace

SortedSample::SortedSample(LabelledKeys data) : keys_(data.ones.bits()) {
  KeyArray& ones = data.ones;
  KeyArray& zeros = data.zeros;
  ones.sort();
  zeros.sort();
  keys_.reserve(ones.size() + zeros.size());
  ones_before_.reserve(ones.size() + zeros.size() + 1);
  std::uint32_t one = 0;
  std::size_t zero = 0;
  ones_before_.push_back(0);
  while (one < ones.size() || zero < zeros.size()) {
    const bool take_one =
        zero == zeros.size() || (one < ones.size() && before(ones[one], zeros[zero]));
    keys_.append(take_one ? ones[one++] : zeros[zero++]);
    ones_before_.push_back(one);
  }
}

KeyArray with_last_bit(const KeyArray& keys, bool bit) {
  const std::size_t limbs = limbs_for(keys.bits() + 1);
  std::vector<std::uint64_t> words;
  words.reserve(keys.size() * limbs);
  for (std::size_t i = 0; i < keys.size(); ++i) append_doubled(keys[i], bit, limbs, words);
  return KeyArray(keys.bits() + 1, std::move(words));
}

WideKey with_last_bit(const WideKey& key, std::uint32_t bits, bool bit) {
  WideKey longer;
  append_doubled(key, bit, limbs_for(bits + 1), longer);
  return longer;
}

WideKey without_last_bit(const WideKey& key, std::uint32_t bits) {
  WideKey shorter(key);
  for (std::size_t i = shorter.size(); i-- > 0;) {
    const std::uint64_t carried = i > 0 ? shorter[i - 1] << 63 : 0;
    shorter[i] = shorter[i] >> 1 | carried;
  }
  if (limbs_for(bits - 1) < shorter.size()) shorter.erase(shorter.begin());
  return shorter;
}

}  // namespace logstar
