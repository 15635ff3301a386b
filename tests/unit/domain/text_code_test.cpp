#include "logstar/domain/text_code.hpp"

#include <catch2/catch.hpp>
#include <string>
#include <vector>

namespace logstar::testing::text_code_test {
namespace {

using Stretches = std::vector<TextStretch>;

TEST_CASE("the words of all characters are in order, and none is a prefix of another") {
  std::uint64_t end = (std::uint64_t(1) << 32) - share_of(kTextStretches);
  CHECK(end == std::uint64_t(17) << 27);  // 17/32 of 2^32
  for (std::uint32_t code_point = ' '; code_point <= 0x10ffff; ++code_point) {
    if (code_point == 0xd800) code_point = 0xe000;
    const auto character = coded(code_point);
    if (!character || character->word != end) FAIL("U+" << std::hex << code_point);
    end += std::uint64_t(1) << (32 - character->bits);
  }
  CHECK(end == std::uint64_t(1) << 32);
}

TEST_CASE("bits are read as the character whose word they begin with") {
  for (const std::uint32_t code_point :
       {0x20u, 0x61u, 0x7fu, 0xe9u, 0x4e2du, 0xd7ffu, 0xe000u, 0x10ffffu}) {
    const auto written = coded(code_point);
    REQUIRE(written.has_value());
    const std::uint32_t last =
        written->word + static_cast<std::uint32_t>((std::uint64_t(1) << (32 - written->bits)) - 1);
    for (const std::uint32_t bits : {written->word, last}) {
      const auto read = character_at(bits);
      REQUIRE(read.has_value());
      CHECK(read->code_point == code_point);
      CHECK(read->bits == written->bits);
    }
  }
  CHECK_FALSE(character_at(0).has_value());
  CHECK_FALSE(character_at((17u << 27) - 1).has_value());
  CHECK_FALSE(coded(0x1f).has_value());
}

TEST_CASE("no character from U+0080 on has more bits than its UTF-8 bytes") {
  for (const TextStretch& stretch : kTextStretches) {
    const unsigned bytes = stretch.last < 0x800 ? 2 : stretch.last < 0x10000 ? 3 : 4;
    if (stretch.first >= 0x80) CHECK(stretch.bits <= 8 * bytes);
  }
}

TEST_CASE("a table is not a code if its words overlap, leave no end, or are out of order") {
  CHECK(is_text_code(Stretches{{'a', 'b', 2}}));
  CHECK_FALSE(is_text_code(Stretches{{'a', 'd', 2}}));  // no room for the end of a text
  CHECK_FALSE(is_text_code(Stretches{{'a', 'h', 2}}));  // twice the capacity
  CHECK_FALSE(is_text_code(Stretches{{'b', 'b', 2}, {'a', 'a', 2}}));  // out of order
  CHECK_FALSE(is_text_code(Stretches{{'a', 'b', 2}, {'b', 'b', 2}}));  // one character twice
  CHECK_FALSE(
      is_text_code(Stretches{{'a', 'a', 2}, {'b', 'b', 3}}));  // words that begin within others
  CHECK_FALSE(is_text_code(Stretches{{0, 'b', 8}}));
  CHECK_FALSE(is_text_code(Stretches{{'a', 'a', 0}}));
}

}  // namespace
}  // namespace logstar::testing::text_code_test
