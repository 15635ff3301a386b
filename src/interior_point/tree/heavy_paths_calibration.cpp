// The loss of HeavyPaths, and the records that it needs. The proofs are in docs/guarantees/heavy-paths.md.
#include <algorithm>
#include <cmath>

#include "logstar/interior_point/tree/heavy_paths.hpp"
#include "logstar/interior_point/tree/tree_log.hpp"
#include "logstar/interior_point/tree/tree_log_steps.hpp"
#include "logstar/privacy/rounding.hpp"
#include "logstar/support/checks.hpp"
#include "logstar/support/errors.hpp"

namespace logstar {
namespace {

constexpr unsigned kMaxDatabases = 6;
constexpr std::uint64_t kMaxRecords = std::uint64_t(1) << 40;

/// The split of delta and beta, and the share of epsilon for the size test. Any division is valid.
constexpr double kMaxDelta = 1e-3;      // with fewer records left unassigned the path is dearer
constexpr double kMaxPathDelta = 3e-7;  // the same for the path's share
constexpr double kSizeEpsilon = 0.05;
constexpr double kSizeBeta = 0.2;
constexpr double kEarlyBeta = 0.25;  // stopping where no key is frequent
constexpr double kLateBeta = 0.1;    // not stopping at all
constexpr double kKeyBeta = 0.2;     // no frequent key found
constexpr double kEndBeta = 0.2;     // an end outside

std::uint64_t minus(std::uint64_t a, std::uint64_t b) { return a > b ? a - b : 0; }

std::uint64_t records_up(double x) {
  return static_cast<std::uint64_t>(std::ceil(std::clamp(x, 0.0, 1e18)));
}

/// How many keys the last of the databases can have.
std::uint64_t last_keys(std::uint32_t bits, unsigned databases) {
  for (unsigned i = 2; i < databases; ++i) bits = level_bits(bits);
  return std::uint64_t(bits) + 1;
}

double tail_up(double rate, double records) { return exp_up(-multiply_down(rate, records)); }

double third_of_delta(const Loss& target) {
  return divide_down(std::min(target.delta, kMaxDelta), 3);
}

/// Parameters for `databases` databases that leave the share `reserve` of epsilon to the random path. Every
/// size is a logarithm over a part of epsilon; parts in proportion to the roots of their coefficients in the
/// number of records make it least.
HeavyPathsParameters with_reserve(const HeavyPathsRequest& request, const Loss& target,
                                  unsigned databases, double reserve) {
  const double m = databases;
  const auto keys = static_cast<double>(last_keys(request.bits, databases));
  const bool test = request.neighbors == Neighbors::add_remove;
  const double third = third_of_delta(target);
  const double choice_delta = divide_down(third, m);
  const double path_delta = std::min(third, kMaxPathDelta);
  const auto beta = [&](double share) { return multiply_down(request.beta, share); };

  const double key_log = -std::log(choice_delta) - std::log(beta(kKeyBeta));
  const double early_log = std::log(m) - std::log(beta(kEarlyBeta));
  const double stop_log = -std::log(third);
  const double late_log = -std::log(beta(kLateBeta));
  const double end_log = std::log(3 * (m - 1)) - std::log(beta(kEndBeta));
  const double times = m - 1 + keys;  // how often the threshold counts
  const double root_choice = std::sqrt(times * m * key_log);
  const double root_query = std::sqrt(times * early_log);
  const double root_threshold = std::sqrt((m - 1) * stop_log + keys * late_log);
  const double root_end = (m - 1) * std::sqrt(2 * end_log);
  const double sum = root_choice + root_query + root_threshold + root_end;
  const double divided = target.epsilon * (test ? 1 - kSizeEpsilon : 1) * (1 - reserve);
  const auto part = [&](double root) { return divided * (root / sum) * (1 - 1e-12); };

  HeavyPathsParameters p;
  p.bits = request.bits;
  p.databases = databases;
  p.query_epsilon = part(root_query);
  p.threshold_epsilon = part(root_threshold);
  p.end_epsilon = part(root_end) / (m - 1);
  p.choice = calibrate_stable_choice({std::max(kMinEpsilon, part(root_choice) / m), choice_delta},
                                     1, Neighbors::add_remove);
  p.border = minus(records_up(end_log / p.end_epsilon * (1 + 1e-12)), 1);
  const std::int64_t frequent = stable_choice_least_score(p.choice, beta(kKeyBeta));
  p.threshold = frequent - 1 +
                static_cast<std::int64_t>(records_up(early_log / p.query_epsilon * (1 + 1e-12)));
  p.unassigned = static_cast<std::uint64_t>(p.threshold) - 1 +
                 records_up(divide_up(-log_down(third), p.threshold_epsilon));
  p.path_epsilon = divide_up(-log_down(path_delta), count_down(p.unassigned));
  const std::uint64_t per_key =
      static_cast<std::uint64_t>(p.threshold) - 1 +
      records_up(divide_up(-log_down(beta(kLateBeta)), p.threshold_epsilon));
  p.least_records = (databases - 1) * (2 * p.border + p.unassigned) +
                    last_keys(request.bits, databases) * (per_key - 1) + 1;
  p.declared = test ? private_size(request.size, p.least_records,
                                   multiply_down(target.epsilon, kSizeEpsilon), target.delta,
                                   beta(kSizeBeta))
                    : public_size(request.size.value_or(p.least_records));
  return p;
}

bool within(const Loss& spent, const Loss& target) {
  return spent.epsilon <= target.epsilon && spent.delta <= target.delta;
}

}  // namespace

Loss heavy_paths_loss(const HeavyPathsParameters& p) {
  const double path_delta = exp_up(-multiply_down(p.path_epsilon, count_down(p.unassigned)));
  const std::int64_t beyond = static_cast<std::int64_t>(p.unassigned) - p.threshold + 1;
  if (path_delta > expm1_down(p.path_epsilon) || p.unassigned == 0) return {kInfinity, 1};
  const double m = p.databases;
  // Adding a record: the threshold's noise and the path's one step away. Removing one: its steps.
  const double path =
      random_path_loss(minus(p.declared.size, 2 * p.border), p.unassigned, p.path_epsilon);
  double epsilon =
      add_up(p.query_epsilon, std::max(add_up(p.threshold_epsilon, p.path_epsilon), path));
  epsilon = add_up(epsilon, multiply_up(m, p.choice.draw_epsilon));
  epsilon = add_up(epsilon, multiply_up(m - 1, p.end_epsilon));
  const double too_late =
      beyond < 0 ? 1 : tail_up(p.threshold_epsilon, static_cast<double>(beyond));
  double delta = add_up(too_late, add_up(multiply_up(m, p.choice.loss.delta), path_delta));
  delta = std::max(delta, size_test_delta(p.declared));
  return {add_up(epsilon, p.declared.epsilon), std::min(delta, 1.0)};
}

double heavy_paths_failure(const HeavyPathsParameters& p, std::uint64_t n) {
  const std::uint64_t embeddings = p.databases - 1;
  const std::uint64_t in_last = minus(n, embeddings * (2 * p.border + p.unassigned));
  if (in_last == 0 || n > p.declared.size) return 1;
  // Some key of the last database has at least its share of the records.
  const std::uint64_t keys = last_keys(p.bits, p.databases);
  const std::int64_t share = static_cast<std::int64_t>((in_last + keys - 1) / keys);
  const std::int64_t beyond = share - p.threshold + 1;
  if (beyond < 0) return 1;
  double failure =
      add_up(refusal(p.declared, n), tail_up(p.threshold_epsilon, static_cast<double>(beyond)));
  // It fails if it stops where no key has `frequent` records, or if it finds no key although one has
  // `frequent`: a bound for every `frequent`.
  double at_the_stop = 1;
  for (std::int64_t frequent = 1; frequent <= p.threshold; ++frequent) {
    const double early = multiply_up(
        p.databases, tail_up(p.query_epsilon, static_cast<double>(p.threshold - frequent + 1)));
    at_the_stop = std::min(at_the_stop, add_up(early, stable_choice_failure(p.choice, frequent)));
  }
  const double up =
      add_up(stable_choice_failure(p.choice, static_cast<std::int64_t>(p.unassigned) + 1),
             multiply_up(3, tail_up(p.end_epsilon, count_down(p.border + 1))));
  failure = add_up(failure, add_up(at_the_stop, multiply_up(count_up(embeddings), up)));
  return std::min(failure, 1.0);
}

Possible<HeavyPathsParameters> possible_heavy_paths(const HeavyPathsRequest& request) {
  check_epsilon("epsilon", request.loss.epsilon);
  check_delta("delta", request.loss.delta);
  check_probability("beta", request.beta);
  check_count("bits", request.bits, 1, kMaxKeyBits);
  if (request.size) check_count("size", *request.size, 1, kMaxRecords);
  if (request.databases) check_count("databases", *request.databases, 2, kMaxDatabases);
  const bool replace = request.neighbors == Neighbors::replace;
  const Loss target = replace ? add_remove_for_replace(request.loss) : request.loss;
  std::optional<HeavyPathsParameters> best;
  const unsigned fewest = request.databases.value_or(2);
  const unsigned most = request.databases.value_or(kMaxDatabases);
  for (unsigned databases = fewest; databases <= most; ++databases) {
    // The least reserve that is enough for the path, by bisection.
    if (const auto obstacle =
            delta_obstacle("delta", divide_down(third_of_delta(target), databases))) {
      return *obstacle;
    }
    double low = 0;
    double high = 0.9;
    if (!within(heavy_paths_loss(with_reserve(request, target, databases, high)), target)) continue;
    for (int i = 0; i < 40; ++i) {
      const double half = low + (high - low) / 2;
      const bool fits =
          within(heavy_paths_loss(with_reserve(request, target, databases, half)), target);
      (fits ? high : low) = half;
    }
    const HeavyPathsParameters found = with_reserve(request, target, databases, high);
    if (!best || found.least_records < best->least_records) best = found;
  }
  if (!best) {
    return Obstacle{"epsilon", "large enough to be divided among the steps", request.loss.epsilon};
  }
  best->loss = request.loss;
  // Under replace all `size` records are there, and the promise is about that n alone.
  if (replace && best->least_records <= best->declared.size) {
    best->least_records = best->declared.size;
  }
  if (best->least_records > best->declared.most_records) best->least_records = 0;
  return *best;
}

HeavyPathsParameters calibrate_heavy_paths(const HeavyPathsRequest& request) {
  return possible_heavy_paths(request).or_refuse();
}

}  // namespace logstar
