#include "logstar/randomness/discrete_laws.hpp"

#include <algorithm>
#include <type_traits>

// Canonne, Kamath, Steinke (2020), Algorithms 1 and 2, on whole numbers. The templates run on
// 64-bit words where numerator and denominator fit (with room for the growing denominator), and on
// Naturals where they do not: the same steps either way.

namespace logstar {
namespace {

constexpr unsigned kWordBits = 56;
constexpr std::uint64_t kLastWordStep = 255;  // 2^56 * 255 fits a word, 2^56 * 256 does not
constexpr std::int64_t kCap = std::int64_t(1) << 62;

bool fits_word(const Natural& n) { return bit_width(n) <= kWordBits; }

/// e^-(numerator / denominator) for a quotient in [0, 1]: k is the first step at which a coin of
/// probability (numerator / denominator) / k fails; k is odd with probability e^-x.
template <typename Number>
bool bernoulli_exp_up_to_one(BitPool& bits, const Number& numerator, const Number& denominator,
                             std::uint64_t k = 1) {
  for (;; ++k) {
    if constexpr (std::is_same_v<Number, std::uint64_t>) {
      if (k > kLastWordStep) {
        return bernoulli_exp_up_to_one<Natural>(bits, numerator, denominator, k);
      }
    }
    const Number sides = denominator * k;
    if (!(bits.below(sides) < numerator)) return k % 2 == 1;
  }
}

/// The whole part by as many coins of probability e^-1, which end early, then the rest.
template <typename Number>
bool bernoulli_exp(BitPool& bits, const Number& numerator, const Number& denominator) {
  const Number whole = numerator / denominator;
  for (Number i = 0; i < whole; ++i) {
    if (!bernoulli_exp_up_to_one<std::uint64_t>(bits, 1, 1)) return false;
  }
  const Number rest = numerator - whole * denominator;
  return bernoulli_exp_up_to_one<Number>(bits, rest, denominator);
}

/// Algorithm 2 up to the sign: x = u + denominator v is geometric of rate 1 / denominator, so
/// floor(x / numerator) is geometric of rate numerator / denominator.
template <typename Number>
std::int64_t geometric(BitPool& bits, const Number& numerator, const Number& denominator) {
  Number u;
  do {
    u = bits.below(denominator);
  } while (!bernoulli_exp_up_to_one<Number>(bits, u, denominator));
  std::uint64_t v = 0;
  while (bernoulli_exp_up_to_one<std::uint64_t>(bits, 1, 1)) ++v;
  const Natural quotient = (Natural(u) + Natural(denominator) * v) / Natural(numerator);
  return quotient > kCap ? kCap : static_cast<std::int64_t>(quotient);
}

template <>
std::int64_t geometric<std::uint64_t>(BitPool& bits, const std::uint64_t& numerator,
                                      const std::uint64_t& denominator) {
  std::uint64_t u;
  do {
    u = bits.below(denominator);
  } while (!bernoulli_exp_up_to_one<std::uint64_t>(bits, u, denominator));
  std::uint64_t v = 0;
  while (bernoulli_exp_up_to_one<std::uint64_t>(bits, 1, 1)) ++v;
  const Uint128 quotient = (Uint128(u) + Uint128(denominator) * v) / numerator;
  return static_cast<std::int64_t>(std::min<Uint128>(quotient, kCap));
}

}  // namespace

bool draw_bernoulli_exp(BitPool& bits, const Rational& x) {
  if (fits_word(x.numerator) && fits_word(x.denominator)) {
    return bernoulli_exp(bits, static_cast<std::uint64_t>(x.numerator),
                         static_cast<std::uint64_t>(x.denominator));
  }
  return bernoulli_exp(bits, x.numerator, x.denominator);
}

std::int64_t draw_geometric(BitPool& bits, const Rational& rate) {
  if (fits_word(rate.numerator) && fits_word(rate.denominator)) {
    return geometric(bits, static_cast<std::uint64_t>(rate.numerator),
                     static_cast<std::uint64_t>(rate.denominator));
  }
  return geometric(bits, rate.numerator, rate.denominator);
}

std::int64_t draw_discrete_laplace(BitPool& bits, const Rational& rate) {
  for (;;) {
    const std::int64_t magnitude = draw_geometric(bits, rate);
    const bool negative = bits.below(std::uint64_t(2)) == 1;
    if (negative && magnitude == 0) continue;  // or 0 would count twice
    return negative ? -magnitude : magnitude;
  }
}

}  // namespace logstar
