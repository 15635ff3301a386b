// The border between C++ and JavaScript: the only place that is clever about it.
//
// No exception may leave WebAssembly: each one leaks a piece of the stack, and some dozens kill the module. So
// `bind` wraps every function: a C++ exception becomes a returned value { error: { type, message } } that web/
// throws. JavaScript exceptions that cross C++ frames cannot be caught here; for them web/core/load.js puts the
// stack back.
#pragma once

#include <emscripten/bind.h>

#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "bindings/val.hpp"
#include "logstar/randomness/natural.hpp"
#include "logstar/support/checks.hpp"
#include "logstar/support/errors.hpp"

namespace logstar::bindings {

/// The value that reports the current exception to JavaScript. One function for all: written out in each bound
/// function it makes the module 50 KB larger, 7%.
val error_of_this();

template <auto Function>
struct Bound;

template <typename... Arguments, val (*Function)(Arguments...)>
struct Bound<Function> {
  static val call(Arguments... arguments) {
    try {
      return Function(arguments...);
    } catch (...) {
      return error_of_this();
    }
  }
};

/// One function for all that take the same arguments: names are joined in one place.
template <typename... Arguments>
[[gnu::noinline]] void add_function(const char* verb, const char* name,
                                    val (*function)(Arguments...)) {
  emscripten::function((std::string(verb) + name).c_str(), function);
}

/// Registers a function for JavaScript; its name may come in two parts.
template <auto Function>
void bind(const char* verb, const char* name = "") {
  add_function(verb, name, &Bound<Function>::call);
}

/// A typed array of `Element`s, for doubles any array of numbers, copied once. They may be `Kept` as bit
/// patterns of another type, as domains encode words in place.
template <typename Element, typename Kept = Element>
[[gnu::noinline]] std::vector<Kept> elements_of(const val& array) {
  static_assert(sizeof(Element) == sizeof(Kept));
  std::vector<Kept> elements(length_of(array));
  val(emscripten::typed_memory_view(elements.size(), reinterpret_cast<Element*>(elements.data())))
      .template call<void>("set", array);
  return elements;
}

/// An array of whole numbers that web/ has checked to be within 2^53, copied once.
template <typename Whole>
std::vector<Whole> wholes_of(const val& numbers) {
  std::vector<Whole> words = elements_of<double, Whole>(numbers);
  for (Whole& word : words) word = static_cast<Whole>(std::bit_cast<double>(word));
  return words;
}

/// A whole number that web/ has checked to be one.
[[gnu::noinline]] inline std::uint64_t whole(const val& number) {
  return static_cast<std::uint64_t>(number.as<double>());
}

/// As `whole`, in 32 bits. Rejects a number above `most` here: a cast would change it.
[[gnu::noinline]] inline std::uint32_t narrow_whole(const char* option, const val& number,
                                                    std::uint32_t most) {
  check_count(option, whole(number), 1, most);
  return static_cast<std::uint32_t>(whole(number));
}

/// A whole number that JavaScript split into its low 64 bits and the (signed) rest.
inline Int128 wide_integer(const val& low, const val& high) {
  const Uint128 bits = Uint128(low.as<std::uint64_t>()) |
                       static_cast<Uint128>(Int128(high.as<std::int32_t>())) << 64;
  return static_cast<Int128>(bits);
}

/// A new plain object, filled by chained calls.
class Object {
 public:
  Object& with(const char* name, const auto& value) {
    using Value = std::remove_cvref_t<decltype(value)>;
    if constexpr (std::same_as<Value, std::string_view>) {
      set_property(object_, name, value_of_text(std::string(value)));
    } else if constexpr (std::convertible_to<Value, std::string>) {
      set_property(object_, name, value_of_text(value));
    } else {
      set_property(object_, name, value);
    }
    return *this;
  }
  operator val() const { return object_; }
  /// For a parameter of type val, which anything converts to.
  val value() const { return object_; }

 private:
  val object_ = val::object();
};

}  // namespace logstar::bindings
