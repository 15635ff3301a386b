// Goodness of fit with a stated false-alarm rate.
#pragma once

#include <cstddef>
#include <vector>

namespace logstar::testing {

/// True if the counts of n independent draws are consistent with the probabilities: a union, over
/// the cells, of exact two-sided binomial tests, each at level alpha / cells. A correct law fails
/// with probability at most alpha (1e-6 here by convention).
bool fits_law(const std::vector<std::size_t>& counts, const std::vector<long double>& law,
              double alpha = 1e-6);

/// P[X >= x] for X ~ Binomial(n, p), and P[X <= x].
long double binomial_at_least(std::size_t n, long double p, std::size_t x);
long double binomial_at_most(std::size_t n, long double p, std::size_t x);

}  // namespace logstar::testing
