// Sums of doubles without any rounding: a fixed-point number wide enough for every double there is.
#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>

namespace logstar {

/// A sum of doubles, exactly. A double is a whole number times 2^-1074, so a whole number of some
/// twenty words holds them all; adding 0.1 ten times and taking 0.1 away ten times leaves 0.
/// Every number added lies in [0, 2^200), and no more is taken away than is there.
class ExactSum {
 public:
  ExactSum() = default;
  explicit ExactSum(double value) { add(value); }

  void add(double value);
  void add(const ExactSum& other);
  void subtract(double value);
  void subtract(const ExactSum& other);

  /// The greatest double that is not above the sum.
  double round_down() const;

  friend bool operator==(const ExactSum&, const ExactSum&) = default;
  friend std::strong_ordering operator<=>(const ExactSum& a, const ExactSum& b);

 private:
  static constexpr std::size_t kWords = 21;  // 2^-1074 to 2^270

  /// Few additions carry beyond the words that the addend has.
  void add_at(std::size_t word, std::uint64_t addend);

  std::array<std::uint64_t, kWords> words_{};  // least significant first
};

}  // namespace logstar
