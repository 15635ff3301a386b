#include "logstar/counts/group_naming.hpp"

#include <algorithm>

#include "logstar/counts/user_share.hpp"
#include "logstar/privacy/gaussian_shifts.hpp"
#include "logstar/privacy/rounding.hpp"
#include "logstar/support/checks.hpp"
#include "logstar/support/errors.hpp"

// Tail, with q = e^-rate. S has s >= 0 with probability ((1 - q)/(1 + q))^2 q^s (s + (1 + q^2)/(1 - q^2)), so
//   P[S >= m] = q^m (m (1 - q) + q + (1 + q^2)/(1 + q))/(1 + q)^2 for m >= 0.
// Threshold. One more user of weight w in a group can release it with probability at most d(w) =
//   P[S > t - w | S <= t], and -ln(1 - d) is convex, as S is log-concave: d(W) <= delta is enough for a user in
//   any number of groups. d(W) falls in t, so halving finds the least t; the returned t passes the check
//   itself.
// Released. A group of weight x > t is withheld with probability
//   P[S <= t - x]/P[S <= t] = P[S >= x - t]/P[S <= t].
// Gaussian noise, which is drawn once: gaussian_discovery.cpp; the error covers all bins of a group.
// Error. P[some noise is beyond E | S <= t] is at most P[some noise is beyond E]/P[S <= t]. For bins, each with
//   noise at most t >= 0: P[|Y| > E | Y <= t] is at most P[|Y| > E], as E <= t leaves out some of the outcomes
//   beyond E, and E > t half of them, where P[Y <= t] >= 1/2.

namespace logstar {
namespace {

constexpr std::int64_t kMaxThreshold = std::int64_t(1) << 60;

/// At most 1 - q and at least it.
double missing_down(const Rational& rate) { return -expm1_up(-step_down(rate.approximate())); }
double missing_up(const Rational& rate) { return -expm1_down(-step_up(rate.approximate())); }

/// At least P[S > t - weight | S <= t].
double newcomer_up(const Rational& rate, std::uint64_t weight, std::int64_t t) {
  const double above = pair_tail_down(rate, t + 1);
  const double made = pair_tail_up(rate, t + 1 - static_cast<std::int64_t>(weight));
  return divide_up(subtract_up(made, above), subtract_down(1, pair_tail_up(rate, t + 1)));
}

/// The least number from `least` on that passes. If a number passes, all greater ones must.
template <typename Passes>
std::int64_t least_that(std::int64_t least, const Passes& passes) {
  std::int64_t step = 1;
  std::int64_t fails = least - 1;
  std::int64_t high = least;
  while (!passes(high)) {
    fails = high;
    if (high > kMaxThreshold - step) {
      reject("epsilon and delta", "such that some number of users is enough", "none");
    }
    high += step;
    step *= 2;
  }
  while (high - fails > 1) {
    const std::int64_t middle = fails + (high - fails) / 2;
    (passes(middle) ? high : fails) = middle;
  }
  return high;
}

/// By noise that is drawn once: also a bin without users may be above the threshold.
NamedBins named_by_any_bin(const std::vector<BinWeight>& weights, std::uint32_t bins,
                           const GroupNaming& naming, Randomness& randomness) {
  const Rational variance = Rational::of(*naming.variance);
  NamedBins result;
  std::vector<std::int64_t> counts(bins);
  for (std::size_t next = 0; next < weights.size();) {
    const std::uint64_t group = weights[next].bin / bins;
    std::int64_t heaviest = naming.threshold;
    for (std::uint32_t bin = 0; bin < bins; ++bin) {
      const bool occurs = next < weights.size() && weights[next].bin == group * bins + bin;
      const std::int64_t noise = randomness.discrete_gaussian(variance);
      counts[bin] = noise + (occurs ? clamp_sum(weights[next++].weight) : 0);
      heaviest = std::max(heaviest, counts[bin]);
    }
    if (heaviest <= naming.threshold) continue;
    result.named.push_back({static_cast<std::uint32_t>(group), heaviest});
    result.counts.insert(result.counts.end(), counts.begin(), counts.end());
  }
  return result;
}

}  // namespace

double pair_tail_up(const Rational& rate, std::int64_t sum) {
  const double least = step_down(rate.approximate());
  const double m = count_up(static_cast<std::uint64_t>(sum));
  const double q_up = exp_up(-least);
  const double q_down = exp_down(-step_up(rate.approximate()));
  const double bracket =
      add_up(multiply_up(m, missing_up(rate)),
             add_up(q_up, divide_up(add_up(1, multiply_up(q_up, q_up)), add_down(1, q_down))));
  const double all = multiply_down(add_down(1, q_down), add_down(1, q_down));
  const double power = exp_up(-multiply_down(least, count_down(static_cast<std::uint64_t>(sum))));
  return divide_up(multiply_up(power, bracket), all);
}

double pair_tail_down(const Rational& rate, std::int64_t sum) {
  const double most = step_up(rate.approximate());
  const double m = count_down(static_cast<std::uint64_t>(sum));
  const double q_up = exp_up(-step_down(rate.approximate()));
  const double q_down = exp_down(-most);
  const double bracket = add_down(
      multiply_down(m, missing_down(rate)),
      add_down(q_down, divide_down(add_down(1, multiply_down(q_down, q_down)), add_up(1, q_up))));
  const double all = multiply_up(add_up(1, q_up), add_up(1, q_up));
  const double power = exp_down(-multiply_up(most, count_up(static_cast<std::uint64_t>(sum))));
  return divide_down(multiply_down(power, bracket), all);
}

GroupNaming name_by_pairs(const Rational& rate, std::uint64_t weight, double delta,
                          double confidence) {
  check_probability("delta", delta);
  check_confidence(confidence);
  GroupNaming naming;
  naming.delta = delta;
  naming.threshold = least_that(static_cast<std::int64_t>(weight), [&](std::int64_t t) {
    return newcomer_up(rate, weight, t) <= delta;
  });
  const std::int64_t t = naming.threshold;
  const double kept = subtract_down(1, pair_tail_up(rate, t + 1));
  const auto named_from = [&](double probability) {
    const double missed = multiply_down(subtract_down(1, probability), kept);
    return t + least_that(1, [&](std::int64_t m) { return pair_tail_up(rate, m) <= missed; });
  };
  naming.named_from = named_from(confidence);
  naming.half_released_at = named_from(0.5);
  const double wrong = multiply_down(subtract_down(1, confidence), kept);
  naming.error = user_noise_error(rate, 2, subtract_up(1, wrong));
  return naming;
}

GroupNaming name_by_bins(const GroupDiscoveryParameters& parameters, std::int64_t error,
                         double confidence) {
  GroupNaming naming;
  naming.delta = parameters.loss.delta;
  naming.threshold = parameters.threshold;
  naming.error = error;
  naming.named_from = named_from(parameters, confidence);
  naming.half_released_at = named_from(parameters, 0.5);
  return naming;
}

GroupNaming name_by_bins(const GaussianDiscoveryParameters& parameters, double delta,
                         double confidence) {
  GroupNaming naming;
  naming.delta = delta;
  naming.variance = parameters.variance;
  naming.threshold = parameters.threshold;
  naming.error = gaussian_error(parameters.variance, parameters.bins, confidence);
  naming.named_from = named_from(parameters, confidence);
  naming.half_released_at = named_from(parameters, 0.5);
  return naming;
}

std::optional<std::pair<std::int64_t, std::int64_t>> named_pair(std::int64_t first,
                                                                std::int64_t second,
                                                                const Rational& rate,
                                                                const GroupNaming& naming,
                                                                Randomness& randomness) {
  if (first == 0 && second == 0) return std::nullopt;
  auto noisy = randomness.discrete_laplace_pair_at_most(rate, naming.threshold);
  noisy.first += clamp_sum(first);
  noisy.second += clamp_sum(second);
  if (noisy.first <= naming.threshold - noisy.second) return std::nullopt;
  return noisy;
}

NamedBins named_bins(const std::vector<BinWeight>& weights, std::uint32_t bins,
                     const Rational& rate, const GroupNaming& naming, Randomness& randomness) {
  if (naming.variance) return named_by_any_bin(weights, bins, naming, randomness);
  NamedBins result;
  std::vector<std::int64_t> counts(bins);
  for (std::size_t first = 0, end = 0; first < weights.size(); first = end) {
    const std::uint64_t group = weights[first].bin / bins;
    std::int64_t heaviest = naming.threshold;
    for (end = first; end < weights.size() && weights[end].bin / bins == group; ++end) {
      const std::int64_t noise = randomness.discrete_laplace_at_most(rate, naming.threshold);
      std::int64_t& count = counts[weights[end].bin % bins];
      count = clamp_sum(weights[end].weight) + noise;
      heaviest = std::max(heaviest, count);
    }
    // A bin without users is always at or below the threshold, so the bins of a withheld group need no noise.
    if (heaviest <= naming.threshold) continue;
    std::size_t next = first;
    for (std::uint32_t bin = 0; bin < bins; ++bin) {
      if (next < end && weights[next].bin % bins == bin) {
        ++next;
        continue;
      }
      counts[bin] = randomness.discrete_laplace_at_most(rate, naming.threshold);
    }
    result.named.push_back({static_cast<std::uint32_t>(group), heaviest});
    result.counts.insert(result.counts.end(), counts.begin(), counts.end());
  }
  return result;
}

}  // namespace logstar
