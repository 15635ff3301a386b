#include "privacy_report.hpp"

#include <catch2/catch.hpp>
#include <sstream>

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
  return claim(delta, pairs > 0 && worst_delta <= delta + slack);
}

bool PrivacyReport::within_each_outcome() const {
  constexpr long double kRounding = 1e-12L;
  return claim(0, pairs > 0 && worst_delta <= slack && largest_log_ratio <= epsilon + kRounding);
}

bool PrivacyReport::claim(double delta, bool holds) const {
  log_line({Catch::getResultCapture().getCurrentTestName(), mode, neighbors, scope, text(epsilon),
            text(delta), text(worst_delta), text(largest_log_ratio), text(pairs), text(holds)});
  return holds;
}

}  // namespace logstar::testing
