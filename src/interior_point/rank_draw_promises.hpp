// What the algorithms for interior points and quantiles promise, and how far they usually err.
//
// Privacy: none is spent; it depends on what is public alone.
#pragma once

#include <optional>

#include "logstar/interior_point/rank/usual_error.hpp"
#include "logstar/interior_point/rank_draw.hpp"

namespace logstar {

/// Whether it finds quantiles by itself.
bool is_of_ranks(InteriorAlgorithm algorithm);

/// RankDraw::usual of a draw of which all else is known.
std::optional<double> usual_of(InteriorAlgorithm algorithm, const RankTask& task,
                               const RankDraw& draw);

/// What best_algorithm compares; without usual figures of all, promises decide.
ErrorFigures figures_of(const RankTask& task, const RankDraw& draw);

}  // namespace logstar
