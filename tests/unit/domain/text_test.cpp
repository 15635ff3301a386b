#include "logstar/domain/text.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <string>

#include "logstar/randomness/bit_pool.hpp"
#include "seeded_bits.hpp"

namespace logstar::testing {
namespace {

TEST_CASE("texts of up to 12 bytes come back from their keys, in the order of their bytes") {
  const TextDomain domain(12);
  const std::vector<std::string> texts = {"",       "\x01",       "a",         "a ",     "ab",
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

TEST_CASE("a longer text is cut where a character ends") {
  const TextDomain domain(4);
  CHECK(domain.decode(*domain.encode("abcdef")).text == "abcd");
  CHECK(domain.decode(*domain.encode("ab\u20ac")).text == "ab");
  CHECK(domain.decode(*domain.encode("a\u20acb")).text == "a\u20ac");
}

TEST_CASE("text with NUL and bytes that are not UTF-8 are dropped") {
  const TextDomain domain(8);
  CHECK_FALSE(domain.encode(std::string_view("a\0b", 3)).has_value());
  for (const char* bad : {"\x80", "a\xc3", "\xc0\x80", "\xc1\xbf", "\xe0\x80\x80", "\xed\xa0\x80",
                          "\xf4\x90\x80\x80", "\xf8\x88\x80\x80\x80", "\xff"}) {
    CHECK_FALSE(domain.encode(bad).has_value());
  }
}

WideKey key_of_bytes(const TextDomain& domain, const std::string& bytes) {
  Natural value = 0;
  for (std::size_t i = 0; i < domain.bits() / 8; ++i) {
    value = (value << 8) + (i < bytes.size() ? static_cast<unsigned char>(bytes[i]) : 0);
  }
  return key_of(value, domain.bits());
}

TEST_CASE("a key between texts decodes to the place just after what lies below it") {
  const TextDomain domain(4);
  const auto place = [&](const std::string& bytes) {
    return domain.decode(key_of_bytes(domain, bytes));
  };
  CHECK(place("ab\xff\xff") == TextPlace{"ab", true});
  CHECK(place("\xff\xff\xff\xff") == TextPlace{"", true});
  CHECK(place(std::string("ab\0c", 4)) == TextPlace{"ab", false});
  CHECK(place("a\xc3") == TextPlace{"a\u00bf", true});
  CHECK(place("a\xc3\xff") == TextPlace{"a\u00ff", true});
  CHECK(place("a\xed\xa1\x80") == TextPlace{"a\ud7ff", true});  // a surrogate's bytes
  CHECK(place("abc\xc3") == TextPlace{"abc", true});  // one byte is left: no text lies above
  CHECK(place("\x80") == TextPlace{"\x7f", true});
}

TEST_CASE("a place is where its key is: x <= key iff x <= text, or after and x begins with text") {
  SeededBits source(3);
  BitPool pool(source);
  const TextDomain domain(5);
  const std::vector<std::uint32_t> bytes = {0,    1,    'a',  'b',  0x7f, 0x80, 0xbf,
                                            0xc2, 0xc3, 0xe0, 0xa0, 0xed, 0x9f, 0xef,
                                            0xf0, 0x90, 0xf4, 0x8f, 0xf5, 0xff};
  const auto random_bytes = [&] {
    std::string text;
    for (int i = 0; i < 5; ++i) text += static_cast<char>(bytes[pool.below(bytes.size())]);
    return text;
  };
  std::vector<std::string> texts;
  while (texts.size() < 500) {
    std::string text = random_bytes();
    text.resize(std::min(text.find('\0'), text.size()));
    if (domain.encode(text)) texts.push_back(text);
  }
  for (int round = 0; round < 3'000; ++round) {
    const WideKey key = key_of_bytes(domain, random_bytes());
    const TextPlace place = domain.decode(key);
    REQUIRE(domain.encode(place.text).has_value());
    REQUIRE(place.text.size() <= 5);
    for (const std::string& x : texts) {
      const bool below = x <= place.text || (place.after && x.rfind(place.text, 0) == 0);
      REQUIRE((*domain.encode(x) <= key) == below);
    }
  }
}

TEST_CASE("a text domain refuses a bad width by name") {
  CHECK_THROWS_WITH(TextDomain(0), "maxBytes must be a whole number from 1 to 8388608, got 0");
}

}  // namespace
}  // namespace logstar::testing
