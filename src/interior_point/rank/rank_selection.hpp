// The records of some ranks, without sorting the others.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "logstar/domain/key_source.hpp"
#include "logstar/interior_point/rank/rank_score.hpp"

namespace logstar {

/// All records with keys from one rank's key to another rank's, in increasing order, equal records included.
struct SelectedRanks {
  std::size_t below = 0;  ///< records before them
  std::vector<std::uint64_t> keys;
  /// Of many equal records each key is there once: this then has the number of records before each key, and before
  /// what follows the last.
  std::vector<std::uint64_t> before = {};
};

/// Ranks from..to, counted from 0, from <= to < keys.size(). Empty if sorting is as quick: for few records,
/// many ranks or equal keys, or keys whose order in the array misleads the sample. Each record is a key.
/// Cost: O(n), two passes over the keys, and the sort of the ranks. Memory: 2^22 keys, or a quarter of them.
std::optional<SelectedRanks> select_ranks(const std::vector<std::uint64_t>& keys, std::size_t from,
                                          std::size_t to);

/// Which ranks to select of so many records; empty: all.
using RanksOf = std::function<std::optional<RankSpan>(std::size_t records)>;

/// Selected ranks, and the number of all records, which only the pass over them tells.
struct CountedRanks {
  std::size_t records = 0;
  SelectedRanks ranks;
};

/// As above for records that are read in one pass. Equal records are counted where there are many: so few keys of
/// many records are no reason to sort.
std::optional<CountedRanks> select_ranks(const KeySource& records, const RanksOf& ranks_of);

/// Keys of records with weights, in increasing order, each once. Ranks are sums of weights.
struct SelectedWeights {
  std::vector<std::uint64_t> keys;
  /// The weight before each key, and before what follows the last; at first what is before them all.
  std::vector<std::uint64_t> before;

  /// Adds records of a key that is the last one or greater.
  void add(std::uint64_t key, std::uint64_t weight);
};

/// The keys at ranks from..to of records with weights, `total` the sum of all, from <= to < total. Empty if sorting
/// is as quick, or if the order of keys in the array misleads the sample. Cost: O(n), one pass over keys and
/// weights, and the sort of the ranks. Memory: as above.
std::optional<SelectedWeights> select_ranks_of_weights(const std::vector<std::uint64_t>& keys,
                                                       const std::vector<std::uint32_t>& weights,
                                                       std::uint64_t total, std::uint64_t from,
                                                       std::uint64_t to);

}  // namespace logstar
