// Groups that nobody has declared, as a release: which of them are named, and how heavy they are.
//
// Privacy, source, cost: as group_discovery.hpp, gaussian_discovery.hpp or gaussian_spread.hpp, which draw.
// Departures: none.
#pragma once

#include <cstdint>
#include <vector>

#include "logstar/counts/gaussian_discovery.hpp"
#include "logstar/counts/gaussian_spread.hpp"
#include "logstar/counts/group_discovery.hpp"
#include "logstar/counts/group_weights.hpp"
#include "logstar/counts/user_noise.hpp"
#include "logstar/release/claim.hpp"
#include "logstar/release/release.hpp"
#include "logstar/support/possible.hpp"

namespace logstar {

/// With which probability a group is named of as many users as are compared.
inline constexpr double kComparedAt = 0.95;

/// All that is public about it.
struct GroupDiscoveryTask {
  Loss loss;  ///< epsilon: as calibrate_group_discovery; delta: above 0 and below 1
  PerUser per_user = {};
  Neighbors neighbors = Neighbors::add_remove;
  double confidence = 0.95;
  /// Nothing: that by which a group is named from fewer users on, Laplace if in doubt and where users are spread.
  std::optional<NoiseKind> noise = std::nullopt;
  Protects protects = Protects::users;  ///< `records` if every row is a user of its own

  void describe(auto& field) {
    loss.describe(field);
    per_user.describe(field);
    field("neighbors", neighbors);
    field("confidence", confidence);
    field("noise", noise);
    field("protects", protects);
  }
};

struct GroupDiscovery {
  using Task = GroupDiscoveryTask;
  /// The rows, and how many groups they are numbered in, which is as private as they are.
  struct Data {
    CountedRows rows;
    std::uint32_t group_count = 0;
  };
  using Sum = std::uint64_t;  ///< what the users give to a group that occurs, from_sums.hpp
  /// In the order of the groups' numbers, weights in units of which a user has PerUser::unit.
  using Answer = std::vector<NamedGroup>;

  struct Plan {
    GroupDiscoveryParameters parameters;  ///< by Laplace noise
    std::optional<GaussianDiscoveryParameters> gaussian =
        std::nullopt;  ///< by Gaussian noise that is drawn once, if it is that
    std::optional<GaussianSpreadParameters> gaussian_spread =
        std::nullopt;             ///< by Gaussian noise of users who are spread, if it is that
    std::int64_t error = 0;       ///< by which a weight is off at most, 0 standing for no name
    std::int64_t named_from = 0;  ///< the weight that is named with the task's confidence
    std::int64_t half_released_at = 0;  ///< the weight of which half are named

    NoiseKind noise() const;
    std::int64_t threshold() const;
  };

  /// Errors: OutOfRange.
  static Plan plan(const Task& task);
  /// The same for whoever has another way: an obstacle for a loss with which there is no such noise, which `plan` refuses.
  static Possible<Plan> possible_plan(const Task& task);
  static Claim claim(const Task& asked, const Plan& plan);
  static Task with_loss(const Task& task, const Plan& plan, const Loss& granted);
  static Answer draw(const Task& task, const Plan& plan, Data data, Randomness& randomness);
  static Answer draw_from_sums(const Task& task, const Plan& plan, const std::vector<Sum>& sums,
                               Randomness& randomness);
};

static_assert(Releasable<GroupDiscovery>);

/// By Gaussian noise of these parameters, which whoever asks has a proof for. Errors: OutOfRange.
GroupDiscovery::Plan gaussian_discovery_plan(const GaussianDiscoveryParameters& parameters,
                                             double confidence);

/// The weight from which on a group is named with probability at least `probability`. Errors: OutOfRange.
std::int64_t named_from(const GroupDiscovery::Plan& plan, double probability);

}  // namespace logstar
