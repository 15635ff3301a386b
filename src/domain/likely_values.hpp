// Base measures of a guess: where values are expected weighs more, and no key nothing.
//
// Privacy: a guess is an option, so it must be known without the data; it changes no guarantee
//   (docs/guarantees/base-measures.md).
// Departures: none.
// Cost: at most some 130 ranges of keys, whatever the domain.
#pragma once

#include "logstar/domain/base_measure.hpp"
#include "logstar/domain/integers.hpp"
#include "logstar/domain/reals.hpp"
#include "logstar/randomness/natural.hpp"

namespace logstar {

/// At least half of the mass on the values from `least` to `most`: by magnitude if they span more than a factor of 16, so
/// that each power of two among them weighs the same, else evenly. A quarter on all keys evenly, which is 1 a key. The
/// last quarter by magnitude: on 2^-10 <= |x| <= 2^40, three quarters of it positive; if the domain holds none of these, on all keys
/// evenly.
///
/// A guess that spans 0 has no smallest magnitude: what is 2^20 times smaller than its largest value has its even share
/// only.
///
/// Errors: OutOfRange for numbers that are not finite, least above most, and ends outside the domain.
BaseMeasure expecting(const RealDomain& domain, double least, double most);

/// Whether whole numbers have a magnitude, counted from 0, or only an order, as dates have.
enum class WholeScale { magnitude, order };

/// The same for whole numbers, where a number below 1 counts as 1 in the factor. The last quarter by magnitude:
/// 0 and each power of two of |x| weigh the same; without 0 in the domain, of at most 4,096 keys and of
/// WholeScale::order, on all keys evenly. WholeScale::order: half on the guess, evenly.
///
/// Errors: OutOfRange for least above most, and ends outside the domain.
BaseMeasure expecting(const IntegerDomain& domain, WholeScale scale, Int128 least, Int128 most);

}  // namespace logstar
