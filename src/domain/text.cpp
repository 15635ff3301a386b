#include "logstar/domain/text.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "logstar/domain/text_code.hpp"
#include "logstar/support/checks.hpp"

namespace logstar {
namespace {

constexpr std::uint32_t kMaxCodePoint = 0x10ffff;

std::uint8_t byte_at(std::string_view text, std::size_t i) {
  return static_cast<std::uint8_t>(text[i]);
}

bool is_surrogate(std::uint32_t code) { return code >= 0xd800 && code <= 0xdfff; }

std::string utf8(std::uint32_t code) {
  const auto byte = [](std::uint32_t value) { return static_cast<char>(value); };
  const auto tail = [&](unsigned shift) { return byte(0x80 | (code >> shift & 0x3f)); };
  if (code < 0x80) return {byte(code)};
  if (code < 0x800) return {byte(0xc0 | code >> 6), tail(0)};
  if (code < 0x10000) return {byte(0xe0 | code >> 12), tail(6), tail(0)};
  return {byte(0xf0 | code >> 18), tail(12), tail(6), tail(0)};
}

/// The character at the start of `text` and how many bytes it has (RFC 3629: shortest form, no surrogates, at most
/// U+10FFFF).
struct Character {
  std::uint32_t code_point;
  std::size_t bytes;
};

std::optional<Character> first_character(std::string_view text) {
  if (text.empty()) return std::nullopt;
  const std::uint8_t lead = byte_at(text, 0);
  if (lead < 0x80) return Character{lead, 1};
  const std::size_t length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
  if (lead < 0xc0 || lead >= 0xf8 || text.size() < length) return std::nullopt;
  std::uint32_t code = lead & (0x7fu >> length);
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte_at(text, i) & 0xc0) != 0x80) return std::nullopt;
    code = code << 6 | (byte_at(text, i) & 0x3f);
  }
  constexpr std::uint32_t kLeast[] = {0, 0, 0x80, 0x800, 0x10000};
  if (code > kMaxCodePoint || is_surrogate(code) || code < kLeast[length]) return std::nullopt;
  return Character{code, length};
}

/// Whether eight bytes are characters of one byte each, none of them NUL.
bool are_characters(std::span<const char, 8> bytes) {
  std::uint64_t word;
  std::memcpy(&word, bytes.data(), sizeof word);
  constexpr std::uint64_t kOnes = 0x0101'0101'0101'0101;
  // The highest bit of a byte is set in one of the two if the byte has it, or is 0.
  return ((word | (word - kOnes)) & (kOnes << 7)) == 0;
}

/// Whole characters and no NUL.
bool is_text(std::string_view value) {
  while (!value.empty()) {
    if (value.size() >= 8 && are_characters(std::span(value).first<8>())) {
      value.remove_prefix(8);
      continue;
    }
    const auto next = first_character(value);
    if (!next || next->code_point == 0) return false;
    value.remove_prefix(next->bytes);
  }
  return true;
}

/// Writes a key of `bits` bits from its most significant one on, over what is there.
class KeyWriter {
 public:
  KeyWriter(std::span<std::uint64_t> key, std::uint32_t bits)
      : limb_(key.data()),
        end_(limb_ + key.size()),
        offset_(static_cast<unsigned>(64 * key.size() - bits)) {}

  /// Whether the last bit is written, and whether a word was longer than the key.
  bool is_full() const { return limb_ == end_; }
  bool is_exceeded() const { return is_full() && offset_ > 0; }

  /// Writes the highest `count` bits of `word`, 1 to 32, after which it has zeros: as far as the key reaches, which is
  /// not full.
  void write(std::uint32_t word, unsigned count) {
    const std::uint64_t leading = std::uint64_t(word) << 32;
    limb_written_ |= leading >> offset_;
    offset_ += count;
    if (offset_ < 64) return;
    offset_ -= 64;
    *limb_++ = limb_written_;
    limb_written_ = offset_ > 0 ? leading << (count - offset_) : 0;
  }

  /// Writes the characters of one byte, from the blank on, that a text begins with, as far as the key reaches. Returns
  /// how many.
  std::size_t write_beginning(std::string_view text) {
    std::size_t count = 0;
    for (; count < text.size() && !is_full(); ++count) {
      const auto [word, bits] = kOneByteWords[byte_at(text, count)];
      if (bits == 0) break;
      write(word, bits);
    }
    return count;
  }

  /// Writes zeros from here on.
  void fill_with_zeros() const {
    if (is_full()) return;
    *limb_ = limb_written_;
    std::fill(limb_ + 1, end_, 0);
  }

  /// Writes ones from here on.
  void fill_with_ones() const {
    if (is_full()) return;
    *limb_ = limb_written_ | ~std::uint64_t(0) >> offset_;
    std::fill(limb_ + 1, end_, ~std::uint64_t(0));
  }

 private:
  std::uint64_t* limb_;
  std::uint64_t* end_;
  std::uint64_t limb_written_ = 0;  ///< what this limb is to hold
  unsigned offset_;                 ///< of the next bit in it
};

/// The bits of a key from the most significant one on.
class KeyBits {
 public:
  explicit KeyBits(std::uint32_t bits) : bits_(bits), unused_(64 * limbs_for(bits) - bits) {}

  /// 32 bits from bit `from` on, with ones after the end of the key.
  std::uint32_t read(const WideKey& key, std::uint32_t from) const {
    const std::size_t first = unused_ + from;
    const std::size_t limb = first / 64;
    const auto limb_at = [&](std::size_t i) { return i < key.size() ? key[i] : ~std::uint64_t(0); };
    const std::size_t offset = first % 64;
    std::uint64_t window = limb_at(limb) << offset;
    if (offset > 0) window |= limb_at(limb + 1) >> (64 - offset);
    return static_cast<std::uint32_t>(window >> 32);
  }

  /// From where on all bits are ones.
  std::uint32_t ones_from(const WideKey& key) const {
    std::uint32_t from = bits_;
    while (from > 0 && bit_of(key, from - 1, bits_)) --from;
    return from;
  }

 private:
  std::uint32_t bits_;
  std::size_t unused_;  ///< high bits of the first limb
};

}  // namespace

TextDomain::TextDomain(std::uint32_t max_bytes) : max_bytes_(max_bytes) {
  check_count("maxBytes", max_bytes, 1, kMaxKeyBits / 8);
}

std::optional<WideKey> TextDomain::encode(std::string_view value, Outside outside) const {
  WideKey key(limbs_for(bits()));
  return write(value, key, outside) ? std::optional(std::move(key)) : std::nullopt;
}

std::vector<std::size_t> TextDomain::append(std::span<const std::string_view> values,
                                            KeyArray& keys, Outside outside) const {
  std::vector<std::size_t> dropped;
  std::span<std::uint64_t> free = keys.append_zeros(values.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (write(values[i], free.first(keys.limbs()), outside)) {
      free = free.subspan(keys.limbs());
    } else {
      dropped.push_back(i);
    }
  }
  keys.drop_last(dropped.size());
  return dropped;
}

bool TextDomain::write(std::string_view value, std::span<std::uint64_t> key,
                       Outside outside) const {
  KeyWriter writer(key, bits());
  std::size_t room = max_bytes_;
  bool is_after = false;
  for (;;) {
    const std::size_t quick = writer.write_beginning(value.substr(0, room));
    value.remove_prefix(quick);
    room -= quick;
    if (value.empty() || writer.is_full()) break;
    const auto next = first_character(value);
    if (!next) return false;
    const auto character = coded(next->code_point);
    if (!character) break;
    if (next->bytes > room) {
      is_after = room > 0;
      break;
    }
    writer.write(character->word, character->bits);
    value.remove_prefix(next->bytes);
    room -= next->bytes;
  }
  if (is_after) {
    writer.fill_with_ones();
  } else {
    writer.fill_with_zeros();
  }
  return is_text(value) && (outside == Outside::clamp || (value.empty() && !writer.is_exceeded()));
}

// Each step keeps the invariant of the proof in docs/guarantees/text.md: all texts that begin with the
// characters decoded so far have keys that begin with the bits read so far.
TextPlace TextDomain::decode(const WideKey& key) const {
  const KeyBits places(bits());
  const std::uint32_t ones_from = places.ones_from(key);
  std::string text;
  for (std::uint32_t used = 0;;) {
    const std::size_t room = max_bytes_ - text.size();
    if (used >= ones_from) return {text, room > 0};
    // Where the key ends within a word, the last character whose word begins so.
    const auto next = character_at(places.read(key, used));
    if (!next) return {text, false};
    const std::string bytes = utf8(next->code_point);
    if (bytes.size() > room) return {text, room > 0};
    text += bytes;
    used += next->bits;
    if (used > bits()) return {text, true};
  }
}

}  // namespace logstar
