#include "logstar/support/sha256.hpp"

#include <algorithm>
#include <bit>

namespace logstar {
namespace {

constexpr std::array<std::uint32_t, 64> kRounds = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

std::uint32_t spread(std::uint32_t word, int a, int b, int c) {
  return std::rotr(word, a) ^ std::rotr(word, b) ^ std::rotr(word, c);
}

std::uint32_t mixed(std::uint32_t word, int a, int b, int shift) {
  return std::rotr(word, a) ^ std::rotr(word, b) ^ word >> shift;
}

}  // namespace

void Sha256::add(std::span<const std::uint8_t> bytes) {
  while (!bytes.empty()) {
    const std::size_t filled = size_ % block_.size();
    const std::size_t taken = std::min(block_.size() - filled, bytes.size());
    std::copy_n(bytes.begin(), taken, block_.begin() + static_cast<std::ptrdiff_t>(filled));
    bytes = bytes.subspan(taken);
    size_ += taken;
    if (size_ % block_.size() == 0) take_block();
  }
}

std::vector<std::uint8_t> Sha256::digest() {
  const std::uint64_t bits = 8 * size_;
  const std::uint8_t one = 0x80;
  const std::uint8_t zero = 0;
  add({&one, 1});
  while (size_ % block_.size() != block_.size() - 8) add({&zero, 1});
  for (int shift = 56; shift >= 0; shift -= 8) {
    const auto byte = static_cast<std::uint8_t>(bits >> shift);
    add({&byte, 1});
  }
  std::vector<std::uint8_t> all(32);
  for (std::size_t i = 0; i < all.size(); ++i) {
    all[i] = static_cast<std::uint8_t>(state_[i / 4] >> (24 - 8 * (i % 4)));
  }
  return all;
}

void Sha256::take_block() {
  std::array<std::uint32_t, 64> words;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i < 16) {
      words[i] = std::uint32_t{block_[4 * i]} << 24 | std::uint32_t{block_[4 * i + 1]} << 16 |
                 std::uint32_t{block_[4 * i + 2]} << 8 | block_[4 * i + 3];
    } else {
      words[i] = mixed(words[i - 2], 17, 19, 10) + words[i - 7] + mixed(words[i - 15], 7, 18, 3) +
                 words[i - 16];
    }
  }
  auto [a, b, c, d, e, f, g, h] = state_;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::uint32_t first =
        h + spread(e, 6, 11, 25) + ((e & f) ^ (~e & g)) + kRounds[i] + words[i];
    const std::uint32_t second = spread(a, 2, 13, 22) + ((a & b) ^ (a & c) ^ (b & c));
    h = g;
    g = f;
    f = e;
    e = d + first;
    d = c;
    c = b;
    b = a;
    a = first + second;
  }
  const std::array<std::uint32_t, 8> after = {a, b, c, d, e, f, g, h};
  for (std::size_t i = 0; i < state_.size(); ++i) state_[i] += after[i];
}

}  // namespace logstar
