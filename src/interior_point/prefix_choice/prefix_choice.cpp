#include "logstar/interior_point/prefix_choice/prefix_choice.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "logstar/privacy/rounding.hpp"
#include "logstar/support/checks.hpp"
#include "logstar/support/errors.hpp"

// Privacy. The candidates are the pairs (v, end) of the prefixes v that have records, with scores
// min(w(v), max(0, g(end))). A new record gives records to at most L + 1 prefixes that had none: at
// most K = 3 (L + 1) new candidates, with w(v) = 1, so of score at most 1. It raises w of its own
// prefixes by 1 and changes no other.
//   g moves up only: so does every score, by 0 or 1. That is the hypothesis of stable choice.
//   g moves both ways: scores move by at most 1 either way. Draw at e = epsilon/2. With the
//     notation of stable_choice.cpp, e^-e C <= C' <= e^e C now. From D' to D: the new candidates
//     have probability at most delta/(1 + delta), the others a ratio of at most e^e (C + b)/(C' +
//     b) <= e^(2 e). From D to D': at most e^e max(e^e, 1 + delta) = e^(2 e) for delta <= e^e - 1.
//     Under replace each neighbour has at most K candidates of its own, and the same two bounds
//     hold.
//     These are stable choice's parameters for replace.
// Clamping the key drawn to the domain comes after the draw and does not look at the data.
//
// The median's OPT is at least n/3. Let v be the longest prefix with w(v) >= n/3. If it is a whole
// key, its depth is at least w(v). Otherwise its children weigh less than n/3 each; let a records
// lie before v, b after, M = max(a, b), and w_0, w_1 below the children. One outer end has depth at
// least min(M, w(v)); the inner end has min(a + w_0, b + w_1) >= n - M - n/3. The larger of M and
// 2 n/3 - M is at least n/3.
// Score 0 and outside the data lie at most 4 L candidates: the left and the inner end of a prefix
// above the smallest record, the right and the inner end of one above the largest, of lengths below
// L. So P[nothing or outside] <= (e^(e bottom) + 4 L) / e^(e OPT).
//
// The quantile's OPT is at least X if n >= X and margin >= X (2 c + 1)/2. Let p be the record of
// rank max(1, ceil(tau n)), v its longest prefix with w(v) >= X. If it is the whole key, err = 0.
// Otherwise the child that holds p weighs less than X, and its two ends, which are an outer end of
// v and the inner one, enclose rank tau n: their errors add up to at most that weight, so one is at
// most X/2, and g >= (margin - X/2)/c >= X. P[nothing] <= beta for X the least score of stable
// choice at beta; at most K n candidates have score 0, together at most K n beta e^(-e bottom) <= n
// delta beta. A score of 1 or more means err <= margin - c.

namespace logstar {
namespace {

/// How many ends a prefix has, for every length 0..bits.
std::uint64_t candidates_per_record(std::uint32_t bits) { return 3 * (std::uint64_t(bits) + 1); }

/// The exponent e * bottom of bottom's weight, rounded up.
double bottom_exponent_up(const StableChoiceParameters& choice) {
  const double score = add_up(static_cast<double>(choice.bottom.whole),
                              std::ldexp(choice.bottom.fraction, -BottomScore::kFractionBits));
  return multiply_up(choice.draw_epsilon, score);
}

/// How far below the best score to show: what lies further down weighs less than e^-78 of it.
std::int64_t shown_margin(const KeyArray& keys, double draw_epsilon) {
  const double candidates =
      static_cast<double>(keys.size()) * static_cast<double>(candidates_per_record(keys.bits()));
  return static_cast<std::int64_t>((78 + std::log(candidates + 1)) / draw_epsilon) + 2;
}

PlaceScore score_of(const PrefixChoiceParameters& parameters, std::size_t n) {
  const RankScore rank{parameters.kind, static_cast<std::int64_t>(n), parameters.tau};
  if (parameters.kind == RankScore::Kind::depth) {
    return [rank](std::size_t less, std::size_t at_most) {
      return rank(static_cast<std::int64_t>(less), static_cast<std::int64_t>(at_most));
    };
  }
  const std::int64_t scaled_margin = parameters.margin * parameters.tau.denominator;
  const std::int64_t per_record = parameters.per_record;
  return [=](std::size_t less, std::size_t at_most) -> std::int64_t {
    const std::int64_t left =
        scaled_margin + rank(static_cast<std::int64_t>(less), static_cast<std::int64_t>(at_most));
    return left <= 0 ? 0 : left / per_record;
  };
}

}  // namespace

StableChoiceParameters calibrate_prefix_draw(std::uint32_t bits, PlaceScoreMoves moves,
                                             const Loss& loss, Neighbors neighbors) {
  check_count("bits", bits, 1, kMostKeyBits);
  const bool halved = moves == PlaceScoreMoves::both_ways || neighbors == Neighbors::replace;
  return calibrate_stable_choice(loss, candidates_per_record(bits),
                                 halved ? Neighbors::replace : Neighbors::add_remove);
}

PrefixChoiceParameters calibrate_prefix_median(std::uint32_t bits, const Loss& loss,
                                               Neighbors neighbors) {
  PrefixChoiceParameters parameters;
  parameters.choice = calibrate_prefix_draw(bits, PlaceScoreMoves::up, loss, neighbors);
  return parameters;
}

PrefixChoiceParameters calibrate_prefix_quantile(const QuantileFraction& tau, std::uint32_t bits,
                                                 const Loss& loss, Neighbors neighbors,
                                                 double beta) {
  check_quantile(tau);
  PrefixChoiceParameters parameters;
  parameters.choice = calibrate_prefix_draw(bits, PlaceScoreMoves::both_ways, loss, neighbors);
  parameters.kind = RankScore::Kind::quantile;
  parameters.tau = tau;
  // Under replace n stays and a count moves by 1; under add-remove tau n moves along.
  const std::uint32_t a = tau.numerator;
  const std::uint32_t b = tau.denominator;
  parameters.per_record = neighbors == Neighbors::replace ? b : std::max(a, b - a);
  const std::int64_t x = stable_choice_least_score(parameters.choice, beta);
  // margin = ceil(X (2 c + 1) / 2), c = per_record / b.
  const std::int64_t twice = x * (2 * parameters.per_record + b);
  const std::int64_t whole = 2 * std::int64_t(b);
  parameters.margin = (twice + whole - 1) / whole;
  return parameters;
}

std::optional<WideKey> draw_prefix_choice(const KeyArray& sorted, const WideInterval& domain,
                                          const PlaceScore& score,
                                          const StableChoiceParameters& choice,
                                          Randomness& randomness, const PlaceBound* bound) {
  PrefixChoiceRuns runs(sorted, score, shown_margin(sorted, choice.draw_epsilon),
                        choice.bottom.whole, bound);
  const auto drawn = stable_choice(runs, choice, randomness);
  if (!drawn) return std::nullopt;
  return domain.clamp(runs.draw_key(*drawn, randomness));
}

std::optional<WideKey> draw_prefix_choice(KeyArray keys, const WideInterval& domain,
                                          const PrefixChoiceParameters& parameters,
                                          Randomness& randomness) {
  keys.sort();
  return draw_prefix_choice(keys, domain, score_of(parameters, keys.size()), parameters.choice,
                            randomness);
}

std::uint64_t prefix_median_least_records(std::uint32_t bits,
                                          const PrefixChoiceParameters& parameters, double beta) {
  check_probability("beta", beta);
  check_count("bits", bits, 1, kMostKeyBits);
  // e OPT >= ln(e^B + 4 L) - ln(beta), B = e bottom.
  const double exponent = bottom_exponent_up(parameters.choice);
  const double others = multiply_up(4.0 * bits, exp_up(-exponent));
  const double needed = divide_up(subtract_up(add_up(exponent, log1p_up(others)), log_down(beta)),
                                  parameters.choice.draw_epsilon);
  // OPT is a whole number and at least n / 3.
  return 3 * (static_cast<std::uint64_t>(std::ceil(needed)) - 1) + 1;
}

std::int64_t prefix_median_depth(std::uint32_t bits, const PrefixChoiceParameters& parameters,
                                 std::uint64_t n, double beta) {
  check_probability("beta", beta);
  check_count("bits", bits, 1, kMostKeyBits);
  if (n < prefix_median_least_records(bits, parameters, beta)) return 0;
  // At most 3 n (L + 1) candidates have a score of at most t - 1:
  // P[nothing or score < t] <= (e^B + 3 n (L + 1) e^(e (t - 1))) / e^(e OPT).
  const double e = parameters.choice.draw_epsilon;
  const double opt = static_cast<double>((n + 2) / 3);
  const double allowed = add_down(log_down(beta), multiply_down(e, opt));
  const double exponent = bottom_exponent_up(parameters.choice);
  const double remaining = add_down(allowed, log1p_down(-exp_up(subtract_up(exponent, allowed))));
  const double candidates = multiply_up(count_up(n), count_up(candidates_per_record(bits)));
  const double below = divide_down(subtract_down(remaining, log_up(candidates)), e);
  // Where nothing more can be said, which includes minus infinity: an interior point.
  return below > 0 ? 1 + static_cast<std::int64_t>(std::floor(below)) : 1;
}

std::uint64_t prefix_quantile_least_records(const PrefixChoiceParameters& parameters, double beta) {
  return static_cast<std::uint64_t>(stable_choice_least_score(parameters.choice, beta));
}

}  // namespace logstar
