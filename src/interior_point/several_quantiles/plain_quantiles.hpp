// Several quantiles by an algorithm that takes any number of records.
//
// Privacy: (epsilon, delta) for the declared neighbours, for every data set.
// Source: rank/quantiles.hpp and separate_quantiles.hpp.
// Departures: none.
// Cost: that of the algorithm.
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

/// The recursion or separate draws, as the task says; if it does not, those with the least error. An
/// error of `of_use` or more is as good as any other, so that it is not looked for long. `single`: the
/// epsilon that one record more or less may cost under replace, too. Errors: OutOfRange.
PlainQuantiles calibrate_plain_quantiles(const QuantilesTask& task, double of_use = kInfinity,
                                         double single = kInfinity);

/// The same with draws that may abstain, as rank/quantiles.hpp and separate_quantiles.hpp; an obstacle if they cannot,
/// or for an epsilon so small that the score of "none" does not fit.
Possible<PlainQuantiles> with_none(const PlainQuantiles& plan, const QuantilesTask& task);

QuantilesAlgorithm algorithm_of(const PlainQuantiles& plan);
double epsilon_of(const PlainQuantiles& plan);
const QuantilesPromise& promise_of(const PlainQuantiles& plan);

/// In increasing order. `keys`: one a record, any order, all inside the domain, at most 2^32.
std::vector<std::uint64_t> draw_plain_quantiles(const PlainQuantiles& plan,
                                                std::vector<std::uint64_t> keys,
                                                Randomness& randomness);

}  // namespace logstar
