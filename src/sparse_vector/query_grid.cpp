#include "logstar/sparse_vector/query_grid.hpp"

#include <cmath>

#include "logstar/support/checks.hpp"
#include "logstar/support/errors.hpp"

namespace logstar {

std::uint32_t contribution_in_steps(double contribution, QueryGrid grid) {
  const auto most = static_cast<double>(steps_per_record(grid));
  if (!(contribution > 0)) return 0;  // not-a-number too
  return static_cast<std::uint32_t>(contribution >= 1 ? most : std::round(contribution * most));
}

// floor(x + 1/2) never falls and moves by whole steps when x does. Adding 1/2 to a double would round once
// more. So the fraction is taken off first, which is exact.
std::int64_t count_in_steps(double count, QueryGrid grid) {
  if (std::isnan(count)) return 0;
  const double most = 0x1p60;
  const double scaled = count * static_cast<double>(steps_per_record(grid));
  const double steps = std::fmin(std::fmax(scaled, -most), most);
  const double whole = std::floor(steps);
  return static_cast<std::int64_t>(whole) + (steps - whole >= 0.5 ? 1 : 0);
}

std::int64_t threshold_in_steps(double threshold, QueryGrid grid) {
  if (!(std::fabs(threshold) <= 0x1p40)) {
    reject("threshold", "a number from -2^40 to 2^40", threshold);
  }
  return std::llround(threshold * static_cast<double>(steps_per_record(grid)));
}

double records_of_steps(std::int64_t steps, QueryGrid grid) {
  return static_cast<double>(steps) / static_cast<double>(steps_per_record(grid));
}

}  // namespace logstar
