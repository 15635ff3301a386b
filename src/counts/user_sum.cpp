#include "logstar/counts/user_sum.hpp"

#include <algorithm>
#include <numeric>
#include <span>
#include <string>

#include "logstar/support/checks.hpp"
#include "logstar/support/errors.hpp"
#include "logstar/top_k/calibration.hpp"
#include "logstar/top_k/random_order.hpp"

// Sensitivity. Let M be the domain's greatest absolute value. A user's number for each group lies between
//   min(lowest, 0) and max(highest, 0), 0 without rows there. All groups together have at most n M: n = 1 where
//   totals are scaled, else the number of groups that the user counts in. So a user added moves the sums by at
//   most n M. A user changed moves those in which the user counts before and after by at most the distance R <=
//   2 M of the two ends, the others by at most M. At least 2 n - k of k groups are of the former kind, and each
//   more makes it no worse. Clamping sums at +-2^61 does not increase these differences.

namespace logstar {
namespace {

constexpr std::int64_t kMaxTotal = std::int64_t(1) << 52;
constexpr std::int64_t kMaxSum = std::int64_t(1) << 61;
constexpr std::uint64_t kMaxTotals = std::uint64_t(1) << 52;  // of one user

std::uint64_t size_of(std::int64_t total) {
  return static_cast<std::uint64_t>(total < 0 ? -total : total);
}

/// total * numerator / denominator, towards 0; 0 <= numerator <= denominator.
std::int64_t scaled(std::int64_t total, std::uint64_t numerator, Uint128 denominator) {
  const auto quotient =
      static_cast<std::int64_t>(Uint128(size_of(total)) * numerator / denominator);
  return total < 0 ? -quotient : quotient;
}

/// The maximum distance of two totals, a user without rows included.
std::uint64_t width_with_zero(const TotalDomain& domain) {
  return static_cast<std::uint64_t>(std::max<std::int64_t>(domain.highest, 0) -
                                    std::min<std::int64_t>(domain.lowest, 0));
}

}  // namespace

std::uint64_t TotalDomain::greatest() const {
  return static_cast<std::uint64_t>(std::max(-lowest, highest));
}

void check_totals(const TotalDomain& domain) {
  const auto& [lowest, highest, parts] = domain;
  const bool bounded = lowest >= -kMaxTotal && highest <= kMaxTotal;
  if (!bounded || lowest > highest || (lowest == 0 && highest == 0)) {
    reject("domain", "two whole numbers within +-2^52, the lower first, not both 0",
           std::to_string(lowest) + " and " + std::to_string(highest));
  }
  check_parts(parts);
}

Shifts shifts_of(const TotalDomain& domain, std::uint64_t per_user, std::uint64_t groups,
                 Neighbors neighbors) {
  if (neighbors == Neighbors::add_remove) return {std::min(per_user, groups), domain.greatest()};
  return {std::min(2 * per_user, groups), width_with_zero(domain)};
}

std::uint64_t sensitivity(const TotalDomain& domain, const SummedGroups& per_user,
                          std::uint64_t groups, Neighbors neighbors) {
  check_totals(domain);
  check_count("groups", groups, 1, std::uint64_t(1) << 40);
  if (per_user) check_count("perUser", *per_user, 1, kMaxPerUser);
  const std::uint64_t counted = std::min(per_user.value_or(1), groups);
  Uint128 moved = Uint128(counted) * domain.greatest();
  if (moved > kMaxTotals) {
    reject("perUser", "at most 2^52 over the greatest of the domain", std::to_string(counted));
  }
  if (neighbors == Neighbors::replace) {
    const std::uint64_t both = 2 * counted > groups ? 2 * counted - groups : 0;
    moved =
        Uint128(both) * width_with_zero(domain) + Uint128(2 * (counted - both)) * domain.greatest();
  }
  return static_cast<std::uint64_t>(moved);
}

std::vector<std::int64_t> sums_of_totals(const ValuedRows& data, std::uint32_t groups,
                                         const TotalDomain& domain, const SummedGroups& per_user,
                                         Randomness& randomness) {
  const RowsInOrder ordered = sort_by_user_and_group(data, groups);
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
  std::vector<std::size_t> own;  // of one user
  for (std::size_t first = 0; first < totals.size(); first += own.size()) {
    own.assign(groups_of_user(ordered.parts, first), first);
    std::iota(own.begin(), own.end(), first);
    if (per_user) {
      const auto kept = static_cast<std::size_t>(std::min<std::uint64_t>(*per_user, own.size()));
      if (kept < own.size()) shuffle_first(own, kept, randomness);
      for (const std::size_t i : std::span(own).first(kept)) {
        sums[ordered.parts[i].group] += totals[i];
      }
      continue;
    }
    Uint128 together = 0;
    for (const std::size_t i : own) together += size_of(totals[i]);
    for (const std::size_t i : own) {
      sums[ordered.parts[i].group] +=
          together > greatest ? scaled(totals[i], greatest, together) : totals[i];
    }
  }
  std::vector<std::int64_t> result;
  result.reserve(sums.size());
  for (const Int128 sum : sums) {
    result.push_back(static_cast<std::int64_t>(std::clamp<Int128>(sum, -kMaxSum, kMaxSum)));
  }
  return result;
}

}  // namespace logstar
