// The code of text in keys: few bits for the characters that people use most.
//
// Privacy: the table is public, the same for all data. docs/guarantees/text.md has the consequences.
// Source: an alphabetic code (Gilbert and Moore 1959): words in the order of the characters, none the beginning
// of another.
// Departures: none.
// Cost: a look-up in a table for characters of one byte, a search among 18 stretches for others.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>

namespace logstar {

/// The characters from `first` to `last` have words of `bits` bits, 1 to 32.
struct TextStretch {
  std::uint32_t first;
  std::uint32_t last;
  unsigned bits;

  /// The share of 2^32 that their words take.
  constexpr std::uint64_t share() const { return std::uint64_t(last - first + 1) << (32 - bits); }
};

/// Words of 7 bits for blanks, digits and small letters. From U+0080 on none takes more bits than its UTF-8
/// bytes have. The remaining 17/32 are words for the end of a text, so that short texts weigh most.
inline constexpr std::array kTextStretches = {
    TextStretch{' ', ' ', 7},        TextStretch{'!', ',', 10},
    TextStretch{'-', '-', 9},        TextStretch{'.', '/', 10},
    TextStretch{'0', '9', 7},        TextStretch{':', '?', 10},
    TextStretch{'@', '@', 9},        TextStretch{'A', 'Z', 8},
    TextStretch{'[', '^', 10},       TextStretch{'_', '`', 9},
    TextStretch{'a', 'z', 7},        TextStretch{'{', '}', 9},
    TextStretch{'~', 0x7f, 10},      TextStretch{0x80, 0xff, 14},
    TextStretch{0x100, 0x7ff, 16},   TextStretch{0x800, 0xd7ff, 24},
    TextStretch{0xe000, 0xffff, 24}, TextStretch{0x10000, 0x10ffff, 32}};

/// The share of 2^32 that the words of all stretches take.
constexpr std::uint64_t share_of(std::span<const TextStretch> stretches) {
  std::uint64_t share = 0;
  for (const TextStretch& stretch : stretches) share += stretch.share();
  return share;
}

/// Whether words can be assigned in sequence, so that the last one is all ones: characters in order, room for
/// the end of a text, and each stretch begins at a whole word.
constexpr bool is_text_code(std::span<const TextStretch> stretches) {
  std::uint32_t least = 1;
  for (const TextStretch& stretch : stretches) {
    if (stretch.first < least || stretch.last < stretch.first) return false;
    if (stretch.bits < 1 || stretch.bits > 32) return false;
    least = stretch.last + 1;
  }
  if (share_of(stretches) >= std::uint64_t(1) << 32) return false;
  std::uint64_t begin = (std::uint64_t(1) << 32) - share_of(stretches);
  for (const TextStretch& stretch : stretches) {
    if (begin % (std::uint64_t(1) << (32 - stretch.bits)) != 0) return false;
    begin += stretch.share();
  }
  return true;
}
static_assert(is_text_code(kTextStretches));

/// A character and its word: the highest `bits` bits of `word`.
struct CodedCharacter {
  std::uint32_t code_point;
  std::uint32_t word;
  unsigned bits;
};

/// The word of a character of one byte: the highest `bits` bits of `word`.
struct OneByteWord {
  std::uint32_t word;
  unsigned bits;  ///< 0 if the byte is no such character, or one below the blank
};

/// By bytes.
extern const std::array<OneByteWord, 256> kOneByteWords;

/// The word of any character, as `coded`.
std::optional<CodedCharacter> coded_by_search(std::uint32_t code_point);

/// The word of a character; empty for one below the blank, where a text ends. Not for surrogates.
inline std::optional<CodedCharacter> coded(std::uint32_t code_point) {
  if (code_point >= 0x80) return coded_by_search(code_point);
  const auto [word, bits] = kOneByteWords[code_point];
  if (bits == 0) return std::nullopt;
  return CodedCharacter{code_point, word, bits};
}

/// The character whose word these bits begin with; empty if they begin with one for the end of a text.
std::optional<CodedCharacter> character_at(std::uint32_t bits);

}  // namespace logstar
