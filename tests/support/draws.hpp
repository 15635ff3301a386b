// The kinds of draws in tests/parity/draws.txt: whatever file draws some adds them.
#pragma once

#include <istream>
#include <map>
#include <string>
#include <vector>

#include "logstar/domain/likely_values.hpp"
#include "logstar/learning/rectangle_hypothesis.hpp"
#include "logstar/learning/threshold_hypothesis.hpp"
#include "logstar/privacy/loss.hpp"
#include "logstar/randomness/randomness.hpp"

namespace logstar::testing {

/// Reads the rest of a request from its line, draws, and shows the result.
using Draw = std::string (*)(std::istream& line, Randomness& randomness);
using Draws = std::map<std::string, Draw>;

/// All kinds that the program has.
inline Draws& kinds_of_draws() {
  static Draws all;
  return all;
}

/// An object of this kind, at a file's end, adds the kinds that the file draws.
struct AddDraws {
  explicit AddDraws(Draws draws) { kinds_of_draws().merge(draws); }
};

template <typename Number>
Number read(std::istream& line) {
  Number number;
  line >> number;
  return number;
}

inline bool flag(std::istream& line) { return read<std::string>(line) == "yes"; }

inline Neighbors neighbors(std::istream& line) {
  return read<std::string>(line) == "replace" ? Neighbors::replace : Neighbors::add_remove;
}

inline Loss loss(std::istream& line) {
  const double epsilon = read<double>(line);
  return {epsilon, read<double>(line)};
}

/// 1 - 0.95 as JavaScript has it.
inline constexpr double kBeta = 1 - 0.95;

template <typename Items>
std::string joined(const Items& items) {
  std::string text;
  for (const auto& item : items) {
    if (!text.empty()) text += ",";
    if constexpr (std::is_convertible_v<decltype(item), std::string>) {
      text += item;
    } else {
      text += std::to_string(item);
    }
  }
  return text;
}

/// Items i < n with floor(60 / (i + 1)) records.
inline std::vector<std::int64_t> decreasing(std::int64_t n) {
  std::vector<std::int64_t> counts;
  for (std::int64_t i = 0; i < n; ++i) counts.push_back(60 / (i + 1));
  return counts;
}

/// The weights of the whole numbers from 0 to 999,999.
inline BaseMeasure whole_measure() {
  return by_magnitude(IntegerDomain(0, 999'999), WholeScale::magnitude);
}

/// n whole numbers from 0 to 999,999, spread out.
inline std::vector<std::uint64_t> whole_column(std::uint64_t n) {
  std::vector<std::uint64_t> keys;
  for (std::uint64_t i = 0; i < n; ++i) keys.push_back(i * 2654435761u % 4294967296u % 1000000);
  return keys;
}

/// Their label.
inline bool label_of(std::uint64_t number) { return number <= 400000; }

/// Coordinate `axis` of point i, from 0 to 999.
inline std::uint64_t coordinate(std::uint64_t i, std::uint64_t axis) {
  return i * (7919 + 2 * axis) % 1000;
}

/// Whether all of its coordinates lie in 200..799.
inline bool in_box(std::uint64_t i, std::uint64_t dimensions) {
  for (std::uint64_t axis = 0; axis < dimensions; ++axis) {
    if (coordinate(i, axis) < 200 || coordinate(i, axis) > 799) return false;
  }
  return true;
}

/// Lowest and highest of each axis.
inline std::string sides(const RectangleHypothesis& box) {
  std::vector<std::uint64_t> all;
  for (std::size_t axis = 0; axis < box.lowest.size(); ++axis) {
    all.push_back(box.lowest[axis].front());
    all.push_back(box.highest[axis].front());
  }
  return joined(all);
}

inline std::string last_of(const ThresholdHypothesis& rule) {
  return rule.last ? std::to_string(rule.last->front()) : "none";
}

}  // namespace logstar::testing
