// The loss of TreeLog, and the records that it needs. The proofs are in docs/guarantees/tree-log.md.
#include <algorithm>
#include <cmath>

#include "logstar/interior_point/tree/tree_log.hpp"
#include "logstar/interior_point/tree/tree_log_steps.hpp"
#include "logstar/privacy/rounding.hpp"
#include "logstar/support/checks.hpp"
#include "logstar/support/errors.hpp"

namespace logstar {
namespace {

constexpr unsigned kMaxLevels = 3;
constexpr std::uint64_t kMaxRecords = std::uint64_t(1) << 40;

void check_request(const TreeLogRequest& request) {
  check_epsilon("epsilon", request.loss.epsilon);
  check_delta("delta", request.loss.delta);
  check_probability("beta", request.beta);
  check_count("bits", request.bits, 1, kMaxKeyBits);
  check_count("levels", request.levels, 1, kMaxLevels);
  if (request.size) check_count("size", *request.size, 1, kMaxRecords);
}

/// How many keys the base case chooses from.
double base_keys(std::uint32_t bits, unsigned levels) {
  for (unsigned level = 1; level < levels; ++level) bits = level_bits(bits);
  return bits + 1.0;
}

std::uint64_t minus(std::uint64_t a, std::uint64_t b) { return a > b ? a - b : 0; }

/// The least whole number >= x, as a number of records.
std::uint64_t records_up(double x) {
  return static_cast<std::uint64_t>(std::ceil(std::clamp(x, 0.0, 1e18)));
}

/// ln(a / b), rounded up.
double log_ratio_up(double a, double b) { return subtract_up(log_up(a), log_down(b)); }

/// The split of beta among the parts (delta in halves), and the share of epsilon for the size test. Any
/// division is valid; sizes depend on the parts of beta and delta through logarithms only.
constexpr double kNodeBeta = 0.25;
/// A path that may end among fewer records can be nearly balanced more often, which costs more than
/// a larger delta saves.
constexpr double kMaxPathDelta = 3e-7;
constexpr double kEndBeta = 0.3;
constexpr double kBaseBeta = 0.25;
constexpr double kSizeBeta = 0.2;
constexpr double kSizeEpsilon = 0.1;

double delta_of_node(const TreeLogRequest& request, const Loss& target) {
  return divide_down(target.delta, 2.0 * request.levels);
}

/// Parameters in which a path may cost `steps` times its epsilon. The sizes of the border, the
/// unassigned and the base are each a logarithm over a share of epsilon; shares in proportion to
/// the roots of their coefficients make the sum least.
TreeLogParameters with_steps(const TreeLogRequest& request, const Loss& target, double steps) {
  const double levels = request.levels;
  const double node_delta = delta_of_node(request, target);
  const double path_delta = std::min(node_delta, kMaxPathDelta);
  const bool test = request.neighbors == Neighbors::add_remove;
  const double beta = test ? request.beta : divide_down(request.beta, add_up(1, -kSizeBeta));
  const double node_beta = divide_down(multiply_down(beta, kNodeBeta), levels);
  const double end_beta = divide_down(multiply_down(beta, kEndBeta), levels);
  const double base_beta = multiply_down(beta, kBaseBeta);
  const double keys = base_keys(request.bits, request.levels);

  const double node_log = -std::log(node_delta) - std::log(node_beta);
  const double path_log = -std::log(path_delta) * steps;
  const double end_log = std::log(3) - std::log(end_beta);
  const double base_log = std::log(keys) - std::log(base_beta);
  const double root_middle = levels * std::sqrt(node_log + path_log);
  const double root_end = levels * std::sqrt(2 * end_log);
  const double root_base = std::sqrt(2 * base_log);
  const double sum = root_middle + root_end + root_base;
  const double divided = multiply_down(target.epsilon, test ? 1 - kSizeEpsilon : 1);
  // Slightly below the share, so that the sum stays within the divided epsilon despite rounding.
  const auto part = [&](double share) { return divided * share * (1 - 1e-12); };

  TreeLogParameters p;
  p.bits = request.bits;
  p.levels = request.levels;
  p.end_epsilon = part(root_end / sum / levels);
  p.base_epsilon = part(root_base / sum);
  const double middle = part(root_middle / sum / levels);
  p.path_epsilon = middle * path_log / (node_log + path_log) / steps;
  const double node_epsilon = middle * node_log / (node_log + path_log);
  p.node = calibrate_stable_choice({std::max(kMinEpsilon, node_epsilon), node_delta}, 1,
                                   Neighbors::add_remove);

  p.border = minus(records_up(divide_up(log_ratio_up(3, end_beta), p.end_epsilon)), 1);
  const double least_delta = std::min(path_delta, expm1_down(p.path_epsilon));
  p.unassigned =
      std::max(static_cast<std::uint64_t>(stable_choice_least_score(p.node, node_beta) - 1),
               records_up(divide_up(-log_down(least_delta), p.path_epsilon)));
  const double half_base = divide_up(log_ratio_up(keys, base_beta), p.base_epsilon);
  p.least_records =
      request.levels * (2 * p.border + p.unassigned) + minus(2 * records_up(half_base), 1);
  p.declared = test ? private_size(request.size, p.least_records,
                                   multiply_down(target.epsilon, kSizeEpsilon), target.delta,
                                   multiply_down(request.beta, kSizeBeta))
                    : public_size(request.size.value_or(p.least_records));
  return p;
}

bool within(const Loss& spent, const Loss& target) {
  return spent.epsilon <= target.epsilon && spent.delta <= target.delta;
}

}  // namespace

double random_path_loss(std::uint64_t records, std::uint64_t stop, double path_epsilon) {
  if (records <= stop) return 0;
  double least = kInfinity;
  double power = 1;
  for (double steps = 1; steps <= 64; ++steps) {
    power *= 2;
    // Steps into a child that outweighs the other by at most a halve w - a; a is the greatest with
    // which no more than `steps` of them fit between `records` and stop + 1.
    const double room =
        subtract_down(multiply_down(power, count_down(stop + 1)), count_up(records));
    if (!(room > 0)) continue;
    const double a = divide_down(room, power - 1) * (1 - 1e-9);
    const double others = multiply_up(count_up(records), exp_up(-multiply_down(path_epsilon, a)));
    least = std::min(least, multiply_up(path_epsilon, add_up(steps, others)));
  }
  return least;
}

Loss tree_log_loss(const TreeLogParameters& p) {
  const double path_delta = exp_up(-multiply_down(p.path_epsilon, count_down(p.unassigned)));
  if (path_delta > expm1_down(p.path_epsilon)) return {kInfinity, 1};
  Loss loss{p.base_epsilon, 0};
  std::uint64_t records = p.declared.size;
  for (unsigned level = 0; level < p.levels; ++level) {
    records = minus(records, 2 * p.border);
    loss.epsilon = add_up(loss.epsilon, random_path_loss(records, p.unassigned, p.path_epsilon));
    loss.epsilon = add_up(loss.epsilon, add_up(p.node.draw_epsilon, p.end_epsilon));
    loss.delta = add_up(loss.delta, add_up(p.node.loss.delta, path_delta));
    records = minus(records, p.unassigned);
  }
  loss.epsilon = add_up(loss.epsilon, p.declared.epsilon);
  loss.delta = std::max(loss.delta, size_test_delta(p.declared));
  return {loss.epsilon, std::min(loss.delta, 1.0)};
}

double tree_log_failure(const TreeLogParameters& p, std::uint64_t n) {
  const std::uint64_t per_level = 2 * p.border + p.unassigned;
  const std::uint64_t in_base = minus(n, p.levels * per_level);
  if (in_base == 0 || n > p.declared.size) return 1;
  const auto tail = [](double rate, double records) {
    return exp_up(-multiply_down(rate, records));
  };
  const double at_a_level =
      add_up(stable_choice_failure(p.node, static_cast<std::int64_t>(p.unassigned) + 1),
             multiply_up(3, tail(p.end_epsilon, count_down(p.border + 1))));
  double failure = multiply_up(p.levels, at_a_level);
  failure = add_up(failure, multiply_up(base_keys(p.bits, p.levels),
                                        tail(p.base_epsilon, count_down((in_base + 1) / 2))));
  failure = add_up(failure, refusal(p.declared, n));
  return std::min(failure, 1.0);
}

Possible<TreeLogParameters> possible_tree_log(const TreeLogRequest& request) {
  check_request(request);
  const bool replace = request.neighbors == Neighbors::replace;
  const Loss target = replace ? add_remove_for_replace(request.loss) : request.loss;
  if (const auto obstacle = delta_obstacle("delta", delta_of_node(request, target))) {
    return *obstacle;
  }
  // The fewest steps that a path of these very parameters does not exceed, by bisection.
  double low = 1;
  double high = 64;  // more than lg of the greatest size
  TreeLogParameters p = with_steps(request, target, high);
  for (int i = 0; i < 40; ++i) {
    const double half = low + (high - low) / 2;
    const TreeLogParameters tried = with_steps(request, target, half);
    if (within(tree_log_loss(tried), target)) {
      high = half;
      p = tried;
    } else {
      low = half;
    }
  }
  if (!within(tree_log_loss(p), target)) {
    return Obstacle{"epsilon", "large enough to be divided among the steps", request.loss.epsilon};
  }
  p.loss = request.loss;
  // Under replace all `size` records are there, and the promise is about that n alone.
  if (replace && p.least_records <= p.declared.size) p.least_records = p.declared.size;
  if (p.least_records > p.declared.most_records) p.least_records = 0;
  return p;
}

TreeLogParameters calibrate_tree_log(const TreeLogRequest& request) {
  return possible_tree_log(request).or_refuse();
}

double tree_log_printed_records(const TreeLogRequest& request) {
  check_request(request);
  const double levels = request.levels;
  const double keys = base_keys(request.bits, request.levels);
  double n = 2;
  for (int i = 0; i < 200; ++i) {  // n = 3 t N + n_base(n) has a stable fixed point
    const double e0 = request.loss.epsilon / (5 * levels * std::log2(n));
    const double d0 =
        request.loss.delta / (3 * n * levels * std::exp(3 * e0 * levels * std::log2(n)));
    const double t = std::ceil(2 / e0 * std::log(1 / d0));
    n = 3 * t * levels + std::ceil(2 / e0 * std::log(keys / request.beta));
  }
  return n;
}

}  // namespace logstar
