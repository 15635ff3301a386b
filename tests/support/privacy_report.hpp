// The verifier's result over many pairs of neighbours, and the claim to compare it with.
#pragma once

#include <cstddef>
#include <string>

namespace logstar::testing {

/// "1 record", "2 records".
inline std::string counted(std::size_t number, const std::string& what) {
  return std::to_string(number) + " " + what + (number == 1 ? "" : "s");
}

/// The precision of divergences: rounding, and the tails of tight claims.
inline constexpr long double kExactTo = 1e-9L;

struct PrivacyReport {
  std::string mode;             // of the mechanism, if a test covers several
  std::string neighbors;        // the compared pairs
  std::string scope;            // out of which databases
  double epsilon = 0;           // claimed
  long double worst_delta = 0;  // largest hockey-stick divergence at the claimed epsilon
  long double largest_log_ratio = 0;
  // Mass cut from infinite tails: bounds on the true divergence above worst_delta, and below it.
  long double hidden = 0;
  long double overstated = 0;
  std::size_t pairs = 0;

  /// Whether the claim (epsilon, delta) holds, up to kExactTo, wherever the cut mass belongs. The answer
  /// becomes a line of docs/verification.md when the environment variable LOGSTAR_VERIFICATION names a file to
  /// write to (scripts/pages).
  /// @throws std::logic_error if the cut mass leaves the claim undecided
  bool within(double delta) const;

  /// Does (epsilon, 0) hold for every single outcome? For laws without cut tails this also detects outcomes
  /// rarer than the precision of sums.
  bool within_each_outcome() const;

 private:
  bool claim(double delta, bool holds) const;
};

}  // namespace logstar::testing
