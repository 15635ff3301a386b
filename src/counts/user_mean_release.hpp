// The mean of what users have, each user alike however many rows they have, as a release.
//
// Privacy: (epsilon, 0) for the declared neighbours, one user with all rows being added, removed or
//   changed, over all groups together, for every data set.
// Source: ours. A user's weight is divided between the two ends of the domain, so that sum and count
//   are one histogram of two bins that pays the whole epsilon once. Proof in docs/guarantees/counts.md.
// Departures: none.
// Cost: two draws a group, and sorting the rows.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "logstar/counts/rows_in_order.hpp"
#include "logstar/release/claim.hpp"
#include "logstar/release/release.hpp"

namespace logstar {

/// All that is public about a mean.
struct UserMeanTask {
  double epsilon = 0;  ///< as calibrate_user_noise
  /// The ends of the domain, lowest < highest; values outside are brought to the nearer one.
  std::int64_t lowest = 0;
  std::int64_t highest = 1;
  std::uint32_t groups = 1;           ///< 1 if there is one mean of all
  std::uint32_t whole = kUserWeight;  ///< what a user weighs, 1 to kMostUserWeight
  Neighbors neighbors = Neighbors::add_remove;
  double confidence = 0.95;
};

/// What the users of a group weigh at either end of the domain, in units of `whole` a user.
struct DomainEnds {
  std::int64_t high = 0;
  std::int64_t low = 0;

  friend auto operator<=>(const DomainEnds&, const DomainEnds&) = default;
};

/// The mean is lowest + (highest - lowest) numerator/denominator, and off by at most (highest - lowest)
/// error/denominator.
struct MeanFraction {
  std::int64_t numerator = 0;  ///< 0 to denominator
  std::int64_t denominator = 1;
  std::int64_t error = 0;  ///< below denominator

  friend bool operator==(const MeanFraction&, const MeanFraction&) = default;
};

/// The ends of each group, without noise: of each user and group the rows' weights times their
/// place in the domain at the high end, cut down once to a whole number, and the rest at the low end.
std::vector<DomainEnds> domain_ends(const ValuedRows& data, const UserMeanTask& task);

/// From what was released only. `error`: by which both ends are off at most. Nothing if there is not
/// more weight than that.
std::optional<MeanFraction> mean_of(const DomainEnds& noisy, std::int64_t error);

struct UserMean {
  using Task = UserMeanTask;
  using Data = ValuedRows;
  using Answer = std::vector<DomainEnds>;  ///< of each group, with noise

  struct Plan {
    std::uint64_t moved = 0;
    Rational rate;
    std::int64_t error = 0;  ///< by which all ends at once are off at most: for mean_of
  };

  /// Errors: OutOfRange.
  static Plan plan(const Task& task);
  static Claim claim(const Task& asked, const Plan& plan);
  static Task within(const Task& task, const Plan& plan, const Loss& granted);
  static Answer draw(const Task& task, const Plan& plan, Data data, Randomness& randomness);
};

static_assert(Releasable<UserMean>);

}  // namespace logstar
