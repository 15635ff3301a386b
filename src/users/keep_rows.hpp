// Leaves out some rows of a table, in place.
//
// Privacy: none is spent.
// Source: ours.
// Departures: none.
// Cost: one pass.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "logstar/domain/key_array.hpp"

namespace logstar {

/// Keeps the rows for which `keeps(row)` holds: their keys, and their entries in `column`, unless it is empty.
/// Asks about each row in their order, before it overwrites its entry.
template <typename Keeps>
void keep_rows(KeyArray& keys, std::vector<std::uint32_t>& column, const Keeps& keeps) {
  const std::uint32_t bits = keys.bits();
  const std::size_t limbs = keys.limbs();
  const std::size_t rows = keys.size();
  std::vector<std::uint64_t> words = std::move(keys).words();
  std::size_t kept = 0;
  for (std::size_t row = 0; row < rows; ++row) {
    if (!keeps(row)) continue;
    std::copy_n(words.begin() + static_cast<std::ptrdiff_t>(row * limbs), limbs,
                words.begin() + static_cast<std::ptrdiff_t>(kept * limbs));
    if (!column.empty()) column[kept] = column[row];
    ++kept;
  }
  words.resize(kept * limbs);
  if (!column.empty()) column.resize(kept);
  keys = KeyArray(bits, std::move(words));
}

}  // namespace logstar
