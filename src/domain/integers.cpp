#include "logstar/domain/integers.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <string>

#include "logstar/support/errors.hpp"

namespace logstar {
namespace {

constexpr Int128 kMin = -(Int128(1) << 63);
constexpr Int128 kMax = (Int128(1) << 64) - 1;

std::string show_wide(Int128 value) {
  // Bounds are checked one by one, so a value far out of range is shown only as such.
  if (value < kMin) return "a number below -2^63";
  if (value > kMax) return "a number above 2^64 - 1";
  return value < 0 ? "-" + std::to_string(static_cast<std::uint64_t>(-value))
                   : std::to_string(static_cast<std::uint64_t>(value));
}

void check_bound(const char* option, Int128 value) {
  if (value < kMin || value > kMax) {
    reject(option, "from -2^63 to 2^64 - 1", show_wide(value));
  }
}

}  // namespace

IntegerDomain::IntegerDomain(Int128 lowest, Int128 highest) : lowest_(lowest), highest_(highest) {
  check_bound("lo", lowest);
  check_bound("hi", highest);
  if (lowest > highest) reject("lo", "at most hi, " + show_wide(highest), show_wide(lowest));
  if (highest - lowest > kMax) {
    reject("hi", "at most lo + 2^64 - 1", show_wide(highest));
  }
}

std::optional<std::uint64_t> IntegerDomain::encode(Int128 value, Outside outside) const {
  if (outside == Outside::drop && (value < lowest_ || value > highest_)) return std::nullopt;
  return static_cast<std::uint64_t>(std::clamp(value, lowest_, highest_) - lowest_);
}

std::optional<std::uint64_t> IntegerDomain::encode(double value, Outside outside) const {
  if (std::isnan(value)) return std::nullopt;
  // 2^70 is past every bound and converts without overflow; infinities land there too.
  return encode(static_cast<Int128>(std::nearbyint(std::clamp(value, -0x1p70, 0x1p70))), outside);
}

bool IntegerDomain::is_of_doubles() const {
  constexpr Int128 kMost = Int128(1) << 53;
  return -kMost <= lowest_ && highest_ <= kMost;
}

// As `encode`, without branches, because none could be predicted. The next value overwrites a dropped one.
std::size_t IntegerDomain::encode_doubles(std::span<std::uint64_t> words, Outside outside) const {
  const auto lowest = static_cast<double>(lowest_);
  const auto highest = static_cast<double>(highest_);
  const bool clamp = outside == Outside::clamp;
  const auto first = static_cast<std::int64_t>(lowest_);
  std::uint64_t* next = words.data();
  for (const std::uint64_t word : words) {
    const double whole = std::nearbyint(std::bit_cast<double>(word));
    const double raised = whole > lowest ? whole : lowest;  // a NaN, too
    const double inside = raised < highest ? raised : highest;
    *next = static_cast<std::uint64_t>(static_cast<std::int64_t>(inside) - first);
    next += (whole == inside) | (clamp & !std::isnan(whole));
  }
  return static_cast<std::size_t>(next - words.data());
}

std::size_t IntegerDomain::encode(std::span<std::uint64_t> words, Words kind,
                                  Outside outside) const {
  if (kind == Words::doubles && is_of_doubles()) return encode_doubles(words, outside);
  std::size_t kept = 0;
  for (const std::uint64_t word : words) {
    std::optional<std::uint64_t> key;
    switch (kind) {
      case Words::doubles:
        key = encode(std::bit_cast<double>(word), outside);
        break;
      case Words::signed_integers:
        key = encode(Int128(static_cast<std::int64_t>(word)), outside);
        break;
      case Words::unsigned_integers:
        key = encode(Int128(word), outside);
        break;
    }
    if (key) words[kept++] = *key;
  }
  return kept;
}

void IntegerDomain::encode_in_place(std::vector<std::uint64_t>& words, Words kind,
                                    Outside outside) const {
  words.resize(encode(words, kind, outside));
}

}  // namespace logstar
