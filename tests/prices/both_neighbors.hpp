// Both kinds of neighbours, for prices checked under each.
#pragma once

#include "logstar/privacy/loss.hpp"

namespace logstar::testing {

inline constexpr Neighbors kBoth[] = {Neighbors::add_remove, Neighbors::replace};

}  // namespace logstar::testing
