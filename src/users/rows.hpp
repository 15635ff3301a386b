// A table of users' rows for mechanisms, and the rows of its groups.
//
// Privacy: none is spent.
// Cost: the passes of spread.hpp, one to divide, one to collect a group. Division works in place, a block
//   of each group at a time, as new memory would cost most. Beyond the table it takes a group's rows, and a
//   quarter of the table at most.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "logstar/domain/weighted_keys.hpp"
#include "logstar/users/spread.hpp"

namespace logstar {

/// Rows that count, with columns as in UserColumns.
struct UserRows {
  std::vector<std::uint32_t> users;
  std::vector<std::uint32_t> groups;
  KeyArray keys;

  UserColumns columns() const { return {users, groups, &keys}; }
};

/// The rows of each group with their weights (spread.hpp), without rows of weight 0.
class GroupedRows {
 public:
  /// Groups 0..groups - 1; one if the column of groups is empty. Each row's group is below this number or
  /// kNoGroup. Errors: OutOfRange for columns of unlike length, and for `user_weight`.
  GroupedRows(UserRows rows, std::uint32_t user_weight, std::uint32_t groups);

  /// The rows of a group, in their order. May be called once a group.
  WeightedKeys take(std::uint32_t group);

 private:
  /// A group's last full block, and its rows since.
  struct Open {
    std::uint32_t last_block;
    std::uint32_t size = 0;
  };

  template <typename WeightOf>
  void divide(std::uint32_t groups, const WeightOf& weight_of);
  template <typename WeightOf, typename CopyKey>
  void divide(const WeightOf& weight_of, const CopyKey& copy_key);
  void close(std::uint32_t group, std::size_t& filled);

  std::uint32_t bits_;
  std::size_t limbs_;
  std::size_t block_ = 1;  ///< rows a block
  /// The rows in their order; the part that has been read is overwritten by blocks of one group each.
  std::vector<std::uint64_t> words_;
  std::vector<std::uint32_t> weights_;   ///< in the same places; an unread place has its group
  std::vector<std::uint32_t> previous_;  ///< of each block the one before of its group
  std::vector<Open> open_;               ///< of each group
  std::vector<std::uint64_t> open_words_;
  std::vector<std::uint32_t> open_weights_;
};

}  // namespace logstar
