// Noise of ThresholdMonitor's laplace and paper methods with a scale too large to enumerate, without any cut
// mass.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <set>
#include <vector>

#include "logstar/sparse_vector/monitor_parameters.hpp"
#include "passing_randomness.hpp"

namespace logstar::testing {

/// P[outer + min(inner, cap) >= bound] for discrete Laplace noises, or P[outer >= bound] without an
/// inner one: sums of geometric series, exact up to the rounding of long doubles.
class NoiseTail {
 public:
  explicit NoiseTail(const MonitorParameters& parameters) : cap_(parameters.cap) {
    const auto unit = static_cast<long double>(steps_per_record(parameters.grid));
    const bool two = parameters.method == MonitorMethod::paper;
    outer_ = static_cast<long double>(two ? parameters.outer_rate : parameters.rate) / unit;
    inner_ = two ? static_cast<long double>(parameters.rate) / unit : 0;
  }

  long double at_least(std::int64_t bound) const {
    if (inner_ == 0) return one(outer_, bound);
    // Inner noise from `cap` on counts as `cap`. Below 0 its probability is e^(inner i) / norm,
    // from 0 on e^(-inner i) / norm; the outer tail is e^(-outer (bound - i)) / (1 + q) where i <
    // bound and 1 - e^(-outer (i + 1 - bound)) / (1 + q) from there on.
    long double sum = one(inner_, cap_) * one(outer_, bound - cap_);
    const std::int64_t lowest = -static_cast<std::int64_t>(60 / inner_);  // the sum omits e^-60
    for (const bool negative : {true, false}) {
      const std::int64_t first = negative ? lowest : 0;
      const std::int64_t last = negative ? std::min<std::int64_t>(-1, cap_ - 1) : cap_ - 1;
      const long double slope = negative ? inner_ : -inner_;
      const std::int64_t below = std::min(last, bound - 1);
      const std::int64_t above = std::max(first, bound);
      const auto b = static_cast<long double>(bound);
      sum += series(first, below, slope + outer_, -outer_ * b) / norm(inner_) / plus(outer_);
      sum += series(above, last, slope, 0) / norm(inner_);
      sum -= series(above, last, slope - outer_, outer_ * (b - 1)) / norm(inner_) / plus(outer_);
    }
    return sum;
  }

 private:
  static long double plus(long double rate) { return 1 + std::exp(-rate); }
  /// The sum of e^(-rate |i|) over all i.
  static long double norm(long double rate) { return plus(rate) / -std::expm1(-rate); }
  static long double one(long double rate, std::int64_t bound) {
    if (bound > 0) return std::exp(-rate * static_cast<long double>(bound)) / plus(rate);
    return 1 - std::exp(-rate * static_cast<long double>(1 - bound)) / plus(rate);
  }
  /// The sum of e^(slope i + shift) over i from `first` to `last`.
  static long double series(std::int64_t first, std::int64_t last, long double slope,
                            long double shift) {
    if (last < first) return 0;
    const auto terms = static_cast<long double>(last - first + 1);
    const auto end = static_cast<long double>(slope > 0 ? last : first);
    const long double most = std::exp(slope * end + shift);
    if (slope == 0) return terms * most;
    return most * std::expm1(-std::fabs(slope) * terms) / std::expm1(-std::fabs(slope));
  }

  std::int64_t cap_;
  long double outer_;
  long double inner_;
};

/// Passes draws on, but lumps the noise of one test: it draws one of the ranges of noise that all counts in
/// question treat equally. The first noise drawn represents the sum; a second one is 0.
/// `excesses`: every count less the threshold that can come up.
class LumpedNoise final : public PassingRandomness {
 public:
  LumpedNoise(Randomness& inner, const NoiseTail& tail, const std::set<std::int64_t>& excesses)
      : PassingRandomness(inner), tail_(tail), excesses_(excesses) {}

  std::int64_t discrete_laplace(const Rational&) override {
    if (drawn_) return 0;
    drawn_ = true;
    long double before = 0;  // P[yes] at the excess before
    for (const std::int64_t excess : excesses_) {
      const long double yes = tail_.at_least(-excess);
      const long double here = std::clamp((yes - before) / (1 - before), 1e-300L, 1.0L);
      if (inner_.bernoulli_exp(Rational::of(static_cast<double>(-std::log(here))))) return -excess;
      before = yes;
    }
    return -*excesses_.rbegin() - 1;
  }

 private:
  const NoiseTail& tail_;
  const std::set<std::int64_t>& excesses_;
  bool drawn_ = false;
};

}  // namespace logstar::testing
