// Requests for interior points and quantiles, and what goes back.
//
// A request has `algorithm` ("auto" or a name of the planner's), `domain`, `epsilon`, `delta`,
// `neighbors`, `confidence`, and may have `quantile` (1/2 for the median; without it any interior point
// is wanted) and `size`.
#pragma once

#include <emscripten/val.h>

#include <optional>

#include "logstar/interior_point/rank_draw.hpp"

namespace logstar::bindings {

/// Errors: OutOfRange for what makes no task.
RankTask rank_task_of(const emscripten::val& request);

/// A value of the request's domain, or undefined if nothing was found.
emscripten::val rank_answer(const std::optional<WideKey>& key, const emscripten::val& request);

}  // namespace logstar::bindings
