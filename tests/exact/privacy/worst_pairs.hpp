// The pairs of output distributions that make composition theorems tight, enumerated in wide arithmetic: the
// reference for every bound.
#pragma once

#include <algorithm>
#include <boost/multiprecision/cpp_bin_float.hpp>
#include <cmath>
#include <cstddef>
#include <functional>
#include <vector>

#include "logstar/privacy/loss.hpp"

namespace logstar::testing {

/// 50 decimal digits: the rounding of a few thousand operations is far below any double's.
using Wide = boost::multiprecision::number<boost::multiprecision::cpp_bin_float_50::backend_type,
                                           boost::multiprecision::et_off>;

/// Larger than the rounding error of any sum of at most 10^4 such outcomes.
inline const Wide kWideError("1e-45");

/// The probabilities of one outcome on two neighbours.
struct Outcome {
  Wide p;
  Wide q;
};
using Pair = std::vector<Outcome>;

/// The worst (epsilon, delta)-DP pair: it reveals the dataset with probability delta, and otherwise is
/// randomised response.
inline Pair randomised_response(const Loss& step) {
  const Wide growth = exp(Wide(step.epsilon));
  const Wide honest = (1 - Wide(step.delta)) * growth / (1 + growth);
  const Wide lie = (1 - Wide(step.delta)) / (1 + growth);
  Pair pair{{honest, lie}, {lie, honest}};
  if (step.delta > 0) {
    pair.push_back({Wide(step.delta), Wide(0)});
    pair.push_back({Wide(0), Wide(step.delta)});
  }
  return pair;
}

/// The epsilon-bounded-range pair whose two losses are t and t - epsilon, 0 <= t <= epsilon.
inline Pair range_pair(const Wide& epsilon, const Wide& t) {
  const Wide q = (exp(-t) - exp(-epsilon)) / (1 - exp(-epsilon));
  return {{q * exp(t), q}, {1 - q * exp(t), 1 - q}};
}

/// The product of independent pairs, every tuple of outcomes an outcome.
inline Pair compose(const std::vector<Pair>& steps) {
  Pair product{{Wide(1), Wide(1)}};
  for (const Pair& step : steps) {
    Pair longer;
    for (const Outcome& before : product) {
      for (const Outcome& now : step) longer.push_back({before.p * now.p, before.q * now.q});
    }
    product = std::move(longer);
  }
  return product;
}

inline Pair repeat(const Pair& step, std::size_t count) {
  return compose(std::vector<Pair>(count, step));
}

/// The least delta for which the pair is (epsilon, delta)-close in this direction.
inline Wide hockey_stick(const Pair& pair, double epsilon) {
  const Wide factor = exp(Wide(epsilon));
  Wide sum = 0;
  for (const Outcome& outcome : pair) {
    const Wide excess = outcome.p - factor * outcome.q;
    if (excess > 0) sum += excess;
  }
  return sum;
}

/// Whether the claim is certainly too small.
inline bool refuted(const Pair& pair, const Loss& claim) {
  return hockey_stick(pair, claim.epsilon) > Wide(claim.delta) + kWideError;
}

/// The divergence at `total` of the best adaptive choice of bounded-range pairs, among `choices` + 1 equally
/// spaced values of t at every step. The adversary picks each mechanism after seeing the earlier results. A
/// lower bound for all adaptive mechanisms.
inline double adaptive_range_delta(double epsilon, std::size_t steps, double total, int choices,
                                   double loss_so_far = 0) {
  if (steps == 0) return std::max(0.0, 1 - std::exp(total - loss_so_far));
  double best = 0;
  for (int i = 0; i <= choices; ++i) {
    const double t = epsilon * static_cast<double>(i) / choices;
    const double p = std::expm1(t - epsilon) / std::expm1(-epsilon);
    const auto after = [&](double loss) {
      return adaptive_range_delta(epsilon, steps - 1, total, choices, loss_so_far + loss);
    };
    double reached = 0;
    if (p > 0) reached += p * after(t);
    if (p < 1) reached += (1 - p) * after(t - epsilon);
    best = std::max(best, reached);
  }
  return best;
}

}  // namespace logstar::testing
