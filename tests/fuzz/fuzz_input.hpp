// The bytes of a fuzzer, read as numbers and as outcomes of random draws.
#pragma once

#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <initializer_list>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "logstar/support/errors.hpp"

namespace logstar::testing {

/// Ends the run as a finding, with the sentence that fails.
inline void require(bool holds, const char* sentence) {
  if (holds) return;
  std::fprintf(stderr, "does not hold: %s\n", sentence);
  std::abort();
}

/// Reads from the front; returns zeros after the last byte.
class FuzzInput {
 public:
  FuzzInput(const std::uint8_t* data, std::size_t size) : rest_(data, size) {}

  bool used_up() const { return rest_.empty(); }

  std::uint64_t word(unsigned bytes = 8) {
    std::uint64_t result = 0;
    while (bytes-- > 0 && !rest_.empty()) {
      result = result << 8 | rest_.front();
      rest_ = rest_.subspan(1);
    }
    return result;
  }
  std::uint8_t byte() { return static_cast<std::uint8_t>(word(1)); }
  bool coin() { return (byte() & 1) != 0; }

  /// A number in 0..n - 1, n <= 256.
  unsigned choice(unsigned n) { return byte() % n; }

  /// Whole numbers of all sizes: often small, sometimes the limits of a type.
  std::uint64_t count() {
    switch (choice(8)) {
      case 0:
        return word();
      case 1:
        return word(2);
      case 2:
        return word(3);
      case 3:
        return (std::uint64_t(1) << choice(64)) - coin();
      default:
        return byte();
    }
  }

  /// Doubles of all kinds.
  double number() {
    constexpr double kTiny = std::numeric_limits<double>::denorm_min();
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    constexpr double kSpecial[] = {
        0,   -0.0, 1,      -1,     kTiny, -kTiny, 1e-300, kInfinity, -kInfinity, 0.5,    1e-9,
        1e4, 1e9,  0x1p53, 0x1p63, 1e308, -1e308, 0.05,   1e-17,     0x1p-1022,  0x1p62, -0x1p63};
    switch (choice(6)) {
      case 0:
        return std::bit_cast<double>(word());
      case 1:
        return std::numeric_limits<double>::quiet_NaN();
      case 2:
        return kSpecial[choice(std::size(kSpecial))];
      case 3:
        return std::pow(10.0, -static_cast<double>(choice(20)));
      case 4:
        return (byte() + 1) / 257.0;
      default:
        return static_cast<double>(static_cast<std::int64_t>(word(3))) / 16;
    }
  }

  /// Mostly within the range of an epsilon, or of a probability.
  double epsilon() {
    return choice(16) == 0 ? number() : std::ldexp(1.0 + byte(), -static_cast<int>(choice(16)));
  }
  double probability() {
    return choice(16) == 0 ? number()
                           : std::ldexp((byte() + 1) / 257.0, -static_cast<int>(choice(40)));
  }

  std::string text(std::size_t most) {
    std::string result(choice(256) % (most + 1), '\0');
    for (char& one : result) one = static_cast<char>(byte());
    return result;
  }

 private:
  std::span<const std::uint8_t> rest_;
};

/// Runs one of a target's checks, chosen by the first byte, on the rest.
inline int run_one_of(std::initializer_list<void (*)(FuzzInput&)> checks, const std::uint8_t* data,
                      std::size_t size) {
  FuzzInput input(data, size);
  checks.begin()[input.choice(static_cast<unsigned>(checks.size()))](input);
  return 0;
}

/// Returns whether the work finished; false if it rejected its parameters by one of the library's own errors
/// (any other error is a finding).
template <typename Work>
bool accepts(const Work& work) {
  try {
    work();
    return true;
  } catch (const OutOfRange& error) {
    require(error.what()[0] != '\0', "a refusal says why");
  } catch (const WrongType&) {
  } catch (const BudgetExceeded&) {
  }
  return false;
}

}  // namespace logstar::testing
