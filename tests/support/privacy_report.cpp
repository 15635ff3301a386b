#include "privacy_report.hpp"

#include <catch2/catch.hpp>
#include <sstream>
#include <stdexcept>

#include "verification_log.hpp"

namespace logstar::testing {
namespace {

template <typename Number>
std::string text(Number number) {
  std::ostringstream stream;
  stream << number;
  return stream.str();
}

}  // namespace

bool PrivacyReport::within(double delta) const {
  const bool shown = pairs > 0 && worst_delta + hidden <= delta + kExactTo;
  const bool refuted = pairs == 0 || worst_delta - overstated > delta + kExactTo;
  if (!shown && !refuted) {
    throw std::logic_error("undecided whether delta is " + text(delta) + ": found " +
                           text(worst_delta) + ", cut so much that it may be " + text(hidden) +
                           " more or " + text(overstated) + " less");
  }
  return claim(delta, shown);
}

bool PrivacyReport::within_each_outcome() const {
  constexpr long double kRounding = 1e-12L;
  return claim(
      0, pairs > 0 && worst_delta + hidden <= kExactTo && largest_log_ratio <= epsilon + kRounding);
}

bool PrivacyReport::claim(double delta, bool holds) const {
  log_line({Catch::getResultCapture().getCurrentTestName(), mode, neighbors, scope, text(epsilon),
            text(delta), text(worst_delta), text(largest_log_ratio), text(pairs), text(holds)});
  return holds;
}

}  // namespace logstar::testing
