// The steps of TreeLog by slices: how balanced the heaviest path is, the deepest records along it,
// and a point where it is balanced.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "logstar/domain/key_array.hpp"
#include "logstar/randomness/randomness.hpp"

namespace logstar {

/// The `border` smallest and the `border` largest keys (all of them if there are not more), which
/// without_border leaves out. One record more in the data replaces at most one here, or adds one.
KeyArray border_of(const KeyArray& sorted, std::size_t border);

/// The heaviest path goes from the root to a key, always to the child with more records (the left
/// one if equal). Its balance: the greatest number of records below a child that is not on it.
/// 0 without records. A record more raises it by 0 or 1.
std::int64_t heavy_path_balance(const KeyArray& sorted);

/// Records taken apart by the level at which they leave the heaviest path. The deep ones are a
/// range of the sorted records.
struct HeavyPathSlice {
  KeyArray deep;    ///< the `size` records that leave last, of equals those nearest to the path
  KeyArray levels;  ///< the levels of the others, in increasing order, as keys
};
HeavyPathSlice slice_heavy_path(const KeyArray& sorted, std::size_t size);

struct HeavyRound {
  double draw_epsilon = 0;     ///< e
  std::int64_t threshold = 1;  ///< T
  std::int64_t promise = 1;    ///< h: the balance is at least this much
};

/// Parameters with round_delta(...) <= delta.
HeavyRound calibrate_heavy_round(double epsilon, double delta);

/// Along the heaviest path, the key between both children of the first node at which the lighter
/// one has at least 1 record and, with discrete Laplace noise of rate e, at least T. Empty if no node passes.
/// CLNSS22 Algorithm 7 without the noise on the threshold.
std::optional<WideKey> one_heavy_round(const KeyArray& sorted, const HeavyRound& round,
                                       Randomness& randomness);

/// If both neighbours keep the promise the round is (e, this)-DP under add-remove, and the result
/// is empty with at most this probability: max(q^(h - T + 1), q^(T - 1))/(1 + q), q = e^-e. 1 if
/// the condition of the proof, e^e (1 - q^(T - 1)/(1 + q)) >= 1, does not hold.
double heavy_round_delta(const HeavyRound& round);

}  // namespace logstar
