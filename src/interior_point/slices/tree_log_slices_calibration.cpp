// The loss of TreeLog by slices, and the records that it needs. The proofs are in
// docs/guarantees/tree-log-slices.md.
#include <algorithm>
#include <cmath>

#include "logstar/interior_point/slices/tree_log_slices.hpp"
#include "logstar/interior_point/tree/tree_log_steps.hpp"
#include "logstar/privacy/rounding.hpp"
#include "logstar/support/checks.hpp"
#include "logstar/support/errors.hpp"

namespace logstar {
namespace {

constexpr unsigned kMaxLevels = 3;

/// How delta (in quarters) and beta are divided. Any division is valid.
constexpr double kNodeBeta = 0.2;
constexpr double kEndBeta = 0.35;
constexpr double kBaseBeta = 0.35;
constexpr double kRareBeta = 0.05;  // the most that the round and stopping early get, each

std::uint64_t records_up(double x) {
  return static_cast<std::uint64_t>(std::ceil(std::clamp(x, 0.0, 1e18)));
}

double tail_up(double rate, double records) { return exp_up(-multiply_down(rate, records)); }

/// ln(a / b), rounded up.
double log_ratio_up(double a, double b) { return subtract_up(log_up(a), log_down(b)); }

/// How many keys the base case chooses from.
double base_keys(std::uint32_t bits, unsigned levels) {
  for (unsigned level = 1; level < levels; ++level) bits = level_bits(bits);
  return bits + 1.0;
}

struct Divided {
  TreeLogSlicesParameters parameters;
  bool prefixes_ask;  ///< the choice of prefixes needs a deeper slice than the balance does
};

/// Parameters that leave the part `node_share` of epsilon to the choice of prefixes. Every other
/// size is a logarithm over a part of epsilon; parts in proportion to the roots of their
/// coefficients in the number of records make it least. (Except the base, which gets the remaining loss of the
/// round and the test and is small, so that a wider domain never needs less.)
Divided with_share(const TreeLogSlicesRequest& request, const Loss& target, double node_share) {
  const double levels = request.levels;
  const double quarter = divide_down(target.delta, 4);
  const double rare_beta = multiply_down(request.beta, kRareBeta);
  const double rare = std::min(quarter, rare_beta);
  const double node_beta = divide_down(multiply_down(request.beta, kNodeBeta), levels);
  const double end_beta = divide_down(multiply_down(request.beta, kEndBeta), levels);
  const double base_beta = multiply_down(request.beta, kBaseBeta);
  const double keys = base_keys(request.bits, request.levels);

  const double round_log = -std::log(rare);
  const double query_log = std::log(levels) - std::log(rare);
  const double threshold_log = -std::log(quarter);
  const double base_log = log_ratio_up(keys, base_beta);
  const double root_round = std::sqrt(4 * levels * round_log);
  const double root_query = std::sqrt(2 * levels * query_log);
  const double root_threshold = std::sqrt(2 * levels * threshold_log);
  const double root_end = 2 * levels * std::sqrt(std::log(3 / end_beta));
  const double sum = root_round + root_query + root_threshold + root_end;
  // Slightly below the share, so that the sum stays within the divided epsilon despite rounding.
  const auto part = [&](double root) {
    return target.epsilon * (1 - node_share) * (root / sum) * (1 - 1e-12);
  };

  TreeLogSlicesParameters p;
  p.bits = request.bits;
  p.levels = request.levels;
  p.query_epsilon = part(root_query);
  p.threshold_epsilon = part(root_threshold);
  p.end_epsilon = part(root_end) / (2 * levels);
  p.base_epsilon = part(root_query + root_round);
  p.round = calibrate_heavy_round(part(root_round), rare);
  p.threshold =
      p.round.promise +
      static_cast<std::int64_t>(records_up(divide_up(log_ratio_up(levels, rare), p.query_epsilon)));
  const std::uint64_t balance = static_cast<std::uint64_t>(p.threshold) - 1 +
                                records_up(divide_up(-log_down(quarter), p.threshold_epsilon));
  p.deep = 2 * balance;
  const double node_epsilon = target.epsilon * node_share / levels * (1 - 1e-12);
  p.node = calibrate_stable_choice(
      {std::max(kMinEpsilon, node_epsilon), divide_down(quarter, levels)}, 1, Neighbors::replace);
  const auto asked = static_cast<std::uint64_t>(stable_choice_least_score(p.node, node_beta));
  const bool prefixes_ask = asked > p.deep;
  p.deep = std::max(p.deep, asked);
  p.border = records_up(divide_up(log_ratio_up(3, end_beta), p.end_epsilon));
  const std::uint64_t half_base = records_up(divide_up(base_log, p.base_epsilon));
  p.least_records = request.levels * (2 * p.border + p.deep) + 2 * half_base - 1;
  return {p, prefixes_ask};
}

bool within(const Loss& spent, const Loss& target) {
  return spent.epsilon <= target.epsilon && spent.delta <= target.delta;
}

}  // namespace

Loss tree_log_slices_loss(const TreeLogSlicesParameters& p) {
  const double levels = p.levels;
  const std::int64_t early = p.threshold - p.round.promise;
  const std::int64_t late = static_cast<std::int64_t>(p.deep / 2) + 1 - p.threshold;
  if (early < 0 || late < 0) return {kInfinity, 1};
  const double last = std::max(add_up(p.query_epsilon, p.round.draw_epsilon), p.base_epsilon);
  const double slices = add_up(2 * p.node.draw_epsilon, 2 * p.end_epsilon);
  const double epsilon = add_up(add_up(p.threshold_epsilon, last), multiply_up(levels, slices));
  double delta = multiply_up(levels, p.node.loss.delta);
  delta = add_up(delta, heavy_round_delta(p.round));
  delta = add_up(delta, multiply_up(levels, tail_up(p.query_epsilon, static_cast<double>(early))));
  delta = add_up(delta, tail_up(p.threshold_epsilon, static_cast<double>(late)));
  return {epsilon, std::min(delta, 1.0)};
}

double tree_log_slices_failure(const TreeLogSlicesParameters& p, std::uint64_t n) {
  const std::uint64_t sliced = p.levels * (2 * p.border + p.deep);
  if (n <= sliced) return 1;
  const std::uint64_t in_base = n - sliced;
  const double levels = p.levels;
  const double at_a_level = add_up(stable_choice_failure(p.node, static_cast<std::int64_t>(p.deep)),
                                   multiply_up(3, tail_up(p.end_epsilon, count_down(p.border))));
  const double base = multiply_up(base_keys(p.bits, p.levels),
                                  tail_up(p.base_epsilon, count_down((in_base + 1) / 2)));
  const double early =
      tail_up(p.query_epsilon, static_cast<double>(p.threshold - p.round.promise + 1));
  const double failure = add_up(add_up(multiply_up(levels, add_up(at_a_level, early)), base),
                                heavy_round_delta(p.round));
  return std::min(failure, 1.0);
}

Possible<TreeLogSlicesParameters> possible_tree_log_slices(const TreeLogSlicesRequest& request) {
  check_epsilon("epsilon", request.loss.epsilon);
  check_delta("delta", request.loss.delta);
  check_probability("beta", request.beta);
  check_count("bits", request.bits, 1, kMaxKeyBits);
  check_count("levels", request.levels, 1, kMaxLevels);
  const Loss target =
      request.neighbors == Neighbors::replace ? add_remove_for_replace(request.loss) : request.loss;
  // Under replace a large epsilon leaves nothing of delta.
  const double least_delta = divide_down(divide_down(target.delta, 4), request.levels);
  if (const auto obstacle = delta_obstacle("delta", least_delta)) return *obstacle;
  // A greater share for prefixes makes their part of the deep slice smaller and all else larger.
  double low = 0;
  double high = 0.9;
  std::optional<TreeLogSlicesParameters> best;
  for (int i = 0; i < 50; ++i) {
    const double half = low + (high - low) / 2;
    const auto [tried, prefixes_ask] = with_share(request, target, half);
    if (within(tree_log_slices_loss(tried), target) &&
        (!best || tried.least_records <= best->least_records)) {
      best = tried;
    }
    (prefixes_ask ? low : high) = half;
  }
  if (!best) {
    return Obstacle{"epsilon", "large enough to be divided among the steps", request.loss.epsilon};
  }
  best->loss = request.loss;
  return *best;
}

TreeLogSlicesParameters calibrate_tree_log_slices(const TreeLogSlicesRequest& request) {
  return possible_tree_log_slices(request).or_refuse();
}

double tree_log_slices_printed_records(std::uint32_t bits, const Loss& loss) {
  double log_star = 1;  // the first logarithm of 2^bits
  for (double x = bits; x > 1; x = std::log2(x)) ++log_star;
  const double log_delta = -std::log(loss.delta);
  return 10 * log_star * std::ceil(100 * log_delta / loss.epsilon * log_delta);
}

}  // namespace logstar
