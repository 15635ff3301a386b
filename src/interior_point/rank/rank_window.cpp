#include "logstar/interior_point/rank/rank_window.hpp"

// Let D(i) be the sorted records for i = 0..n-1, the lowest key for i < 0 and the highest for i >=
// n. The window is D(s), ..., D(s + m - 1) with s = floor(tau n) - floor(m / 2).
//
// Privacy. A record x added at place p: D'(i) = D(i) for i < p, x for i = p, D(i - 1) for i > p,
// and s' = s or s + 1, because 0 < tau < 1. As multisets,
//   s' = s:      the same for p >= s + m; x for D(s + m - 1) if p is inside; D(s - 1) for it if
//                p < s;
//   s' = s + 1:  D(s + m) for D(s) if p > s + m; x for D(s) if s < p <= s + m; the same for p <= s.
// Replacing a record keeps n and s. Removing it and adding another shifts the records between the two places by
// one and leaves the rest, so the window loses at most one record and gains one.
//
// Accuracy. If z <= D(s + m - 1), all records below z are before it: #{x < z} <= s + m - 1 <= tau n
// + ceil(m / 2) - 1, or n if that is smaller. If z >= D(s), the records up to D(s) are <= z: #{x <=
// z} >= s + 1 > tau n - floor(m / 2), or 0 if that is more.

namespace logstar {

KeyArray window_from(const KeyArray& sorted, const WideInterval& domain, std::int64_t first,
                     std::size_t size) {
  const auto n = static_cast<std::int64_t>(sorted.size());
  KeyArray window(sorted.bits());
  window.reserve(size);
  for (std::int64_t i = first; i < first + static_cast<std::int64_t>(size); ++i) {
    if (i < 0) {
      window.append(domain.lowest);
    } else if (i >= n) {
      window.append(domain.highest);
    } else {
      window.append(sorted[static_cast<std::size_t>(i)]);
    }
  }
  return window;
}

KeyArray rank_window(const KeyArray& sorted, const WideInterval& domain,
                     const QuantileFraction& tau, std::size_t size) {
  const auto n = static_cast<std::int64_t>(sorted.size());
  return window_from(sorted, domain,
                     n * tau.numerator / tau.denominator - static_cast<std::int64_t>(size / 2),
                     size);
}

}  // namespace logstar
