// An exact rate or probability exponent: a quotient of whole numbers.
#pragma once

#include "logstar/randomness/natural.hpp"

namespace logstar {

/// numerator / denominator, both >= 0, denominator > 0. Not necessarily reduced.
struct Rational {
  Natural numerator;
  Natural denominator = 1;

  /// The exact dyadic rational that a finite double >= 0 is.
  static Rational of(double value);

  friend Rational operator*(const Rational& a, const Rational& b) {
    return {a.numerator * b.numerator, a.denominator * b.denominator};
  }
  friend Rational operator/(const Rational& a, const Rational& b) {
    return {a.numerator * b.denominator, a.denominator * b.numerator};
  }
  friend bool operator<(const Rational& a, const Rational& b) {
    return a.numerator * b.denominator < b.numerator * a.denominator;
  }

  /// For documentation, planning and tests; mechanisms stay with the exact quotient.
  double approximate() const;
};

}  // namespace logstar
