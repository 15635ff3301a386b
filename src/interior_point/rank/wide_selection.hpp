// The records of some ranks among keys of any width, without sorting the others.
#pragma once

#include <cstddef>
#include <optional>

#include "logstar/domain/key_array.hpp"

namespace logstar {

/// Records of ranks that follow each other, in order: with a record all that are equal to it.
struct SelectedKeys {
  std::size_t below = 0;  ///< records before them
  KeyArray keys;
};

/// Records of which ranks from..to are some, from <= to < keys.size(). Empty if sorting all is as quick: for
/// few records, many ranks, or keys whose order in the array misleads the sample.
/// Cost: O(n limbs), a pass over the keys, and the sort of some thousand of them.
std::optional<SelectedKeys> select_wide_ranks(const KeyArray& keys, std::size_t from,
                                              std::size_t to);

}  // namespace logstar
