#include "logstar/domain/big_integers.hpp"

#include "logstar/support/checks.hpp"

namespace logstar {

BigIntegerDomain::BigIntegerDomain(std::uint32_t bits) : bits_(bits) {
  check_count("bits", bits, 1, kMaxKeyBits);
}

std::optional<WideKey> BigIntegerDomain::encode(const Natural& value, Outside outside) const {
  if (bit_width(value) <= bits_) return key_of(value, bits_);
  if (outside == Outside::drop) return std::nullopt;
  return keys().highest;
}

}  // namespace logstar
