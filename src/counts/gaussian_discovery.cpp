#include "logstar/counts/gaussian_discovery.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "logstar/privacy/gaussian_shifts.hpp"
#include "logstar/privacy/rounding.hpp"
#include "logstar/support/checks.hpp"

// Theorem 5. Let g be the groups of a user, p = P[noise >= t] the probability that a group of this user alone
//   is released, u = 1 - p (times (1 - P[noise > t])^(k - 1) where each group has k bins), x = -ln u, and
//   d(m, a) the delta at a of m counts that move by 1. The least delta is the largest of
//     1 - u^i + u^i d(m, epsilon + (i - j) x),
//   i and j groups being the user's alone on this side and on the other, m all others: under add-remove i = 0 or
//   j = 0, and m = g - i - j; under replace i, j <= g and m = 2 g - i - j.
// d rises with m and falls in a. So for i from i1 to i2, j from j1 to j2 the largest is at most
//     1 - u^i2 + u^i1 d(m at i1 and j1, epsilon + (i1 - j2) x).
//   Up to 8 groups, each i and j is computed exactly. Beyond, i above 8 runs from each value to less than its
//   double. All j above 0 are taken together, as they hardly move epsilon.
// Released. A group of x is released if noise >= t + 1 - x: it is withheld with the probability of
//   noise >= x - t.
// Error. Let E >= t. A result is off by more than E if it is released and noise > E, or withheld and the group
//   is larger than E, noise <= t - E - 1: these exclude each other, and the second holds whenever noise < -E.
//   So P <= P[noise >= E + 1] + P[noise >= E + 1 - t], attained by a group of E + 1.

namespace logstar {
namespace {

constexpr std::uint64_t kByThemselves = 8;
constexpr std::uint64_t kMaxGroupsOfUser = 1'000'000'000;

/// From the first to the last of some numbers of groups.
struct Run {
  std::uint64_t first = 0;
  std::uint64_t last = 0;
};

std::vector<Run> runs_up_to(std::uint64_t most) {
  std::vector<Run> runs;
  for (std::uint64_t first = 0; first <= most;) {
    const std::uint64_t last = first <= kByThemselves ? first : std::min(most, 2 * first - 1);
    runs.push_back({first, last});
    first = last + 1;
  }
  return runs;
}

/// How many groups may be the other side's alone.
std::vector<Run> other_runs(std::uint64_t most) {
  if (most <= kByThemselves) return runs_up_to(most);
  return {{0, 0}, {1, most}};
}

/// epsilon + (i - j) x, rounded down. `log_unnamed`: ln u.
double loss_from_down(const Run& own, const Run& other, double epsilon, double log_unnamed) {
  const double ahead = count_down(own.first) - count_up(other.last);
  return add_down(epsilon, multiply_down(ahead, -log_unnamed));
}

/// The largest of the theorem over these i, as bounded there, of d(...) at most `delta`. It falls in u, so a chance p
/// that is rounded up leaves it an upper bound.
double largest_up(const Run& own, double log_unnamed, double delta) {
  const double named = -expm1_down(multiply_down(count_up(own.last), log_unnamed));
  const double unnamed = exp_up(multiply_up(count_down(own.first), log_unnamed));
  return std::fmin(1, add_up(named, multiply_up(unnamed, delta)));
}

/// ln u.
double log_unnamed_down(const GaussianDiscoveryParameters& parameters) {
  const auto below = [&](std::int64_t from) {
    return log1p_down(-gaussian_tail(parameters.variance, from));
  };
  const double one = below(parameters.threshold);
  if (parameters.bins == 1) return one;
  return -add_up(-one,
                 multiply_up(count_up(parameters.bins - 1), -below(parameters.threshold + 1)));
}

/// How many of all groups both sides have, if some are one side's alone.
std::uint64_t groups_of_both(std::uint64_t groups, Neighbors neighbors) {
  return neighbors == Neighbors::replace ? 2 * groups : groups;
}

/// Visits the i and j of the theorem that are not both 0, and the counts that move, until `visit` returns false. The
/// greatest i come first, as these exceed a delta if any do.
template <typename Visit>
void for_each_pair(std::uint64_t groups, Neighbors neighbors, const Visit& visit) {
  const std::uint64_t all = groups_of_both(groups, neighbors);
  const std::vector<Run> owns = runs_up_to(groups);
  const std::vector<Run> others = other_runs(groups);
  for (std::size_t i = owns.size(); i-- > 0;) {
    const Run& own = owns[i];
    for (const Run& other : others) {
      if (own.last == 0 && other.last == 0) continue;
      if (neighbors != Neighbors::replace && own.first > 0 && other.first > 0) continue;
      if (!visit(own, other, all - own.first - other.first)) return;
    }
  }
}

/// The term of i = j = 0: all groups are others', too.
double of_none_up(double variance, std::uint64_t groups, double epsilon, Neighbors neighbors) {
  return std::fmin(1, gaussian_delta(variance, {groups_of_both(groups, neighbors), 1}, epsilon));
}

/// Whether thresholds keep the largest of the theorem within a delta, for one variance. Most terms are within it by a
/// bound on d that no threshold changes: d(m, a) falls in a and rises with m, so where i >= j it is at most d(m, epsilon),
/// and that is at most `of_none`.
class EnoughThreshold {
 public:
  EnoughThreshold(const Loss& loss, std::uint64_t groups, Neighbors neighbors, double variance)
      : loss_(loss),
        groups_(groups),
        neighbors_(neighbors),
        of_none_(of_none_up(variance, groups, loss.epsilon, neighbors)) {}

  bool holds_at(const GaussianDiscoveryParameters& parameters) {
    if (of_none_ > loss_.delta) return false;
    const double log_unnamed = log_unnamed_down(parameters);
    const double variance = parameters.variance;
    bool holds = true;
    for_each_pair(groups_, neighbors_, [&](const Run& own, const Run& other, std::uint64_t moved) {
      const auto within = [&](double delta) {
        return largest_up(own, log_unnamed, delta) <= loss_.delta;
      };
      if (own.first >= other.last) {
        if (within(of_none_)) return true;
        if (within(at_epsilon(variance, moved))) return true;
      }
      const double from = loss_from_down(own, other, loss_.epsilon, log_unnamed);
      holds = within(gaussian_delta(variance, {moved, 1}, from));
      return holds;
    });
    return holds;
  }

 private:
  /// d(m, epsilon).
  double at_epsilon(double variance, std::uint64_t moved) {
    const auto known = at_epsilon_.find(moved);
    if (known != at_epsilon_.end()) return known->second;
    return at_epsilon_[moved] = gaussian_delta(variance, {moved, 1}, loss_.epsilon);
  }

  const Loss& loss_;
  std::uint64_t groups_;
  Neighbors neighbors_;
  double of_none_;
  std::map<std::uint64_t, double> at_epsilon_;  // by m
};

}  // namespace

double gaussian_discovery_delta(const GaussianDiscoveryParameters& parameters, std::uint64_t groups,
                                double epsilon, Neighbors neighbors) {
  const double log_unnamed = log_unnamed_down(parameters);
  double largest = of_none_up(parameters.variance, groups, epsilon, neighbors);
  for_each_pair(groups, neighbors, [&](const Run& own, const Run& other, std::uint64_t moved) {
    const double from = loss_from_down(own, other, epsilon, log_unnamed);
    const double delta = gaussian_delta(parameters.variance, {moved, 1}, from);
    largest = std::fmax(largest, largest_up(own, log_unnamed, delta));
    return true;
  });
  return largest;
}

Possible<GaussianDiscoveryParameters> possible_gaussian_discovery(const Loss& loss,
                                                                  std::uint64_t groups,
                                                                  Neighbors neighbors,
                                                                  std::uint64_t bins) {
  check_count("perUser", groups, 1, kMaxGroupsOfUser);
  const std::uint64_t all = groups_of_both(groups, neighbors);
  // The variance gets all of delta first, and then the threshold gets all of it again: mixtures of both have a
  // smaller delta. Only where rounding hides that, less than all of delta is used.
  for (double part = 1;; part *= 0.99) {
    if (part < 1) {
      if (const auto obstacle = delta_obstacle("delta", part * loss.delta)) return *obstacle;
    }
    const auto variance = possible_gaussian_variance({loss.epsilon, part * loss.delta}, {all, 1});
    if (!variance) return variance.obstacle();
    GaussianDiscoveryParameters parameters{*variance, 0, bins};
    EnoughThreshold enough(loss, groups, neighbors, parameters.variance);
    const auto accepts = [&](std::int64_t threshold) {
      return enough.holds_at({parameters.variance, threshold, bins});
    };
    const double each = -expm1_up(divide_up(log1p_up(-loss.delta), count_up(groups)));
    std::int64_t low = gaussian_tail_start(parameters.variance, std::fmax(each, 0x1p-1000));
    std::int64_t high = low;
    const double of_bin = std::fmax(each / (2 * count_up(bins)), 0x1p-1000);
    const std::int64_t most =
        bins == 1 ? low : low + gaussian_tail_start(parameters.variance, of_bin);
    for (std::int64_t step = 1; step < most && !accepts(high); step *= 2) {
      low = high + 1;
      high += step;
    }
    if (!accepts(high)) continue;
    while (low < high) {
      const std::int64_t middle = low + (high - low) / 2;
      if (accepts(middle)) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    parameters.threshold = high;
    return parameters;
  }
}

GaussianDiscoveryParameters calibrate_gaussian_discovery(const Loss& loss, std::uint64_t groups,
                                                         Neighbors neighbors, std::uint64_t bins) {
  return possible_gaussian_discovery(loss, groups, neighbors, bins).or_refuse();
}

std::vector<NamedGroup> discover_groups(std::span<const std::uint64_t> counts,
                                        const GaussianDiscoveryParameters& parameters,
                                        Randomness& randomness) {
  const Rational variance = Rational::of(parameters.variance);
  std::vector<NamedGroup> named;
  for (std::size_t group = 0; group < counts.size(); ++group) {
    if (counts[group] == 0) continue;
    const std::int64_t noise = randomness.discrete_gaussian(variance);
    const std::int64_t noisy = static_cast<std::int64_t>(counts[group]) + noise;
    if (noisy > parameters.threshold) named.push_back({static_cast<std::uint32_t>(group), noisy});
  }
  return named;
}

std::int64_t named_from(const GaussianDiscoveryParameters& parameters, double probability) {
  check_probability("probability", probability);
  return parameters.threshold +
         gaussian_tail_start(parameters.variance, subtract_down(1, probability));
}

std::int64_t group_discovery_error(const GaussianDiscoveryParameters& parameters,
                                   double confidence) {
  check_confidence(confidence);
  const double wrong = subtract_down(1, confidence);
  const auto& variance = parameters.variance;
  const std::int64_t t = parameters.threshold;
  const auto missed = [&](std::int64_t error) {
    return add_up(gaussian_tail(variance, error + 1), gaussian_tail(variance, error + 1 - t));
  };
  std::int64_t error = std::max(t, t - 1 + gaussian_tail_start(variance, wrong));
  while (missed(error) > wrong) ++error;  // the first of the two chances is next to nothing
  return error;
}

}  // namespace logstar
