// One noisy comparison of a count with a threshold, by any of the monitor's methods.
#pragma once

#include <cstdint>
#include <optional>

#include "logstar/randomness/randomness.hpp"
#include "logstar/sparse_vector/intensity_test.hpp"
#include "logstar/sparse_vector/monitor_parameters.hpp"

namespace logstar {

class ThresholdTest {
 public:
  /// Errors: OutOfRange.
  explicit ThresholdTest(const MonitorParameters& parameters);

  /// excess: count minus threshold, in steps. Fresh noise at every call.
  bool yes(std::int64_t excess, Randomness& randomness) const;

 private:
  MonitorMethod method_;
  Rational rate_;
  Rational outer_rate_;
  std::int64_t cap_;
  std::optional<IntensityTest> intensity_;
};

}  // namespace logstar
