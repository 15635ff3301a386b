#include "logstar/domain/text.hpp"

#include <algorithm>

#include "logstar/support/checks.hpp"

namespace logstar {
namespace {

constexpr std::uint32_t kGreatestCodePoint = 0x10ffff;

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

/// The length of the character at the start of `text`, or 0 if there is none (RFC 3629: shortest
/// form, no surrogates, at most U+10FFFF).
std::size_t character_length(std::string_view text) {
  if (text.empty()) return 0;
  const std::uint8_t lead = byte_at(text, 0);
  if (lead < 0x80) return 1;
  const std::size_t length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
  if (lead < 0xc0 || lead >= 0xf8 || text.size() < length) return 0;
  std::uint32_t code = lead & (0x7fu >> length);
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte_at(text, i) & 0xc0) != 0x80) return 0;
    code = code << 6 | (byte_at(text, i) & 0x3f);
  }
  if (code > kGreatestCodePoint || is_surrogate(code) || utf8(code).size() != length) return 0;
  return length;
}

/// The length of the longest beginning of `text` that consists of whole characters and fits.
std::size_t valid_length(std::string_view text, std::size_t room) {
  std::size_t length = 0;
  while (length < text.size()) {
    const std::size_t next = character_length(text.substr(length));
    if (next == 0 || length + next > room) break;
    length += next;
  }
  return length;
}

/// The greatest code point that takes at most `room` bytes.
std::uint32_t greatest_in(std::size_t room) {
  return room >= 4 ? kGreatestCodePoint : room == 3 ? 0xffff : room == 2 ? 0x7ff : 0x7f;
}

std::string bytes_of(const WideKey& key, std::uint32_t count) {
  std::string bytes(count, '\0');
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::uint32_t from_end = count - 1 - i;
    bytes[i] = static_cast<char>(key[key.size() - 1 - from_end / 8] >> (8 * (from_end % 8)));
  }
  return bytes;
}

}  // namespace

TextDomain::TextDomain(std::uint32_t max_bytes) : max_bytes_(max_bytes) {
  check_count("maxBytes", max_bytes, 1, kMostKeyBits / 8);
}

std::optional<WideKey> TextDomain::encode(std::string_view value) const {
  if (value.find('\0') != std::string_view::npos) return std::nullopt;
  if (valid_length(value, value.size()) != value.size()) return std::nullopt;
  const std::string_view kept = value.substr(0, valid_length(value, max_bytes_));
  WideKey key(limbs_for(bits()));
  for (std::uint32_t i = 0; i < kept.size(); ++i) {
    const std::uint32_t from_end = max_bytes_ - 1 - i;
    key[key.size() - 1 - from_end / 8] |= std::uint64_t(byte_at(kept, i)) << (8 * (from_end % 8));
  }
  return key;
}

bool TextDomain::append(std::string_view value, KeyArray& keys) const {
  const auto key = encode(value);
  if (key) keys.append(*key);
  return key.has_value();
}

TextPlace TextDomain::decode(const WideKey& key) const {
  std::string bytes = bytes_of(key, max_bytes_);
  bytes.resize(std::min(bytes.find('\0'), bytes.size()));
  const std::size_t valid = valid_length(bytes, bytes.size());
  const std::string tail = bytes.substr(valid);
  const std::string text = bytes.substr(0, valid);
  if (tail.empty()) return {text, false};
  // Code points are ordered as their UTF-8 forms are. The tail is no character and begins with
  // none, so it lies strictly between two of them. It begins with a byte of 0x80 or more: U+007F is
  // below.
  const std::uint32_t greatest = greatest_in(max_bytes_ - valid);
  std::uint32_t low = 0x7f;
  std::uint32_t high = greatest;
  while (low < high) {
    const std::uint32_t half = high - (high - low) / 2;
    if (utf8(half) < tail) {
      low = half;
    } else {
      high = half - 1;
    }
  }
  if (low == greatest) return {text, true};
  return {text + utf8(is_surrogate(low) ? 0xd7ff : low), true};
}

}  // namespace logstar
