#include "logstar/domain/text.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cctype>
#include <string>
#include <vector>

#include "logstar/domain/prefix_tree.hpp"
#include "logstar/randomness/bit_pool.hpp"
#include "seeded_bits.hpp"

namespace logstar::testing {
namespace {

TEST_CASE("texts of up to 12 bytes decode from their keys, in the order of their bytes") {
  const TextDomain domain(12);
  const std::vector<std::string> texts = {"",       " ",          "a",         "a ",     "ab",
                                          "b",      "z\u00e4",    "\u00e4",    "\u20ac", "\ud7ff",
                                          "\uffff", "\U00010000", "\U0010ffff"};
  WideKey previous;
  for (const std::string& text : texts) {
    const auto key = domain.encode(text);
    REQUIRE(key.has_value());
    CHECK(domain.decode(*key) == TextPlace{text, false});
    if (!previous.empty()) CHECK(previous < *key);
    previous = *key;
  }
}

TEST_CASE(
    "a longer text counts up to the last character that fits, and comes after all texts with that "
    "beginning") {
  const TextDomain domain(4);
  const auto place = [&](const char* text) { return domain.decode(*domain.encode(text)); };
  CHECK(place("abcdef") == TextPlace{"abcd", false});
  CHECK(place("ab\u20ac") == TextPlace{"ab", true});
  CHECK(place("a\u20acb") == TextPlace{"a\u20ac", false});
}

TEST_CASE("a text counts up to its first character below the blank") {
  const TextDomain domain(8);
  CHECK(domain.encode("ab\tc") == domain.encode("ab"));
  CHECK(domain.encode("\n\u20ac") == domain.encode(""));
  CHECK(domain.encode("ab\x7f") > domain.encode("ab~"));
}

TEST_CASE("a truncated text is dropped if others are") {
  const TextDomain domain(4);
  for (const char* held : {"", "abcd", "\u00e9\u00e9", "\u20aca", "\U0001f9ee", "!!!"}) {
    CHECK(domain.encode(held, Outside::drop) == domain.encode(held));
  }
  for (const char* other : {"abcde", "ab\u20ac", "a\tb", "!!!!"}) {
    CHECK_FALSE(domain.encode(other, Outside::drop).has_value());
    CHECK(domain.encode(other).has_value());
  }
}

TEST_CASE("text with NUL and bytes that are not UTF-8 are dropped") {
  const TextDomain domain(8);
  CHECK_FALSE(domain.encode(std::string_view("a\0b", 3)).has_value());
  for (const char* bad : {"\x80", "a\xc3", "\xc0\x80", "\xc1\xbf", "\xe0\x80\x80", "\xed\xa0\x80",
                          "\xf4\x90\x80\x80", "\xf8\x88\x80\x80\x80", "\xff"}) {
    CHECK_FALSE(domain.encode(bad).has_value());
  }
}

TEST_CASE("texts that are appended at once have their keys in order, without those dropped") {
  const TextDomain domain(20);
  const std::vector<std::string_view> texts = {"a",
                                               "b\xc3",
                                               "",
                                               std::string_view("c\0", 2),
                                               "tab\there",
                                               "eight by\xff",
                                               "d\u20ac e",
                                               "more than eight bytes",
                                               "!!!!!!!!!!!!!!!!!!!!",
                                               std::string_view("more than eight\0", 16)};
  for (const Outside outside : {Outside::clamp, Outside::drop}) {
    KeyArray keys(domain.bits());
    keys.append(*domain.encode("before"));
    KeyArray expected = keys;
    std::vector<std::size_t> dropped;
    for (std::size_t i = 0; i < texts.size(); ++i) {
      if (const auto key = domain.encode(texts[i], outside)) {
        expected.append(*key);
      } else {
        dropped.push_back(i);
      }
    }
    CHECK(domain.append(texts, keys, outside) == dropped);
    CHECK(keys.words() == expected.words());
  }
}

TEST_CASE("a NUL or a byte that is not UTF-8 is found wherever it is, also behind what counts") {
  const TextDomain domain(4);
  for (std::size_t place = 0; place < 40; ++place) {
    for (const char bad : {'\0', '\x80', '\xff'}) {
      std::string text(40, 'a');
      CHECK(domain.encode(text).has_value());
      text[place] = bad;
      CHECK_FALSE(domain.encode(text).has_value());
    }
    std::string text(40, '\x7f');
    text[place] = '\x01';
    CHECK(domain.encode(text).has_value());
  }
}

TEST_CASE("keys with all ones after a text, and with characters that do not fit, come after it") {
  const TextDomain domain(4);
  const auto after = [&](const char* text, unsigned bits) {
    return domain.decode(rightmost_below(*domain.encode(text), bits, domain.bits()));
  };
  CHECK(after("", 0) == TextPlace{"", true});
  CHECK(after("ab", 14) == TextPlace{"ab", true});
  CHECK(after("abcd", 28) == TextPlace{"abcd", false});
  // The key ends within the word of a character. It decodes to the last character whose word begins so.
  CHECK(after("!!!!", 31) == TextPlace{"!!!", true});
  const WideKey of_wide = *TextDomain(5).encode("ab\u4e2d");
  CHECK(TextDomain(5).decode(of_wide) == TextPlace{"ab\u4e2d", false});
  CHECK(domain.decode({of_wide[0] >> 8}) == TextPlace{"ab", true});  // three bytes, two left
}

TEST_CASE("a key that ends within a word is after the last character whose word begins so") {
  const TextDomain domain(6);
  const WideKey key = *domain.encode("!!!!!!");  // 48 bits: four words of 10, and 8 bits of a fifth
  CHECK(domain.decode(key) == TextPlace{"!!!!$", true});
  CHECK(domain.encode("!!!!$z") == key);
  CHECK(domain.encode("!!!!%") > key);
}

TEST_CASE(
    "a place lies at its key: x <= key iff x <= text, or it is after and x begins with text") {
  SeededBits source(3);
  BitPool pool(source);
  const TextDomain domain(5);
  const std::vector<std::string> characters = {" ",      "!",      "-",      "0",         "A",
                                               "a",      "b",      "z",      "~",         "\x7f",
                                               "\u00e9", "\u0416", "\u4e2d", "\U0001f9ee"};
  std::vector<std::string> texts;
  while (texts.size() < 500) {
    std::string text;
    for (auto length = pool.below(6); length > 0; --length) {
      text += characters[pool.below(characters.size())];
    }
    if (text.size() <= 5) texts.push_back(text);
  }
  for (int round = 0; round < 3'000; ++round) {
    // Random bits, or bits next to a text.
    WideKey key = *domain.encode(texts[pool.below(texts.size())]);
    if (round % 2 == 0) key = {pool.below(std::uint64_t(1) << domain.bits())};
    if (round % 4 == 1) key[0] ^= std::uint64_t(1) << pool.below(domain.bits());
    const TextPlace place = domain.decode(key);
    REQUIRE(domain.encode(place.text).has_value());
    REQUIRE(place.text.size() <= 5);
    for (const std::string& x : texts) {
      const bool below = x <= place.text || (place.after && x.rfind(place.text, 0) == 0);
      REQUIRE((*domain.encode(x) <= key) == below);
    }
  }
}

TEST_CASE("most of equally likely keys are short texts of letters, digits and blanks") {
  SeededBits source(5);
  BitPool pool(source);
  const TextDomain domain(32);
  int plain = 0;
  double length = 0;
  for (int round = 0; round < 20'000; ++round) {
    const TextPlace place = domain.decode(key_of(pool.below(Natural(1) << 256), 256));
    length += static_cast<double>(place.text.size()) / 20'000;
    plain += std::ranges::all_of(place.text, [](unsigned char letter) {
      return letter < 0x80 && (std::isalnum(letter) != 0 || letter == ' ');
    });
  }
  // 34/64 of all words end a text, 25/64 are letters, digits and blanks: 34 of 39 texts have no other
  // characters.
  CHECK(length > 0.9);
  CHECK(length < 1.1);
  CHECK(plain > 0.84 * 20'000);
}

TEST_CASE("a text domain rejects a bad width by name") {
  CHECK_THROWS_WITH(TextDomain(0), "maxBytes must be a whole number from 1 to 8388608, got 0");
}

}  // namespace
}  // namespace logstar::testing
