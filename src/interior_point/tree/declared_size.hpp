// The maximum number of records that an algorithm may assume, and the test that ensures it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "logstar/randomness/randomness.hpp"

namespace logstar {

/// A declared size. Either the number of records is public and must equal it, or data of more
/// records are rejected by a noisy test, which costs `epsilon`; with a small probability they pass
/// nevertheless.
struct DeclaredSize {
  std::uint64_t size = 0;
  double epsilon = 0;              ///< rate of the test's noise; 0: the number of records is public
  std::int64_t threshold = 0;      ///< rejected if |S| + discrete Laplace noise exceeds this
  std::uint64_t most_records = 0;  ///< this many pass with the probability of the calibration
};

/// For a public number of records.
DeclaredSize public_size(std::uint64_t size);

/// A noisy test whose size_test_delta is at most `delta`, and which `least` records (or more,
/// if a size is given) pass with probability at least 1 - beta.
DeclaredSize private_size(const std::optional<std::uint64_t>& size, std::uint64_t least,
                          double epsilon, double delta, double beta);

/// Whether an algorithm that assumes the size may run on this many records.
/// Errors: OutOfRange if the number is public and another one.
bool admits(const DeclaredSize& declared, std::size_t records, Randomness& randomness);

/// The test's effect on delta: for neighbours of which the larger has size + 1 records, the probability that
/// either passes. It replaces the delta of the algorithm that follows, which those pairs do not need: the total
/// is the larger of the two. 0 if the size is public.
double size_test_delta(const DeclaredSize& declared);

/// An upper bound on the probability that this many records are rejected.
double refusal(const DeclaredSize& declared, std::uint64_t records);

}  // namespace logstar
