// The coin of a record that contributed a fraction to a yes: whether the yes counts as a hit.
//
// Law: a contribution of f records is a hit with probability (1 - e^(-rate f)) / (1 - e^(-rate)), exactly: 0 at f = 0,
//   1 at f = 1, at most f rate / (1 - e^(-rate)).
// Privacy: with this coin the theorems of whole contributions hold for fractions; the coin may depend on the record
//   and on answers only.
// Source: ours, docs/guarantees/threshold-monitor.md, "Weights".
// Departures: none.
// Cost: one geometric draw; none for whole records.
#pragma once

#include <cstdint>

#include "logstar/randomness/randomness.hpp"
#include "logstar/sparse_vector/query_grid.hpp"

namespace logstar {

/// rate: per record, of the test that said yes. steps: the contribution, at most a record's.
bool is_hit(std::uint32_t steps, QueryGrid grid, const Rational& rate, Randomness& randomness);

}  // namespace logstar
