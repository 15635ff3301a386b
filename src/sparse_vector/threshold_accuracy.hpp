// The promises of a noisy comparison with a threshold about its answers.
#pragma once

#include <cstdint>

namespace logstar {

/// The maximum number of queries of an accuracy statement.
inline constexpr std::uint64_t kMaxQuestions = std::uint64_t(1) << 53;

/// With probability at least `confidence`, over `questions` questions: whenever the true count is
/// at least threshold + `sure_yes_above` the answer is yes, and whenever it is at most
/// threshold - `sure_no_below` the answer is no. In records; infinity where there is no guarantee.
struct ThresholdAccuracy {
  double sure_yes_above = 0;
  double sure_no_below = 0;
  double confidence = 0;
  std::uint64_t questions = 0;

  /// The counts in between: the answer may be either.
  double width() const { return sure_yes_above + sure_no_below; }
};

}  // namespace logstar
