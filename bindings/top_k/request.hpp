// Questions for ranked items, and what goes back.
//
// A request has `k`, `kBar`, `epsilon`, `delta`, `neighbors`, `variant` ("auto" or a name),
// `counts`, `countShare`, `confidence`, and may have `perUser` (without it: any number), `reason` (why the
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

/// Nothing for any number.
inline std::optional<std::uint64_t> per_user_of(const val& request) {
  const val most = request["perUser"];
  return most.isUndefined() ? std::nullopt : std::optional(whole(most));
}

/// Errors: OutOfRange for a variant that there is not.
TopKTask task_of(const val& request);

/// Of users, if the data did not say otherwise.
Protects user_or_record(const val& request);

/// { items, noisyCounts, complete }
val value_of_ranked(const TopKResult& result);

}  // namespace logstar::bindings
