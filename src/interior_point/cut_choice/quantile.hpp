// A private quantile where the number of records is declared or public: an interior point of the
// records around its rank. The error hardly depends on which quantile it is.
//
// Privacy: as the choice (draw.hpp) for the neighbours below, for every data set, of the declared size or not:
//   a wrong size costs accuracy only.
// Source: ours; proofs in quantile.cpp.
// Accuracy: with n records and the probability of the choice's calibration, #{x < z} <= tau n + e
//   and #{x <= z} >= tau n - e, e = cut_quantile_error(choice), for every data set.
// Cost: as the sort.
#pragma once

#include <cstdint>
#include <optional>

#include "logstar/domain/padded_keys.hpp"
#include "logstar/interior_point/cut_choice/draw.hpp"
#include "logstar/interior_point/rank/quantile_fraction.hpp"
#include "logstar/support/possible.hpp"

namespace logstar {

/// By how many ranks the result may miss: half the records among which it lies, rounded down.
constexpr std::uint64_t cut_quantile_error(const CutChoiceParameters& choice) {
  return choice.least_records / 2;
}

/// The greatest size that may be declared.
inline constexpr std::uint64_t kMaxDeclaredRecords = std::uint64_t(1) << 40;

/// The maximum window.
inline constexpr std::uint64_t kMaxCutWindow = std::uint64_t(1) << 24;

/// An obstacle if the window's records, of `bits` bits, do not fit into memory: epsilon is too small.
std::optional<Obstacle> cut_window_obstacle(const CutChoiceParameters& choice, std::uint32_t bits);

/// Throws OutOfRange unless the window's records, of `bits` bits each, fit into memory: epsilon is too small.
void check_cut_window(const CutChoiceParameters& choice, std::uint32_t bits);

/// Trims records that lie too far from the rank tau n for n = `declared` records. It removes a number of the
/// smallest and of the largest that does not depend on the data, or adds the domain's lowest or highest key
/// instead. With n records `window` are left. A record added, removed or replaced is added, removed or replaced
/// here too, or nothing changes.
/// Cost: the number of records left.
PaddedKeys trim_around_rank(const KeyArray& sorted, const WideInterval& domain,
                            const QuantileFraction& tau, std::uint64_t declared,
                            std::uint64_t window);

/// `declared` size, real size private: a `choice` for add-remove protects under add-remove, a choice for
/// replace under replace; a choice of a public size only if `declared` is the real size. `keys`: any order, all
/// inside `domain`. Errors: OutOfRange for a size above 2^40 and as check_cut_window.
std::optional<WideKey> draw_cut_quantile_of_declared(KeyArray keys, const WideInterval& domain,
                                                     const QuantileFraction& tau,
                                                     std::uint64_t declared,
                                                     const CutChoiceParameters& choice,
                                                     Randomness& randomness);

/// No size needed: `choice` has to be one for replace, and protects under both kinds of neighbours.
/// Under add-remove this is the simple way; two_rates.hpp errs less. `sorted`: all inside `domain`.
std::optional<WideKey> draw_cut_quantile_in_window(const KeyArray& sorted,
                                                   const WideInterval& domain,
                                                   const QuantileFraction& tau,
                                                   const CutChoiceParameters& choice,
                                                   Randomness& randomness);

}  // namespace logstar
