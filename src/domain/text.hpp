// Text as an ordered domain.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "logstar/domain/key_array.hpp"

namespace logstar {

/// A place in the order of all texts: at `text`, or just after every text that begins with it.
struct TextPlace {
  std::string text;
  bool after = false;

  friend bool operator==(const TextPlace&, const TextPlace&) = default;
};

/// UTF-8 text of at most `max_bytes` bytes, ordered byte by byte (which is by code point). A key is
/// the text's bytes followed by zeros: 8 max_bytes bits.
///
/// Longer values are cut at the last character boundary that fits, record by record. Values that
/// contain NUL or are not UTF-8 have no place in the order and are dropped.
///
/// Errors: OutOfRange unless max_bytes lies in 1..2^23.
class TextDomain {
 public:
  explicit TextDomain(std::uint32_t max_bytes);

  std::uint32_t bits() const { return 8 * max_bytes_; }
  WideInterval keys() const { return WideInterval::all(bits()); }

  std::optional<WideKey> encode(std::string_view value) const;

  /// Appends the key of a value to `keys` (of `bits()` bits); false if the record is dropped.
  bool append(std::string_view value, KeyArray& keys) const;

  /// The place of any key, among the texts of this domain:
  ///   - a text followed by zeros, or by a zero and anything (no text lies between): that text;
  ///   - otherwise the bytes end in something that is no character. If every text that begins with
  ///     the characters before it lies below the key: after those characters. If not: after the
  ///     greatest text of one more character that lies below it.
  /// So a value x of this domain has a key at most `key` iff x <= text or (after and x begins with
  /// text).
  TextPlace decode(const WideKey& key) const;

 private:
  std::uint32_t max_bytes_;
};

}  // namespace logstar
