// How probable an event can become in steps to neighbours: the base of lower bounds on what every private
// algorithm needs.
//
// Let f(p) = min(E p + delta, 1 - (1 - p - delta)/E, 1), E = e^epsilon. If an event has probability p for D, it
// has at most f(p) for a neighbour of D: the first bound is privacy for the event, the second for its
// complement. So after m steps it has at most f^m(p).
//
// Source: ours; proof in docs/guarantees/least-possible.md.
// Privacy: none is spent; everything here is computed from public numbers.
// Cost: some twenty evaluations of an exponential.
#pragma once

#include <cstdint>

#include "logstar/privacy/loss.hpp"

namespace logstar {

/// Iterates f with every rounding in favour of the bounded algorithm.
class Climb {
 public:
  /// For epsilon in 1e-9..1e4 and delta in [0, 1).
  explicit Climb(const Loss& loss);

  /// f^steps(p), at most, for p given by its logarithm; -infinity for 0.
  double after(double log_p, double steps) const;

  /// The least number of steps that could take p to the target < 1: with fewer it is not reached. From 0 without
  /// a delta it never is: 2^63.
  std::uint64_t steps_to_reach(double log_p, double target) const;

 private:
  double steps_to_cross(double log_start) const;
  double grown(double log_start, double steps) const;
  double remaining(double p, double steps) const;

  double epsilon_;
  bool pure_;
  double a_up_, a_down_;
  double crossing_;
};

inline constexpr std::uint64_t kNeverReached = std::uint64_t(1) << 63;

}  // namespace logstar
