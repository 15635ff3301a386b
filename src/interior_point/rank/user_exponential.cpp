#include "logstar/interior_point/rank/user_exponential.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "logstar/interior_point/rank/quality_runs.hpp"
#include "logstar/interior_point/rank/rank_envelope.hpp"
#include "logstar/privacy/rounding.hpp"
#include "logstar/selection/exponential.hpp"
#include "logstar/support/checks.hpp"
#include "logstar/support/errors.hpp"
#include "logstar/users/spread.hpp"

// The effect of a user of weight x in a group (in units, x <= W = user weight over all groups) on its scores:
//   depth: 0..x upwards.
//   quantile a/b, s = max(a, b - a): the user adds -a x..(b - a) x to b less - a n, and the same with the other
//     sign to a n - b at_most: so at most s x either way.
// The draw's probabilities in a group change by e to (rate times the length of the interval that its
// scores move within), and log ratios add up over groups. Lengths, summed over the groups:
//   depth: added or removed W; replaced, 0..x down and 0..y up, 2 W.
//   quantile: added 2 s W. Replaced within one group, from one value in -a W..(b - a) W to another: b W
//     either way, 2 b W. Over groups a group's score moves by s (x + y) either way, 4 s W.
// "None" moves by 0, or by s times the change of n: within the same intervals.
//
// Accuracy: docs/guarantees/users.md; none.cpp for "none".

namespace logstar {
namespace {

double sensitivity(const QuantileFraction& tau) {
  return std::max(tau.numerator, tau.denominator - tau.numerator);
}
double shorter_side(const QuantileFraction& tau) {
  return std::min(tau.numerator, tau.denominator - tau.numerator);
}

/// `log_best`: as of NoneRequest. `error`: by how much an answer may miss.
double least_users(const Natural& points, const UserRankParameters& parameters, double confidence,
                   double log_best, double error) {
  const ExponentialParameters& draw = parameters.draw;
  const NoneRequest request{draw.draw_epsilon, points, subtract_down(1, confidence),
                            parameters.epsilon, log_best};
  if (draw.kind == RankScore::Kind::depth) {
    return divide_up(depth_answer_from(parameters.none, request), parameters.user_weight);
  }
  if (parameters.none) {
    return divide_up(quantile_answer_from(*parameters.none, request), parameters.user_weight);
  }
  return divide_up(multiply_up(error, draw.tau.denominator), shorter_side(draw.tau));
}

/// ln(points / beta), of two points at least.
double log_odds_up(const Natural& points, double beta) {
  return subtract_up(log_natural_up(std::max(points, Natural(2))), log_down(beta));
}

/// A margin that is enough (RankRuns::hidden_is_negligible) if keys lie evenly, as that which is always enough
/// is all of a small group: the least m with e^(rate m/2) m/n = 100, and a tenth.
std::uint64_t likely_margin(const RankScore& score, double draw_epsilon) {
  const double rate = draw_epsilon * static_cast<double>(score.per_rank());
  const double n = static_cast<double>(score.n);
  double margin = 10 / rate;
  for (int i = 0; i < 3; ++i) margin = 2.2 / rate * std::log(std::max(3.0, 100 * n / margin));
  return static_cast<std::uint64_t>(margin) + 2;
}

/// Attempts this many rounds of rejection, of which one nearly always succeeds, before runs.
constexpr int kRounds = 16;

std::optional<std::uint64_t> draw_word(std::vector<std::uint64_t> keys,
                                       std::vector<std::uint32_t> weights,
                                       const KeyInterval& domain, const RankScore& score,
                                       const ExponentialParameters& draw,
                                       const std::optional<BottomScore>& none,
                                       Randomness& randomness) {
  const double rate = draw.draw_epsilon;
  const WeighedRecords records{keys, weights, domain, draw.measure};
  if (const auto envelope = likely_envelope(records, score, rate)) {
    for (int i = 0; i < kRounds; ++i) {
      if (const auto drawn = envelope->round(rate, none, randomness)) return drawn->key;
    }
  }
  RankRuns runs(std::move(keys), domain, score, likely_margin(score, rate), std::move(weights),
                draw.measure);
  if (!runs.hidden_is_negligible(rate)) runs.show_around(shown_rank_margin(score, draw));
  return draw_of_runs(runs, rate, none, randomness);
}

}  // namespace

UserRankParameters calibrate_user_rank(const UserRankRequest& request) {
  check_epsilon("epsilon", request.epsilon);
  check_count("userWeight", request.user_weight, 1, kMaxUserWeight);
  UserRankParameters parameters;
  parameters.epsilon = request.epsilon;
  parameters.user_weight = request.user_weight;
  const bool replaced = request.neighbors == Neighbors::replace;
  double length = replaced ? 2 : 1;  // of the interval, for a user of weight 1
  if (request.quantile) {
    check_quantile(*request.quantile);
    parameters.draw.kind = RankScore::Kind::quantile;
    parameters.draw.tau = *request.quantile;
    const double both_ways = 2 * sensitivity(*request.quantile);
    length = !replaced                ? both_ways
             : request.several_groups ? 2 * both_ways
                                      : 2.0 * request.quantile->denominator;
  }
  parameters.draw.draw_epsilon =
      divide_down(request.epsilon, length * static_cast<double>(request.user_weight));
  return parameters;
}

Possible<UserRankParameters> calibrate_abstaining_user_rank(const UserRankRequest& request,
                                                            const Natural& points, double beta) {
  check_probability("beta", beta);
  UserRankParameters parameters = calibrate_user_rank(request);
  const NoneRequest asked{parameters.draw.draw_epsilon, points, beta, request.epsilon};
  const auto none =
      request.quantile ? none_of_quantile(*request.quantile, asked) : none_of_depth(asked);
  if (!none) return none.obstacle();
  parameters.none = *none;
  return parameters;
}

std::optional<Obstacle> user_rank_obstacle(const Natural& points,
                                           const UserRankParameters& parameters,
                                           double confidence) {
  const ExponentialParameters& draw = parameters.draw;
  if (draw.kind != RankScore::Kind::quantile) return std::nullopt;
  const double beta = subtract_down(1, confidence);
  // A miss of more than 2^61 counts as one of 2^61.
  return score_obstacle(divide_up(log_odds_up(points, beta), draw.draw_epsilon),
                        parameters.epsilon);
}

double user_rank_error(const Natural& points, const UserRankParameters& parameters,
                       double confidence) {
  if (const auto obstacle = user_rank_obstacle(points, parameters, confidence)) refuse(*obstacle);
  return divide_up(exponential_rank_error(points, parameters.draw, confidence),
                   parameters.user_weight);
}

double user_rank_least_users(const Natural& points, const UserRankParameters& parameters,
                             double confidence) {
  return least_users(points, parameters, confidence, 0,
                     user_rank_error(points, parameters, confidence));
}

std::optional<double> expected_user_rank_least_users(const Natural& points,
                                                     const UserRankParameters& parameters,
                                                     double confidence) {
  const auto error = expected_rank_error(parameters.draw, confidence);
  if (!error) return std::nullopt;
  return least_users(points, parameters, confidence, log_expected_weight(parameters.draw.measure),
                     divide_up(*error, parameters.user_weight));
}

std::optional<BottomScore> abstain_score(const UserRankParameters& parameters, std::int64_t total) {
  return score_of(parameters.none, total);
}

std::optional<WideKey> draw_user_rank(WeightedKeys rows, const WideInterval& domain,
                                      const UserRankParameters& parameters,
                                      Randomness& randomness) {
  const auto total = static_cast<std::int64_t>(
      std::accumulate(rows.weights.begin(), rows.weights.end(), std::uint64_t(0)));
  const ExponentialParameters& draw = parameters.draw;
  const double rate = draw.draw_epsilon;
  const RankScore score{draw.kind, total, draw.tau};
  const std::optional<BottomScore> none = abstain_score(parameters, total);
  const std::uint32_t bits = rows.keys.bits();
  if (rows.keys.limbs() == 1) {
    const auto drawn =
        draw_word(std::move(rows.keys).words(), std::move(rows.weights),
                  {domain.lowest[0], domain.highest[0]}, score, draw, none, randomness);
    if (!drawn) return std::nullopt;
    return WideKey{*drawn};
  }
  const SortedWeights sorted_rows = sorted(std::move(rows));
  const Natural lowest = natural_of(domain.lowest);
  const Natural last = natural_of(domain.highest) - lowest;
  const auto drawn =
      draw_point(rank_quality(sorted_rows, domain, score), {{0, last}}, rate, none, randomness);
  if (!drawn) return std::nullopt;
  return key_of(lowest + *drawn, bits);
}

}  // namespace logstar
