// Which algorithm to use for an interior point or median, and how much data each one needs.
//
// Privacy: none is spent; everything here is computed from public numbers.
// Cost: some milliseconds, most of them to divide budgets among the parts of the recursive ones.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "logstar/domain/base_measure.hpp"
#include "logstar/domain/key_array.hpp"
#include "logstar/privacy/loss.hpp"
#include "logstar/randomness/natural.hpp"

namespace logstar {

enum class InteriorAlgorithm {
  exponential,
  cut,
  rec_concave,
  tree_log,
  heavy_paths,
  tree_log_slices
};
constexpr InteriorAlgorithm last_of(InteriorAlgorithm) {
  return InteriorAlgorithm::tree_log_slices;
}

/// All, in the order of the enumeration.
inline constexpr InteriorAlgorithm kInteriorAlgorithms[] = {
    InteriorAlgorithm::exponential, InteriorAlgorithm::cut,
    InteriorAlgorithm::rec_concave, InteriorAlgorithm::tree_log,
    InteriorAlgorithm::heavy_paths, InteriorAlgorithm::tree_log_slices};

/// "exponential", "cut", "rec-concave", "tree-log", "heavy-paths", "tree-log-slices".
std::string_view name_of(InteriorAlgorithm algorithm);

/// Its name in release records, with the paper's number of the algorithm where papers share a name.
const char* mechanism_of(InteriorAlgorithm algorithm);

/// The most often that an algorithm shrinks the domain: the papers' whole recursion on every domain here.
inline constexpr std::uint32_t kMaxShrinkings = 3;

struct InteriorRequest {
  std::uint32_t bits = 64;             ///< width of the keys, 1 to 2^26
  std::optional<Natural> domain_size;  ///< the number of keys, if fewer than 2^bits
  Loss loss;                           ///< the maximum loss; delta 0 to 1
  Neighbors neighbors = Neighbors::add_remove;
  double beta = 0.05;        ///< how often the result may be missing or outside the data, in (0, 1)
  BaseMeasure measure = {};  ///< public weights of the keys, for the exponential mechanism
  bool text = false;         ///< as of RankTask
  std::optional<std::uint32_t> levels = std::nullopt;  ///< as of RankTask
  std::uint64_t depth = 1;                             ///< as of RankTask
};

/// The request as callers state it.
struct InteriorPlanTask {
  std::uint32_t bits = 64;
  WideInterval domain = WideInterval::all(64);
  Loss loss;
  Neighbors neighbors = Neighbors::add_remove;
  double confidence = 0.95;
  BaseMeasure measure = {};  ///< public weights of the keys, for the exponential mechanism
  bool text = false;         ///< as of RankTask
  std::optional<std::uint32_t> levels =
      std::nullopt;  ///< as of RankTask, where an algorithm has them
  std::optional<std::uint64_t> depth = std::nullopt;  ///< default 1; as of RankTask

  void describe(auto& field) {
    field("domain", bits, domain, measure);
    loss.describe(field);
    field("neighbors", neighbors);
    field("confidence", confidence);
    field("text", text);
    field("levels", levels, kMaxShrinkings);
    field("depth", depth);
  }

  /// Errors: OutOfRange for a confidence outside (0, 1), and a measure of another domain.
  InteriorRequest request() const;
};

/// The usual rank error of a quantile in the algorithm's window as a share of the promised one; empty for the
/// exponential mechanism and cut choice, whose forms have their own figures. Measured on smooth data.
std::optional<double> usual_error_share(InteriorAlgorithm algorithm);

/// The records with which half of the interior points of smooth data lie within them, as a share of the
/// promised number; empty for the same two. Measured likewise.
std::optional<double> usual_records_share(InteriorAlgorithm algorithm);

struct PlanParameter {
  const char* name;
  double value;
};

struct InteriorPlan {
  InteriorAlgorithm algorithm = InteriorAlgorithm::exponential;
  bool available = false;  ///< within the loss that may be spent
  /// The n from which on an interior point is found with probability at least 1 - beta on every
  /// data set, by the theorem on the algorithm's documentation page; 0 if not available. With a
  /// parameter "mostRecords" it holds up to that n: more records need a larger declared size.
  std::uint64_t least_records = 0;
  Loss spent;  ///< the loss of a run; zero if not available
  /// The n with which half of the points of smooth data lie within them: no guarantee. Unknown for the
  /// exponential mechanism on keys of more than 64 bits that are not texts.
  std::optional<double> usual_records;
  std::vector<PlanParameter> parameters;
  std::string reason;  ///< why it is or is not chosen
};

struct InteriorPlans {
  /// One plan per algorithm, in the order of the enumeration.
  std::vector<InteriorPlan> algorithms;
  InteriorAlgorithm recommended =
      InteriorAlgorithm::exponential;  ///< of those available, by AlgorithmChoice::usual_error
};

/// Errors: OutOfRange for epsilon outside 1e-9..1e4, delta outside [0, 1), beta outside (0, 1),
/// bits outside 1..2^26, a domain size outside 1..2^bits.
InteriorPlans plan_interior_point(const InteriorRequest& request);

/// With fewer records no algorithm of this privacy finds an interior point with probability 1 - beta
/// on every data set, by whichever means: docs/guarantees/cut-choice.md, Theorem 10. At least 1.
/// Errors: as above.
std::uint64_t least_possible_records(const InteriorRequest& request);

}  // namespace logstar
