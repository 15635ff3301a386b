// Finds the powers of two between which users' values lie, as a release.
//
// Privacy: (epsilon, 0) for the declared neighbours, one user with all rows being added, removed or changed,
//   for every data set, also if nothing is found.
// Source: a histogram of users over signs and exponents, of which all 4,197 bins get noise, empty ones too; proof in
//   docs/guarantees/found-bounds.md.
// Departures: none.
// Cost: one draw for each bin, and the cost of user_histogram_release.hpp.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "logstar/counts/found_range.hpp"
#include "logstar/counts/user_histogram_release.hpp"

namespace logstar {

/// The public parameters.
struct FoundBoundsTask {
  double epsilon = 0;                       ///< as calibrate_user_noise
  std::uint32_t user_weight = kUserWeight;  ///< the weight of a user, 1 to kMaxUserWeight
  Neighbors neighbors = Neighbors::add_remove;
  double confidence = 0.95;
  Protects protects = Protects::users;  ///< `records` if every row is a separate user
  RangeScale scale = {};

  void describe(auto& field) {
    field("epsilon", epsilon);
    field("userWeight", user_weight, UserWeight());
    field("neighbors", neighbors);
    field("confidence", confidence);
    field("protects", protects);
    field("rangeScale", scale);
  }
};

struct FoundBounds {
  using Task = FoundBoundsTask;
  using Data = ValuedRows;  ///< code_of the values; ignores rows of kNoGroup
  /// The users' weight in a bin of ExponentBins, each user split evenly over their rows.
  using Sum = std::uint64_t;
  using Answer = std::optional<FoundRange>;  ///< empty if no bin passes

  struct Plan {
    UserNoise noise;
    std::int64_t threshold =
        0;  ///< noisy weights above it pass: no empty bin does with 1 - beta/10
    /// The weight from which on two bins, chosen beforehand, both pass with 1 - 9 beta/10.
    std::int64_t passes_from = 0;
  };

  /// Errors: OutOfRange.
  static Plan plan(const Task& task);
  static Claim claim(const Task& asked, const Plan& plan);
  static Task with_loss(const Task& task, const Plan& plan, const Loss& granted);
  static Answer draw(const Task& task, const Plan& plan, Data data, Randomness& randomness);
  static Answer draw_from_sums(const Task& task, const Plan& plan, const std::vector<Sum>& sums,
                               Randomness& randomness);
};

static_assert(Releasable<FoundBounds>);

}  // namespace logstar
