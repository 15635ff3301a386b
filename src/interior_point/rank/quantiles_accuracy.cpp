#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "logstar/interior_point/rank/exponential.hpp"
#include "logstar/interior_point/rank/quantile_recursion.hpp"
#include "logstar/interior_point/rank/quantiles.hpp"
#include "logstar/interior_point/rank/tied_keys.hpp"
#include "logstar/privacy/rounding.hpp"
#include "logstar/selection/exponential.hpp"
#include "logstar/support/checks.hpp"

// The errors (docs/guarantees/quantiles.md has the proof). Quantile v misses by at most
//   sum over the draws u on the way to v of c_u X_u + ties.
// X_u is the miss of draw u itself among the records of its part, and c_v = 1. For a v at position theta
// between a and b, the other c are 1 - theta times those of a and theta times those of b (the ends of the
// domain miss by 0). Given all earlier draws, X_u exceeds x with probability at most P e^(-rho_u x), P = |X|
// 2^b: it is dominated by ln(P) / rho_u + Exp(rho_u). Two bounds follow for all m quantiles at once, and the
// smaller holds as well, as it is chosen without looking at the data:
//   each draw apart:     sum c_u ln(m P / beta) / rho_u;
//   each quantile apart: sum c_u ln(P) / rho_u + s, where s is the least of
//                        (ln(m / beta) - sum ln(1 - lambda c_u / rho_u)) / lambda
//                        over 0 < lambda < min rho_u / c_u (Chernoff). Any lambda will do, so that
//                        it may be searched in plain doubles.

namespace logstar {
namespace {

constexpr double kMaxRecords = 0x1p32;

/// Bounds on the miss of one quantile, or of an end of the domain.
struct Reach {
  bool is_end = true;
  std::vector<double> shares;  ///< c_u of the draws on the way, the first one first
  double over = 0;             ///< by how much ties and rounded targets raise #{x < z} - t n
  double under = 0;            ///< and to t n - #{x <= z}

  double share(std::size_t depth) const { return depth < shares.size() ? shares[depth] : 0; }
};

Reach reach_between(const Reach& a, const Reach& b, const RelativeFraction& relative,
                    double coincident) {
  const auto& [fraction, off] = relative;
  const double theta = divide_up(fraction.numerator, fraction.denominator);
  const double rest = divide_up(fraction.denominator - fraction.numerator, fraction.denominator);
  const auto mix = [&](double of_a, double of_b) {
    return add_up(multiply_up(rest, of_a), multiply_up(theta, of_b));
  };
  Reach reach;
  reach.is_end = false;
  reach.shares.resize(std::max(a.shares.size(), b.shares.size()));
  for (std::size_t i = 0; i < reach.shares.size(); ++i) {
    reach.shares[i] = mix(a.share(i), b.share(i));
  }
  reach.shares.push_back(1);
  const double moved = multiply_up(off, kMaxRecords);
  reach.over = add_up(mix(a.is_end ? 0 : add_up(a.over, coincident), b.over), moved);
  reach.under = add_up(mix(a.under, b.is_end ? 0 : add_up(b.under, coincident)), moved);
  return reach;
}

/// Exceeded by the sum of independent exponentials of these means with probability at most e^-t.
double sum_tail_up(const std::vector<double>& means, double t) {
  if (means.size() == 1) return multiply_up(means[0], t);
  // Newton from above for x = lambda max(means), where the bound's derivative is 0; at the start
  // the largest mean's term alone exceeds t.
  const double largest = *std::max_element(means.begin(), means.end());
  double x = (2 * t + 4) / (2 * t + 5);
  for (int round = 0; round < 16; ++round) {
    double excess = -t;
    double slope = 0;
    for (const double mean : means) {
      const double part = mean / largest;
      const double odds = part / (1 - x * part);
      excess += x * odds + std::log1p(-x * part);
      slope += x * odds * odds;
    }
    x -= excess / slope;
  }
  const double lambda = x / largest;
  double sum = t;
  for (const double mean : means) {
    sum = subtract_up(sum, log1p_down(-multiply_up(lambda, mean)));
  }
  return divide_up(sum, lambda);
}

}  // namespace

std::vector<double> quantiles_rank_errors(const Natural& domain_size,
                                          const QuantilesParameters& parameters, double confidence,
                                          std::uint64_t coincident, DataPlace place) {
  return quantiles_weight_errors(domain_size, parameters, confidence, count_up(coincident), place);
}

std::vector<double> quantiles_weight_errors(const Natural& domain_size,
                                            const QuantilesParameters& parameters,
                                            double confidence, double coincident, DataPlace place) {
  check_confidence(confidence);
  const std::size_t m = parameters.taus.size();
  const BaseMeasure& measure = parameters.measure;
  const MassBounds bounds = place == DataPlace::as_expected
                                ? measure.bounds_within(measure.expected().value())
                                : measure.bounds(domain_size);
  const Natural even_keys = bounds.even_keys();
  const double log_points = log_natural_up(even_keys << parameters.tie_bits);
  const double t = subtract_up(log_up(count_up(m)), log_down(subtract_down(1, confidence)));
  std::vector<double> draws_apart(m);
  std::vector<double> quantiles_apart(m);
  std::vector<double> per_rate;  // 1 / rho of the draws on the way
  const auto visit = [&](const QuantileNode& node, const std::pair<Reach, Reach>& known) {
    const Reach reach = reach_between(known.first, known.second, node.relative, coincident);
    const QuantileFraction& relative = node.relative.fraction;
    per_rate.resize(reach.shares.size());
    per_rate.back() = divide_up(
        1, multiply_down(quantile_draw_epsilon(parameters, relative), relative.denominator));
    std::vector<double> means(per_rate.size());
    double sum = 0;
    for (std::size_t i = 0; i < means.size(); ++i) {
      means[i] = multiply_up(reach.shares[i], per_rate[i]);
      sum = add_up(sum, means[i]);
    }
    const double fixed = add_up(multiply_up(sum, log_points), std::max(reach.over, reach.under));
    draws_apart[node.index] = add_up(fixed, multiply_up(sum, t));
    quantiles_apart[node.index] = add_up(fixed, sum_tail_up(means, t));
    return std::pair{std::pair{known.first, reach}, std::pair{reach, known.second}};
  };
  halve(parameters.taus, 0, m, std::pair<Reach, Reach>{}, visit);
  const auto worst = [](const auto& errors) {
    return *std::max_element(errors.begin(), errors.end());
  };
  return worst(draws_apart) <= worst(quantiles_apart) ? draws_apart : quantiles_apart;
}

// With errors e_v and no more than M records at a point, the part below a quantile z has at least t_z n - e_z - M
// records, and the part above it (1 - t_z) n - e_z - M. Each of the k draws that touch an end of the
// domain abstains, or answers outside the data, with probability at most (e^(r t_v) + P) e^(-r g_v n_v), as a key of
// score 0 weighs 1: at most beta/(2 k) from some n_v on. Other draws lie inside. For weights it is the same,
// with r per unit.
double quantiles_answer_from(const Natural& domain_size, const QuantilesParameters& parameters,
                             double confidence, double coincident, std::uint32_t user_weight,
                             DataPlace place) {
  check_confidence(confidence);
  const double half = divide_down(subtract_down(1, confidence), 2);
  const auto errors =
      quantiles_weight_errors(domain_size, parameters, subtract_up(1, half), coincident, place);
  // The minimum weight of a point of score 0: 1, or if the guess holds the minimum weight of its keys.
  const double log_best =
      place == DataPlace::as_expected ? log_expected_weight(parameters.measure) : 0;
  const Natural mass = parameters.measure.bounds(domain_size).total << parameters.tie_bits;
  const double touching = 2.0 * parameters.levels - 1;
  const double surely = subtract_up(log_up(touching), log_down(half));
  double most = 0;
  using Known = std::optional<std::size_t>;
  const auto visit = [&](const QuantileNode& node, const std::pair<Known, Known>& known) {
    const std::pair sides{std::pair{known.first, Known(node.index)},
                          std::pair{Known(node.index), known.second}};
    const auto none = none_of_node(parameters, node, mass, user_weight);
    if (!none) return sides;
    const double a_unit =
        divide_down(quantile_draw_epsilon(parameters, node.relative.fraction), user_weight);
    const double bad = subtract_up(none_or_outside(*none, mass, a_unit), log_best);
    const double units =
        divide_up(add_up(bad, surely), multiply_down(a_unit, static_cast<double>(none->fall)));
    double needed = divide_up(units, user_weight);
    if (const Known at = known.first ? known.first : known.second) {
      const auto& [a, b] = parameters.taus[*at];
      needed = add_up(needed, add_up(errors[*at], coincident));
      needed = divide_up(multiply_up(needed, b), known.first ? b - a : a);
    }
    most = std::max(most, std::ceil(needed));
    return sides;
  };
  halve(parameters.taus, 0, parameters.taus.size(), std::pair<Known, Known>{}, visit);
  return most;
}

std::uint64_t coincident_records(std::uint64_t equal, unsigned tie_bits, double confidence) {
  check_confidence(confidence);
  check_count("tieBits", tie_bits, 1, kMaxTieBits);
  // Chernoff: P[Bin(g, p) >= k] <= h(g p) = e^-(k ln(k / mean) - k + mean) for k > mean = g p; 2^b places of
  // each key. h(x)/x grows up to x = k - 1. So over all keys, 2^32 records in total, some place has k of them
  // with probability at most 2^b 2^32/g h(g p).
  if (equal == 0) return 0;
  const double places = std::ldexp(1, static_cast<int>(tie_bits));
  const double mean = divide_up(count_up(equal), places);
  const double keys = std::max(1.0, divide_up(kMaxRecords, count_down(equal)));
  const double needed =
      subtract_up(log_up(multiply_up(places, keys)), log_down(subtract_down(1, confidence)));
  const auto enough = [&](double k) {
    if (k < add_up(mean, 1)) return false;
    const double user_weight = multiply_down(k, subtract_down(log_down(k), log_up(mean)));
    return add_down(subtract_down(user_weight, k), mean * (1 - 1e-15)) >= needed;
  };
  double most = std::floor(mean);  // always the greatest known k that is not enough
  double step = 1;
  while (!enough(most + step)) step *= 2;
  for (; step >= 1; step /= 2) {
    if (!enough(most + step)) most += step;
  }
  return std::min(equal, static_cast<std::uint64_t>(most));
}

}  // namespace logstar
