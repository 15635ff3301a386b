#include "logstar/domain/text_code.hpp"

namespace logstar {
namespace {

/// Where the words of each stretch begin.
constexpr auto kBegins = [] {
  std::array<std::uint32_t, kTextStretches.size()> begins{};
  std::uint64_t begin = (std::uint64_t(1) << 32) - share_of(kTextStretches);
  for (std::size_t i = 0; i < begins.size(); ++i) {
    begins[i] = static_cast<std::uint32_t>(begin);
    begin += kTextStretches[i].share();
  }
  return begins;
}();

constexpr CodedCharacter member(std::size_t i, std::uint32_t place) {
  const auto& [first, last, bits] = kTextStretches[i];
  return {first + place, kBegins[i] + (place << (32 - bits)), bits};
}

constexpr std::optional<CodedCharacter> searched(std::uint32_t code_point) {
  for (std::size_t i = kTextStretches.size(); i-- > 0;) {
    const std::uint32_t first = kTextStretches[i].first;
    if (code_point >= first) return member(i, code_point - first);
  }
  return std::nullopt;
}

}  // namespace

constinit const std::array<OneByteWord, 256> kOneByteWords = [] {
  std::array<OneByteWord, 256> words{};
  for (std::uint32_t byte = ' '; byte < 0x80; ++byte) {
    const CodedCharacter character = *searched(byte);
    words[byte] = {character.word, character.bits};
  }
  return words;
}();

std::optional<CodedCharacter> coded_by_search(std::uint32_t code_point) {
  return searched(code_point);
}

std::optional<CodedCharacter> character_at(std::uint32_t bits) {
  for (std::size_t i = kBegins.size(); i-- > 0;) {
    if (bits >= kBegins[i]) return member(i, (bits - kBegins[i]) >> (32 - kTextStretches[i].bits));
  }
  return std::nullopt;
}

}  // namespace logstar
