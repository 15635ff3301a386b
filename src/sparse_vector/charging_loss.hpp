// The loss of a record that queries read until `hits` yeses with it: the exact price of the two charging tests
// of ThresholdMonitor.
//
// Privacy: any number of adaptive questions, each record leaving after `hits` yeses that it
// contributes to, is (epsilon, charging_delta(...))-DP under add-remove.
// Source: the idea of charging a record by its hits is Cohen, Lyu 2023 (target charging); test,
//   theorems and proofs are ours: docs/guarantees/threshold-monitor.md.
// Departures: none. All arithmetic is rounded toward more loss.
// Cost: about 20 sqrt(hits) terms.
#pragma once

#include <cstdint>

namespace logstar {

/// For a test whose intensity L, yes with probability 1 - e^-L, one record raises by at most a
/// factor e^rate: the larger hockey-stick divergence of Gamma(hits, 1) and Gamma(hits, e^rate).
/// No smaller number holds for all conversations. Both: rate within the limits
/// below, epsilon >= 0.
double intensity_charging_delta(std::uint64_t hits, double rate, double epsilon);

/// For a test that adds discrete Laplace noise of this rate: the divergence of the numbers of noes
/// before the hits-th yes when a yes has probability 1/(1 + e^rate) and e^rate/(1 + e^rate).
/// Attained exactly.
double laplace_charging_delta(std::uint64_t hits, double rate, double epsilon);

/// The largest rates of 24 significant bits (short_rate_down) with a delta of at most `delta`, 0 < delta < 1, within
/// the limits below; 0 if every rate exceeds it. The delta of the rate itself was computed, rounded up, and tests draw
/// with that rate: what is cut off costs accuracy alone, and (epsilon, `delta`) is not below what is proven of it.
double intensity_charging_rate(std::uint64_t hits, double epsilon, double delta);
double laplace_charging_rate(std::uint64_t hits, double epsilon, double delta);

/// About intensity_charging_rate, of a normal law: where to begin a search, nothing more.
double likely_charging_rate(std::uint64_t hits, double epsilon, double delta);

/// Whether intensity_charging_rate is certainly below this rate, from the delta at one rate.
bool intensity_charging_rate_is_below(double rate, std::uint64_t hits, double epsilon,
                                      double delta);

/// Noise of scale 1/32 (1/8) of a record hides almost nothing, noise of scale 10^6 almost everything: the
/// searches stop there.
inline constexpr double kMinChargingRate = 0x1p-20;
inline constexpr double kMaxChargingRate = 32;
inline constexpr double kMaxLaplaceChargingRate = 8;

}  // namespace logstar
