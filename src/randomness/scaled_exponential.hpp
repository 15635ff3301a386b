// The fast path of weighted choice: one weight m e^(-epsilon gap) in doubles, with a proved bound.
#pragma once

#include "logstar/randomness/natural.hpp"
#include "logstar/randomness/scaled.hpp"

namespace logstar {

/// Computes weights in plain IEEE arithmetic, the same bits on every platform (no libm).
class ScaledExponential {
 public:
  /// `epsilon` > 0, finite.
  explicit ScaledExponential(double epsilon);

  /// multiplicity e^(-epsilon gap), where `gap` >= 0 counts units of 2^-20. The relative error is
  /// at most kRelativeError, or the result is 0 although the true weight is not, which happens only
  /// if that is below multiplicity 2^(-2^30).
  Scaled weight(Int128 gap, const Natural& multiplicity) const {
    return multiplicity == 0 ? Scaled{} : times(weight(gap), multiplicity);
  }
  /// For multiplicity 1.
  Scaled weight(Int128 gap) const;
  /// The weight of `multiplicity` candidates, at least 1, of which one has this weight.
  static Scaled times(Scaled one, const Natural& multiplicity);

  static constexpr double kRelativeError = 0x1p-49;

 private:
  double epsilon_;                     // epsilon 2^-20
  double epsilon_high_, epsilon_low_;  // its two halves of at most 26 bits each
};

}  // namespace logstar
