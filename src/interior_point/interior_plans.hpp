// Plans each algorithm for interior points; planner.hpp compares the plans.
#pragma once

#include "logstar/interior_point/planner.hpp"

namespace logstar {

/// The number of keys.
Natural size_of(const InteriorRequest& request);

/// Whether data of this kind have a typical shape for the exponential mechanism, as in rank_draw_promises.cpp.
bool is_usual_known(const InteriorRequest& request);

/// The plan of one algorithm; its reason is empty if the algorithm is available. Errors: as
/// plan_interior_point.
InteriorPlan plan_of(InteriorAlgorithm algorithm, const InteriorRequest& request);

}  // namespace logstar
