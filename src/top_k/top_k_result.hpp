// The parts of a top-k answer.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace logstar {

struct TopKResult {
  /// Indices into the rows, in the order drawn: most frequent first as far as the noise allows.
  /// (`fixed_threshold`: in random order.)
  std::vector<std::size_t> items;
  /// A noisy count of each item, if counts were requested or cost nothing; empty otherwise. May be
  /// negative.
  std::vector<std::int64_t> noisy_counts;
  bool complete = false;  ///< whether it has k items; else bottom was drawn, or no item was left
  /// The kbar of the draw: `optimised_threshold` draws it too, and it may be released.
  std::uint64_t kbar = 0;
};

}  // namespace logstar
