// JavaScript's values: Embind's own, and text, which Embind's conversion of std::string does not carry whole.
//
// A property that crosses the border by Embind alone takes five calls of JavaScript: its name, its value, and the ends
// of both. Here it takes one: names are kept, and numbers and texts cross without a handle of their own.
#pragma once

#include <emscripten/val.h>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
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

/// A string that crosses often: the name of a property, or public words. The most recent ones are kept, so never
/// pass data. The reference holds until the next call.
const val& kept_text(std::string_view utf8);
void forget_kept_texts();

/// A property. `seen`: another object, which gets it too, or null.
val property(const val& object, const char* name, val* seen = nullptr);
/// The same of a property that is a number, or converts to one.
double number_property(const val& object, const char* name, val* seen = nullptr);
/// The number of elements of an array or a typed array.
std::size_t length_of(const val& array);
/// A property that is text, as `text_of`.
std::string text_property(const val& object, const char* name, val* seen = nullptr);
/// Whether it is there and not "auto".
bool has_property(const val& object, const char* name, val* seen = nullptr);

void set_value(const val& object, const char* name, const val& value);
void set_number(const val& object, const char* name, double number);

template <typename Value>
constexpr bool is_narrow = std::integral<Value> && sizeof(Value) <= sizeof(std::uint32_t) &&
                           !std::same_as<Value, bool>;

template <typename Value>
void set_property(const val& object, const char* name, const Value& value) {
  if constexpr (std::same_as<Value, double> || is_narrow<Value>) {
    set_number(object, name, value);
  } else if constexpr (std::same_as<Value, val>) {
    set_value(object, name, value);
  } else {
    set_value(object, name, val(value));
  }
}

/// Whether an object has all of these properties with the same values. A copy of an array is another value.
bool has_all(const val& object, const val& properties);

/// Adds an element to an array.
void push(const val& array, const val& element);

/// A typed array with a copy of these numbers.
template <typename Element>
val typed_array(const std::vector<Element>& numbers) {
  return val(emscripten::typed_memory_view(numbers.size(), numbers.data()))
      .template call<val>("slice");
}

}  // namespace logstar::bindings
