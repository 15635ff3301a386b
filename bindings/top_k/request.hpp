// Questions for ranked items, and what goes back.
//
// A request has `counts` and, whether they are asked for or not, `countShare`.
#pragma once

#include <emscripten/val.h>

#include <cstdint>
#include <optional>
#include <vector>

#include "bindings/border.hpp"
#include "bindings/fields.hpp"
#include "logstar/top_k/calibration.hpp"
#include "logstar/top_k/top_k_result.hpp"

namespace logstar::bindings {

/// Nothing for any number.
inline std::optional<std::uint64_t> per_user_of(const val& request) {
  const val most = request["perUser"];
  return most.isUndefined() ? std::nullopt : std::optional(whole(most));
}

/// Errors: OutOfRange.
TopKTask task_of(const val& request);

/// Nothing is to be paid for counts unless the request asks for `counts`. Errors: OutOfRange for a share that is
/// none, whether it does or not.
void leave_out_counts(TopKTask& task, const val& request);

/// { items, noisyCounts, complete }
val value_of_ranked(const TopKResult& result);

}  // namespace logstar::bindings
