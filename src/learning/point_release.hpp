// A learned point as a release: `release<PointRelease>(ledger, task, ones, randomness)` charges, draws
// and claims.
//
// Privacy, source, cost: as point.hpp, which draws.
// Departures: none.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "logstar/learning/point.hpp"
#include "logstar/release/claim.hpp"
#include "logstar/release/release.hpp"

namespace logstar {

/// "stable", "gap".
const char* name_of(PointAlgorithm algorithm);

/// The index of an item. If none is found, a proper learner returns a random key; otherwise the answer is
/// empty.
struct PointRelease {
  /// For a learner that always names an item of a domain.
  struct Proper {
    WideInterval domain;
    double accuracy = 0;  ///< share of the records that a random item may have, 1e-4 to 1/2

    void describe(auto& field) {
      field("domain", domain);
      field("accuracy", accuracy);
    }
  };
  struct Task {
    Loss loss;  ///< delta above 0
    Neighbors neighbors = Neighbors::add_remove;
    double confidence = 0.95;
    std::optional<PointAlgorithm> algorithm;  ///< default: stable choice
    std::optional<Proper> proper;

    void describe(auto& field) {
      loss.describe(field);
      field("neighbors", neighbors);
      field("confidence", confidence);
      field("algorithm", algorithm);
      field("proper", proper);
    }
  };
  using Data = std::vector<std::int64_t>;  ///< records of label 1 an item, at least 1
  using Answer = std::optional<ProperPoint>;

  struct Plan {
    PointAlgorithm algorithm = PointAlgorithm::stable_choice;
    PointParameters draw;
  };

  /// Errors: as calibrate_point and check_proper_point.
  static Plan plan(const Task& task);
  static Claim claim(const Task& asked, const Plan& plan);
  static Task with_loss(const Task& task, const Plan& plan, const Loss& granted);
  static Answer draw(const Task& task, const Plan& plan, Data ones, Randomness& randomness);
};

static_assert(Releasable<PointRelease>);

}  // namespace logstar
