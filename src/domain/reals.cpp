#include "logstar/domain/reals.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "logstar/support/checks.hpp"
#include "logstar/support/errors.hpp"

namespace logstar {
namespace {

constexpr std::uint64_t kSign = std::uint64_t(1) << 63;
constexpr std::uint64_t kLargestFinite = 0x7fefffffffffffffu;
constexpr unsigned kMantissaBits = 52;

unsigned bits_dropped_for(const std::optional<unsigned>& digits) {
  if (!digits) return 0;
  check_count("digits", *digits, 1, 15);
  // 10^digits values to a decade need lg 10^digits bits after the leading one.
  const auto kept = static_cast<unsigned>(std::ceil(*digits * 3.3219280948873626));
  return kMantissaBits - kept;
}

/// Half of the last bit that is kept.
std::uint64_t half_of(unsigned dropped_bits) {
  return dropped_bits == 0 ? 0 : std::uint64_t(1) << (dropped_bits - 1);
}

/// `size`, below 2^63, negated if these are the bits of a negative number.
std::int64_t with_sign_of(std::uint64_t size, std::uint64_t bits) {
  const std::uint64_t all_if_negative = 0 - (bits >> 63);
  return static_cast<std::int64_t>((size ^ all_if_negative) - all_if_negative);
}

/// A number that grows with the double that has these bits.
std::int64_t in_order(std::uint64_t bits) { return with_sign_of(bits & ~kSign, bits); }

double finite_bound(std::string_view option, const std::optional<double>& bound, double otherwise) {
  if (!bound) return otherwise;
  if (!std::isfinite(*bound)) reject(option, "a finite number", *bound);
  return *bound;
}

}  // namespace

RealDomain::RealDomain(std::optional<double> lowest, std::optional<double> highest,
                       std::optional<unsigned> digits)
    : dropped_bits_(bits_dropped_for(digits)),
      zero_(kLargestFinite >> dropped_bits_),
      lowest_(finite_bound("min", lowest, std::numeric_limits<double>::lowest())),
      highest_(finite_bound("max", highest, std::numeric_limits<double>::max())) {
  if (lowest_ > highest_) reject("min", "at most max, " + to_text(highest_), lowest_);
  keys_ = {key_of(lowest_), key_of(highest_)};
}

std::uint64_t RealDomain::key_of(double value) const {
  const auto bits = std::bit_cast<std::uint64_t>(value);
  const std::uint64_t size = bits & ~kSign;
  // To the nearest kept mantissa. A value that would round up to infinity keeps the largest finite one.
  const std::uint64_t rounded = std::min((size + half_of(dropped_bits_)) >> dropped_bits_, zero_);
  return bits & kSign ? zero_ - rounded : zero_ + rounded;
}

std::optional<std::uint64_t> RealDomain::encode(double value, Outside outside) const {
  if (std::isnan(value)) return std::nullopt;
  if (outside == Outside::drop && !(value >= lowest_ && value <= highest_)) return std::nullopt;
  return key_of(std::clamp(value, lowest_, highest_));
}

double RealDomain::decode(std::uint64_t key) const {
  const double value = key >= zero_ ? std::bit_cast<double>((key - zero_) << dropped_bits_)
                                    : -std::bit_cast<double>((zero_ - key) << dropped_bits_);
  return std::clamp(value, lowest_,
                    highest_);  // bounds of more digits are rounded outwards at times
}

// As `encode`, on whole numbers and without branches, because none could be predicted. A double's bits without
// the sign, negated for negative doubles, are in the order of the values; a NaN's lie beyond infinity's. Keys
// are in that order too, so that to clamp a value is to clamp its key. The next value overwrites a dropped one.
std::size_t RealDomain::encode(std::span<std::uint64_t> bit_patterns, Outside outside) const {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  const bool drop = outside == Outside::drop;
  const std::int64_t least = in_order(std::bit_cast<std::uint64_t>(drop ? lowest_ : -kInfinity));
  const std::int64_t most = in_order(std::bit_cast<std::uint64_t>(drop ? highest_ : kInfinity));
  const auto kept_values = static_cast<std::uint64_t>(most) - static_cast<std::uint64_t>(least);
  const std::uint64_t zero = zero_;
  const auto lowest = static_cast<std::int64_t>(keys_.lowest - zero);
  const auto highest = static_cast<std::int64_t>(keys_.highest - zero);
  const unsigned dropped = dropped_bits_;
  const std::uint64_t half = half_of(dropped);
  std::uint64_t* next = bit_patterns.data();
  const auto encode_all = [&](const auto& place_of) {
    for (const std::uint64_t bits : bit_patterns) {
      *next = zero + static_cast<std::uint64_t>(std::clamp(place_of(bits), lowest, highest));
      next += static_cast<std::uint64_t>(in_order(bits)) - static_cast<std::uint64_t>(least) <=
              kept_values;
    }
  };
  if (dropped == 0) {
    encode_all([](std::uint64_t bits) { return in_order(bits); });
  } else {
    encode_all([&](std::uint64_t bits) {
      return with_sign_of(((bits & ~kSign) + half) >> dropped, bits);
    });
  }
  return static_cast<std::size_t>(next - bit_patterns.data());
}

void RealDomain::encode_in_place(std::vector<std::uint64_t>& bit_patterns, Outside outside) const {
  bit_patterns.resize(encode(bit_patterns, outside));
}

}  // namespace logstar
