// The cost of one entry of a ledger, in every currency of a ledger.
#pragma once

#include <cstdint>
#include <optional>

#include "logstar/privacy/loss.hpp"

namespace logstar {

/// Up to an event of probability at most delta, the mechanism behaves like one whose privacy loss is never
/// above epsilon and which is rho-zCDP. Both hold at once, and with the same probabilities on both neighbours
/// (docs/guarantees/composition.md, "Conditions on an entry").
///
/// An (epsilon, delta)-DP mechanism satisfies this with rho = epsilon^2/2, because it is a post-processing
/// of "with probability delta give the data away, else randomised response" (Kairouz, Oh,
/// Viswanath 2015). k bounded-range draws with failures of total probability delta satisfy it with
/// (k epsilon, k epsilon^2/8).
/// A mechanism that is (epsilon, delta)-DP and rho-zCDP as a whole, as Gaussian noise is, needs no event for
/// rho.
struct Charge {
  double epsilon = 0;
  double delta = 0;
  double rho = 0;

  /// release/described.hpp
  void describe(auto& field) {
    field("epsilon", epsilon);
    field("delta", delta);
    field("rho", rho);
  }

  friend bool operator==(const Charge&, const Charge&) = default;
};

/// A mechanism's statement of its cost.
struct Cost {
  Loss loss;
  bool bounded_range = false;  ///< whether it is one epsilon-bounded-range draw, up to delta
  std::optional<double> rho = std::nullopt;  ///< of zero-concentrated privacy, if known to be less

  void describe(auto& field) {
    loss.describe(field);
    field("boundedRange", bounded_range);
    field("rho", rho);
  }

  /// The ledger's charge: its rho if it has one. Errors: OutOfRange for an invalid loss or rho.
  Charge charge() const;
};

/// The charge of an (epsilon, delta)-DP mechanism.
Charge charge_of(const Loss& loss);

/// The charge of `steps` epsilon-bounded-range draws, epsilon each, that fail with total
/// probability at most delta.
Charge bounded_range_charge(double epsilon, std::uint64_t steps, double delta);

/// The charge under replace of a mechanism with this add_remove charge: (2 epsilon,
/// (1 + e^epsilon) delta), with 4 rho (group privacy of zCDP, Bun, Steinke 2016, Proposition 1.9)
/// if delta is 0 and (2 epsilon)^2/2 otherwise.
Charge to_replace(const Charge& add_remove);

/// Throws OutOfRange unless 0 <= epsilon <= 10^9, 0 <= delta <= 1 and rho >= 0. A rho above
/// epsilon^2/2 is replaced by that.
Charge checked_charge(const Charge& charge);

}  // namespace logstar
