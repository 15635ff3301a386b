// Ordered domains as JavaScript describes them, and columns of data as their keys.
#pragma once

#include <emscripten/val.h>

#include <cstdint>

#include "domain/key_array.hpp"

namespace logstar::bindings {

/// The keys of a domain: an interval of numbers of so many bits.
struct KeySpace {
  std::uint32_t bits = 0;
  WideInterval keys;

  Natural size() const { return natural_of(keys.highest) - natural_of(keys.lowest) + 1; }
};

/// Errors: OutOfRange for bounds, digits, bits or lengths that make no domain.
KeySpace key_space_of(const emscripten::val& domain);

/// The keys of a column, in its order, without the records that are dropped. `request` has
/// `domain`, `outside` and `kind`: how to read the column (web/values.js). Errors: OutOfRange if
/// `outside` is "throw", the caller's declared wish to let one record stop it, and one is outside.
KeyArray keys_of_column(const emscripten::val& column, const emscripten::val& request);

/// What a key stands for: { number } for reals, { key } counted from the lower bound for integers,
/// { digits } in base 16 for big integers, { text, after } for text.
emscripten::val value_of(const WideKey& key, const emscripten::val& domain);

}  // namespace logstar::bindings
