#include "logstar/learning/threshold_by_sanitizer.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "logstar/privacy/rounding.hpp"
#include "logstar/selection/discrete_tail.hpp"
#include "logstar/support/checks.hpp"

// Privacy. Let a record be added to one label's part: the law of the noisy number L changes by a
// factor of at most e^c at every value, and given L the sanitizer sees one record replaced at most.
// So P[(L, result) in F] <= sum over L of P[L] (e^a P'[result in F_L] + b) <= e^(a + c) P' + b. The other part
// stays the same. One record replaced: within one part L has the same law and the sanitizer sees one replaced;
// from one part to the other both change, by independent draws.
//
// Utility. Let the noises of the numbers be at most w. For every threshold the errors on a part filled up or
// cut off differ from the errors on the part by at most w. The synthetic share times L differs from the
// errors on the filled-up or cut part by the sanitizer's error. Let G be the sum for both parts: every
// estimated number of errors is off by at most G. So the least estimate belongs to a threshold with at most 2 G
// errors more than the best.

namespace logstar {
namespace {

/// An estimate from the synthetic records of a label: how many of `records` lie at or below a key.
class Estimate {
 public:
  Estimate(GroupedKeys synthetic, std::uint64_t records)
      : synthetic_(std::move(synthetic)), before_(records_before(synthetic_)) {
    // Without synthetic records all thresholds have the same estimate.
    if (before_.back() > 0) {
      weight_ = static_cast<double>(records) / static_cast<double>(before_.back());
    }
  }

  const std::vector<std::uint64_t>& keys() const { return synthetic_.keys; }
  double total() const { return weight_ * static_cast<double>(before_.back()); }
  double at_most(std::uint64_t key) const {
    const auto& keys = synthetic_.keys;
    const auto place = std::upper_bound(keys.begin(), keys.end(), key) - keys.begin();
    return weight_ * static_cast<double>(before_[static_cast<std::size_t>(place)]);
  }

 private:
  GroupedKeys synthetic_;
  std::vector<std::uint64_t> before_;
  double weight_ = 0;
};

Estimate sanitized(const GroupedKeys& records, const KeyInterval& domain,
                   const ThresholdBySanitizerParameters& parameters,
                   const ThresholdSanitizer& sanitize, Randomness& randomness) {
  const std::int64_t noise = randomness.discrete_laplace(Rational::of(parameters.count_epsilon));
  const auto noisy = static_cast<std::int64_t>(records.total()) + noise;
  if (noisy <= 0) return Estimate({}, 0);
  const auto size = static_cast<std::uint64_t>(noisy);
  return Estimate(sanitize(filled_up(records, size, domain.highest), randomness), size);
}

}  // namespace

ThresholdBySanitizerParameters calibrate_threshold_by_sanitizer(const Loss& loss,
                                                                Neighbors neighbors) {
  check_epsilon("epsilon", loss.epsilon);
  check_delta_or_zero("delta", loss.delta);
  const double parts = neighbors == Neighbors::replace ? 2 : 1;
  ThresholdBySanitizerParameters parameters;
  parameters.loss = loss;
  const double epsilon = loss.epsilon / parts;
  parameters.count_epsilon = divide_down(epsilon, 10);
  parameters.sanitizer = {subtract_down(epsilon, parameters.count_epsilon), loss.delta / parts};
  return parameters;
}

GroupedKeys filled_up(const GroupedKeys& records, std::uint64_t size, std::uint64_t highest) {
  check_grouped(records);
  GroupedKeys result;
  std::uint64_t left = size;
  for (std::size_t i = 0; i < records.size() && left > 0; ++i) {
    const std::uint64_t count = std::min(left, records.counts[i]);
    result.keys.push_back(records.keys[i]);
    result.counts.push_back(count);
    left -= count;
  }
  if (left == 0) return result;
  if (result.keys.empty() || result.keys.back() != highest) {
    result.keys.push_back(highest);
    result.counts.push_back(0);
  }
  result.counts.back() += left;
  return result;
}

ThresholdHypothesis learn_threshold_by_sanitizer(const GroupedKeys& ones, const GroupedKeys& zeros,
                                                 const KeyInterval& domain,
                                                 const ThresholdBySanitizerParameters& parameters,
                                                 const ThresholdSanitizer& sanitize,
                                                 Randomness& randomness) {
  check_grouped(ones);
  check_grouped(zeros);
  const Estimate one = sanitized(ones, domain, parameters, sanitize, randomness);
  const Estimate zero = sanitized(zeros, domain, parameters, sanitize, randomness);
  // Label 0 for all keys errs on all ones. Further cuts matter after synthetic records only.
  ThresholdHypothesis best;
  double fewest = one.total();
  for (const auto* keys : {&one.keys(), &zero.keys()}) {
    for (const std::uint64_t key : *keys) {
      const double errors = zero.at_most(key) + one.total() - one.at_most(key);
      if (errors >= fewest) continue;
      fewest = errors;
      best.last = WideKey{key};
    }
  }
  return best;
}

std::int64_t threshold_by_sanitizer_noise(const ThresholdBySanitizerParameters& parameters,
                                          double beta) {
  // 4 tails of beta/4.
  return std::max<std::int64_t>(0, laplace_tail_start(parameters.count_epsilon, beta / 4) - 1);
}

ExcessErrors threshold_by_sanitizer_excess(const ThresholdBySanitizerParameters& parameters,
                                           double records, double share, double beta) {
  check_probability("beta", beta);
  const auto w = static_cast<double>(threshold_by_sanitizer_noise(parameters, beta));
  // G = 2 (records + w) + share (n + 2 w).
  const double fixed = add_up(add_up(multiply_up(4, records), 4 * w), multiply_up(4 * w, share));
  // At a tiny epsilon the number would overflow; no data set has 2^62 records.
  const double errors = std::min(std::ceil(fixed), 0x1p62);
  return {static_cast<std::int64_t>(errors), multiply_up(2, share)};
}

}  // namespace logstar
