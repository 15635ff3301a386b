// The promised and usual errors of the algorithms for interior points and quantiles.
//
// Privacy: none is spent; the figures depend on public parameters only.
#pragma once

#include <optional>

#include "logstar/interior_point/rank/usual_error.hpp"
#include "logstar/interior_point/rank_draw.hpp"

namespace logstar {

/// Whether it finds quantiles by itself.
bool is_of_ranks(InteriorAlgorithm algorithm);

/// RankDraw::usual of a draw whose other fields are set.
std::optional<double> usual_of(InteriorAlgorithm algorithm, const RankTask& task,
                               const RankDraw& draw);

/// The figures that best_algorithm compares; without usual figures of all algorithms, promises decide.
ErrorFigures figures_of(const RankTask& task, const RankDraw& draw);

}  // namespace logstar
