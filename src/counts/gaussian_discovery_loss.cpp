#include "logstar/counts/gaussian_discovery_loss.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>
#include <optional>
#include <vector>

#include "logstar/privacy/gaussian_shifts.hpp"
#include "logstar/privacy/least_near.hpp"
#include "logstar/privacy/normal_noise.hpp"
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

/// The chances of discrete Gaussian noise, which decide.
struct Exactly {
  static double delta(double variance, std::uint64_t moved, double epsilon) {
    return gaussian_delta(variance, {moved, 1}, epsilon);
  }
  static double tail(double variance, std::int64_t k) { return gaussian_tail(variance, k); }
};

/// About the same, hundreds of times as fast: where to begin a search, nothing more.
struct Roughly {
  double excess = 1;  ///< of gaussian_delta, which is rounded up

  double delta(double variance, std::uint64_t moved, double epsilon) const {
    return excess * delta_of_normal(std::sqrt(static_cast<double>(moved) / variance), epsilon);
  }
  static double tail(double variance, std::int64_t k) {
    return tail_of_normal((static_cast<double>(k) - 0.5) / std::sqrt(variance));
  }
};

/// ln u.
template <typename Chances>
double log_unnamed_down(const Chances& chances, const GaussianDiscoveryParameters& parameters) {
  const auto below = [&](std::int64_t from) {
    return log1p_down(-chances.tail(parameters.variance, from));
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
/// bound on d that serves many: d(m, a) falls in a and rises with m. So where i >= j it is at most d(m, epsilon), and
/// that is at most `of_none`; elsewhere it is at most d(all, epsilon - g x).
template <typename Chances>
class EnoughThreshold {
 public:
  EnoughThreshold(const Loss& loss, std::uint64_t groups, Neighbors neighbors, double of_none,
                  const Chances& chances)
      : loss_(loss), groups_(groups), neighbors_(neighbors), of_none_(of_none), chances_(chances) {}

  bool holds_at(const GaussianDiscoveryParameters& parameters) {
    const double log_unnamed = log_unnamed_down(chances_, parameters);
    const double variance = parameters.variance;
    const double least_from = loss_from_down({}, {0, groups_}, loss_.epsilon, log_unnamed);
    std::optional<double> of_others;
    bool holds = true;
    for_each_pair(groups_, neighbors_, [&](const Run& own, const Run& other, std::uint64_t moved) {
      const auto within = [&](double delta) {
        return largest_up(own, log_unnamed, delta) <= loss_.delta;
      };
      if (own.first >= other.last) {
        if (within(of_none_) || within(at_epsilon(variance, moved))) return true;
      } else {
        const std::uint64_t all = groups_of_both(groups_, neighbors_);
        if (!of_others) of_others = chances_.delta(variance, all, least_from);
        if (within(*of_others)) return true;
      }
      const double from = loss_from_down(own, other, loss_.epsilon, log_unnamed);
      holds = within(chances_.delta(variance, moved, from));
      return holds;
    });
    return holds;
  }

 private:
  /// d(m, epsilon).
  double at_epsilon(double variance, std::uint64_t moved) {
    const auto known = at_epsilon_.find(moved);
    if (known != at_epsilon_.end()) return known->second;
    return at_epsilon_[moved] = chances_.delta(variance, moved, loss_.epsilon);
  }

  const Loss& loss_;
  std::uint64_t groups_;
  Neighbors neighbors_;
  double of_none_;
  Chances chances_;
  std::map<std::uint64_t, double> at_epsilon_;  // by m
};

/// Thresholds from one that is just or not quite enough to one that is enough except for rounding. A step is 1 up to
/// 4095, and beyond at most 1/2048 of the first.
struct Thresholds {
  GaussianDiscoveryParameters first;
  std::int64_t step = 1;
  std::uint64_t steps = 1;

  GaussianDiscoveryParameters at(std::uint64_t taken) const {
    GaussianDiscoveryParameters parameters = first;
    parameters.threshold += static_cast<std::int64_t>(taken) * step;
    return parameters;
  }
};

Thresholds thresholds_from(double delta, double variance, std::uint64_t groups,
                           std::uint64_t bins) {
  const double each = -expm1_up(divide_up(log1p_up(-delta), count_up(groups)));
  const std::int64_t first = gaussian_tail_start(variance, std::fmax(each, 0x1p-1000));
  std::int64_t most = 2 * first;
  if (bins > 1) {
    const double of_bin = std::fmax(each / (2 * count_up(bins)), 0x1p-1000);
    most += 2 * gaussian_tail_start(variance, of_bin);
  }
  const std::uint64_t scale = std::bit_floor(static_cast<std::uint64_t>(first));
  const auto step = std::max<std::int64_t>(static_cast<std::int64_t>(scale / 2048), 1);
  return {{variance, first, bins}, step, static_cast<std::uint64_t>(most / step) + 1};
}

/// The least steps to a threshold that is enough, or empty if the last is not.
std::optional<std::uint64_t> least_steps(const Loss& loss, std::uint64_t groups,
                                         Neighbors neighbors, const Thresholds& thresholds) {
  const double variance = thresholds.first.variance;
  const double of_none = of_none_up(variance, groups, loss.epsilon, neighbors);
  if (of_none > loss.delta) return std::nullopt;
  EnoughThreshold exact(loss, groups, neighbors, of_none, Exactly{});
  if (!exact.holds_at(thresholds.at(thresholds.steps))) return std::nullopt;
  Roughly chances;
  chances.excess =
      of_none / chances.delta(variance, groups_of_both(groups, neighbors), loss.epsilon);
  EnoughThreshold rough(loss, groups, neighbors, of_none, chances);
  // Both count from the step before the first, which is not enough.
  const auto least = [&](auto& enough, std::uint64_t start) {
    return least_near(0, start, [&](std::uint64_t n) {
      return n > thresholds.steps || enough.holds_at(thresholds.at(n - 1));
    });
  };
  return least(exact, least(rough, 1)) - 1;
}

}  // namespace

double gaussian_discovery_delta(const GaussianDiscoveryParameters& parameters, std::uint64_t groups,
                                double epsilon, Neighbors neighbors) {
  const double log_unnamed = log_unnamed_down(Exactly{}, parameters);
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
    const Thresholds thresholds = thresholds_from(loss.delta, *variance, groups, bins);
    const auto steps = least_steps(loss, groups, neighbors, thresholds);
    if (steps) return thresholds.at(*steps);
  }
}

GaussianDiscoveryParameters calibrate_gaussian_discovery(const Loss& loss, std::uint64_t groups,
                                                         Neighbors neighbors, std::uint64_t bins) {
  return possible_gaussian_discovery(loss, groups, neighbors, bins).or_refuse();
}

}  // namespace logstar
