// Base measures of numbers: usual magnitudes, and a guess, weigh more; every key weighs at least 1.
//
// Privacy: options determine the measure, so a guess must be known without the data; all guarantees stay the
//   same (docs/guarantees/base-measures.md).
// Departures: none.
// Cost: at most some 130 ranges of keys, whatever the domain.
#pragma once

#include "logstar/domain/base_measure.hpp"
#include "logstar/domain/integers.hpp"
#include "logstar/domain/reals.hpp"
#include "logstar/randomness/natural.hpp"

namespace logstar {

/// Whether whole numbers have a magnitude, counted from 0, or only an order, as dates have.
enum class WholeScale { magnitude, order };

/// The default. Half of the mass lies evenly on all keys, 1 a key. Half lies on 2^-10 <= |x| <= 2^40, three
/// quarters of that positive, each power of two the same. All evenly for at most 4,096 keys, and for a domain
/// that holds none of these values or only these of one sign.
BaseMeasure by_magnitude(const RealDomain& domain);

/// For whole numbers: half of the mass on 0 and on the powers of two of |x| of either sign, each the same. All
/// evenly for at most 4,096 keys, without 0 in the domain and for WholeScale::order.
BaseMeasure by_magnitude(const IntegerDomain& domain, WholeScale scale);

/// At least half of the mass lies on the values from `least` to `most`. It lies there by magnitude if they span
/// more than a factor of 16, so that each power of two among them weighs the same, else evenly. A quarter on
/// all keys evenly, which is 1 a key. The last quarter by magnitude: on 2^-10 <= |x| <= 2^40, three quarters of
/// it positive; if the domain holds none of these, on all keys evenly.
///
/// A guess that spans 0 has no smallest magnitude: values 2^20 times smaller than its largest have their even
/// share only.
///
/// Errors: OutOfRange for numbers that are not finite, least above most, and ends outside the domain.
BaseMeasure expecting(const RealDomain& domain, double least, double most);

/// For whole numbers; in the factor a number below 1 counts as 1. The last quarter by magnitude: 0 and each
/// power of two of |x| weigh the same; without 0 in the domain, of at most 4,096 keys and of WholeScale::order,
/// on all keys evenly. WholeScale::order: half on the guess, evenly.
///
/// Errors: OutOfRange for least above most, and ends outside the domain.
BaseMeasure expecting(const IntegerDomain& domain, WholeScale scale, Int128 least, Int128 most);

}  // namespace logstar
