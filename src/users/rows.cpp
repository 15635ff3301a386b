#include "logstar/users/rows.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "logstar/users/keep_rows.hpp"

// When a block is closed, at least as many rows have been read as blocks have been written with it: each
// row that is in one was read. So no row is overwritten before it is read.

namespace logstar {
namespace {

constexpr std::uint32_t kNone = 0xffffffff;
constexpr std::size_t kMaxInBlock = 64;

/// The rows per block, such that the open blocks of all groups hold at most a quarter of all rows.
std::size_t block_of(std::size_t rows, std::size_t groups) {
  return std::clamp<std::size_t>(std::bit_floor(rows / (4 * std::max<std::size_t>(groups, 1))), 1,
                                 kMaxInBlock);
}

}  // namespace

GroupedRows::GroupedRows(UserRows rows, std::uint32_t user_weight, std::uint32_t groups)
    : bits_(rows.keys.bits()), limbs_(rows.keys.limbs()) {
  if (rows.groups.empty()) {
    weights_ = spread(std::move(rows.users), {}, &rows.keys, user_weight);
    keep_rows(rows.keys, weights_, [&](std::size_t row) { return weights_[row] != 0; });
    words_ = std::move(rows.keys).words();
    return;
  }
  // Without users all rows that count weigh the same, and need no number each.
  std::vector<std::uint32_t> weights;
  if (rows.users.empty()) {
    check_user_weight(user_weight);
    check_user_columns(rows.columns());
  } else {
    weights = spread(std::move(rows.users), rows.groups, &rows.keys, user_weight);
  }
  words_ = std::move(rows.keys).words();
  weights_ = std::move(rows.groups);
  divide(groups, [&](std::size_t row) {
    if (!weights.empty()) return weights[row];
    return weights_[row] == kNoGroup ? 0 : user_weight;
  });
}

/// `weight_of(row)`: of a row whose group is not overwritten yet.
template <typename WeightOf>
void GroupedRows::divide(std::uint32_t groups, const WeightOf& weight_of) {
  block_ = block_of(weights_.size(), groups);
  open_.assign(groups, {kNone, 0});
  open_words_.resize(groups * block_ * limbs_);
  open_weights_.resize(groups * block_);
  std::uint64_t* const open = open_words_.data();
  const std::uint64_t* const words = words_.data();
  if (limbs_ == 1) {
    divide(weight_of, [=](std::size_t row, std::size_t place) { open[place] = words[row]; });
  } else {
    divide(weight_of, [=, limbs = limbs_](std::size_t row, std::size_t place) {
      std::copy_n(words + row * limbs, limbs, open + place * limbs);
    });
  }
}

/// `copy_key(row, place)`: the key of a row to a place in open blocks.
template <typename WeightOf, typename CopyKey>
void GroupedRows::divide(const WeightOf& weight_of, const CopyKey& copy_key) {
  const std::size_t block = block_;
  const std::size_t rows = weights_.size();
  std::size_t filled = 0;
  for (std::size_t row = 0; row < rows; ++row) {
    const std::uint32_t weight = weight_of(row);
    if (weight == 0) continue;
    const std::uint32_t group = weights_[row];
    const std::uint32_t size = open_[group].size++;
    const std::size_t place = group * block + size;
    copy_key(row, place);
    open_weights_[place] = weight;
    if (size + 1 == block) close(group, filled);
  }
}

/// Writes a full block after the `filled` blocks.
void GroupedRows::close(std::uint32_t group, std::size_t& filled) {
  const auto from = static_cast<std::ptrdiff_t>(group * block_);
  const auto limbs = static_cast<std::ptrdiff_t>(limbs_);
  const auto to = static_cast<std::ptrdiff_t>(filled * block_);
  std::copy_n(open_words_.begin() + from * limbs, block_ * limbs_, words_.begin() + to * limbs);
  std::copy_n(open_weights_.begin() + from, block_, weights_.begin() + to);
  previous_.push_back(std::exchange(open_[group].last_block, static_cast<std::uint32_t>(filled)));
  open_[group].size = 0;
  ++filled;
}

WeightedKeys GroupedRows::take(std::uint32_t group) {
  if (open_.empty()) {
    if (group > 0) return {KeyArray(bits_), {}};
    return {KeyArray(bits_, std::move(words_)), std::move(weights_)};
  }
  const auto& [last_block, open] = open_[group];
  std::size_t size = open;
  for (std::uint32_t block = last_block; block != kNone; block = previous_[block]) size += block_;
  std::vector<std::uint64_t> words(size * limbs_);
  std::vector<std::uint32_t> weights(size);
  const auto copy = [&](const auto& from_words, const auto& from_weights, std::size_t from,
                        std::size_t count, std::size_t to) {
    std::copy_n(from_words.data() + from * limbs_, count * limbs_, words.data() + to * limbs_);
    std::copy_n(from_weights.data() + from, count, weights.data() + to);
  };
  std::size_t end = size - open;
  copy(open_words_, open_weights_, group * block_, open, end);
  for (std::uint32_t block = last_block; block != kNone; block = previous_[block]) {
    end -= block_;
    copy(words_, weights_, block * block_, block_, end);
  }
  return {KeyArray(bits_, std::move(words)), std::move(weights)};
}

}  // namespace logstar
