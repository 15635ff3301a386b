// How far apart two output distributions are, in the terms of (epsilon, delta).
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <string>
#include <utility>

#include "enumerating_randomness.hpp"
#include "privacy_report.hpp"

namespace logstar::testing {

/// The least delta for which P[F] <= e^epsilon Q[F] + delta for every event F, of the masses known;
/// the true value is larger by at most p.missing, and smaller by at most e^epsilon q.missing.
template <typename Output>
long double hockey_stick(const Law<Output>& p, const Law<Output>& q, double epsilon) {
  long double sum = 0;
  const long double factor = std::exp(static_cast<long double>(epsilon));
  for (const auto& [output, mass] : p.mass) {
    sum += std::max(0.0L, mass - factor * q.of(output));
  }
  return sum;
}

/// The largest |ln P/Q| over outputs that both can give.
template <typename Output>
long double largest_log_ratio(const Law<Output>& p, const Law<Output>& q) {
  long double largest = 0;
  for (const auto& [output, mass] : p.mass) {
    const long double other = q.of(output);
    if (mass > 0 && other > 0) largest = std::max(largest, std::fabs(std::log(mass / other)));
  }
  return largest;
}

/// Collects both directions of every pair shown to it.
class PrivacyCheck {
 public:
  /// `neighbors` and `scope` say in a few words which pairs are shown: for docs/verification.md.
  PrivacyCheck(double epsilon, std::string neighbors, std::string scope) {
    report_.epsilon = epsilon;
    report_.neighbors = std::move(neighbors);
    report_.scope = std::move(scope);
  }

  template <typename Output>
  void pair(const Law<Output>& p, const Law<Output>& q) {
    report_.worst_delta = std::max({report_.worst_delta, hockey_stick(p, q, report_.epsilon),
                                    hockey_stick(q, p, report_.epsilon)});
    report_.largest_log_ratio =
        std::max(report_.largest_log_ratio, logstar::testing::largest_log_ratio(p, q));
    const long double missing = std::max(p.missing, q.missing);
    report_.hidden = std::max(report_.hidden, missing);
    report_.overstated =
        std::max(report_.overstated, std::exp(static_cast<long double>(report_.epsilon)) * missing);
    ++report_.pairs;
  }

  const PrivacyReport& report() const { return report_; }

 private:
  PrivacyReport report_;
};

}  // namespace logstar::testing
