// The divergence of two output distributions, in the terms of (epsilon, delta).
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

/// Calls visit(mass under p, mass under q) for every output of either, in one walk through both. Looking up
/// each output of a wide law in the other takes many times as long.
template <typename Output, typename Visit>
void side_by_side(const Law<Output>& p, const Law<Output>& q, const Visit& visit) {
  auto left = p.mass.begin();
  auto right = q.mass.begin();
  const auto before = p.mass.key_comp();
  while (left != p.mass.end() || right != q.mass.end()) {
    if (right == q.mass.end() || (left != p.mass.end() && before(left->first, right->first))) {
      visit((left++)->second, 0.0L);
    } else if (left == p.mass.end() || before(right->first, left->first)) {
      visit(0.0L, (right++)->second);
    } else {
      visit((left++)->second, (right++)->second);
    }
  }
}

/// The divergence of two laws.
struct Apart {
  /// The least delta for which P[F] <= e^epsilon Q[F] + delta for every event F, and the same with P and Q
  /// exchanged, over the known masses. The true values are larger by at most the missing mass of the first, and
  /// smaller by at most e^epsilon times that of the other.
  long double delta = 0;
  long double reverse_delta = 0;
  /// The largest |ln P/Q| over outputs that both laws can give.
  long double log_ratio = 0;
};

template <typename Output>
Apart apart(const Law<Output>& p, const Law<Output>& q, double epsilon) {
  const long double factor = std::exp(static_cast<long double>(epsilon));
  Apart result;
  long double ratio = 1;
  side_by_side(p, q, [&](long double mass, long double other) {
    result.delta += std::max(0.0L, mass - factor * other);
    result.reverse_delta += std::max(0.0L, other - factor * mass);
    if (mass > 0 && other > 0) ratio = std::max({ratio, mass / other, other / mass});
  });
  result.log_ratio = std::log(ratio);
  return result;
}

template <typename Output>
long double hockey_stick(const Law<Output>& p, const Law<Output>& q, double epsilon) {
  return apart(p, q, epsilon).delta;
}

template <typename Output>
long double largest_log_ratio(const Law<Output>& p, const Law<Output>& q) {
  return apart(p, q, 0).log_ratio;
}

/// Collects both directions of every pair.
class PrivacyCheck {
 public:
  /// `neighbors` and `scope` describe the compared pairs briefly, for docs/verification.md.
  PrivacyCheck(double epsilon, std::string neighbors, std::string scope) {
    report_.epsilon = epsilon;
    report_.neighbors = std::move(neighbors);
    report_.scope = std::move(scope);
  }

  template <typename Output>
  void pair(const Law<Output>& p, const Law<Output>& q) {
    const Apart found = apart(p, q, report_.epsilon);
    report_.worst_delta = std::max({report_.worst_delta, found.delta, found.reverse_delta});
    report_.largest_log_ratio = std::max(report_.largest_log_ratio, found.log_ratio);
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
