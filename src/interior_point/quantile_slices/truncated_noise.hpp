// Whole-number noise of both signs that is never larger than a bound.
//
// Privacy: shifting it by one changes the probability of any value by at most e^epsilon, except
//   that the value `most` has none to go to. A mechanism that adds such noise has a delta of
//   P[N = most].
// Source: the two-sided geometric law of Ghosh, Roughgarden, Sundararajan (STOC 2009), given that
//   it stays within the bound. (Moving what exceeds the bound onto it is another law: there the
//   shift may cost ln(r / (1 - r)), r = e^-epsilon, at the bound.)
// Departures: drawn from its law at once instead of repeatedly, so that it can be enumerated.
// Cost of a draw: one weighted choice among 2 most + 1.
#pragma once

#include <cstdint>
#include <vector>

#include "logstar/randomness/randomness.hpp"

namespace logstar {

/// P[N = k] proportional to e^(-epsilon |k|) for |k| <= most.
struct TruncatedNoise {
  double epsilon = 0;
  std::int64_t most = 0;
};

/// The least bound that `draws` draws together hit with probability at most `delta`. Draws take
/// bounds up to 2^20; the result is 2^20 + 1 if the bound would be larger. epsilon and delta > 0.
TruncatedNoise truncated_noise(double epsilon, std::uint64_t draws, double delta);
inline constexpr std::int64_t kMaxNoise = std::int64_t(1) << 20;

/// P[N = most], rounded up.
double edge_probability_up(const TruncatedNoise& noise);

/// The probability beyond the bound in the unbounded law, rounded up.
double beyond_probability_up(const TruncatedNoise& noise);

/// Draws from one law, again and again.
class TruncatedNoiseDraw {
 public:
  explicit TruncatedNoiseDraw(const TruncatedNoise& noise);
  std::int64_t operator()(Randomness& randomness) const;

 private:
  TruncatedNoise noise_;
  std::vector<std::int64_t> scores_;  // -|k| for k = -most..most
};

}  // namespace logstar
