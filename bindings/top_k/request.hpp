// Questions for ranked items, and what goes back.
//
// A request has `k`, `kBar`, `epsilon`, `delta`, `neighbors`, `variant` ("auto" or a name),
// `countShare`, `confidence`, and may have `perUser` (without it: any number), `reason` (why the
// variant was named) and `protects`.
#pragma once

#include <emscripten/val.h>

#include <cstdint>
#include <optional>
#include <vector>

#include "bindings/border.hpp"
#include "logstar/release/claim.hpp"
#include "logstar/top_k/calibration.hpp"
#include "logstar/top_k/top_k_result.hpp"

namespace logstar::bindings {

inline std::uint64_t whole(const val& number) {
  return static_cast<std::uint64_t>(number.as<double>());  // web/ has checked that it is whole
}

/// Nothing for any number.
inline std::optional<std::uint64_t> per_user_of(const val& request) {
  const val most = request["perUser"];
  return most.isUndefined() ? std::nullopt : std::optional(whole(most));
}

/// Errors: OutOfRange for a variant that there is not.
TopKTask task_of(const val& request);

/// Of users, if the data did not say otherwise.
Protects user_or_record(const val& request);

/// A Float64Array of whole numbers, from high to low.
std::vector<std::int64_t> row_counts(const val& counts);

/// { items, noisyCounts, complete }
val value_of_ranked(const TopKResult& result);

}  // namespace logstar::bindings
