// Arbitrary small data sets, over any domain, and losses under which they reach every branch.
#pragma once

#include <utility>

#include "fuzz_input.hpp"
#include "logstar/domain/key_array.hpp"
#include "logstar/privacy/loss.hpp"

namespace logstar::testing {

/// Losses with which small data sets reach every branch.
inline Loss any_loss(FuzzInput& input) {
  const double epsilon = (1 + input.byte()) / 4.0;
  return {epsilon, (1 + input.byte()) / 257.0};
}

inline Neighbors any_neighbors(FuzzInput& input) {
  return input.coin() ? Neighbors::add_remove : Neighbors::replace;
}

inline WideKey any_key(FuzzInput& input, std::uint32_t bits) {
  Natural value = input.byte();
  for (std::uint32_t have = 8; have < bits && input.coin(); have += 64) {
    value = (value << 64) + input.word();
  }
  return key_of(value % (Natural(1) << bits), bits);
}

struct Space {
  std::uint32_t bits;
  WideInterval domain;
};

inline Space any_space(FuzzInput& input, std::uint32_t most_bits = 150) {
  Space space;
  space.bits = 1 + input.choice(input.coin() ? 8 : most_bits);
  space.domain = WideInterval::all(space.bits);
  if (input.coin()) {
    space.domain = {any_key(input, space.bits), any_key(input, space.bits)};
    if (space.domain.lowest > space.domain.highest) {
      std::swap(space.domain.lowest, space.domain.highest);
    }
  }
  return space;
}

inline KeyArray any_keys(FuzzInput& input, const Space& space) {
  KeyArray keys(space.bits);
  for (unsigned n = input.choice(64); n > 0; --n) {
    const WideKey key = space.domain.clamp(any_key(input, space.bits));
    for (unsigned times = input.coin() ? 1 : input.byte(); times > 0; --times) keys.append(key);
  }
  return keys;
}

inline bool inside(const WideKey& key, const WideInterval& domain) {
  return domain.lowest <= key && key <= domain.highest;
}

}  // namespace logstar::testing
