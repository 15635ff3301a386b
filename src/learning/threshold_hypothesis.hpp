// The result of a learner of thresholds.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>

#include "logstar/domain/key_array.hpp"

namespace logstar {

/// Label 1 for every key up to and including `last`, label 0 for those after it; without a `last`
/// label 0 for all. (BNS13's c_j with j = last + 1.)
struct ThresholdHypothesis {
  std::optional<WideKey> last;

  bool operator()(std::span<const std::uint64_t> key) const {
    return last &&
           !std::lexicographical_compare(last->begin(), last->end(), key.begin(), key.end());
  }

  friend bool operator==(const ThresholdHypothesis&, const ThresholdHypothesis&) = default;
};

}  // namespace logstar
