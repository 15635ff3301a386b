// The border between C++ and JavaScript: the only place that is clever about it.
//
// No exception may leave WebAssembly: each one that does leaks a piece of its stack, and after some
// dozens the module is dead. So every function that Embind is given is wrapped by `bind`, which turns
// a C++ exception into a returned value { error: { type, message } } that web/ throws. JavaScript
// exceptions that cross C++ frames cannot be caught here, not even by catch (...): for them
// border.cpp lets web/core/load.js put the stack back.
//
// Embind binds functions of whole numbers, all of the same form, so that it needs to know one type and one way to call.
// The numbers stand for values (val.hpp). `callBound` of bindings/values.js calls by name: it numbers what is given, looks
// up what comes back, and forgets the numbers of this call when it ends, by an exception too. A call made within
// another, by a getter say, takes later numbers and forgets those only.
#pragma once

#include <emscripten/bind.h>

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "bindings/val.hpp"
#include "logstar/randomness/natural.hpp"
#include "logstar/support/checks.hpp"
#include "logstar/support/errors.hpp"

namespace logstar::bindings {

/// What JavaScript is told of the exception that is being handled. One function for all: written out in each
/// bound function it makes the module 50 KB larger, 7%.
val error_of_this();

template <auto Function>
struct Bound;

/// As Embind sees them all: numbers of values, as many as the longest takes. What JavaScript does not give is 0, which
/// is undefined's.
using Numbered = int(int, int, int, int, int);

template <typename... Arguments, val (*Function)(Arguments...)>
struct Bound<Function> {
  static int call(int first, int second, int third, int fourth, int fifth) {
    try {
      const std::array given = {first, second, third, fourth, fifth};
      static_assert(sizeof...(Arguments) <= given.size());
      return [&]<std::size_t... I>(std::index_sequence<I...>) {
        return Function(val::numbered(given[I])...).number();
      }
      (std::index_sequence_for<Arguments...>());
    } catch (...) {
      return error_of_this().number();
    }
  }
};

/// Registers a function with Embind.
void register_bound(const char* name, const char* of, Numbered* function);

/// Adds a function to those that JavaScript calls, by this name: "drawRank", of which the second half may be told apart.
template <auto Function>
void bind(const char* name, const char* of = "") {
  register_bound(name, of, &Bound<Function>::call);
}

/// A typed array of `Element`s, for doubles any array of numbers, copied once. They may be `Kept` as bit
/// patterns of another type, as domains encode words in place.
template <typename Element, typename Kept = Element>
[[gnu::noinline]] std::vector<Kept> elements_of(val array) {
  static_assert(sizeof(Element) == sizeof(Kept));
  std::vector<Kept> elements(array["length"].as<std::size_t>());
  array.copy(reinterpret_cast<Element*>(elements.data()), elements.size());
  return elements;
}

/// An array of whole numbers that web/ has checked to be within 2^53, copied once.
template <typename Whole>
std::vector<Whole> wholes_of(val numbers) {
  std::vector<Whole> words = elements_of<double, Whole>(numbers);
  for (Whole& word : words) word = static_cast<Whole>(std::bit_cast<double>(word));
  return words;
}

/// A whole number that web/ has checked to be one.
[[gnu::noinline]] inline std::uint64_t whole(val number) {
  return static_cast<std::uint64_t>(number.as<double>());
}

/// The same in 32 bits: refused above `most` here, as it would be another number afterwards.
[[gnu::noinline]] inline std::uint32_t narrow_whole(const char* option, val number,
                                                    std::uint32_t most) {
  check_count(option, whole(number), 1, most);
  return static_cast<std::uint32_t>(whole(number));
}

/// A whole number that JavaScript split into its low 64 bits and the (signed) rest.
inline Int128 wide_integer(val low, val high) {
  const Uint128 bits = Uint128(low.as<std::uint64_t>()) |
                       static_cast<Uint128>(Int128(high.as<std::int32_t>())) << 64;
  return static_cast<Int128>(bits);
}

/// A new plain object, filled by chained calls.
class Object {
 public:
  Object with(const char* name, const auto& value) const {
    object_.set(name, value);
    return *this;
  }
  operator val() const { return object_; }
  /// Where a val is wanted that could be made from anything.
  val value() const { return object_; }

 private:
  val object_ = val::object();
};

}  // namespace logstar::bindings
