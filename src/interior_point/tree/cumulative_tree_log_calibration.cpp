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

/// The maximum probability of each failure.
struct Chances {
  double ended_outside;
  double rare;  // a query that passes early, a stop that is early
  double went_on;
};

/// The least thresholds, by doubling steps back from far above.
void set_thresholds(CumulativeLevel& level, const Chances& most, std::uint32_t bits) {
  const auto least = [](const auto& enough) {
    std::int64_t high = 1;
    while (!enough(high) && high < std::int64_t(1) << 50) high *= 2;
    std::int64_t low = 0;
    while (high - low > 1) {
      const std::int64_t half = low + (high - low) / 2;
      (enough(half) ? high : low) = half;
    }
    return high;
  };
  level.round_threshold = least([&](std::int64_t t) {
    CumulativeLevel tried = level;
    tried.round_threshold = t;
    return ended_outside(tried, bits) <= most.ended_outside;
  });
  level.promise =
      std::max(static_cast<std::int64_t>(4 * level.distance), least([&](std::int64_t h) {
                 CumulativeLevel tried = level;
                 tried.promise = h;
                 return passed(tried) <= most.rare;
               }));
  level.threshold = least([&](std::int64_t t) {
    CumulativeLevel tried = level;
    tried.threshold = t;
    return stopped_early(tried) <= most.rare;
  });
  const std::int64_t deep = least([&](std::int64_t t_d) {
    CumulativeLevel tried = level;
    tried.deep = static_cast<std::uint64_t>(t_d);
    return went_on(tried) <= most.went_on;
  });
  level.deep = static_cast<std::uint64_t>(deep);
}

/// Deepens the level if the choice of a prefix needs it. Returns whether it does.
bool deepen_for_choice(CumulativeLevel& level, const Loss& loss, double beta) {
  const auto moves = static_cast<std::uint64_t>(2 * level.distance);
  bool asks = false;
  for (int round = 0; round < 50; ++round) {  // bottom grows with the logarithm of the slice
    level.node = calibrate_moving_choice(loss, moves, level.deep);
    const auto asked = static_cast<std::uint64_t>(stable_choice_least_score(level.node, beta));
    if (asked <= level.deep) break;
    asks = true;
    level.deep = asked;
  }
  return asks;
}

struct Divided {
  CumulativeTreeLogParameters parameters;
  bool prefixes_ask;  ///< the choice of a prefix needs a deeper slice than the balance does
};

/// Parameters that leave the part `node_share` of epsilon to the choice of prefixes, the others
/// parts in proportion to the roots of their coefficients in the number of records.
Possible<Divided> with_share(const CumulativeTreeLogRequest& request, double node_share) {
  const double levels = request.levels;
  const double quarter = divide_down(request.loss.delta, 4);
  const double rare = std::min(quarter, multiply_down(request.beta, kRareBeta)) / levels;
  const double round_beta = multiply_down(request.beta, kRoundBeta);
  const double node_beta = multiply_down(request.beta, kNodeBeta) / levels;
  const double end_beta = multiply_down(request.beta, kEndBeta) / levels;
  const double base_beta = multiply_down(request.beta, kBaseBeta);
  const double end_log = std::log(3 / end_beta);

  const double root_round =
      std::sqrt(4 * 5.83 * (std::log(2 / rare) + std::log(2 * request.bits / round_beta)));
  const double root_test = std::sqrt(4 * levels * (-std::log(rare) - std::log(quarter)));
  const double root_end = std::sqrt(4 * levels * end_log);
  const double sum = root_round + root_test + root_end;
  if (!(sum < kInfinity)) {
    return Obstacle{"delta and beta", "large enough to be divided among the steps",
                    "too little for one of them"};
  }
  const auto part = [&](double root) {
    return request.loss.epsilon * (1 - node_share) * (root / sum) * (1 - 1e-12);
  };
  const double node_epsilon = request.loss.epsilon * node_share / levels * (1 - 1e-12);

  CumulativeTreeLogParameters p;
  p.bits = request.bits;
  bool prefixes_ask = false;
  std::uint32_t bits = request.bits;
  double distance = request.distance;
  for (unsigned i = 0; i < request.levels; ++i) {
    CumulativeLevel level;
    level.distance = distance;
    const double moves = 2 * distance;
    level.round_threshold_rate = part(root_round) * kThresholdShare / moves;
    level.round_query_rate = part(root_round) * (1 - kThresholdShare) / (2 * moves);
    level.test_rate = part(root_test) / levels / moves;
    level.end_rate = part(root_end) / levels / moves;
    set_thresholds(level, {round_beta, rare, quarter}, bits);
    const Loss node_loss{std::max(kMinEpsilon, node_epsilon), divide_down(quarter, levels)};
    if (deepen_for_choice(level, node_loss, node_beta)) prefixes_ask = true;
    level.border = records_up(divide_up(end_log, level.end_rate));
    p.records += 2 * level.border + level.deep;
    p.levels.push_back(level);
    distance = moves;
    if (i + 1 < request.levels) bits = level_bits(bits);
  }
  p.base_rate = part(root_round) / (2 * distance);
  const double base_log = std::log((bits + 1.0) / base_beta);
  p.records += 2 * records_up(divide_up(base_log, p.base_rate)) - 1;
  return Divided{p, prefixes_ask};
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

Possible<CumulativeTreeLogParameters> possible_cumulative_tree_log(
    const CumulativeTreeLogRequest& request) {
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
    const auto divided = with_share(request, half);
    if (!divided) return divided.obstacle();
    const auto& [tried, prefixes_ask] = *divided;
    const Loss spent = cumulative_tree_log_loss(tried);
    const bool fits = spent.epsilon <= request.loss.epsilon && spent.delta <= request.loss.delta;
    if (fits && (!best || tried.records <= best->records)) best = tried;
    (prefixes_ask ? low : high) = half;
  }
  if (!best) {
    return Obstacle{"epsilon", "large enough to be divided among the steps", request.loss.epsilon};
  }
  best->loss = request.loss;
  return *best;
}

CumulativeTreeLogParameters calibrate_cumulative_tree_log(const CumulativeTreeLogRequest& request) {
  return possible_cumulative_tree_log(request).or_refuse();
}

}  // namespace logstar
