#include "logstar/sparse_vector/active_records.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

namespace logstar {
namespace {

static_assert(std::endian::native == std::endian::little, "charge_flagged finds bytes by position");

std::uint64_t word_at(const std::uint8_t* bytes) {
  std::uint64_t word = 0;
  std::memcpy(&word, bytes, sizeof word);
  return word;
}

/// 1 in each byte that is not 0.
std::uint64_t ones_where_set(std::uint64_t bytes) {
  constexpr std::uint64_t kLowBits = 0x7f7f7f7f7f7f7f7f;
  return ((((bytes & kLowBits) + kLowBits) | bytes) & ~kLowBits) >> 7;
}

}  // namespace

ActiveRecords::ActiveRecords(std::vector<std::uint64_t> left) : left_(std::move(left)) {
  mask_.reserve(left_.size());
  for (const std::uint64_t amount : left_) mask_.push_back(amount != 0 ? 255 : 0);
}

void ActiveRecords::add(std::uint64_t left) {
  left_.push_back(left);
  mask_.push_back(left != 0 ? 255 : 0);
}

std::int64_t ActiveRecords::count(std::span<const std::uint8_t> flags) const {
  std::int64_t total = 0;
  std::size_t i = 0;
  while (i + 8 <= flags.size()) {
    // Each byte of `counts` counts its own column of flags, so a block ends before one overflows.
    const std::size_t block_end = std::min(flags.size() - 7, i + std::size_t{8} * 255);
    std::uint64_t counts = 0;
    for (; i < block_end; i += 8) {
      counts += ones_where_set(word_at(flags.data() + i) & word_at(mask_.data() + i));
    }
    for (; counts != 0; counts >>= 8) total += static_cast<std::int64_t>(counts & 255);
  }
  for (; i < flags.size(); ++i) total += (flags[i] & mask_[i]) != 0;
  return total;
}

std::int64_t ActiveRecords::sum(std::span<const std::uint32_t> steps, std::uint32_t most) const {
  constexpr std::size_t kBlock = 64;  // of a fixed size, so that compilers use vectors
  const auto part = [&](std::size_t i) {
    const std::uint32_t active = 0u - (mask_[i] & 1u);  // all ones or none
    return std::min(steps[i], most) & active;
  };
  std::int64_t total = 0;
  std::size_t i = 0;
  for (; i + kBlock <= steps.size(); i += kBlock) {
    std::uint32_t block = 0;  // 64 times 2^20 fits
    for (std::size_t j = 0; j < kBlock; ++j) block += part(i + j);
    total += block;
  }
  for (; i < steps.size(); ++i) total += part(i);
  return total;
}

void ActiveRecords::charge(std::size_t record, std::uint64_t amount) {
  left_[record] -= std::min(left_[record], amount);
  mask_[record] = left_[record] != 0 ? 255 : 0;
}

void ActiveRecords::charge_flagged(std::span<const std::uint8_t> flags, std::uint64_t amount) {
  std::size_t i = 0;
  for (; i + 8 <= flags.size(); i += 8) {
    std::uint64_t set = ones_where_set(word_at(flags.data() + i) & word_at(mask_.data() + i));
    for (; set != 0; set &= set - 1) {  // byte by byte
      charge(i + static_cast<std::size_t>(std::countr_zero(set)) / 8, amount);
    }
  }
  for (; i < flags.size(); ++i) {
    if ((flags[i] & mask_[i]) != 0) charge(i, amount);
  }
}

}  // namespace logstar
