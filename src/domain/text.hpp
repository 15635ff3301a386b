// Text as an ordered domain.
//
// Privacy: a key depends on its record alone, and the released text on the drawn key alone.
// Source: docs/guarantees/text.md. Departures: none.
// Cost: O(length) a record.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "logstar/domain/key_array.hpp"
#include "logstar/domain/key_interval.hpp"

namespace logstar {

/// A place in the order of all texts: at `text`, or just after every text that begins with it.
struct TextPlace {
  std::string text;
  bool after = false;

  friend bool operator==(const TextPlace&, const TextPlace&) = default;
};

/// UTF-8 text of at most `max_bytes` bytes, ordered byte by byte (which is by code point). A key has 8
/// max_bytes bits: the words of the characters one after the other (text_code.hpp), then zeros, which are a
/// word for the end. So keys are in the order of the texts, and of equally likely keys most represent short
/// texts of letters, digits and blanks.
///
/// Errors: OutOfRange unless max_bytes lies in 1..2^23.
class TextDomain {
 public:
  explicit TextDomain(std::uint32_t max_bytes);

  std::uint32_t bits() const { return 8 * max_bytes_; }
  WideInterval keys() const { return WideInterval::all(bits()); }

  /// The key of a record, in the order of all texts. The domain does not hold all of a text
  ///   - up to a character below the blank, as a tab or the end of a line: it counts up to there;
  ///   - of more than `max_bytes` bytes: it counts up to the last character that fits, and if a byte or more stays
  ///     free, as just after all texts that begin so;
  ///   - of more than 8 max_bytes bits, which takes many punctuation marks: its first bits count.
  /// Empty for these under `drop`, and always for values that contain NUL or are not UTF-8.
  std::optional<WideKey> encode(std::string_view value, Outside outside = Outside::clamp) const;

  /// Appends the keys of values to `keys` (of `bits()` bits), in their order. Returns which of them are dropped.
  std::vector<std::size_t> append(std::span<const std::string_view> values, KeyArray& keys,
                                  Outside outside = Outside::clamp) const;

  /// The place of any key: a value x of this domain has a key at most `key` iff x <= text, or after and x begins with
  /// text.
  TextPlace decode(const WideKey& key) const;

 private:
  /// Writes the key of a value over what is there; false if the record is dropped.
  bool write(std::string_view value, std::span<std::uint64_t> key, Outside outside) const;

  std::uint32_t max_bytes_;
};

}  // namespace logstar
