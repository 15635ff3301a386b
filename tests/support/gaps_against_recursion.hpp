// Worst-case data for recursive quantiles: gaps in which one miss leads to the next.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

#include "logstar/interior_point/rank/quantile_recursion.hpp"
#include "logstar/interior_point/rank/quantiles.hpp"

namespace logstar::testing {

/// For each quantile in turn, a gap of 2^60 keys so far above its target that about half of all draws fall into
/// it. The gap has 2^76 points, each with e^-(rho x) of the weight of a point near the target, where each rank
/// has about 2^16 / (records of one value) points. The next draws start there. Returns `records` records,
/// sorted.
inline std::vector<std::uint64_t> records_against(const QuantilesParameters& parameters,
                                                  std::uint64_t records) {
  std::vector<std::int64_t> gaps;
  using Known = std::pair<double, double>;  // the ranks of the two known ones
  const auto visit = [&](const QuantileNode& node, const Known& known) {
    const auto& [a, b] = node.relative.fraction;
    const double rho = quantile_draw_epsilon(parameters, node.relative.fraction) * b;
    const double near = std::log(std::ldexp(1, 16) / 2'000 * 2 / rho);
    const double miss = (76 * std::log(2) - near) / rho;
    const double rank = known.first + (known.second - known.first) * a / b + miss;
    gaps.push_back(static_cast<std::int64_t>(rank));
    return std::pair{Known{known.first, rank}, Known{rank, known.second}};
  };
  halve(parameters.taus, 0, parameters.taus.size(), Known{0, static_cast<double>(records)}, visit);
  std::sort(gaps.begin(), gaps.end());
  std::vector<std::uint64_t> keys;
  for (std::int64_t rank = 0; rank < static_cast<std::int64_t>(records); ++rank) {
    const auto passed = std::lower_bound(gaps.begin(), gaps.end(), rank + 1) - gaps.begin();
    keys.push_back(static_cast<std::uint64_t>(passed) << 60);
  }
  return keys;
}

/// The largest miss of several quantiles, in ranks.
inline double worst_miss(const std::vector<std::uint64_t>& sorted,
                         const std::vector<QuantileFraction>& taus,
                         const std::vector<std::uint64_t>& found) {
  double worst = 0;
  for (std::size_t i = 0; i < taus.size(); ++i) {
    const double target =
        static_cast<double>(sorted.size()) * taus[i].numerator / taus[i].denominator;
    const auto below = std::lower_bound(sorted.begin(), sorted.end(), found[i]) - sorted.begin();
    const auto at_most = std::upper_bound(sorted.begin(), sorted.end(), found[i]) - sorted.begin();
    worst = std::max(
        {worst, static_cast<double>(below) - target, target - static_cast<double>(at_most)});
  }
  return worst;
}

}  // namespace logstar::testing
