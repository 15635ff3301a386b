// Quantiles whose ties are broken by properties of other records: rank, position, smallest gap of the data. For
// the verifier and the auditor.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "logstar/interior_point/rank/exponential.hpp"
#include "logstar/interior_point/rank/rank_score.hpp"
#include "logstar/randomness/randomness.hpp"

namespace logstar::testing {

/// Records by the zone they lie in: at places 1, 3 and 5, with gaps of many points between and
/// around them, the zones 0, 2, 4 and 6.
using ZonedRecords = std::vector<std::size_t>;
using Sides = std::pair<ZonedRecords, ZonedRecords>;
using ZoneWidths = std::array<std::uint64_t, 7>;

/// The median by the exponential mechanism, as a zone.
inline std::size_t zone_of_median(const ZonedRecords& records, const ZoneWidths& widths,
                                  double epsilon, Randomness& randomness) {
  const double draw_epsilon =
      calibrate_exponential_quantile({1, 2}, epsilon, Neighbors::add_remove).draw_epsilon;
  const RankScore score{
      RankScore::Kind::quantile, static_cast<std::int64_t>(records.size()), {1, 2}};
  std::vector<CandidateRun> runs;
  for (std::size_t zone = 0; zone < widths.size(); ++zone) {
    const auto counted = [&](const auto& holds) {
      return std::count_if(records.begin(), records.end(), holds);
    };
    runs.push_back({score(counted([&](std::size_t x) { return x < zone; }),
                          counted([&](std::size_t x) { return x <= zone; })),
                    widths[zone]});
  }
  RunList list(runs);
  return randomness.weighted_choice(list, draw_epsilon, std::nullopt);
}

/// Quartiles, half of epsilon for the median and half for the medians of its sides. The result
/// names zones. Records equal to a released value are parted by `split(records, zone)`.
template <typename Split>
std::vector<std::size_t> quartiles_parted(const ZonedRecords& records, const ZoneWidths& widths,
                                          double epsilon, const Split& split,
                                          Randomness& randomness) {
  const auto draw = [&](const ZonedRecords& some) {
    return zone_of_median(some, widths, epsilon / 2, randomness);
  };
  const std::size_t median = draw(records);
  const Sides sides = split(records, median);
  const std::size_t lower = draw(sides.first);
  const std::size_t upper = draw(sides.second);
  return {lower, median, upper};
}

/// Splits records into sides; those equal to z go to the left if `left(index)`.
template <typename Left>
Sides parted(const ZonedRecords& zones, std::size_t z, const Left& left) {
  Sides sides;
  for (std::size_t i = 0; i < zones.size(); ++i) {
    const bool to_left = zones[i] == z ? left(i) : zones[i] < z;
    (to_left ? sides.first : sides.second).push_back(zones[i]);
  }
  return sides;
}

inline Sides by_rank(const ZonedRecords& zones, std::size_t z) {
  return parted(zones, z, [&](std::size_t i) { return 2 * i < zones.size(); });
}

inline Sides by_position(const ZonedRecords& zones, std::size_t z) {
  return parted(zones, z, [](std::size_t i) { return i % 2 == 0; });
}

/// A median of keys rounded down to multiples of the data's smallest gap, so that equal ones have room for a
/// split; `no_gap` if all are equal. `sorted`: in increasing order.
inline std::uint64_t median_by_smallest_gap(std::vector<std::uint64_t> sorted,
                                            const KeyInterval& domain, std::uint64_t no_gap,
                                            const ExponentialParameters& parameters,
                                            Randomness& randomness) {
  std::uint64_t gap = no_gap;
  for (std::size_t i = 1; i < sorted.size(); ++i) {
    if (sorted[i] != sorted[i - 1]) gap = std::min(gap, sorted[i] - sorted[i - 1]);
  }
  for (std::uint64_t& key : sorted) key = key / gap * gap;
  return draw_exponential_rank(std::move(sorted), domain, parameters, randomness);
}

}  // namespace logstar::testing
