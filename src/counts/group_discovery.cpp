#include "logstar/counts/group_discovery.hpp"

#include <algorithm>
#include <cmath>

#include "logstar/privacy/rounding.hpp"
#include "logstar/support/checks.hpp"
#include "logstar/support/errors.hpp"
#include "logstar/users/spread.hpp"

// Threshold, with q = e^-rate and t the bound on the noise. One more user who gives a to a group brings
//   results that were impossible before with probability at most
//   d(a) = q^(t + 1) (q^-a - 1)/(1 + q - q^(t + 1)), and -ln(1 - d) is convex and 0 at 0: over groups
//   of at most `max_per_group` each, `total` together, the worst are total/max_per_group groups of max_per_group. So
//   d(max_per_group) <= delta' with (1 - delta')^(total/max_per_group) = 1 - delta is enough, which is
//   t + 1 >= ln((e^(rate max_per_group) - 1 + delta')/(delta' (1 + q)))/rate. It takes d(max_per_group) < 1, without
//   which an even power of 1 - d may be large where there is no promise.
// Released. A group of weight x is if x + noise > t: it is withheld with the probability of noise <= t - x,
//   which for x >= t is q^(x - t)/(1 + q - q^(t + 1)).
// Error. Let E >= t. Noise is at most t, so a result is off by more than E only if noise < -E, or if
//   a group of more than E is withheld, noise <= t - E - 1: these exclude each other, and the second
//   holds whenever the first does. Both are of probability q^(E + 1 - t)/(1 + q - q^(t + 1)) at most.

namespace logstar {
namespace {

/// At least ln(e^x - 1 + delta), x > 0, which is below x.
double log_growth_up(double x, double delta) {
  return x > 500 ? x : std::fmin(x, log_up(add_up(expm1_up(x), delta)));
}

/// At most 1 - (1 - delta)^(max_per_group/total), each group's part of delta.
double part_of_delta_down(double delta, const ContributionBound& share) {
  if (share.max_per_group == share.total) return delta;
  const double part = divide_down(count_down(share.max_per_group), count_up(share.total));
  return std::fmax(0, -expm1_up(multiply_up(part, log1p_up(-delta))));
}

/// ln(1 + q - q^(t + 1)), rounded down.
double log_law_down(const GroupDiscoveryParameters& parameters) {
  const double approximate = parameters.rate.approximate();
  const double rate_down = step_down(approximate);
  const double q_down = exp_down(-step_up(approximate));
  const double above =
      exp_up(-multiply_down(rate_down, count_down(std::uint64_t(parameters.threshold) + 1)));
  return log1p_down(subtract_down(q_down, above));
}

/// The obstacle to a required number of users beyond 2^60, or empty.
std::optional<Obstacle> users_obstacle(double needed) {
  if (needed < 0x1p60) return std::nullopt;
  return Obstacle{"epsilon and delta", "such that some number of users is enough", "none"};
}

/// The least whole number that is at least `needed` and at least `least`.
std::int64_t whole_up(double needed, std::int64_t least) {
  if (const auto obstacle = users_obstacle(needed)) refuse(*obstacle);
  return std::max(least, static_cast<std::int64_t>(std::ceil(needed)));
}

/// The least j >= `least` with q^j/(1 + q - q^(t + 1)) <= probability.
std::int64_t lower_tail_start(const GroupDiscoveryParameters& parameters, double probability,
                              std::int64_t least) {
  const double rate_down = step_down(parameters.rate.approximate());
  const double all = add_down(log_law_down(parameters), log_down(probability));
  return whole_up(divide_up(-all, rate_down), least);
}

}  // namespace

Possible<GroupDiscoveryParameters> possible_group_discovery(const Loss& loss,
                                                            const ContributionBound& share,
                                                            Neighbors neighbors) {
  check_delta("delta", loss.delta);
  check_share(share);
  GroupDiscoveryParameters parameters;
  parameters.loss = loss;
  parameters.share = share;
  // In each direction only one of the two users' groups can fail, so under replace delta is charged once.
  const std::uint64_t moved = neighbors == Neighbors::replace ? 2 * share.total : share.total;
  const auto rate = possible_user_noise(loss.epsilon, moved);
  if (!rate) return rate.obstacle();
  parameters.rate = *rate;
  const double approximate = parameters.rate.approximate();
  const double rate_up = step_up(approximate);
  const double rate_down = step_down(approximate);
  const double part = part_of_delta_down(loss.delta, share);
  const double growth = log_growth_up(multiply_up(rate_up, count_up(share.max_per_group)), part);
  const double all = log1p_down(exp_down(-rate_up));
  const double needed = divide_up(subtract_up(growth, add_down(log_down(part), all)), rate_down);
  if (const auto obstacle = users_obstacle(needed)) return *obstacle;
  parameters.threshold = whole_up(needed, 1) - 1;
  if (!(newcomer_probability_up(parameters) < 1)) {
    return Obstacle{"delta", "so small that a new group may stay unnamed", loss.delta};
  }
  return parameters;
}

GroupDiscoveryParameters calibrate_group_discovery(const Loss& loss, const ContributionBound& share,
                                                   Neighbors neighbors) {
  return possible_group_discovery(loss, share, neighbors).or_refuse();
}

double newcomer_probability_up(const GroupDiscoveryParameters& parameters) {
  const double approximate = parameters.rate.approximate();
  const double moved = multiply_up(step_up(approximate), count_up(parameters.share.max_per_group));
  const double above =
      multiply_down(step_down(approximate), count_down(std::uint64_t(parameters.threshold) + 1));
  const double log = subtract_up(log_growth_up(moved, 0), above);
  return exp_up(subtract_up(log, log_law_down(parameters)));
}

std::vector<NamedGroup> discover_groups(std::span<const std::uint64_t> weights,
                                        const GroupDiscoveryParameters& parameters,
                                        Randomness& randomness) {
  std::vector<NamedGroup> named;
  for (std::size_t group = 0; group < weights.size(); ++group) {
    if (weights[group] == 0) continue;
    const std::int64_t noise =
        randomness.discrete_laplace_at_most(parameters.rate, parameters.threshold);
    const std::int64_t noisy = static_cast<std::int64_t>(weights[group]) + noise;
    if (noisy > parameters.threshold) named.push_back({static_cast<std::uint32_t>(group), noisy});
  }
  return named;
}

std::vector<std::uint32_t> only_named(std::vector<std::uint32_t> groups,
                                      std::span<const NamedGroup> named) {
  for (std::uint32_t& group : groups) {
    // They are in the order of their numbers. No group is kNoGroup, which stays.
    const auto found = std::ranges::lower_bound(named, group, {}, &NamedGroup::group);
    const bool is_named = found != named.end() && found->group == group;
    group = is_named ? static_cast<std::uint32_t>(found - named.begin()) : kNoGroup;
  }
  return groups;
}

std::int64_t named_from(const GroupDiscoveryParameters& parameters, double probability) {
  check_probability("probability", probability);
  const double missed = subtract_down(1, probability);
  return parameters.threshold + lower_tail_start(parameters, missed, 0);
}

std::int64_t group_discovery_error(const GroupDiscoveryParameters& parameters, double confidence) {
  check_confidence(confidence);
  const double wrong = subtract_down(1, confidence);
  return parameters.threshold - 1 + lower_tail_start(parameters, wrong, 1);
}

}  // namespace logstar
