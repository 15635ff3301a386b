#include "logstar/sparse_vector/monitor_parameters.hpp"

#include <cmath>
#include <string>

#include "logstar/sparse_vector/noise_rate.hpp"
#include "logstar/support/checks.hpp"
#include "logstar/support/errors.hpp"

namespace logstar {

std::string_view name_of(MonitorMethod method) {
  switch (method) {
    case MonitorMethod::charging:
      return "charging";
    case MonitorMethod::sampled:
      return "sampled";
    case MonitorMethod::laplace:
      return "laplace";
    case MonitorMethod::paper:
      return "paper";
  }
  return "";
}

std::string_view words_of(MonitorMethod method) {
  return method == MonitorMethod::laplace ? "laplace charging" : name_of(method);
}

void check_monitor_parameters(const MonitorParameters& p) {
  check_count("perRecord", p.per_record, 1, kMaxPerRecord);
  check_rate("rate of the questions' noise", p.rate, p.rate, p.grid);
  // The calibration makes it at most epsilon, or half of that. So it may lie below the minimum epsilon, where
  // it is private too.
  if (p.method == MonitorMethod::sampled && !(p.keep_rate > 0 && p.keep_rate <= kMaxEpsilon)) {
    reject("rate of keeping records", "above 0 and at most 10000", p.keep_rate);
  }
  if (p.method == MonitorMethod::paper) {
    check_rate("rate of the threshold's noise", p.outer_rate, p.outer_rate, p.grid);
    if (p.cap < 1) reject("cap", "at least 1", std::to_string(p.cap));
  }
}

double kept_share(const MonitorParameters& parameters) {
  return parameters.method == MonitorMethod::sampled ? -std::expm1(-parameters.keep_rate) : 1;
}

}  // namespace logstar
