// Facts about its draw that every answer of ranked items states.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "logstar/release/claim.hpp"
#include "logstar/top_k/calibration.hpp"

namespace logstar {

/// `kBar`, or `kBarMost` of a variant that draws it: the draw's own is part of the answer.
/// `per_user`: at how many items one user counts at most; empty: any number.
/// Errors: OutOfRange for a confidence outside (0, 1).
Facts facts_of(const TopKParameters& parameters, std::optional<std::uint64_t> per_user,
               double confidence);

}  // namespace logstar
