// The parameters of an interior point algorithm, for records.
#pragma once

#include <emscripten/val.h>

#include "logstar/interior_point/rank_draw.hpp"

namespace logstar::bindings {

/// The numbers that say with what it ran, by name.
emscripten::val parameters_of(const RankDraw& draw);

}  // namespace logstar::bindings
