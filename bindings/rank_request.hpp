// Requests for interior points and quantiles, and what goes back.
//
// A request has `algorithm` ("auto" or a name of the planner's), `domain`, `epsilon`, `delta`,
// `neighbors`, `confidence`, and may have `rank` (1/2 for the median; without it any interior point
// is wanted) and `size`.
#pragma once

#include <emscripten/val.h>

#include <optional>

#include "logstar/interior_point/rank_draw.hpp"

namespace logstar::bindings {

/// Errors: OutOfRange for what makes no task.
RankTask rank_task_of(const emscripten::val& request);
InteriorAlgorithm algorithm_of(const emscripten::val& request, const RankTask& task);

/// What is public about a draw.
emscripten::val facts_of(InteriorAlgorithm algorithm, const RankTask& task, const RankDraw& draw);

/// { facts, drawn }, without drawn if nothing was found.
emscripten::val drawn_value(InteriorAlgorithm algorithm, const RankTask& task, const RankDraw& draw,
                            const std::optional<WideKey>& key, const emscripten::val& request);

}  // namespace logstar::bindings
