// How far apart two output distributions are, in the terms of (epsilon, delta).
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

#include "enumerating_randomness.hpp"

namespace logstar::testing {

/// The least delta for which P[F] <= e^epsilon Q[F] + delta for every event F, of the masses known;
/// the true value is larger by at most p.missing.
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

/// What the verifier found over many pairs of neighbours.
struct PrivacyReport {
  long double worst_delta = 0;  // largest hockey-stick divergence at the claimed epsilon
  long double largest_log_ratio = 0;
  long double slack = 0;  // mass cut from infinite tails, and rounding of the sums
  std::size_t pairs = 0;

  bool within(double delta) const { return pairs > 0 && worst_delta <= delta + slack; }
};

/// Collects both directions of every pair shown to it.
class PrivacyCheck {
 public:
  explicit PrivacyCheck(double epsilon) : epsilon_(epsilon) {}

  template <typename Output>
  void pair(const Law<Output>& p, const Law<Output>& q) {
    constexpr long double kSummation = 1e-12L;  // rounding of sums of at most 10^6 doubles below 1
    report_.worst_delta =
        std::max({report_.worst_delta, hockey_stick(p, q, epsilon_), hockey_stick(q, p, epsilon_)});
    report_.largest_log_ratio =
        std::max(report_.largest_log_ratio, logstar::testing::largest_log_ratio(p, q));
    report_.slack = std::max({report_.slack, p.missing + kSummation, q.missing + kSummation});
    ++report_.pairs;
  }

  const PrivacyReport& report() const { return report_; }

 private:
  double epsilon_;
  PrivacyReport report_;
};

}  // namespace logstar::testing
