// A buffer of random bits in front of a BitSource.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "logstar/randomness/bit_source.hpp"
#include "logstar/randomness/natural.hpp"
#include "logstar/randomness/process_copies.hpp"

namespace logstar {

/// Hands out 64-bit words and exactly uniform numbers. Bytes are wiped after use, so that a later look at this
/// memory reveals nothing about earlier draws. After fork() the copy throws the bits away that it shares with
/// the original.
class BitPool {
 public:
  explicit BitPool(BitSource& source) : source_(source) { watch_process_copies(); }
  ~BitPool();
  BitPool(const BitPool&) = delete;  // two pools must never hand out the same bits
  BitPool& operator=(const BitPool&) = delete;

  std::uint64_t word() {
    if (next_ == words_.size() || copies_ != process_copies.load(std::memory_order_relaxed)) {
      refill();
    }
    const std::uint64_t bits = words_[next_];
    words_[next_++] = 0;
    return bits;
  }

  /// Uniform on {0, ..., n - 1}, n >= 1, by rejection.
  std::uint64_t below(std::uint64_t n);
  Natural below(const Natural& n);

 private:
  void refill();

  BitSource& source_;
  std::array<std::uint64_t, 8192> words_{};  // 64 KiB
  std::size_t next_ = words_.size();
  std::uint64_t copies_ = 0;  // process_copies when words_ was filled
};

}  // namespace logstar
