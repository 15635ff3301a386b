// Certified upper bounds on the probabilities of a binomial law, which is what k repetitions of
// the same two-valued privacy loss follow.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "logstar/privacy/rounding.hpp"

namespace logstar {

/// The law of the number of successes in `trials` independent trials whose success odds p/(1 - p)
/// lie somewhere in [odds_down, odds_up], 0 <= odds_down, odds_up finite.
///
/// Weights relative to the mode, C(k, l) odds^l, come from the ratio of neighbouring ones; they are
/// rounded up where they are the numerator and down where they are the normaliser. Factorials are avoided, so
/// overflow is impossible, and the relative excess is about 1e-15 times the distance from the mode.
///
/// Cost: time and memory of min(trials, 40 sqrt(trials)) terms. Terms below `negligible`, relative to the likeliest, are
/// not kept; they count as the nearest one that is.
class BinomialBounds {
 public:
  BinomialBounds(std::uint64_t trials, double odds_down, double odds_up,
                 double negligible = 1e-310);

  /// At least the sum over l < limit of P[l] f(l), for 0 <= f <= 1.
  template <typename F>
  double sum_below(std::uint64_t limit, F f) const {
    // Outcomes beyond the kept terms count with f = 1: each of them is less likely than the nearest kept one.
    double sum = multiply_up(count_up(std::min(limit, first_)), at_most_.front());
    const std::uint64_t end = first_ + at_most_.size();
    if (limit > end) sum = add_up(sum, multiply_up(count_up(limit - end), at_most_.back()));
    for (std::uint64_t l = first_; l < std::min(limit, end); ++l) {
      sum = add_up(sum, multiply_up(at_most_[static_cast<std::size_t>(l - first_)], f(l)));
    }
    return std::min(sum, 1.0);
  }

 private:
  std::uint64_t first_ = 0;      // the least outcome that was kept
  std::vector<double> at_most_;  // upper bounds on P[first_], P[first_ + 1], ...
};

}  // namespace logstar
