// The mean of users' values: weights at the two ends of a domain, and the mean from such weights.
//
// Privacy: none is spent. A user's weights at both ends, in all groups, add up to at most the user weight.
// Source: ours; proof in docs/guarantees/counts.md.
// Departures: none.
// Cost: sorting the rows.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "logstar/counts/rows_in_order.hpp"

namespace logstar {

/// The ends of the domain, lowest < highest, within +-2^62; values outside are brought to the nearer one.
struct ValueDomain {
  std::int64_t lowest = 0;
  std::int64_t highest = 1;
  std::uint64_t parts = 1;  ///< how many units make one: 100 for cents, 1 to 10^15

  void describe(auto& field) {
    field("lo", lowest);
    field("hi", highest);
    field("parts", parts);
  }
};

/// Throws OutOfRange unless lowest < highest, within +-2^62, and for invalid parts.
void check_values(const ValueDomain& domain);

/// From end to end, in units.
std::uint64_t width_of(const ValueDomain& domain);
/// How far above the lowest a value is, brought into the domain.
std::uint64_t place(std::int64_t value, const ValueDomain& domain);

/// The users' weight of a group at either end of the domain, in units of `user_weight` a user.
struct DomainEnds {
  std::int64_t high = 0;
  std::int64_t low = 0;

  friend auto operator<=>(const DomainEnds&, const DomainEnds&) = default;
};

/// The released ends, with noise.
struct NoisyEnds : DomainEnds {
  std::int64_t error = 0;  ///< by which both are off at most

  friend auto operator<=>(const NoisyEnds&, const NoisyEnds&) = default;
};

/// The mean is lowest + (highest - lowest) numerator/denominator, and off by at most (highest - lowest)
/// error/denominator.
struct MeanFraction {
  std::int64_t numerator = 0;  ///< 0 to denominator
  std::int64_t denominator = 1;
  std::int64_t error = 0;  ///< below denominator

  friend bool operator==(const MeanFraction&, const MeanFraction&) = default;
};

/// A number and by how much it is off at most.
struct MeanEstimate {
  double value = 0;
  double error = 0;
};

/// The ends of each group, without noise. A user weighs `user_weight` over all groups, in each the share of
/// the user's rows there (weight_between). The high end gets the share of that weight that is the mean place of
/// these rows in the domain, rounded once to a whole number; the low end gets the rest. Errors: as
/// sort_by_user_and_group.
std::vector<DomainEnds> domain_ends(const ValuedRows& data, std::uint32_t groups,
                                    const ValueDomain& domain,
                                    std::uint32_t user_weight = kUserWeight);

/// Uses released values only. `error`: by which both ends are off at most. Empty if the weight is at most the
/// error.
std::optional<MeanFraction> mean_of(const DomainEnds& noisy, std::int64_t error);

/// The mean in the domain's ones. `least_weight`: the minimum weight of a user in the group; rounding changes
/// each by at most half a unit.
MeanEstimate estimate_mean(const MeanFraction& mean, const ValueDomain& domain,
                           std::uint32_t least_weight);

}  // namespace logstar
