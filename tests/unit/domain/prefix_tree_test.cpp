#include "logstar/domain/prefix_tree.hpp"

#include <catch2/catch.hpp>
#include <map>
#include <string>

#include "databases.hpp"
#include "logstar/randomness/bit_pool.hpp"
#include "seeded_bits.hpp"
#include "sorted_keys.hpp"

namespace logstar::testing {
namespace {

std::string prefix_of(const KeyArray& keys, std::size_t i, std::uint32_t length) {
  std::string prefix;
  for (std::uint32_t level = 0; level < length; ++level) {
    prefix += keys.bit(i, level) ? '1' : '0';
  }
  return prefix;
}

std::map<std::string, std::size_t> all_weights(const KeyArray& keys) {
  std::map<std::string, std::size_t> weights;
  for (std::size_t i = 0; i < keys.size(); ++i) {
    for (std::uint32_t length = 0; length <= keys.bits(); ++length) {
      ++weights[prefix_of(keys, i, length)];
    }
  }
  return weights;
}

TEST_CASE("the chains of the tree are all non-empty prefixes with their numbers of records") {
  for (std::size_t size = 0; size <= 4; ++size) {
    for_each_multiset(8, size, [](const std::vector<std::size_t>& values) {
      const KeyArray keys = sorted_keys(3, values);
      const PrefixTree tree(keys);
      std::map<std::string, std::size_t> found;
      std::vector<PrefixChain> waiting;
      if (const auto root = tree.root()) waiting.push_back(*root);
      while (!waiting.empty()) {
        const PrefixChain chain = waiting.back();
        waiting.pop_back();
        for (std::uint32_t length = chain.top; length <= chain.bottom; ++length) {
          found[prefix_of(keys, chain.first, length)] = chain.weight();
        }
        if (chain.bottom == 3) continue;
        waiting.push_back(tree.left(chain));
        waiting.push_back(tree.right(chain));
      }
      REQUIRE(found == all_weights(keys));
    });
  }
}

TEST_CASE("the heaviest weight by level is the largest of all prefixes of that length") {
  SeededBits source(2);
  BitPool pool(source);
  for (const std::uint32_t bits : {1u, 4u, 64u, 70u, 130u}) {
    for (int round = 0; round < 20; ++round) {
      KeyArray keys(bits);
      const std::size_t n = pool.below(30);
      for (std::size_t i = 0; i < n; ++i) {
        // All scales: a random number of random low bits.
        const std::uint64_t width = 1 + pool.below(bits);
        keys.append(key_of(pool.below(Natural(1) << static_cast<unsigned>(width)), bits));
      }
      keys.sort();
      std::vector<std::size_t> expected(bits + 1, 0);
      for (const auto& [prefix, weight] : all_weights(keys)) {
        expected[prefix.size()] = std::max(expected[prefix.size()], weight);
      }
      REQUIRE(PrefixTree(keys).heaviest_by_level() == expected);
    }
  }
}

TEST_CASE("the heavy path always goes to the child with more records, to the left one if equal") {
  const KeyArray keys = sorted_keys(4, {0, 1, 8, 9, 9, 12});
  const auto path = PrefixTree(keys).heavy_path();
  REQUIRE(path.size() == 4);
  CHECK(path[0].weight() == 6);
  CHECK(path[1].weight() == 4);  // 1...
  CHECK(path[1].bottom == 1);
  CHECK(path[2].weight() == 3);  // 10.. and 100.
  CHECK(path[2].bottom == 3);
  CHECK(path[3].weight() == 2);  // 1001
  CHECK(PrefixTree(sorted_keys(4, {})).heavy_path().empty());
  CHECK(PrefixTree(sorted_keys(2, {0, 3})).heavy_path().back().first == 0);
}

TEST_CASE("the ends below a prefix keep its bits and fill the rest") {
  for (const std::uint32_t bits : {8u, 64u, 72u, 192u}) {
    const Natural value = (Natural(0xb5) << (bits - 8)) + 1;
    const WideKey key = key_of(value, bits);
    for (std::uint32_t length = 0; length <= bits; ++length) {
      const unsigned rest = bits - length;
      const Natural low = value >> rest << rest;
      CHECK(natural_of(leftmost_below(key, length, bits)) == low);
      CHECK(natural_of(rightmost_below(key, length, bits)) == low + (Natural(1) << rest) - 1);
      if (length == bits) continue;
      CHECK(natural_of(inner_left_below(key, length, bits)) ==
            low + (Natural(1) << (rest - 1)) - 1);
      CHECK(natural_of(inner_right_below(key, length, bits)) == low + (Natural(1) << (rest - 1)));
    }
  }
}

}  // namespace
}  // namespace logstar::testing
