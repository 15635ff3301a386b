// The mean of users' values, as a release; each user counts once, however many rows they have.
//
// Privacy: (epsilon, 0) for the declared neighbours, one user with all rows being added, removed or
//   changed, over all groups together, for every data set.
// Source: ours. A user's weight is divided between the two ends of the domain, so that sum and count
//   are one histogram of two bins, which costs the whole epsilon once. Proof in docs/guarantees/counts.md.
// Departures: none.
// Cost: two draws a group, and sorting the rows.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "logstar/counts/group_naming.hpp"
#include "logstar/counts/user_mean.hpp"
#include "logstar/counts/user_noise.hpp"
#include "logstar/release/claim.hpp"
#include "logstar/release/release.hpp"

namespace logstar {

/// The public parameters of a mean.
struct UserMeanTask {
  double epsilon = 0;  ///< as calibrate_user_noise
  ValueDomain domain = {};
  GroupCount groups = 1;                    ///< 1 if there is one mean of all
  std::uint32_t user_weight = kUserWeight;  ///< the weight of a user, 1 to kMaxUserWeight
  Neighbors neighbors = Neighbors::add_remove;
  double confidence = 0.95;

  void describe(auto& field) {
    field("epsilon", epsilon);
    field("of", domain);
    describe_beside_domain(field);
  }

  void describe_beside_domain(auto& field) {
    field("groups", groups, kMaxGroups);
    field("userWeight", user_weight, UserWeight());
    field("neighbors", neighbors);
    field("confidence", confidence);
  }
};

/// The minimum weight of a user for which a mean's error is stated. With one group it is the user weight, as
/// rows outside do not count; else the weight of a hundredth of the user's rows.
std::uint32_t least_weight(const UserMeanTask& task);

/// Noise for the weights of each group, `each` numbers, none negative, that add up to the weight of its users
/// there.
/// Errors: OutOfRange.
UserNoise plan_weights(const UserMeanTask& task, std::uint64_t each);
/// The claim of a release of such weights. `rounding`: of a user's values, in parts of the domain's width or of
/// its square.
Claim claim_weights(const char* mechanism, const UserMeanTask& asked, const UserNoise& plan,
                    double rounding);

struct UserMean {
  using Task = UserMeanTask;
  using Data = ValuedRows;
  using Sum = DomainEnds;                 ///< domain_ends of a group, from_sums.hpp
  using Answer = std::vector<NoisyEnds>;  ///< of each group
  using Plan = UserNoise;                 ///< the error of both ends is for mean_of

  /// Errors: OutOfRange.
  static Plan plan(const Task& task);
  static Claim claim(const Task& asked, const Plan& plan);
  static Task with_loss(const Task& task, const Plan& plan, const Loss& granted);
  static Answer draw(const Task& task, const Plan& plan, Data data, Randomness& randomness);
  static Answer draw_from_sums(const Task& task, const Plan& plan, const std::vector<Sum>& sums,
                               Randomness& randomness);

  /// How private groups are selected: by the noisy weights of both ends together. Errors: OutOfRange.
  static GroupNaming naming(const Task& task, const Plan& plan, double delta);
  /// The weight of a user.
  static std::uint64_t unit(const Task& task) { return task.user_weight; }
  static std::size_t sums_of_group(const Task&) { return 1; }
  using Named = std::pair<std::vector<NamedGroup>, Answer>;  ///< groups, and the answer of each
  static Named draw_named(const Task& task, const Plan& plan, const GroupNaming& naming, Data data,
                          std::uint32_t group_count, Randomness& randomness);
  static Named draw_named_of_sums(const Task& task, const Plan& plan, const GroupNaming& naming,
                                  const std::vector<Sum>& sums, Randomness& randomness);
};

static_assert(Releasable<UserMean>);

}  // namespace logstar
