// Intervals round a released point, each within the next: a point, then longer and longer ones, then the whole domain.
//
// Privacy: none is spent; a chain depends on the point and on public numbers.
// Source: ours, docs/guarantees/intervals.md. Departures: none; z - h and z + h are rounded as doubles are, which
//   keeps intervals nested.
// Cost: some hundred intervals, up to 5,000 with 64 an octave.
#pragma once

#include <cstddef>
#include <cstdint>
#include <variant>
#include <vector>

#include "logstar/domain/integers.hpp"
#include "logstar/domain/key_interval.hpp"
#include "logstar/domain/reals.hpp"

namespace logstar {

/// 2^(k/m) for m = 4, 8, 16, 32 or 64: the same double on every platform, growing with k.
double power_of_root(std::int64_t k, std::uint32_t m);

/// z and h whole numbers on either side: h = 0 and all 2^(k/m), rounded up, to 2^12 times the larger of 1 and |z|. Beyond
/// that 1, 2, 4, ... octaves more. `z`: a key of the domain.
std::vector<KeyInterval> interval_chain(std::uint64_t z, const IntegerDomain& domain,
                                        std::uint32_t steps_an_octave);

/// As above for doubles: h = 0 and all s 2^(k/m) from 2^-30 s to 2^12 s, s the larger of 2^-10 and |z|. Beyond
/// that 1, 2, 4, ... octaves more.
std::vector<KeyInterval> interval_chain(std::uint64_t z, const RealDomain& domain,
                                        std::uint32_t steps_an_octave);

/// The domain that keys encode; it measures lengths.
using IntervalScale = std::variant<RealDomain, IntegerDomain>;

std::vector<KeyInterval> interval_chain(std::uint64_t z, const IntervalScale& scale,
                                        std::uint32_t steps_an_octave);

/// The maximum number of intervals after the first in a chain round any point.
std::size_t longest_chain(const IntervalScale& scale, std::uint32_t steps_an_octave);

}  // namespace logstar
