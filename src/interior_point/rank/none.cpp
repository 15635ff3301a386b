#include "logstar/interior_point/rank/none.hpp"

#include <algorithm>
#include <cmath>

#include "logstar/interior_point/rank/rank_score.hpp"
#include "logstar/privacy/rounding.hpp"
#include "logstar/selection/exponential.hpp"
#include "logstar/support/checks.hpp"
#include "logstar/support/errors.hpp"

// A key that is not within the data scores at most -g n for a quantile a/b, g = min(a, b - a), and 0 for the
// depth. All of them weigh at most M e^(-r g n), M the mass of the domain. With e^(r t) >= M (1/beta - 1) the
// first score, t - g n, gives none 1/beta - 1 times that. From n1 = t/g on they weigh at most beta/(1 - beta),
// and the best key 1 or more: none need not do anything there, and takes the score s (n1 - n), s = max(a, b - a),
// which falls as fast as a user may move it. Proofs: docs/guarantees/none.md.

namespace logstar {
namespace {

/// t: ln(M (1/beta - 1))/r, at least 0, rounded up.
Possible<BottomScore> outweighing(const NoneRequest& request) {
  check_probability("beta", request.beta);
  const double odds = subtract_up(log1p_up(-request.beta), log_down(request.beta));
  const double exponent = std::max(0.0, add_up(log_natural_up(request.mass), odds));
  const double score = divide_up(exponent, request.rate);
  if (const auto obstacle = score_obstacle(score, request.epsilon)) return *obstacle;
  return BottomScore::above(0, score);
}

}  // namespace

BottomScore NoneScore::of(std::int64_t n) const {
  const auto fallen = [n](const BottomScore& score, std::int64_t slope) {
    const Int128 miss = std::min(Int128(slope) * n, Int128(RankScore::kMaxMiss));
    return in_units(score) - in_units(static_cast<std::int64_t>(miss));
  };
  const Int128 units = std::min(fallen(first, fall), fallen(late, late_fall));
  const auto whole = static_cast<std::int64_t>(units >> BottomScore::kFractionBits);
  return {whole, static_cast<std::uint32_t>(units - in_units(whole))};
}

std::optional<BottomScore> score_of(const std::optional<NoneScore>& none, std::int64_t n) {
  if (!none) return std::nullopt;
  return none->of(n);
}

Possible<NoneScore> none_of_depth(const NoneRequest& request) { return none_of_part(0, request); }

Possible<NoneScore> none_of_quantile(const QuantileFraction& tau, const NoneRequest& request) {
  const std::int64_t shorter = std::min(tau.numerator, tau.denominator - tau.numerator);
  const std::int64_t longer = tau.denominator - shorter;
  const auto first = outweighing(request);
  if (!first) return first.obstacle();
  const double late = divide_up(multiply_up(as_number_up(*first), static_cast<double>(longer)),
                                static_cast<double>(shorter));
  if (const auto obstacle = score_obstacle(late, request.epsilon)) return *obstacle;
  return NoneScore{*first, shorter, BottomScore::above(0, late), longer};
}

Possible<NoneScore> none_of_part(std::int64_t fall, const NoneRequest& request) {
  const auto score = outweighing(request);
  if (!score) return score.obstacle();
  return NoneScore{*score, fall, *score, fall};
}

double none_or_outside(const NoneScore& none, const Natural& mass, double rate) {
  const double outside = log_natural_up(mass);
  const double of_none = multiply_up(rate, as_number_up(none.first));
  const double larger = std::max(outside, of_none);
  return add_up(larger, log1p_up(exp_up(subtract_up(std::min(outside, of_none), larger))));
}

// In multiples of the minimum weight of the best key: two or more keys inside the data weigh at least
// 2 e^(r n/2), a single one e^(r n), which is at least as much from n = 2 ln 2/r on
// (docs/guarantees/users.md, Lemma 4). Failures are all keys, as if outside, and none.
double depth_answer_from(const std::optional<NoneScore>& none, const NoneRequest& request) {
  const double bad =
      none ? none_or_outside(*none, request.mass, request.rate) : log_natural_up(request.mass);
  const double odds =
      subtract_up(log1p_up(-request.beta), add_down(log_down(2), log_down(request.beta)));
  const double exponent = std::max(log_up(2), subtract_up(add_up(bad, odds), request.log_best));
  return divide_up(multiply_up(2, exponent), request.rate);
}

// With w the minimum weight of the best key: by either of its scores none weighs at most w beta/(2 (1 - beta)),
// and so do all keys outside together.
double quantile_answer_from(const NoneScore& none, const NoneRequest& request) {
  const auto slow = static_cast<double>(none.fall);
  const auto fast = static_cast<double>(none.late_fall);
  const double odds =
      subtract_up(subtract_up(add_up(log_up(2), log1p_up(-request.beta)), log_down(request.beta)),
                  request.log_best);
  const auto rows = [&](double exponent, double fall) {
    return divide_up(exponent, exponent > 0 ? multiply_down(request.rate, fall)
                                            : multiply_up(request.rate, fall));
  };
  const double to_answer = rows(odds, odds > 0 ? fast : slow);
  const double to_be_inside = rows(subtract_up(log_up(2), request.log_best), slow);
  return add_up(divide_up(as_number_up(none.late), fast), std::max(to_answer, to_be_inside));
}

double as_number(const BottomScore& score) {
  return static_cast<double>(score.whole) + std::ldexp(score.fraction, -BottomScore::kFractionBits);
}

double as_number_up(const BottomScore& score) {
  return add_up(static_cast<double>(score.whole),
                std::ldexp(score.fraction, -BottomScore::kFractionBits));
}

Facts none_facts(const NoneScore& none) {
  Facts facts = Facts().with("noneScore", as_number(none.first));
  if (none.late_fall == 0) return facts;
  return facts.with("noneBelow", as_number(none.late) / static_cast<double>(none.late_fall));
}

std::optional<Obstacle> score_obstacle(double needed, double epsilon) {
  if (needed <= kMaxCalibratedScore) return std::nullopt;
  return Obstacle("epsilon", "at least ", epsilon)
      .append(multiply_up(epsilon, divide_up(needed, kMaxCalibratedScore)),
              " for this quantile and so large a domain");
}

}  // namespace logstar
