// Points with labels on one or two axes, and the sides that are learned from them.
#pragma once

#include "labelled_databases.hpp"
#include "logstar/interior_point/cut_choice/calibration.hpp"
#include "logstar/learning/rectangle.hpp"

namespace logstar::testing::rectangle_test {

inline RectangleAxis axis(std::uint32_t bits) { return {bits, WideInterval::all(bits)}; }

/// -1 for an absent side.
inline std::vector<int> numbers(const RectangleSides& sides) {
  std::vector<int> result;
  for (const auto& side : sides) result.push_back(side ? static_cast<int>(side->front()) : -1);
  return result;
}

/// Record r has label r % 2 and the coordinates of r / 2, one after the other.
inline std::vector<KeyArray> ones_of(const Database& database,
                                     const std::vector<RectangleAxis>& axes) {
  std::vector<KeyArray> ones;
  std::uint32_t shift = 1;
  for (const RectangleAxis& one : axes) {
    KeyArray keys(one.bits);
    for (const std::size_t record : database) {
      const WideKey key{record >> shift & ((std::size_t(1) << one.bits) - 1)};
      if (record % 2 == 1) keys.append(key);
    }
    ones.push_back(std::move(keys));
    shift += one.bits;
  }
  return ones;
}

inline auto outermost_learner(const std::vector<RectangleAxis>& axes,
                              const RectangleOutermostParameters& parameters) {
  return [=](const Database& database, Randomness& randomness) {
    return numbers(
        rectangle_sides_outermost(ones_of(database, axes), axes, parameters, randomness));
  };
}

}  // namespace logstar::testing::rectangle_test
