// The border between C++ and JavaScript: the only place that is clever about it.
//
// No exception may leave WebAssembly: each one that does leaks a piece of its stack, and after some
// dozens the module is dead. So every function in a binding table is wrapped by `bind`, which turns
// a C++ exception into a returned value { error: { type, message } } that web/ throws. JavaScript
// exceptions that cross C++ frames cannot be caught here, not even by catch (...): for them
// border.cpp lets web/core/load.js put the stack back.
#pragma once

#include <emscripten/bind.h>
#include <emscripten/val.h>

#include <cstdint>
#include <string>
#include <vector>

#include "logstar/privacy/loss.hpp"
#include "logstar/randomness/natural.hpp"
#include "logstar/support/errors.hpp"

namespace logstar::bindings {

using emscripten::val;

/// What JavaScript is told of the exception that is being handled. One function for all: to be written
/// out in each bound function it would make the module a tenth larger.
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

/// Adds a function to a binding table.
template <auto Function>
void bind(const char* name) {
  emscripten::function(name, &Bound<Function>::call);
}

/// A typed array or plain array of numbers as doubles, copied once. The elements arrive as the bit
/// patterns that domains encode in place.
inline std::vector<std::uint64_t> double_words(const val& numbers) {
  std::vector<std::uint64_t> words(numbers["length"].as<std::size_t>());
  // The view is used before anything else can grow the memory, and forgotten.
  val(emscripten::typed_memory_view(words.size(), reinterpret_cast<double*>(words.data())))
      .call<void>("set", numbers);
  return words;
}

/// A Float64Array, copied once.
inline std::vector<double> numbers_of(const val& array) {
  std::vector<double> numbers(array["length"].as<std::size_t>());
  val(emscripten::typed_memory_view(numbers.size(), numbers.data())).call<void>("set", array);
  return numbers;
}

/// A BigInt64Array or BigUint64Array, copied once.
inline std::vector<std::uint64_t> integer_words(const val& integers) {
  std::vector<std::uint64_t> words(integers["length"].as<std::size_t>());
  val(emscripten::typed_memory_view(words.size(), words.data())).call<void>("set", integers);
  return words;
}

/// A whole number that JavaScript split into its low 64 bits and the (signed) rest.
inline Int128 wide_integer(const val& low, const val& high) {
  const Uint128 bits = Uint128(low.as<std::uint64_t>()) |
                       static_cast<Uint128>(Int128(high.as<std::int32_t>())) << 64;
  return static_cast<Int128>(bits);
}

/// The declared neighbours of a request; web/ has checked the word.
inline Neighbors neighbors_of(const val& request) {
  return request["neighbors"].as<std::string>() == "replace" ? Neighbors::replace
                                                             : Neighbors::add_remove;
}

/// A new plain object, filled by chained calls.
class Object {
 public:
  /// Not inlined: some hundred calls of it would make the module a fifth larger.
  template <typename T>
  [[gnu::noinline]] Object& with(const char* name, const T& value) {
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
