// The loss of Cumulative TreeLog, and the records that it needs. The proofs are in
// docs/guarantees/quasi-concave.md.
#include <algorithm>
#include <cmath>

#include "logstar/interior_point/tree/cumulative_tree_log.hpp"
#include "logstar/interior_point/tree/tree_log_steps.hpp"
#include "logstar/privacy/rounding.hpp"
#include "logstar/support/checks.hpp"
#include "logstar/support/errors.hpp"

namespace logstar {
namespace {

/// How beta is divided (delta in quarters). Any division is valid.
constexpr double kNodeBeta = 0.2;
constexpr double kEndBeta = 0.25;
constexpr double kBaseBeta = 0.25;
constexpr double kRoundBeta = 0.15;  // ending where no record is next to the path
constexpr double kRareBeta = 0.05;   // the most that passing the round and stopping early get, each
/// The share of the round's epsilon for its threshold noise: 1/(1 + sqrt 2) minimises the sum.
constexpr double kThresholdShare = 0.414;

std::uint64_t records_up(double x) {
  return static_cast<std::uint64_t>(std::ceil(std::clamp(x, 0.0, 1e18)));
}

double exp_tail_up(double rate, double records) { return exp_up(-multiply_down(rate, records)); }

/// P[discrete Laplace noise >= k], rounded up.
double tail_up(double rate, std::int64_t k) {
  if (k < 0) return 1;
  return divide_up(exp_tail_up(rate, static_cast<double>(k)), add_down(1, exp_down(-rate)));
}

/// At most P[a + b_i >= k for some i] for `times` noises b_i and one a: any split of k + 1 will do.
double sum_tail_up(double rate_a, double rate_b, double times, std::int64_t k) {
  if (k < 0) return 1;
  const double whole = static_cast<double>(k) + 1;
  const double split = (rate_b * whole - std::log(times)) / (rate_a + rate_b);
  const auto of_a = static_cast<std::int64_t>(std::clamp(split, 0.0, whole));
  const double of_b = multiply_up(times, tail_up(rate_b, k + 1 - of_a));
  return std::min(1.0, add_up(tail_up(rate_a, of_a), of_b));
}

/// Passing the node that keeps the promise, and ending at one without a branch.
double passed(const CumulativeLevel& level) {
  return sum_tail_up(level.round_threshold_rate, level.round_query_rate, 1,
                     level.promise - level.round_threshold + 1);
}
double ended_outside(const CumulativeLevel& level, double bits) {
  return sum_tail_up(level.round_threshold_rate, level.round_query_rate, bits,
                     level.round_threshold);
}

/// The balance moves by twice the distance.
std::int64_t balance_moves(const CumulativeLevel& level) {
  return static_cast<std::int64_t>(2 * level.distance);
}

/// Stopping although the smaller balance is below the promise; going on although the greater one is
/// more than the deep slice is made for.
double stopped_early(const CumulativeLevel& level) {
  return tail_up(level.test_rate, level.threshold - level.promise + 1 - balance_moves(level));
}
double went_on(const CumulativeLevel& level) {
  const auto most = (static_cast<std::int64_t>(level.deep) - balance_moves(level)) / 2;
  return tail_up(level.test_rate, most + 2 - balance_moves(level) - level.threshold);
}

struct Divided {
  CumulativeTreeLogParameters parameters;
  bool prefixes_ask;  ///< the choice of a prefix needs a deeper slice than the balance does
};

/// How a request is divided among the steps: epsilon, delta in quarters, and beta.
struct StepShares {
  double levels;
  double round_epsilon;
  double test_epsilon;  ///< of all levels together, as end_epsilon
  double end_epsilon;
  double node_epsilon;  ///< of one level
  double quarter;       ///< of delta
  double rare;
  double round_beta;
  double node_beta;
  double base_beta;
  double end_log;  ///< log(3 / beta) of ending, of one level
};

/// The choice of prefixes gets the part `node_share` of epsilon, the other steps get parts in
/// proportion to the roots of their coefficients in the number of records.
StepShares step_shares(const CumulativeTreeLogRequest& request, double node_share) {
  const double levels = request.levels;
  StepShares shares{};
  shares.levels = levels;
  shares.quarter = divide_down(request.loss.delta, 4);
  shares.rare = std::min(shares.quarter, multiply_down(request.beta, kRareBeta)) / levels;
  shares.round_beta = multiply_down(request.beta, kRoundBeta);
  shares.node_beta = multiply_down(request.beta, kNodeBeta) / levels;
  shares.base_beta = multiply_down(request.beta, kBaseBeta);
  shares.end_log = std::log(3 / (multiply_down(request.beta, kEndBeta) / levels));

  const double round_logs =
      std::log(2 / shares.rare) + std::log(2 * request.bits / shares.round_beta);
  const double root_round = std::sqrt(4 * 5.83 * round_logs);
  const double test_logs = -std::log(shares.rare) - std::log(shares.quarter);
  const double root_test = std::sqrt(4 * levels * test_logs);
  const double root_end = std::sqrt(4 * levels * shares.end_log);
  const double sum = root_round + root_test + root_end;
  if (!(sum < kInfinity)) {
    reject("delta and beta", "large enough to be divided among the steps",
           "too little for one of them");
  }
  const auto part = [&](double root) {
    return request.loss.epsilon * (1 - node_share) * (root / sum) * (1 - 1e-12);
  };
  shares.round_epsilon = part(root_round);
  shares.test_epsilon = part(root_test);
  shares.end_epsilon = part(root_end);
  shares.node_epsilon = request.loss.epsilon * node_share / levels * (1 - 1e-12);
  return shares;
}

/// The least value of a field with which the level is good enough, up to 2^50: found between two
/// powers of two by halving.
template <typename Field, typename Enough>
Field least_value(CumulativeLevel level, Field CumulativeLevel::*field, const Enough& enough) {
  const auto enough_at = [&](std::int64_t value) {
    level.*field = static_cast<Field>(value);
    return enough(level);
  };
  std::int64_t high = 1;
  while (!enough_at(high) && high < std::int64_t(1) << 50) high *= 2;
  std::int64_t low = 0;
  while (high - low > 1) {
    const std::int64_t half = low + (high - low) / 2;
    (enough_at(half) ? high : low) = half;
  }
  return static_cast<Field>(high);
}

/// A level without the choice of its prefix: the rates of its noises, and the least thresholds.
CumulativeLevel level_of(const StepShares& shares, double distance, std::uint32_t bits) {
  CumulativeLevel level;
  level.distance = distance;
  const double moves = 2 * distance;
  level.round_threshold_rate = shares.round_epsilon * kThresholdShare / moves;
  level.round_query_rate = shares.round_epsilon * (1 - kThresholdShare) / (2 * moves);
  level.test_rate = shares.test_epsilon / shares.levels / moves;
  level.end_rate = shares.end_epsilon / shares.levels / moves;
  level.round_threshold =
      least_value(level, &CumulativeLevel::round_threshold, [&](const CumulativeLevel& tried) {
        return ended_outside(tried, bits) <= shares.round_beta;
      });
  const std::int64_t promise =
      least_value(level, &CumulativeLevel::promise,
                  [&](const CumulativeLevel& tried) { return passed(tried) <= shares.rare; });
  level.promise = std::max(static_cast<std::int64_t>(2 * moves), promise);
  level.threshold = least_value(
      level, &CumulativeLevel::threshold,
      [&](const CumulativeLevel& tried) { return stopped_early(tried) <= shares.rare; });
  level.deep = least_value(level, &CumulativeLevel::deep, [&](const CumulativeLevel& tried) {
    return went_on(tried) <= shares.quarter;
  });
  level.border = records_up(divide_up(shares.end_log, level.end_rate));
  return level;
}

/// Adds the choice of the level's prefix, and the depth that it needs.
/// @returns whether that is deeper than the balance needs
bool add_node(CumulativeLevel& level, const StepShares& shares) {
  const auto moves = static_cast<std::uint64_t>(2 * level.distance);
  const Loss loss{std::max(kMinEpsilon, shares.node_epsilon),
                  divide_down(shares.quarter, shares.levels)};
  bool asks = false;
  for (int round = 0; round < 50; ++round) {  // bottom grows with the logarithm of the slice
    level.node = calibrate_moving_choice(loss, moves, level.deep);
    const auto asked =
        static_cast<std::uint64_t>(stable_choice_least_score(level.node, shares.node_beta));
    if (asked <= level.deep) break;
    asks = true;
    level.deep = asked;
  }
  return asks;
}

/// Parameters that leave the part `node_share` of epsilon to the choice of prefixes.
Divided with_share(const CumulativeTreeLogRequest& request, double node_share) {
  const StepShares shares = step_shares(request, node_share);
  CumulativeTreeLogParameters p;
  p.bits = request.bits;
  bool prefixes_ask = false;
  std::uint32_t bits = request.bits;
  double distance = request.distance;
  for (unsigned i = 0; i < request.levels; ++i) {
    CumulativeLevel level = level_of(shares, distance, bits);
    prefixes_ask = add_node(level, shares) || prefixes_ask;
    p.records += 2 * level.border + level.deep;
    p.levels.push_back(level);
    distance = 2 * distance;
    if (i + 1 < request.levels) bits = level_bits(bits);
  }
  p.base_rate = shares.round_epsilon / (2 * distance);
  const double base_log = std::log((bits + 1.0) / shares.base_beta);
  p.records += 2 * records_up(divide_up(base_log, p.base_rate)) - 1;
  return {p, prefixes_ask};
}

}  // namespace

StableChoiceParameters calibrate_moving_choice(const Loss& loss, std::uint64_t moves,
                                               std::uint64_t candidates) {
  StableChoiceParameters choice;
  choice.loss = loss;
  choice.draw_epsilon = divide_down(loss.epsilon, multiply_up(2, count_up(moves)));
  const double delta = std::min(loss.delta, expm1_down(loss.epsilon / 2));
  const double log_ratio =
      subtract_up(log_up(count_up(std::max<std::uint64_t>(1, candidates))), log_down(delta));
  choice.bottom = BottomScore::above(static_cast<std::int64_t>(moves),
                                     divide_up(std::max(log_ratio, 0.0), choice.draw_epsilon));
  return choice;
}

Loss cumulative_tree_log_loss(const CumulativeTreeLogParameters& p) {
  double epsilon = 0;
  double delta = 0;
  double last = 0;  // the round that ends it, or the base case
  double at_most_once = 0;
  double round_delta = 0;
  for (const CumulativeLevel& level : p.levels) {
    const double moves = 2 * level.distance;
    if (static_cast<double>(level.promise) < 2 * moves || static_cast<double>(level.deep) < moves) {
      return {kInfinity, 1};
    }
    epsilon = add_up(epsilon, multiply_up(moves, level.test_rate));
    epsilon = add_up(epsilon, multiply_up(moves, level.end_rate));
    epsilon = add_up(epsilon, level.node.loss.epsilon);
    const double round = add_up(multiply_up(moves, level.round_threshold_rate),
                                multiply_up(2 * moves, level.round_query_rate));
    last = std::max(last, round);
    delta = add_up(delta, add_up(level.node.loss.delta, stopped_early(level)));
    at_most_once = std::max(at_most_once, went_on(level));
    round_delta = std::max(round_delta, passed(level));
  }
  const double base_moves = 2 * p.levels.back().distance;
  last = std::max(last, multiply_up(2 * base_moves, p.base_rate));
  delta = add_up(delta, add_up(at_most_once, round_delta));
  return {add_up(epsilon, last), std::min(delta, 1.0)};
}

double cumulative_tree_log_failure(const CumulativeTreeLogParameters& p) {
  std::uint64_t in_base = p.records;
  std::uint32_t bits = p.bits;
  double failure = 0;
  double round = 0;
  for (const CumulativeLevel& level : p.levels) {
    const std::uint64_t sliced = 2 * level.border + level.deep;
    if (in_base <= sliced) return 1;
    in_base -= sliced;
    failure =
        add_up(failure, stable_choice_failure(level.node, static_cast<std::int64_t>(level.deep)));
    failure =
        add_up(failure, multiply_up(3, exp_tail_up(level.end_rate, count_down(level.border))));
    failure = add_up(failure, tail_up(level.test_rate, level.threshold - level.promise + 1));
    round = std::max(round, add_up(passed(level), ended_outside(level, bits)));
    if (&level != &p.levels.back()) bits = level_bits(bits);
  }
  const double base =
      multiply_up(bits + 1.0, exp_tail_up(p.base_rate, count_down((in_base + 1) / 2)));
  return std::min(1.0, add_up(failure, add_up(round, base)));
}

CumulativeTreeLogParameters calibrate_cumulative_tree_log(const CumulativeTreeLogRequest& request) {
  check_epsilon("epsilon", request.loss.epsilon);
  check_delta("delta", request.loss.delta);
  check_probability("beta", request.beta);
  check_count("bits", request.bits, 1, std::uint64_t(1) << 20);
  check_count("distance", request.distance, 1, 16);
  check_count("levels", request.levels, 1, 3);
  double low = 0;
  double high = 0.9;
  std::optional<CumulativeTreeLogParameters> best;
  for (int i = 0; i < 40; ++i) {
    const double half = low + (high - low) / 2;
    const auto [tried, prefixes_ask] = with_share(request, half);
    const Loss spent = cumulative_tree_log_loss(tried);
    const bool fits = spent.epsilon <= request.loss.epsilon && spent.delta <= request.loss.delta;
    if (fits && (!best || tried.records <= best->records)) best = tried;
    (prefixes_ask ? low : high) = half;
  }
  if (!best) {
    reject("epsilon", "large enough to be divided among the steps", request.loss.epsilon);
  }
  best->loss = request.loss;
  return *best;
}

}  // namespace logstar
