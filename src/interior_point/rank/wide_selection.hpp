// The records of some ranks among keys of any width, without sorting the others.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "logstar/domain/key_array.hpp"

namespace logstar {

/// The keys of ranks that follow each other, in order and each once.
struct SelectedKeys {
  KeyArray keys;
  std::vector<std::size_t> before;  ///< records before each key, and before what follows the last
};

/// Keys that include those of ranks from..to, from <= to < keys.size(). Empty if sorting all is as quick: for
/// few records, many ranks, or keys whose order in the array misleads the sample.
/// Cost: O(n limbs), a pass over the keys, and the sort of some thousand of them.
std::optional<SelectedKeys> select_wide_ranks(const KeyArray& keys, std::size_t from,
                                              std::size_t to);

}  // namespace logstar
