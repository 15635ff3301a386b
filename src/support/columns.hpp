// Columns that belong to the same records: place i of each is about record i.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "logstar/support/errors.hpp"

namespace logstar {

/// Throws OutOfRange unless both are of one length. If one value were missing in a column,
/// every later record would get the value of its neighbour.
inline void check_same_length(std::string_view option, std::uint64_t size, std::string_view as,
                              std::uint64_t expected) {
  if (size == expected) return;
  reject(option, "as many as " + std::string(as) + ", " + std::to_string(expected),
         std::to_string(size));
}

}  // namespace logstar
