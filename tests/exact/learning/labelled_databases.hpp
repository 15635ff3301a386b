// Tiny databases of labelled records for the learners' tests.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "databases.hpp"
#include "logstar/learning/labelled_keys.hpp"
#include "logstar/learning/threshold_hypothesis.hpp"

namespace logstar::testing {

using Database = std::vector<std::size_t>;

/// Record r has key r / 2 and label r % 2.
inline LabelledKeys labelled(std::uint32_t bits, const Database& database) {
  LabelledKeys data{KeyArray(bits), KeyArray(bits)};
  for (const std::size_t record : database) {
    const WideKey key{record / 2};
    (record % 2 == 1 ? data.ones : data.zeros).append(key);
  }
  return data;
}

inline constexpr std::int64_t kNothing = -2;

/// The last key of label 1, -1 if there is none, kNothing without a hypothesis.
inline std::int64_t number(const std::optional<ThresholdHypothesis>& hypothesis) {
  if (!hypothesis) return kNothing;
  return hypothesis->last ? static_cast<std::int64_t>(hypothesis->last->front()) : -1;
}

inline std::int64_t errors_of(std::int64_t last, const Database& database) {
  std::int64_t errors = 0;
  for (const std::size_t record : database) {
    const bool says_one = static_cast<std::int64_t>(record / 2) <= last;
    errors += says_one != (record % 2 == 1);
  }
  return errors;
}

}  // namespace logstar::testing
