// Real numbers of 80 digits for the true price, and the two checks of every price. Written from the theorems on
// the proof pages, not from the code under test.
//
// Only these tests include it. The arithmetic is slow to compile, so few files use it, and real.cpp compiles
// the functions once.
#pragma once

#include <boost/multiprecision/cpp_bin_float.hpp>
#include <cstdint>

namespace logstar::testing {

using Real = boost::multiprecision::number<boost::multiprecision::cpp_bin_float<80>,
                                           boost::multiprecision::et_off>;

/// Exact to 60 digits for tiny arguments too. real_exp of less than -10^9 is 0.
Real real_exp(const Real& x);
Real real_expm1(const Real& x);
Real real_log(const Real& x);
Real real_log1p(const Real& x);
Real real_sqrt(const Real& x);

/// A charge is finite, at least the true price (up to the last of its 80 digits) and at most (1 + slack) times
/// it. (Below 1e-290 doubles are too coarse for that, so up to 1e-300 is tolerated.)
void check_charged(double charged, const Real& price, double slack);

/// A used value is finite, at most the permitted one and at least (1 - slack) times it.
void check_used(double used, const Real& permitted, double slack);

/// check_used for a total in 80 digits.
void check_spent(const Real& spent, const Real& permitted, double slack);

/// The checks of one side only.
void check_enough(double charged, const Real& price);
void check_within(double used, const Real& permitted);

}  // namespace logstar::testing
