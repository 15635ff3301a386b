// Typed arrays of numbers that the core reads where they are.
#pragma once

#include <optional>

#include "bindings/val.hpp"
#include "logstar/domain/number_column.hpp"

namespace logstar::bindings {

/// The numbers of a typed array; empty for BigInts, for numbers that doubles do not hold, and for other objects.
/// `sample`: { numbers, stride }, or undefined. The array must stay as it is until they have been read.
std::optional<NumbersElsewhere> numbers_in_place(const val& array, const val& sample);

}  // namespace logstar::bindings
