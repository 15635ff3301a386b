#include "logstar/randomness/exact_weights.hpp"

#include <algorithm>

namespace logstar {
namespace {

constexpr unsigned kUnitBits = BottomScore::kFractionBits;

/// floor(2^bits ln 2), at most 2 too small: ln 2 = sum over k >= 1 of 1 / (k 2^k), every term cut
/// down with `guard` further bits, so that the terms' errors and the tail stay below one unit.
Natural ln2_fixed(unsigned bits) {
  static thread_local Natural cached;
  static thread_local unsigned cached_bits = 0;
  if (cached_bits == bits) return cached;
  const unsigned guard = 32;
  const unsigned all = bits + guard;
  Natural sum = 0;
  for (unsigned k = 1; k <= all; ++k) sum += (Natural(1) << (all - k)) / k;
  cached = sum >> guard;
  cached_bits = bits;
  return cached;
}

}  // namespace

// Error bound. With F = precision + guard fractional bits and all errors in units of 2^-F:
// Y is y cut down (error < 1). L is ln 2 cut down by at most 2, so R = Y - q L is the wanted
// remainder with error at most 1 + 2q, and 0 <= R < L by the choice of q as a floor quotient. The
// Taylor sum of e^-R has slope at most 1 in R; each of its fewer than F terms is cut by less than
// 2 (the cut of its predecessor, shrunk by R / k < 1, plus its own), and the series stops when a
// term is 0, leaving a tail below 2. Altogether below 3 + 2q + 2F <= 3 + 4F, since for q > F the
// answer [0, 1] is right at once. guard = 40 makes that less than half a unit of 2^-precision for
// every F below 2^36.
FixedInterval exp_minus(const Natural& numerator, unsigned shift, unsigned precision) {
  if (numerator == 0) return {Natural(1) << precision, Natural(1) << precision};
  const unsigned guard = 40;
  const unsigned fraction = precision + guard;
  // For y >= 2^32 the answer is below one unit at any precision in use; this also keeps the shift
  // to the left below from growing without bound.
  if (bit_width(numerator) > shift + 32) return {0, 1};
  const Natural y =
      fraction >= shift ? numerator << (fraction - shift) : numerator >> (shift - fraction);
  const Natural ln2 = ln2_fixed(fraction);
  const Natural quotient = y / ln2;
  if (quotient > fraction) return {0, 1};
  const auto q = static_cast<unsigned>(quotient);
  const Natural r = y - quotient * ln2;
  Natural term = Natural(1) << fraction;
  Natural plus = term;
  Natural minus = 0;
  for (unsigned k = 1; term != 0; ++k) {
    term = ((term * r) >> fraction) / k;
    (k % 2 == 1 ? minus : plus) += term;
  }
  const Natural value = (plus - minus) >> (q + guard);
  return {value == 0 ? value : value - 1, value + 2};
}

ExactWeights::ExactWeights(const CandidateRuns& runs, double epsilon,
                           const std::optional<BottomScore>& bottom, const std::vector<bool>& taken)
    : runs_(runs), bottom_(bottom), taken_(taken) {
  const Rational exact = Rational::of(epsilon);
  epsilon_numerator_ = exact.numerator;
  epsilon_shift_ = bit_width(exact.denominator) - 1 + kUnitBits;
}

std::optional<Int128> ExactWeights::top_score(const CandidateGroup& group) const {
  std::optional<Int128> top;
  if (group.with_bottom) top = in_units(*bottom_);
  for (std::size_t i = group.first; i < group.last; ++i) {
    if (is_taken(i)) continue;
    const CandidateRun run = runs_.run(i);
    if (run.multiplicity == 0) continue;
    top = top ? std::max(*top, in_units(run.score)) : in_units(run.score);
  }
  return top;
}

FixedInterval ExactWeights::exp_of_gap(Int128 gap, unsigned precision) const {
  return exp_minus(epsilon_numerator_ * static_cast<Uint128>(gap), epsilon_shift_, precision);
}

FixedInterval ExactWeights::weight(const CandidateGroup& group, Int128 reference,
                                   unsigned precision) const {
  FixedInterval sum{0, 0};
  std::optional<std::int64_t> score;  // neighbours often share a score: one exponential serves
  FixedInterval factor;
  for (std::size_t i = group.first; i < group.last; ++i) {
    if (is_taken(i)) continue;
    const CandidateRun run = runs_.run(i);
    if (run.multiplicity == 0) continue;
    if (score != run.score) {
      score = run.score;
      factor = exp_of_gap(reference - in_units(run.score), precision);
    }
    sum.low += run.multiplicity * factor.low;
    sum.high += run.multiplicity * factor.high;
  }
  if (group.with_bottom) {
    factor = exp_of_gap(reference - in_units(*bottom_), precision);
    sum.low += factor.low;
    sum.high += factor.high;
  }
  return sum;
}

bool ExactWeights::falls_in_first(const CandidateGroup& a, const CandidateGroup& b,
                                  std::uint64_t word,
                                  const std::function<std::uint64_t()>& next_word) const {
  const std::optional<Int128> top_a = top_score(a);
  const std::optional<Int128> top_b = top_score(b);
  if (!top_a || !top_b) return top_a.has_value();  // an empty group has weight 0 exactly
  const Int128 reference = std::max(*top_a, *top_b);
  Natural digits = word;
  unsigned bits = 64;
  for (unsigned precision = 128;; precision *= 2) {
    const FixedInterval wa = weight(a, reference, precision);
    const FixedInterval wb = weight(b, reference, precision);
    // u lies in [digits, digits + 1) 2^-bits and W(a) / (W(a) + W(b)) in
    // [wa.low / (wa.low + wb.high), wa.high / (wa.high + wb.low)].
    if ((digits + 1) * (wa.low + wb.high) <= (wa.low << bits)) return true;
    if (digits * (wa.high + wb.low) >= (wa.high << bits)) return false;
    for (unsigned more = 0; more < precision; more += 64) {
      digits = (digits << 64) + next_word();
      bits += 64;
    }
  }
}

}  // namespace logstar
