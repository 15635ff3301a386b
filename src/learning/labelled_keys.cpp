#include "logstar/learning/labelled_keys.hpp"

#include <algorithm>
#include <span>

namespace logstar {
namespace {

bool before(std::span<const std::uint64_t> a, std::span<const std::uint64_t> b) {
  return std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end());
}

/// Writes 2 key + bit in `limbs` words, which may be one more than the key has; where it ends. (Appended one by one,
/// words took WebAssembly a sixth of a threshold's time.)
std::uint64_t* write_doubled(std::span<const std::uint64_t> key, bool bit, std::size_t limbs,
                             std::uint64_t* to) {
  if (limbs > key.size()) *to++ = key.front() >> 63;
  for (std::size_t i = 0; i < key.size(); ++i) {
    const std::uint64_t carried = i + 1 < key.size() ? key[i + 1] >> 63 : bit;
    *to++ = key[i] << 1 | carried;
  }
  return to;
}

/// Both parts in one order, keys of one word each. `ones_before` has room for one more than the records.
/// The part of the next key is unpredictable, so the loop has no branch.
std::vector<std::uint64_t> merged(const std::vector<std::uint64_t>& ones,
                                  const std::vector<std::uint64_t>& zeros,
                                  std::vector<std::uint32_t>& ones_before) {
  std::vector<std::uint64_t> keys(ones.size() + zeros.size());
  std::size_t one = 0;
  std::size_t zero = 0;
  while (one < ones.size() && zero < zeros.size()) {
    const std::uint64_t a = ones[one];
    const std::uint64_t b = zeros[zero];
    const bool take_one = a < b;
    keys[one + zero] = std::min(a, b);
    one += take_one;
    zero += !take_one;
    ones_before[one + zero] = static_cast<std::uint32_t>(one);
  }
  for (; one < ones.size(); ones_before[one + zero] = static_cast<std::uint32_t>(one)) {
    keys[one + zero] = ones[one];
    ++one;
  }
  for (; zero < zeros.size(); ones_before[one + zero] = static_cast<std::uint32_t>(one)) {
    keys[one + zero] = zeros[zero];
    ++zero;
  }
  return keys;
}

}  // namespace

SortedSample::SortedSample(LabelledKeys data) : keys_(data.ones.bits()) {
  KeyArray& ones = data.ones;
  KeyArray& zeros = data.zeros;
  ones.sort();
  zeros.sort();
  if (keys_.limbs() == 1) {
    ones_before_.resize(ones.size() + zeros.size() + 1);
    keys_ = KeyArray(ones.bits(), merged(ones.words(), zeros.words(), ones_before_));
    return;
  }
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

KeyArray with_last_bit_between(const WideInterval& ends, const KeyArray& keys) {
  const std::size_t limbs = limbs_for(keys.bits() + 1);
  std::vector<std::uint64_t> words((keys.size() + 2) * limbs);
  std::uint64_t* to = std::copy(ends.lowest.begin(), ends.lowest.end(), words.data());
  for (std::size_t i = 0; i < keys.size(); ++i) to = write_doubled(keys[i], true, limbs, to);
  std::copy(ends.highest.begin(), ends.highest.end(), to);
  return KeyArray(keys.bits() + 1, std::move(words));
}

WideKey with_last_bit(const WideKey& key, std::uint32_t bits, bool bit) {
  WideKey longer(limbs_for(bits + 1));
  write_doubled(key, bit, longer.size(), longer.data());
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
