#include "logstar/privacy/exact_sum.hpp"

#include <bit>
#include <cmath>

namespace logstar {
namespace {

constexpr int kLowestBit = -1074;
constexpr int kMantissaBits = 53;

}  // namespace

// The bits of a double above 0 are its exponent and its fraction. Above the subnormals a 1 stands before the fraction.
void ExactSum::add(double value) {
  if (!(value > 0)) return;
  constexpr std::uint64_t kFirst = std::uint64_t(1) << (kMantissaBits - 1);
  const auto bits = std::bit_cast<std::uint64_t>(value);
  const std::uint64_t exponent = bits / kFirst;
  const std::uint64_t mantissa = bits % kFirst + (exponent == 0 ? 0 : kFirst);
  const auto shift = static_cast<std::size_t>(exponent == 0 ? 0 : exponent - 1);
  const std::size_t word = shift / 64;
  const std::size_t bit = shift % 64;
  add_at(word, mantissa << bit);
  if (bit > 64 - kMantissaBits) add_at(word + 1, mantissa >> (64 - bit));
}

void ExactSum::add_at(std::size_t word, std::uint64_t addend) {
  words_.at(word) += addend;
  bool carry = words_[word] < addend;
  while (carry && ++word < kWords) carry = ++words_[word] == 0;
}

void ExactSum::add(const ExactSum& other) {
  std::uint64_t carry = 0;
  for (std::size_t i = 0; i < kWords; ++i) {
    const std::uint64_t partial = words_[i] + carry;
    carry = partial < carry ? 1 : 0;
    words_[i] = partial + other.words_[i];
    if (words_[i] < partial) carry = 1;
  }
}

void ExactSum::subtract(double value) { subtract(ExactSum(value)); }

void ExactSum::subtract(const ExactSum& other) {
  std::uint64_t borrow = 0;
  for (std::size_t i = 0; i < kWords; ++i) {
    const std::uint64_t partial = words_[i] - borrow;
    borrow = partial > words_[i] ? 1 : 0;
    words_[i] = partial - other.words_[i];
    if (words_[i] > partial) borrow = 1;
  }
}

double ExactSum::round_down() const {
  std::size_t top = kWords;
  while (top > 0 && words_[top - 1] == 0) --top;
  if (top == 0) return 0;
  // The 53 bits from the leading one downwards, which may reach into the next word.
  const std::uint64_t high = words_[top - 1];
  const std::uint64_t next = top > 1 ? words_[top - 2] : 0;
  const int unused = std::countl_zero(high);
  const std::uint64_t leading = unused == 0 ? high : (high << unused) | (next >> (64 - unused));
  const int lowest = static_cast<int>(64 * (top - 1)) - unused + kLowestBit;
  // Cutting off is rounding down; below 2^-1022 there are fewer than 53 bits to keep, and the
  // bits cut off are 0 because nothing is smaller than 2^-1074.
  const std::uint64_t kept = leading & ~((std::uint64_t{1} << (64 - kMantissaBits)) - 1);
  return std::ldexp(static_cast<double>(kept), lowest);
}

std::strong_ordering operator<=>(const ExactSum& a, const ExactSum& b) {
  for (std::size_t i = ExactSum::kWords; i-- > 0;) {
    if (a.words_[i] != b.words_[i]) return a.words_[i] <=> b.words_[i];
  }
  return std::strong_ordering::equal;
}

}  // namespace logstar
