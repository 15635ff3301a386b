// What users total, added up, where the rows of a user who has very much are scaled down.
//
// Privacy: none is spent; by how much one user moves the sums is what `most_moved` says.
// Source: ours; proof in docs/guarantees/counts.md.
// Departures: none. A user's total in each group is brought into the domain; totals of one user whose
//   absolute values add up to more than the domain's greatest are all scaled down, towards 0.
// Cost: sorting the rows.
#pragma once

#include <cstdint>
#include <vector>

#include "logstar/counts/rows_in_order.hpp"
#include "logstar/privacy/loss.hpp"

namespace logstar {

/// The totals that a user may have: lowest..highest, each within +-2^52.
struct TotalDomain {
  std::int64_t lowest = 0;
  std::int64_t highest = 0;
  std::uint64_t parts = 1;  ///< how many units make one: 100 for cents, 1 to 10^15

  void describe(auto& field) {
    field("lo", lowest);
    field("hi", highest);
    field("parts", parts);
  }

  /// The greatest absolute value of a total.
  std::uint64_t greatest() const;
};

/// Throws OutOfRange unless lowest <= highest, within +-2^52, and not both are 0, and for parts that are
/// none.
void check_totals(const TotalDomain& domain);

/// By how much the sums differ between neighbours, all differences added up.
std::uint64_t most_moved(const TotalDomain& domain, std::uint64_t groups, Neighbors neighbors);

/// What users total in each group, added up, within +-2^61.
std::vector<std::int64_t> sums_of_totals(const ValuedRows& data, std::uint32_t groups,
                                         const TotalDomain& domain);

}  // namespace logstar
