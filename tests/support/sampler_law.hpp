// The law of ExactRandomness itself, from its input bits instead of by enumeration.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "enumerating_randomness.hpp"
#include "logstar/randomness/bit_source.hpp"
#include "logstar/randomness/exact_randomness.hpp"

namespace logstar::testing {

/// The given words, then words in the middle of their range. For one block of a BitPool.
class ScriptedWords final : public BitSource {
 public:
  explicit ScriptedWords(std::span<const std::uint64_t> words) : words_(words) {}

  void fill(std::span<std::byte> bytes) override {
    std::fill(bytes.begin(), bytes.end(), std::byte{0x55});
    std::memcpy(bytes.data(), words_.data(), words_.size_bytes());
  }

 private:
  std::span<const std::uint64_t> words_;
};

/// The output law of `mechanism`, a callable that takes Randomness&, draws by weighted_choice and peel only,
/// and makes at most `decisions` decisions. A decision takes the first of two groups if its word lies below a
/// border, and different decisions lead to different outputs. So bisection finds the border to 2^-63, and the
/// later ones in the same way.
template <typename Mechanism>
auto sampler_law(const Mechanism& mechanism, std::size_t decisions) {
  // Neither 0 nor the greatest word: next to certainty these would request further words without end.
  constexpr std::uint64_t kFirst = 1;
  constexpr std::uint64_t kLast = std::numeric_limits<std::uint64_t>::max() - 1;
  using Output = std::decay_t<decltype(mechanism(std::declval<Randomness&>()))>;
  std::vector<std::uint64_t> words;
  const auto output = [&] {
    ScriptedWords source(words);
    ExactRandomness randomness(source);
    return mechanism(static_cast<Randomness&>(randomness));
  };
  Law<Output> law;
  const auto walk = [&](const auto& self, long double mass) -> void {
    if (words.size() == decisions) {
      law.mass[output()] += mass;
      return;
    }
    words.push_back(kFirst);
    const Output first = output();
    words.back() = kLast;
    if (output() == first) {  // certain, or more words than the mechanism uses
      words.back() = kFirst;
      self(self, mass);
    } else {
      std::uint64_t low = kFirst;  // leads to the first group; `high` does not
      std::uint64_t high = kLast;
      while (high - low > 1) {
        words.back() = low + (high - low) / 2;
        (output() == first ? low : high) = words.back();
      }
      const long double share = std::ldexp(static_cast<long double>(high), -64);
      words.back() = kFirst;
      self(self, mass * share);
      words.back() = kLast;
      self(self, mass * (1 - share));
    }
    words.pop_back();
  };
  walk(walk, 1);
  return law;
}

/// The largest difference between two laws in the probability of one output.
template <typename Output>
long double largest_difference(const Law<Output>& a, const Law<Output>& b) {
  long double largest = 0;
  for (const auto& [output, mass] : a.mass) {
    largest = std::max(largest, std::fabs(mass - b.of(output)));
  }
  for (const auto& [output, mass] : b.mass) {
    largest = std::max(largest, std::fabs(mass - a.of(output)));
  }
  return largest;
}

}  // namespace logstar::testing
