// Several quantiles by an algorithm that takes any number of records.
//
// Privacy: (epsilon, delta) for the declared neighbours, for every data set.
// Source: rank/quantiles.hpp and separate_quantiles.hpp.
// Departures: none.
// Cost: as the algorithm.
#pragma once

#include <cstdint>
#include <optional>
#include <variant>
#include <vector>

#include "logstar/interior_point/rank/quantiles.hpp"
#include "logstar/interior_point/several_quantiles/separate_quantiles.hpp"
#include "logstar/interior_point/several_quantiles/task.hpp"
#include "logstar/privacy/rounding.hpp"
#include "logstar/randomness/randomness.hpp"
#include "logstar/support/possible.hpp"

namespace logstar {

struct RecursiveQuantiles {
  KeyInterval domain;
  QuantilesParameters draws;
  double epsilon = 0;  ///< that they spend, for the task's neighbours
  QuantilesPromise promise;
};

using PlainQuantiles = std::variant<RecursiveQuantiles, SeparateQuantiles>;

/// The recursion or separate draws, as the task states; by default those with the least error. An
/// error of `of_use` or more is as good as any other, so the search for a lesser one stops early. `single`: the
/// epsilon that one record more or less may also cost under replace. Errors: OutOfRange.
PlainQuantiles calibrate_plain_quantiles(const QuantilesTask& task, double of_use = kInfinity,
                                         double single = kInfinity);

/// As calibrate_plain_quantiles with draws that may abstain (rank/quantiles.hpp and separate_quantiles.hpp);
/// empty if they cannot.
/// Errors: OutOfRange for an epsilon so small that the score of "none" overflows.
Possible<PlainQuantiles> with_none(const PlainQuantiles& plan, const QuantilesTask& task);

QuantilesAlgorithm algorithm_of(const PlainQuantiles& plan);
double epsilon_of(const PlainQuantiles& plan);
const QuantilesPromise& promise_of(const PlainQuantiles& plan);

/// In increasing order. `keys`: one a record, any order, all inside the domain, at most 2^32.
std::vector<std::uint64_t> draw_plain_quantiles(const PlainQuantiles& plan,
                                                std::vector<std::uint64_t> keys,
                                                Randomness& randomness);

}  // namespace logstar
