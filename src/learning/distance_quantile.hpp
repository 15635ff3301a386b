// A private quantile of distances from a public point: how far out a given share of the records lies.
//
// Privacy: as the exponential mechanism at the rate given, for a score that moves as RankScore's
//   quantile does (interior_point/rank/exponential.cpp), for every data set.
// Source: the exponential mechanism of McSherry, Talwar 2007, with a public base measure.
// Departures: candidates have unequal public weights: 0, and each of [1, 2), [2, 4), [4, 8), ... has the
//   same in all. With equal ones a domain of 2^64 keys would drown some hundred records at a small
//   epsilon. Weights that do not depend on the data cancel in the ratio of two neighbours' weights.
// Cost: one sort.
#pragma once

#include <cstdint>
#include <vector>

#include "logstar/interior_point/rank/quantile_fraction.hpp"
#include "logstar/randomness/randomness.hpp"

namespace logstar {

/// A distance 0..farthest, drawn with probability proportional to its weight times e^(draw_epsilon
/// score), the score of quantile `tau`. `distances`: in any order, at most `farthest`.
std::uint64_t draw_distance_quantile(std::vector<std::uint64_t> distances, std::uint64_t farthest,
                                     const QuantileFraction& tau, double draw_epsilon,
                                     Randomness& randomness);

}  // namespace logstar
