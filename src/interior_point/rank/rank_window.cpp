#include "logstar/interior_point/rank/rank_window.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

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

PaddedKeys padded_window_from(const KeyArray& sorted, const WideInterval& domain,
                              std::int64_t first, std::int64_t size) {
  const auto n = static_cast<std::int64_t>(sorted.size());
  const std::int64_t end = first + std::max<std::int64_t>(size, 0);
  const std::int64_t first_record = std::clamp<std::int64_t>(first, 0, n);
  const std::int64_t end_record = std::clamp<std::int64_t>(end, first_record, n);
  const auto word = [&](std::int64_t record) {
    return sorted.words().begin() +
           static_cast<std::ptrdiff_t>(record) * static_cast<std::ptrdiff_t>(sorted.limbs());
  };
  KeyArray records(sorted.bits(), {word(first_record), word(end_record)});
  const std::int64_t before = std::max<std::int64_t>(0, std::min<std::int64_t>(end, 0) - first);
  const std::int64_t behind = std::max<std::int64_t>(0, end - std::max(first, n));
  return {std::move(records), domain, static_cast<std::uint64_t>(before),
          static_cast<std::uint64_t>(behind)};
}

KeyArray window_from(const KeyArray& sorted, const WideInterval& domain, std::int64_t first,
                     std::size_t size) {
  return padded_window_from(sorted, domain, first, static_cast<std::int64_t>(size)).all();
}

std::int64_t rank_window_start(std::size_t records, const QuantileFraction& tau, std::size_t size) {
  return static_cast<std::int64_t>(records) * tau.numerator / tau.denominator -
         static_cast<std::int64_t>(size / 2);
}

KeyArray rank_window(const KeyArray& sorted, const WideInterval& domain,
                     const QuantileFraction& tau, std::size_t size) {
  return padded_rank_window(sorted, domain, tau, size).all();
}

PaddedKeys padded_rank_window(const KeyArray& sorted, const WideInterval& domain,
                              const QuantileFraction& tau, std::size_t size) {
  return padded_window_from(sorted, domain, rank_window_start(sorted.size(), tau, size),
                            static_cast<std::int64_t>(size));
}

}  // namespace logstar
