#include "logstar/randomness/natural.hpp"

#include <algorithm>
#include <atomic>
#include <boost/multiprecision/cpp_int.hpp>
#include <cmath>
#include <iterator>
#include <memory>
#include <stdexcept>
#include <vector>

namespace logstar {
namespace {

/// Up to 512 bits are stored inline: most large numbers cost one allocation instead of two.
using Big = boost::multiprecision::number<boost::multiprecision::cpp_int_backend<512>,
                                          boost::multiprecision::et_off>;

constexpr unsigned kWordBits = 64;
constexpr unsigned kSmallBits = 128;
/// A limb is a word here and half a word elsewhere.
constexpr unsigned kLimbBits = 8 * sizeof(boost::multiprecision::limb_type);

/// The lowest 128 bits.
Uint128 lowest_of(const Big& value) {
  Uint128 low = 0;
  for (std::size_t i = std::min<std::size_t>(value.backend().size(), kSmallBits / kLimbBits);
       i-- > 0;) {
    low = low << kLimbBits | value.backend().limbs()[i];
  }
  return low;
}

/// value >> bits, of which at most 128 bits are left: no limb below these is read.
Uint128 leading_of(const Big& value, unsigned bits) {
  const auto& limbs = value.backend();
  const unsigned cut = bits % kLimbBits;
  Uint128 leading = 0;
  for (unsigned i = bits / kLimbBits, place = 0; i < limbs.size(); ++i) {
    const Uint128 limb = limbs.limbs()[i];
    leading |= place == 0 ? limb >> cut : limb << (place - cut);
    place += kLimbBits;
  }
  return leading;
}

}  // namespace

/// Copies of a number share it until one of them changes: keys and sizes of domains have up to 2^26 bits.
struct Natural::Large {
  explicit Large(const Big& number = 0) : value(number) {}
  Big value;
  std::atomic<std::uint32_t> holders{1};
};

/// A number as Boost's: a large one where it is, a small one copied.
struct Natural::Wide {
  explicit Wide(const Natural& number)
      : value(number.large_ == nullptr ? copied : number.large_->value) {
    if (number.large_ != nullptr) return;
    copied = number.high_;
    copied <<= kWordBits;
    copied |= number.low_;
  }
  Wide(const Wide&) = delete;
  Wide& operator=(const Wide&) = delete;

  Big copied;
  const Big& value;
};

/// Changes the number by what `operation` does to Boost's, then stores it where numbers of its size are stored.
template <typename Operation>
Natural& Natural::change(const Operation& operation) {
  if (large_ != nullptr && large_->holders.load(std::memory_order_acquire) == 1) {
    operation(large_->value);
  } else {
    auto grown = std::make_unique<Large>(Wide(*this).value);
    operation(grown->value);
    hold(0);
    if (large_ != nullptr) release(large_);
    large_ = grown.release();
  }
  if (large_->value != 0 && msb(large_->value) >= kSmallBits) return *this;
  hold(lowest_of(large_->value));
  release(std::exchange(large_, nullptr));
  return *this;
}

Natural Natural::from_words(std::span<const std::uint64_t> words) {
  const auto first = std::find_if(words.begin(), words.end(), [](auto word) { return word != 0; });
  words = words.last(static_cast<std::size_t>(words.end() - first));
  Natural number;
  if (words.size() > 2) {
    auto large = std::make_unique<Large>();
    import_bits(large->value, words.data(), words.data() + words.size(), kWordBits);
    number.large_ = large.release();
  } else {
    if (!words.empty()) number.low_ = words.back();
    if (words.size() == 2) number.high_ = words.front();
  }
  return number;
}

void Natural::write_words(std::span<std::uint64_t> words) const {
  const std::uint64_t in_place[] = {high_, low_};
  std::span<const std::uint64_t> all = in_place;
  std::vector<std::uint64_t> exported;
  if (large_ != nullptr) {
    export_bits(large_->value, std::back_inserter(exported), kWordBits);
    all = exported;
  }
  std::fill(words.begin(), words.end(), 0);
  const std::size_t both = std::min(all.size(), words.size());
  std::copy_n(all.rbegin(), both, words.rbegin());
}

namespace {

/// A double or a long double of the 128 leading bits.
template <typename Real>
Real nearly(const Natural& number) {
  const unsigned width = bit_width(number);
  const unsigned drop = width > kSmallBits ? width - kSmallBits : 0;
  return std::ldexp(static_cast<Real>(static_cast<Uint128>(number >> drop)),
                    static_cast<int>(drop));
}

}  // namespace

Natural::operator Uint128() const { return large_ == nullptr ? small() : lowest_of(large_->value); }
Natural::operator double() const { return nearly<double>(*this); }
Natural::operator long double() const { return nearly<long double>(*this); }

Natural& Natural::operator/=(const Natural& other) {
  if (other == 0) throw std::overflow_error("a division by 0");
  if (both_small(*this, other)) return hold(small() / other.small());
  const Wide divisor(other);
  return change([&](Big& value) { value /= divisor.value; });
}

Natural& Natural::operator%=(const Natural& other) {
  if (other == 0) throw std::overflow_error("a division by 0");
  if (both_small(*this, other)) return hold(small() % other.small());
  const Wide divisor(other);
  return change([&](Big& value) { value %= divisor.value; });
}

void Natural::below_zero() { throw std::range_error("a whole number below 0"); }

Natural::Large* Natural::shared(Large* large) {
  large->holders.fetch_add(1, std::memory_order_relaxed);
  return large;
}

void Natural::release(Large* large) {
  if (large->holders.fetch_sub(1, std::memory_order_acq_rel) == 1) delete large;
}

std::uint64_t Natural::lowest(const Large& large) {
  return static_cast<std::uint64_t>(lowest_of(large.value));
}

unsigned Natural::width_of(const Large& large) {
  return static_cast<unsigned>(msb(large.value)) + 1;
}

std::strong_ordering Natural::compare(const Natural& other) const {
  if (large_ == nullptr) return std::strong_ordering::less;
  if (other.large_ == nullptr) return std::strong_ordering::greater;
  return large_->value.compare(other.large_->value) <=> 0;
}

Natural& Natural::add(const Natural& other) {
  const Wide summand(other);
  return change([&](Big& value) { value += summand.value; });
}

Natural& Natural::subtract(const Natural& other) {
  if (*this < other) below_zero();
  const Wide subtrahend(other);
  return change([&](Big& value) { value -= subtrahend.value; });
}

Natural& Natural::multiply(const Natural& other) {
  if (both_small(*this, other) && bit_width(*this) + bit_width(other) <= kSmallBits) {
    return hold(small() * other.small());
  }
  const Wide factor(other);
  return change([&](Big& value) { value *= factor.value; });
}

Natural& Natural::shift_up(std::uint64_t bits) {
  if (*this == 0) return *this;  // 0 << 2^60 needs no memory
  return change([&](Big& value) { value <<= bits; });
}

Natural& Natural::shift_down(std::uint64_t bits) {
  const unsigned width = width_of(*large_);
  if (bits >= width ||
      width - bits <= kSmallBits) {  // what is left is small: no copy of a wide number
    hold(bits >= width ? 0 : leading_of(large_->value, static_cast<unsigned>(bits)));
    release(std::exchange(large_, nullptr));
    return *this;
  }
  return change([&](Big& value) { value >>= bits; });
}

std::string to_text(const Natural& number) {
  const unsigned bits = bit_width(number);
  if (bits <= kWordBits) return std::to_string(static_cast<std::uint64_t>(number));
  return "a number of " + std::to_string(bits) + " bits";
}

}  // namespace logstar
