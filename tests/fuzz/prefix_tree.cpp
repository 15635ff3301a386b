// Arrays of keys and the tree over them, next to a map of all prefixes.
#include "logstar/domain/prefix_tree.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <string>

#include "fuzz_input.hpp"

namespace logstar::testing {
namespace {

/// A key as a list of bits, the most significant first.
std::string bits_of(std::span<const std::uint64_t> key, std::uint32_t bits) {
  std::string text;
  for (std::uint32_t place = bits; place-- > 0;) {
    text += key[key.size() - 1 - place / 64] >> (place % 64) & 1 ? '1' : '0';
  }
  return text;
}

WideKey any_key(FuzzInput& input, std::uint32_t bits, const std::vector<WideKey>& others) {
  WideKey key(limbs_for(bits));
  if (!others.empty() && input.coin()) {  // close to another one, to share prefixes
    key = others[input.choice(static_cast<unsigned>(std::min<std::size_t>(others.size(), 256)))];
    const std::uint32_t place = static_cast<std::uint32_t>(input.word(2)) % bits;
    key[key.size() - 1 - place / 64] ^= std::uint64_t(input.choice(4)) << (place % 64);
  } else {
    for (auto& limb : key) limb = input.coin() ? input.word() : input.byte();
  }
  return key_of(natural_of(key) % (Natural(1) << bits), bits);
}

void check_ends(const std::string& prefix, std::span<const std::uint64_t> key, std::uint32_t bits) {
  const auto length = static_cast<std::uint32_t>(prefix.size());
  const auto filled = [&](std::string start, char rest) {
    return start + std::string(bits - start.size(), rest);
  };
  require(bits_of(leftmost_below(key, length, bits), bits) == filled(prefix, '0'), "leftmost");
  require(bits_of(rightmost_below(key, length, bits), bits) == filled(prefix, '1'), "rightmost");
  if (length == bits) return;
  require(bits_of(inner_left_below(key, length, bits), bits) == filled(prefix + '0', '1'),
          "inner left");
  require(bits_of(inner_right_below(key, length, bits), bits) == filled(prefix + '1', '0'),
          "inner right");
}

void check_tree(const KeyArray& keys, const std::vector<std::string>& sorted, FuzzInput& input) {
  const std::uint32_t bits = keys.bits();
  std::map<std::string, std::size_t> weights, found;
  std::vector<std::size_t> heaviest(bits + 1);
  for (const std::string& key : sorted) {
    for (std::uint32_t length = 0; length <= bits; ++length) {
      const std::size_t weight = ++weights[key.substr(0, length)];
      heaviest[length] = std::max(heaviest[length], weight);
    }
  }
  const PrefixTree tree(keys);
  require(tree.heaviest_by_level() == heaviest, "heaviest prefix of each length");
  std::vector<PrefixChain> waiting;
  if (const auto root = tree.root()) waiting.push_back(*root);
  while (!waiting.empty()) {
    const PrefixChain chain = waiting.back();
    waiting.pop_back();
    require(chain.first < chain.last && chain.last <= keys.size(), "a chain has records");
    require(chain.top <= chain.bottom && chain.bottom <= bits, "a chain has prefixes");
    for (std::uint32_t length = chain.top; length <= chain.bottom; ++length) {
      found[sorted[chain.first].substr(0, length)] = chain.weight();
    }
    if (chain.bottom == bits) continue;
    require(chain.first < chain.middle && chain.middle < chain.last, "records part at a branch");
    waiting.push_back(tree.left(chain));
    waiting.push_back(tree.right(chain));
  }
  require(found == weights, "the chains are all prefixes with their weights");
  std::string prefix;
  for (const PrefixChain& chain : tree.heavy_path()) {
    const std::string path = sorted[chain.first].substr(0, chain.bottom);
    require(path.compare(0, prefix.size(), prefix) == 0, "a heavy path goes down");
    prefix = path;
    if (chain.bottom == bits) continue;
    const std::size_t left = chain.middle - chain.first;
    const PrefixChain next = 2 * left >= chain.weight() ? tree.left(chain) : tree.right(chain);
    prefix += 2 * left >= chain.weight() ? '0' : '1';
    require(weights[prefix] == next.weight(), "the heavy child");
  }
  if (keys.size() == 0) return;
  require(prefix.size() == bits, "a heavy path ends at a key");
  const std::size_t i = input.word(2) % keys.size();
  const std::size_t j = input.word(2) % keys.size();
  const auto parted = std::mismatch(sorted[i].begin(), sorted[i].end(), sorted[j].begin());
  require(keys.common_prefix(i, j) == parted.first - sorted[i].begin(), "common prefix");
  check_ends(sorted[i].substr(0, input.word(2) % (bits + 1)), keys[i], bits);
}

}  // namespace
}  // namespace logstar::testing

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace logstar;
  using namespace logstar::testing;
  if (size > 600) return 0;  // n keys have n bits prefixes, and the list contains them all
  FuzzInput input(data, size);
  const std::uint32_t bits =
      1 + static_cast<std::uint32_t>(input.coin() ? input.choice(12) : input.choice(200));
  KeyArray keys(bits);
  std::vector<WideKey> given;
  while (!input.used_up()) {
    given.push_back(any_key(input, bits, given));
    require(key_of(natural_of(given.back()), bits) == given.back(), "keys are numbers");
    keys.append(given.back());
  }
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < given.size(); ++i) texts.push_back(bits_of(given[i], bits));
  keys.sort();
  std::sort(texts.begin(), texts.end());
  for (std::size_t i = 0; i < texts.size(); ++i) {
    require(bits_of(keys[i], bits) == texts[i], "keys are sorted");
    for (std::uint32_t level = 0; level < bits; ++level) {
      require(keys.bit(i, level) == (texts[i][level] == '1'), "bits are counted from the top");
    }
  }
  FuzzInput again(data, size);
  check_tree(keys, texts, again);
  return 0;
}
