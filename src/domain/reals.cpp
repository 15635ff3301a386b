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

double finite_bound(std::string_view option, const std::optional<double>& bound, double otherwise) {
  if (!bound) return otherwise;
  if (!std::isfinite(*bound)) throw OutOfRange(option, "a finite number", show(*bound));
  return *bound;
}

}  // namespace

RealDomain::RealDomain(std::optional<double> lowest, std::optional<double> highest,
                       std::optional<unsigned> digits)
    : dropped_bits_(bits_dropped_for(digits)),
      zero_(kLargestFinite >> dropped_bits_),
      lowest_(finite_bound("min", lowest, std::numeric_limits<double>::lowest())),
      highest_(finite_bound("max", highest, std::numeric_limits<double>::max())) {
  if (lowest_ > highest_) throw OutOfRange("min", "at most max, " + show(highest_), show(lowest_));
  keys_ = {key_of(lowest_), key_of(highest_)};
}

std::uint64_t RealDomain::key_of(double value) const {
  const auto bits = std::bit_cast<std::uint64_t>(value);
  const std::uint64_t size = bits & ~kSign;
  // To the nearest kept mantissa; what would round up to infinity stays the largest finite one.
  const std::uint64_t half = dropped_bits_ == 0 ? 0 : std::uint64_t(1) << (dropped_bits_ - 1);
  const std::uint64_t rounded = std::min((size + half) >> dropped_bits_, zero_);
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

void RealDomain::encode_in_place(std::vector<std::uint64_t>& bit_patterns, Outside outside) const {
  std::size_t kept = 0;
  for (const std::uint64_t bits : bit_patterns) {
    if (const auto key = encode(std::bit_cast<double>(bits), outside)) bit_patterns[kept++] = *key;
  }
  bit_patterns.resize(kept);
}

}  // namespace logstar
