// How the two kinds of neighbours are called in docs/verification.md.
#pragma once

#include <string>

#include "privacy/loss.hpp"

namespace logstar::testing {

inline std::string text_of(Neighbors neighbors) {
  return neighbors == Neighbors::replace ? "replace" : "add-remove";
}

}  // namespace logstar::testing
