#include "logstar/randomness/bit_pool.hpp"

#include <span>
#include <vector>

namespace logstar {

BitPool::~BitPool() {
  volatile std::uint64_t* words = words_.data();  // volatile: the wiping must not be optimised out
  for (std::size_t i = 0; i < words_.size(); ++i) words[i] = 0;
}

void BitPool::refill() {
  // If the source throws, next_ means "empty", so a half-filled word is never returned.
  next_ = words_.size();
  source_.fill(std::as_writable_bytes(std::span(words_)));
  copies_ = process_copies.load(std::memory_order_relaxed);
  next_ = 0;
}

std::uint64_t BitPool::below(std::uint64_t n) {
  // Lemire's method (2019): the high word of word * n is uniform once the low words that would
  // make some results more likely than others (2^64 mod n of them) are rejected.
  Uint128 product = Uint128(word()) * n;
  if (static_cast<std::uint64_t>(product) < n) {
    const std::uint64_t surplus = (0 - n) % n;
    while (static_cast<std::uint64_t>(product) < surplus) product = Uint128(word()) * n;
  }
  return static_cast<std::uint64_t>(product >> 64);
}

Natural BitPool::below(const Natural& n) {
  const Natural greatest = n - 1;
  const unsigned bits = bit_width(greatest);
  if (bits == 0) return 0;
  const unsigned unused = (64 - bits % 64) % 64;  // low bits of the last word
  // All words first, then one number: to append them one by one costs the square of their count.
  std::vector<std::uint64_t> drawn((bits + unused) / 64);
  for (;;) {
    for (std::uint64_t& each : drawn) each = word();
    Natural number = Natural::from_words(drawn) >> unused;
    if (number <= greatest) return number;
  }
}

}  // namespace logstar
