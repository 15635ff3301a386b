#include "privacy_report.hpp"

#include <catch2/catch.hpp>
#include <cstdlib>
#include <fstream>

namespace logstar::testing {
namespace {

std::ofstream& log_of_claims() {
  static std::ofstream file = [] {
    const char* name = std::getenv("LOGSTAR_VERIFICATION");
    return name == nullptr ? std::ofstream() : std::ofstream(name);
  }();
  return file;
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
  if (std::ofstream& file = log_of_claims(); file.is_open()) {
    file << Catch::getResultCapture().getCurrentTestName() << '\t' << mode << '\t' << neighbors
         << '\t' << scope << '\t' << epsilon << '\t' << delta << '\t' << worst_delta << '\t'
         << largest_log_ratio << '\t' << pairs << '\t' << holds << '\n';
  }
  return holds;
}

}  // namespace logstar::testing
