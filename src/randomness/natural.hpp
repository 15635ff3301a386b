// Whole numbers without a largest one: multiplicities and keys as wide as a domain needs, and the
// exact arithmetic behind every random choice.
#pragma once

#include <bit>
#include <compare>
#include <concepts>
#include <cstdint>
#include <iosfwd>
#include <span>
#include <string>
#include <utility>

namespace logstar {

__extension__ using Int128 = __int128;
__extension__ using Uint128 = unsigned __int128;

/// A whole number >= 0 of any size. The object itself stores a number below 2^128 and computes with it in
/// place; larger ones are allocated and computed with in natural.cpp, the only file that knows how. A result
/// below 0 is a mistake of the program, never of its data: std::range_error. Division by 0:
/// std::overflow_error.
class Natural {
 public:
  Natural() = default;
  template <std::integral Number>
  Natural(Number value) : low_(static_cast<std::uint64_t>(value)) {
    if constexpr (std::signed_integral<Number>) {
      if (value < 0) below_zero();
    }
  }
  Natural(Uint128 value) { hold(value); }
  Natural(Int128) = delete;  // has a sign: convert it where it is known to be none

  Natural(const Natural& other)
      : low_(other.low_),
        high_(other.high_),
        large_(other.large_ == nullptr ? nullptr : shared(other.large_)) {}
  Natural(Natural&& other) noexcept
      : low_(other.low_), high_(other.high_), large_(std::exchange(other.large_, nullptr)) {}
  Natural& operator=(const Natural& other) {
    if (large_ != nullptr || other.large_ != nullptr) return *this = Natural(other);
    low_ = other.low_;
    high_ = other.high_;
    return *this;
  }
  Natural& operator=(Natural&& other) noexcept {
    std::swap(low_, other.low_);
    std::swap(high_, other.high_);
    std::swap(large_, other.large_);
    return *this;
  }
  ~Natural() {
    if (large_ != nullptr) release(large_);
  }

  /// The number that these words write, the most significant first.
  static Natural from_words(std::span<const std::uint64_t> words);
  /// Its lowest 64 bits a word, the most significant first.
  void write_words(std::span<std::uint64_t> words) const;

  /// As many of its lowest bits as the type has.
  template <std::integral Number>
  requires(!std::same_as<Number, bool>) explicit operator Number() const {
    return static_cast<Number>(large_ == nullptr ? low_ : lowest(*large_));
  }
  explicit operator Uint128() const;
  /// Nearly the number itself, or infinity.
  explicit operator double() const;
  explicit operator long double() const;

  Natural& operator+=(const Natural& other) {
    const Uint128 sum = small() + other.small();
    if (!both_small(*this, other) || sum < other.small()) return add(other);
    return hold(sum);
  }
  Natural& operator-=(const Natural& other) {
    if (!both_small(*this, other)) return subtract(other);
    if (small() < other.small()) below_zero();
    return hold(small() - other.small());
  }
  Natural& operator*=(const Natural& other) {
    if (!both_small(*this, other) || (high_ | other.high_) != 0) return multiply(other);
    return hold(Uint128(low_) * other.low_);
  }
  Natural& operator/=(const Natural& other);
  Natural& operator%=(const Natural& other);
  Natural& operator<<=(std::uint64_t bits) {
    if (large_ != nullptr || bits > 127 || bit_width(*this) + bits > 128) return shift_up(bits);
    return hold(small() << bits);
  }
  Natural& operator>>=(std::uint64_t bits) {
    if (large_ != nullptr) return shift_down(bits);
    return hold(bits > 127 ? 0 : small() >> bits);
  }
  Natural& operator++() { return *this += 1; }

  // Copies a first operand that is needed afterwards, here instead of at each call; changes a temporary one in
  // place.
  friend Natural operator+(const Natural& a, const Natural& b) { return Natural(a) + b; }
  friend Natural operator+(Natural&& a, const Natural& b) { return std::move(a += b); }
  friend Natural operator-(const Natural& a, const Natural& b) { return Natural(a) - b; }
  friend Natural operator-(Natural&& a, const Natural& b) { return std::move(a -= b); }
  friend Natural operator*(const Natural& a, const Natural& b) { return Natural(a) * b; }
  friend Natural operator*(Natural&& a, const Natural& b) { return std::move(a *= b); }
  friend Natural operator/(const Natural& a, const Natural& b) { return Natural(a) / b; }
  friend Natural operator/(Natural&& a, const Natural& b) { return std::move(a /= b); }
  friend Natural operator%(const Natural& a, const Natural& b) { return Natural(a) % b; }
  friend Natural operator%(Natural&& a, const Natural& b) { return std::move(a %= b); }
  friend Natural operator<<(const Natural& a, std::uint64_t bits) { return Natural(a) << bits; }
  friend Natural operator<<(Natural&& a, std::uint64_t bits) { return std::move(a <<= bits); }
  friend Natural operator>>(const Natural& a, std::uint64_t bits) { return Natural(a) >> bits; }
  friend Natural operator>>(Natural&& a, std::uint64_t bits) { return std::move(a >>= bits); }

  friend bool operator==(const Natural& a, const Natural& b) {
    if (both_small(a, b)) return a.low_ == b.low_ && a.high_ == b.high_;
    return a.compare(b) == 0;
  }
  friend std::strong_ordering operator<=>(const Natural& a, const Natural& b) {
    if (both_small(a, b)) return a.small() <=> b.small();
    return a.compare(b);
  }

  /// The number of binary digits: 0 for 0, else one more than the binary logarithm, rounded down.
  friend unsigned bit_width(const Natural& number) {
    if (number.large_ != nullptr) return width_of(*number.large_);
    return static_cast<unsigned>(number.high_ == 0 ? std::bit_width(number.low_)
                                                   : 64 + std::bit_width(number.high_));
  }

 private:
  struct Large;  // a number of 2^128 or more
  struct Wide;   // any number for arithmetic with large ones

  static bool both_small(const Natural& a, const Natural& b) {
    return a.large_ == nullptr && b.large_ == nullptr;
  }
  /// The number, if it is a small one.
  Uint128 small() const { return Uint128(high_) << 64 | low_; }
  Natural& hold(Uint128 value) {
    low_ = static_cast<std::uint64_t>(value);
    high_ = static_cast<std::uint64_t>(value >> 64);
    return *this;
  }

  [[noreturn]] static void below_zero();
  static Large* shared(Large* large);
  static void release(Large* large);
  static std::uint64_t lowest(const Large& large);
  static unsigned width_of(const Large& large);
  std::strong_ordering compare(const Natural& other) const;
  Natural& add(const Natural& other);
  Natural& subtract(const Natural& other);
  Natural& multiply(const Natural& other);
  Natural& shift_up(std::uint64_t bits);
  Natural& shift_down(std::uint64_t bits);
  template <typename Operation>
  Natural& change(const Operation& operation);

  std::uint64_t low_ = 0;  // both are 0 beside a large number
  std::uint64_t high_ = 0;
  Large* large_ = nullptr;
};

/// For error messages: the number itself if it has at most 64 bits, else how many it has. (Boost's
/// own conversion would bring all of the locales into the WebAssembly module.)
std::string to_text(const Natural& number);

template <typename Traits>
std::basic_ostream<char, Traits>& operator<<(std::basic_ostream<char, Traits>& out,
                                             const Natural& number) {
  return out << to_text(number);
}

}  // namespace logstar
