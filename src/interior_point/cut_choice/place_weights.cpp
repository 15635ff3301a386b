#include "logstar/interior_point/cut_choice/place_weights.hpp"

#include <algorithm>
#include <cmath>
#include <memory>

#include "logstar/privacy/rounding.hpp"

// Among. Let G(i, k) be the least total weight of the candidates below a prefix with the records i+1..i+k below
// it. Candidates are a key, with at least i + k records at or before it and at most i before it; or a cut after
// record j, with at least j at or before it and at most j before it, and two smaller prefixes. Leaving records
// out lowers the weights of prefixes, leaves fewer candidates and moves no place.
//
// Behind. Prefixes of one length have disjoint records. One of them may reach from the good places to a cut at
// its own outermost records: weight at most e^h. The others follow one after another: one that ends y records
// further has weight at most e^(h - rho y), and at most e^(rise (w - 1)) with w records. For any s: those
// heavier than e^s hold at least 1 + s/rise records each, so together at most e^h/(1 - e^-(rho (1 + s/rise))).
// The others hold at least one each, so together at most e^s ((h - s)/rho + 1 + 1/(1 - e^-rho)), for s <= h.
// And whatever they weigh, one record each makes at most e^h/(1 - e^-rho).
//
// Rounding: sums have fewer than 2^13 additions of positive numbers, 2^-40 of relative error.

namespace logstar {

double least_tree_weight(const PlaceWeights& weights) {
  const std::vector<double>& by_weight = weights.by_weight;
  const std::vector<double>& before = weights.before;
  const std::vector<double>& after = weights.after;
  const std::size_t n = by_weight.size() - 1;
  if (n == 0) return 0;
  // G(i, k) in row i of the one and in row i + k of the other, so that a loop reads both in a row.
  const std::size_t row = n + 1;
  std::vector<double> places(row);
  for (std::size_t j = 0; j <= n; ++j) places[j] = std::min(before[j], after[j]);
  const double* const place = places.data();
  const auto from = std::make_unique_for_overwrite<double[]>(row * row);
  const auto up_to = std::make_unique_for_overwrite<double[]>(row * row);
  for (std::size_t k = 1; k <= n; ++k) {
    for (std::size_t i = 0; i + k <= n; ++i) {
      const std::size_t end = i + k;
      const double* const left = &from[i * row];
      const double* const right = &up_to[end * row];
      const bool across = i < weights.gap && weights.gap < end;
      const double heaviest = across ? weights.by_weight_across[k] : by_weight[k];
      double best = std::min({heaviest, before[end], after[i]});
      // Cuts are lightest at both ends, and heavier further in; one as heavy as the best is no better.
      for (std::size_t j = i + 1; j < end; ++j) {
        const double cut = std::min(heaviest, place[j]);
        if (cut >= best) break;
        best = std::min(best, cut + left[j] + right[j]);
      }
      for (std::size_t j = end - 1; j > i; --j) {
        const double cut = std::min(heaviest, place[j]);
        if (cut >= best) break;
        best = std::min(best, cut + left[j] + right[j]);
      }
      from[i * row + end] = best;
      up_to[end * row + i] = best;
    }
  }
  return multiply_down(from[n], 1 - 0x1p-40);
}

double most_weight_behind(double rho, double rise, double h) {
  // Any s is valid, so its rounding does not matter; the rounding of the sum does.
  double least = 1 + 1 / -std::expm1(-rho);
  for (int i = 0; h > 0 && i <= 64; ++i) {
    const double below = h * i / 64;  // h - s
    const double heavy = 1 / -std::expm1(-rho * (1 + (h - below) / rise));
    const double light = std::exp(-below) * (below / rho + 1 + 1 / -std::expm1(-rho));
    least = std::min(least, 1 + heavy + light);
  }
  // Some 20 operations, each to 2^-49 of numbers below 2^10 in the exponents.
  return least * (1 + 0x1p-30);
}

}  // namespace logstar
