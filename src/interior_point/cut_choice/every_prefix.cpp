#include "logstar/interior_point/cut_choice/every_prefix.hpp"

#include "logstar/domain/prefix_tree.hpp"

namespace logstar {
namespace {

/// Its cut, or itself if it is a whole key.
WideKey candidate_at(const Natural& prefix, std::uint32_t length, std::uint32_t bits) {
  const WideKey key = key_of(prefix << (bits - length), bits);
  return length == bits ? key : inner_left_below(key, length, bits);
}

}  // namespace

Natural count_of_prefixes(std::uint32_t bits) {
  return (Natural(1) << (bits + std::uint64_t(1))) - 1;
}

WideKey draw_of_every_prefix(std::uint32_t bits, Randomness& randomness) {
  // Written after a bit 1 they are the numbers from 1 on.
  const Natural marked = randomness.uniform_below(count_of_prefixes(bits)) + 1;
  const std::uint32_t length = bit_width(marked) - 1;
  return candidate_at(marked - (Natural(1) << length), length, bits);
}

PrefixesWithoutRecords::PrefixesWithoutRecords(const KeyView& sorted) : keys_(sorted) {
  const std::uint32_t bits = keys_.bits();
  // A record has prefixes of all lengths, and shares those of 0..shared bits with its predecessor.
  Natural occurring = keys_.size() == 0 ? 0 : Natural(bits) + 1;
  for (std::size_t i = 1; i < keys_.size(); ++i) {
    shared_.push_back(keys_.common_prefix(i - 1, i));
    occurring += bits - shared_.back();
  }
  count_ = count_of_prefixes(bits) - occurring;
}

/// How many prefixes of this length have records.
std::uint64_t PrefixesWithoutRecords::occurring(std::uint32_t length) const {
  std::uint64_t number = keys_.size() == 0 ? 0 : 1;
  for (const std::uint32_t shared : shared_) number += shared < length;
  return number;
}

/// The prefix of this length without records that has `skipped` such prefixes before it.
Natural PrefixesWithoutRecords::without(std::uint32_t length, const Natural& skipped) const {
  // Each one with records that is not beyond it moves it on by one.
  Natural prefix = skipped;
  for (std::size_t i = 0; i < keys_.size(); ++i) {
    if (i > 0 && shared_[i - 1] >= length) continue;
    if ((natural_of(keys_[i]) >> (keys_.bits() - length)) > prefix) break;
    ++prefix;
  }
  return prefix;
}

WideKey PrefixesWithoutRecords::draw_key(Randomness& randomness) const {
  Natural skipped = randomness.uniform_below(count_);
  const std::uint32_t bits = keys_.bits();
  // Half of all prefixes are whole keys, half of the others one bit shorter, and so on: from there.
  std::uint32_t length = bits;
  Natural here = (Natural(1) << length) - occurring(length);
  while (skipped >= here) {
    skipped -= here;
    --length;
    here = (Natural(1) << length) - occurring(length);
  }
  return candidate_at(without(length, skipped), length, bits);
}

}  // namespace logstar
