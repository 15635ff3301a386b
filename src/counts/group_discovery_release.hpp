// Releases private groups and their noisy weights.
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

/// The probability at which the numbers of users for release are compared.
inline constexpr double kComparedAt = 0.95;

/// The public parameters.
struct GroupDiscoveryTask {
  Loss loss;  ///< epsilon: as calibrate_group_discovery; delta: above 0 and below 1
  PerUser per_user = {};
  Neighbors neighbors = Neighbors::add_remove;
  double confidence = 0.95;
  /// Default: the noise that releases groups from fewer users on, Laplace in doubt and for users that are
  /// spread.
  std::optional<NoiseKind> noise = std::nullopt;
  Protects protects = Protects::users;  ///< `records` if every row is a separate user

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
  /// Rows and the number of their groups, which must stay private like the rows.
  struct Data {
    CountedRows rows;
    std::uint32_t group_count = 0;
  };
  using Sum = std::uint64_t;  ///< the users' weight in a group that occurs, from_sums.hpp
  /// In the order of the groups' numbers, weights in units of which a user has PerUser::unit.
  using Answer = std::vector<NamedGroup>;

  struct Plan {
    GroupDiscoveryParameters parameters;  ///< by Laplace noise
    std::optional<GaussianDiscoveryParameters> gaussian =
        std::nullopt;  ///< by Gaussian noise, drawn once, if chosen
    std::optional<GaussianSpreadParameters> gaussian_spread =
        std::nullopt;             ///< by Gaussian noise for users that are spread, if chosen
    std::int64_t error = 0;       ///< bounds the error of a weight; a withheld group counts as 0
    std::int64_t named_from = 0;  ///< the weight from which a group is released with the confidence
    /// The weight from which a group is released at least half of the time.
    std::int64_t half_released_at = 0;

    NoiseKind noise() const;
    std::int64_t threshold() const;
  };

  /// Errors: OutOfRange.
  static Plan plan(const Task& task);
  /// As `plan`, but returns an obstacle if no such noise exists at the loss.
  static Possible<Plan> possible_plan(const Task& task);
  static Claim claim(const Task& asked, const Plan& plan);
  static Task with_loss(const Task& task, const Plan& plan, const Loss& granted);
  static Answer draw(const Task& task, const Plan& plan, Data data, Randomness& randomness);
  static Answer draw_from_sums(const Task& task, const Plan& plan, const std::vector<Sum>& sums,
                               Randomness& randomness);
};

static_assert(Releasable<GroupDiscovery>);

/// Gaussian noise with these parameters; the caller must have a proof for them. Errors: OutOfRange.
GroupDiscovery::Plan gaussian_discovery_plan(const GaussianDiscoveryParameters& parameters,
                                             double confidence);

/// The weight from which on a group is released with probability at least `probability`. Errors: OutOfRange.
std::int64_t named_from(const GroupDiscovery::Plan& plan, double probability);

}  // namespace logstar
