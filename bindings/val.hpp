// JavaScript's values: Embind's own, and text, which Embind's conversion of std::string does not carry whole.
#pragma once

#include <emscripten/val.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace logstar::bindings {

using emscripten::val;

/// A string of JavaScript's. Embind's conversion of std::string writes through a null pointer when no memory is
/// left, and loses a byte order mark at the beginning.
val value_of_text(const std::string& utf8);
/// For error messages when memory has run out: allocates nothing.
val value_of_text(const char* utf8);

/// As UTF-8. Errors: WrongType for a value that is not a string.
std::string text_of(const val& text);

/// A typed array with a copy of these numbers.
template <typename Element>
val typed_array(const std::vector<Element>& numbers) {
  return val(emscripten::typed_memory_view(numbers.size(), numbers.data()))
      .template call<val>("slice");
}

}  // namespace logstar::bindings
