// A pool serves each bit once: after a failed source, across pools, and in a forked copy.
#include "logstar/randomness/bit_pool.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cerrno>
#include <memory>
#include <set>
#include <vector>

#include "logstar/support/errors.hpp"
#include "seeded_bits.hpp"

#ifndef __EMSCRIPTEN__
#include <sys/wait.h>
#include <unistd.h>
#endif

namespace logstar::testing {
namespace {

/// Counts fills; fill number `refused` fails half-way.
class UnreliableSource final : public BitSource {
 public:
  explicit UnreliableSource(int refused) : refused_(refused) {}

  void fill(std::span<std::byte> bytes) override {
    const bool refuses = ++fills_ == refused_;
    if (refuses) bytes = bytes.first(bytes.size() / 2);
    for (std::byte& byte : bytes) byte = static_cast<std::byte>(fills_);
    if (refuses) throw EntropyUnavailable("refused");
  }

 private:
  int refused_;
  int fills_ = 0;
};

TEST_CASE("no word comes from a fill that failed half-way") {
  UnreliableSource source(1);
  const auto pool = std::make_unique<BitPool>(source);
  CHECK_THROWS_AS(pool->word(), EntropyUnavailable);
  CHECK(pool->word() == 0x0202020202020202u);
}

TEST_CASE("a later failure never makes a word come twice") {
  UnreliableSource source(2);
  const auto pool = std::make_unique<BitPool>(source);
  for (int i = 0; i < 8192; ++i) REQUIRE(pool->word() == 0x0101010101010101u);
  CHECK_THROWS_AS(pool->word(), EntropyUnavailable);
  CHECK(pool->word() == 0x0303030303030303u);
}

TEST_CASE(
    "a wide number below a power of 2 is the words in their order, and rejected above a bound") {
  for (const unsigned bits : {1u, 63u, 64u, 65u, 128u, 129u, 192u, 1000u}) {
    SeededBits source(5);
    SeededBits again(5);
    BitPool pool(source);
    BitPool words(again);
    const Natural n = Natural(1) << bits;
    for (int draw = 0; draw < 20; ++draw) {
      Natural expected = 0;
      for (unsigned have = 0; have < bits; have += 64) {
        const unsigned want = std::min(64u, bits - have);
        expected = (expected << want) + (words.word() >> (64 - want));
      }
      REQUIRE(pool.below(n) == expected);
    }
    const Natural few = (n >> 1) + 1;
    for (int draw = 0; draw < 20; ++draw) REQUIRE(pool.below(few) < few);
  }
  SeededBits source(6);
  BitPool pool(source);
  CHECK(pool.below(Natural(1)) == 0);
}

TEST_CASE("a source is rejected if it leaves 32 aligned bytes unfilled, and accepted otherwise") {
  std::vector<std::byte> bytes(65536, std::byte{0x5a});
  CHECK_FALSE(looks_unfilled(bytes));
  for (const std::size_t filled : {0u, 8u, 32768u, 65536u - 32u}) {
    auto gap = bytes;
    std::fill(gap.begin() + static_cast<std::ptrdiff_t>(filled), gap.end(), std::byte{0});
    CHECK(looks_unfilled(gap));
  }
  SystemEntropy source;
  source.fill(bytes);
  CHECK_FALSE(looks_unfilled(bytes));
}

TEST_CASE("a source that left the last 8 to 31 bytes unfilled is detected") {
  for (const std::size_t size : {8u, 40u, 65536u}) {
    for (std::size_t missing = 8; missing < 32 && missing <= size; ++missing) {
      std::vector<std::byte> bytes(size, std::byte{0x5a});
      std::fill(bytes.end() - static_cast<std::ptrdiff_t>(missing), bytes.end(), std::byte{0});
      CHECK(looks_unfilled(bytes));
    }
  }
}

TEST_CASE("7 bytes of 0 at the end, or 31 elsewhere, are accepted") {
  std::vector<std::byte> bytes(65536, std::byte{0x5a});
  std::fill(bytes.end() - 7, bytes.end(), std::byte{0});
  std::fill(bytes.begin() + 64, bytes.begin() + 64 + 31, std::byte{0});
  CHECK_FALSE(looks_unfilled(bytes));
  CHECK_FALSE(looks_unfilled(std::span(bytes).last(7)));
  CHECK_FALSE(looks_unfilled({}));
}

TEST_CASE("20,000 words of two pools on the system's source are all different") {
  SystemEntropy source;
  const auto one = std::make_unique<BitPool>(source);
  const auto other = std::make_unique<BitPool>(source);
  std::set<std::uint64_t> words;
  for (int i = 0; i < 10'000; ++i) {
    words.insert(one->word());
    words.insert(other->word());
  }
  // Two words are equal with probability below 2 * 10^8 / 2^64, about 10^-11.
  CHECK(words.size() == 20'000);
}

#ifndef __EMSCRIPTEN__
TEST_CASE("no bits are drawn if the system cannot report copies of the process") {
  CHECK_THROWS_AS(watch_process_copies([](void (*)(), void (*)(), void (*)()) { return ENOMEM; }),
                  EntropyUnavailable);
  CHECK_NOTHROW(watch_process_copies([](void (*)(), void (*)(), void (*)()) { return 0; }));
}

/// The next word that a forked copy of this process would read from the pool.
std::uint64_t word_of_a_copy(BitPool& pool) {
  int ends[2];
  REQUIRE(pipe(ends) == 0);
  const pid_t child = fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    const std::uint64_t word = pool.word();
    _exit(write(ends[1], &word, sizeof word) == sizeof word ? 0 : 1);
  }
  std::uint64_t word = 0;
  REQUIRE(read(ends[0], &word, sizeof word) == sizeof word);
  int status = 1;
  REQUIRE(waitpid(child, &status, 0) == child);
  CHECK(status == 0);
  close(ends[0]);
  close(ends[1]);
  return word;
}

TEST_CASE("a forked process does not draw the bits that its parent draws") {
  SystemEntropy source;
  const auto pool = std::make_unique<BitPool>(source);
  pool->word();  // the pool is full before the process forks
  const std::uint64_t first = word_of_a_copy(*pool);
  const std::uint64_t second = word_of_a_copy(*pool);
  const std::uint64_t own = pool->word();
  CHECK(std::set<std::uint64_t>{first, second, own}.size() == 3);
}

TEST_CASE("copies of a forked process draw differently from each other and from their parent") {
  SystemEntropy source;
  const auto pool = std::make_unique<BitPool>(source);
  pool->word();
  int ends[2];
  REQUIRE(pipe(ends) == 0);
  const pid_t child = fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    pool->word();  // the child's own pool is full before it forks
    const std::uint64_t words[2] = {word_of_a_copy(*pool), pool->word()};
    _exit(write(ends[1], words, sizeof words) == sizeof words ? 0 : 1);
  }
  std::uint64_t words[2];
  REQUIRE(read(ends[0], words, sizeof words) == sizeof words);
  int status = 1;
  REQUIRE(waitpid(child, &status, 0) == child);
  CHECK(status == 0);
  CHECK(std::set<std::uint64_t>{words[0], words[1], pool->word()}.size() == 3);
  close(ends[0]);
  close(ends[1]);
}
#endif

}  // namespace
}  // namespace logstar::testing
