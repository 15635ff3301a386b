// Which variant of top-k suits a task, so that no caller has to know their names.
//
// Privacy: the choice depends on public parameters only, so it has no privacy loss.
// Source: the variants' accuracy (accuracy.hpp).
// Cost: one calibration for each variant compared.
#pragma once

#include <string>

#include "logstar/top_k/calibration.hpp"

namespace logstar {

struct TopKChoice {
  TopKParameters parameters;
  std::string reason;  ///< why this variant, in a sentence, for release records
};

/// The task's own variant if it names one, else the one that returns all k items from the least lead over
/// h_(kbar+1), at confidence 0.95, among `limited_domain` (if per_user is known), `strict` (if per_user is
/// unknown or does not restrict any user: per_user >= kbar) and `laplace` (if per_user is known).
/// `optimised_threshold` is not compared, as its lead depends on the data; nor is `fixed_threshold`, whose
/// items are unordered.
/// Errors: as calibrate_top_k.
TopKChoice choose_top_k(const TopKTask& task);

}  // namespace logstar
