#include "erratum.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <iomanip>
#include <map>
#include <sstream>

#include "verification_log.hpp"

namespace logstar::testing {

void Erratum::says(const std::string& what, const std::string& found) const {
  log_line({"erratum", name_, Catch::getResultCapture().getCurrentTestName(), what, found});
}

std::string Erratum::figure(double number) {
  // Values that rounding in sums cannot distinguish from 0 are 0 (as in scripts/pages).
  if (std::fabs(number) < 1e-9) return "0";
  std::ostringstream stream;
  stream << std::setprecision(3) << number;
  return number < 1 && stream.str() == "1" ? "above 0.999" : stream.str();
}

std::string multiset_text(const std::vector<std::size_t>& database) {
  std::map<std::size_t, std::size_t> counts;
  for (const std::size_t value : database) ++counts[value];
  std::string text;
  for (const auto& [value, count] : counts) {
    if (!text.empty()) text += ", ";
    if (count > 1) text += std::to_string(count) + " × ";
    text += std::to_string(value);
  }
  return "{" + text + "}";
}

std::string loss_text(double epsilon, double delta) {
  return "(" + Erratum::figure(epsilon) + ", " + Erratum::figure(delta) + ")";
}

}  // namespace logstar::testing
