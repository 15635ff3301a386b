#include "logstar/randomness/discrete_laws.hpp"

#include <algorithm>
#include <bit>
#include <type_traits>

#include "logstar/randomness/exact_weights.hpp"
#include "logstar/randomness/scaled_exponential.hpp"

// e^-x for a dyadic x, as the doubles are that rates come from: one word is compared with it, in doubles
// where these are sure and else exactly. All else by
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

/// The whole part by coins of probability e^-1, one per unit, stopping early; then the rest.
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

/// u < e^-x for x = numerator / 2^shift and the u in [0, 1) whose binary digits are the 64 bits of
/// `word` and then further ones, as many as it takes.
bool lies_below_exp(BitPool& bits, std::uint64_t word, std::uint64_t numerator, unsigned shift) {
  Natural digits = word;
  unsigned known = 64;
  for (unsigned precision = 128;; precision *= 2) {
    const FixedInterval border = exp_minus(numerator, shift, precision);
    if (((digits + 1) << precision) <= (border.low << known)) return true;
    if ((digits << precision) >= (border.high << known)) return false;
    for (unsigned more = 0; more < precision; more += 64) {
      digits = (digits << 64) + bits.word();
      known += 64;
    }
  }
}

/// As bernoulli_exp, with doubles where they suffice. x rounds by a relative 2^-53, which moves e^-x by at most
/// x e^-x 2^-53 < 2^-54. Its exponential has a relative error of at most 2^-49 and is below 1, or is written as
/// 0 where it is below 2^-(2^30). Omitting terms below 2^-1000 and cutting u down to 53 bits cost together less
/// than 2^-52. So outside e^-x +- 2^-46 the comparison is certain.
bool one_word_bernoulli_exp(BitPool& bits, std::uint64_t numerator, unsigned shift,
                            double filter_width) {
  const double x = static_cast<double>(numerator) * power_of_two(-static_cast<int>(shift));
  const std::uint64_t word = bits.word();
  constexpr Int128 kOne = Int128(1) << BottomScore::kFractionBits;
  const double p = ScaledExponential(x).weight(kOne).at(0);
  const double u = static_cast<double>(word >> 11) * 0x1p-53;
  if (u < p - filter_width) return true;
  if (u > p + filter_width) return false;
  return lies_below_exp(bits, word, numerator, shift);
}

}  // namespace

bool draw_bernoulli_exp(BitPool& bits, const Rational& x, double filter_width) {
  if (x.numerator == 0) return true;
  const bool in_words = fits_word(x.numerator) && fits_word(x.denominator);
  if (in_words && std::has_single_bit(static_cast<std::uint64_t>(x.denominator))) {
    return one_word_bernoulli_exp(bits, static_cast<std::uint64_t>(x.numerator),
                                  bit_width(x.denominator) - 1, filter_width);
  }
  if (in_words) {
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
