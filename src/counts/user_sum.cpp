#include "logstar/counts/user_sum.hpp"

#include <algorithm>
#include <string>

#include "logstar/support/checks.hpp"
#include "logstar/support/errors.hpp"

// Moves. Let M be the domain's greatest absolute value. What a user gives is between min(lowest, 0) and
//   max(highest, 0) in each group, 0 without rows there, and at most M in all groups together: so a
//   user added moves the sums by at most M, one changed by at most 2 M, or in a single group by no
//   more than the distance of the two ends. Sums cut at +-2^61 move no more than those that are not.

namespace logstar {
namespace {

constexpr std::int64_t kMostTotal = std::int64_t(1) << 52;
constexpr std::int64_t kMostSum = std::int64_t(1) << 61;

/// total * numerator / denominator, towards 0; 0 <= numerator <= denominator.
std::int64_t scaled(std::int64_t total, std::uint64_t numerator, Uint128 denominator) {
  const auto size = static_cast<std::uint64_t>(total < 0 ? -total : total);
  const auto quotient = static_cast<std::int64_t>(Uint128(size) * numerator / denominator);
  return total < 0 ? -quotient : quotient;
}

}  // namespace

std::uint64_t TotalDomain::greatest() const {
  return static_cast<std::uint64_t>(std::max(-lowest, highest));
}

void check_totals(const TotalDomain& domain) {
  const auto& [lowest, highest, parts] = domain;
  const bool bounded = lowest >= -kMostTotal && highest <= kMostTotal;
  if (!bounded || lowest > highest || (lowest == 0 && highest == 0)) {
    throw OutOfRange("domain", "two whole numbers within +-2^52, the lower first, not both 0",
                     std::to_string(lowest) + " and " + std::to_string(highest));
  }
  check_parts(parts);
}

std::uint64_t most_moved(const TotalDomain& domain, std::uint64_t groups, Neighbors neighbors) {
  check_totals(domain);
  check_count("groups", groups, 1, std::uint64_t(1) << 40);
  if (neighbors == Neighbors::add_remove) return domain.greatest();
  if (groups > 1) return 2 * domain.greatest();
  const std::int64_t up = std::max<std::int64_t>(domain.highest, 0);
  const std::int64_t down = std::min<std::int64_t>(domain.lowest, 0);
  return static_cast<std::uint64_t>(up - down);
}

std::vector<std::int64_t> sums_of_totals(const ValuedRows& data, std::uint32_t groups,
                                         const TotalDomain& domain) {
  const RowsInOrder ordered = in_order(data, groups);
  const std::uint64_t greatest = domain.greatest();
  std::vector<std::int64_t> totals(ordered.parts.size());
  for (std::size_t i = 0; i < totals.size(); ++i) {
    Int128 total = 0;
    for (std::size_t at = ordered.parts[i].begin; at < ordered.parts[i].end; ++at) {
      total += data.values[ordered.rows[at]];
    }
    totals[i] = static_cast<std::int64_t>(std::clamp<Int128>(total, domain.lowest, domain.highest));
  }
  std::vector<Int128> sums(groups, 0);
  for (std::size_t first = 0; first < totals.size();) {
    std::size_t end = first;
    Uint128 together = 0;  // of one user
    for (; end < totals.size() && ordered.parts[end].user == ordered.parts[first].user; ++end) {
      together += static_cast<std::uint64_t>(totals[end] < 0 ? -totals[end] : totals[end]);
    }
    for (; first < end; ++first) {
      sums[ordered.parts[first].group] +=
          together > greatest ? scaled(totals[first], greatest, together) : totals[first];
    }
  }
  std::vector<std::int64_t> result;
  for (const Int128 sum : sums) {
    result.push_back(static_cast<std::int64_t>(std::clamp<Int128>(sum, -kMostSum, kMostSum)));
  }
  return result;
}

}  // namespace logstar
