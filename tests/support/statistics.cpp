#include "statistics.hpp"

#include <cmath>
#include <numeric>

namespace logstar::testing {
namespace {

long double log_mass(std::size_t n, long double p, std::size_t k) {
  const auto N = static_cast<long double>(n);
  const auto K = static_cast<long double>(k);
  return std::lgamma(N + 1) - std::lgamma(K + 1) - std::lgamma(N - K + 1) + K * std::log(p) +
         (N - K) * std::log1p(-p);
}

}  // namespace

long double binomial_at_least(std::size_t n, long double p, std::size_t x) {
  if (x == 0 || p >= 1) return 1;
  if (p <= 0) return 0;
  // Past the mean, terms fall geometrically, so the sum may stop once they are negligible.
  long double sum = 0;
  for (std::size_t k = x; k <= n; ++k) {
    const long double term = std::exp(log_mass(n, p, k));
    sum += term;
    if (static_cast<long double>(k) > static_cast<long double>(n) * p && term < 1e-25L) break;
  }
  return sum;
}

long double binomial_at_most(std::size_t n, long double p, std::size_t x) {
  return binomial_at_least(n, 1 - p, n - x);
}

bool fits_law(const std::vector<std::size_t>& counts, const std::vector<long double>& law,
              double alpha) {
  const std::size_t n = std::accumulate(counts.begin(), counts.end(), std::size_t(0));
  const long double level =
      static_cast<long double>(alpha) / (2 * static_cast<long double>(counts.size()));
  for (std::size_t i = 0; i < counts.size(); ++i) {
    if (binomial_at_least(n, law[i], counts[i]) < level) return false;
    if (binomial_at_most(n, law[i], counts[i]) < level) return false;
  }
  return true;
}

}  // namespace logstar::testing
