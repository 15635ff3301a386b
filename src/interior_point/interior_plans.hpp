// What each algorithm for interior points needs, one by one: planner.hpp compares them.
#pragma once

#include "logstar/interior_point/planner.hpp"

namespace logstar {

/// How many keys there are.
Natural size_of(const InteriorRequest& request);

/// Whether data of this kind have a shape that stands for all, to the exponential mechanism: as in rank_draw_promises.cpp.
bool is_usual_known(const InteriorRequest& request);

/// The plan of one algorithm, without a reason where it is available. Errors: as plan_interior_point.
InteriorPlan plan_of(InteriorAlgorithm algorithm, const InteriorRequest& request);

}  // namespace logstar
