#include "bindings/numbers.hpp"

#include <cstddef>
#include <string>
#include <string_view>

#include "bindings/border.hpp"

namespace logstar::bindings {
namespace {

/// The name of a typed array's class, whose numbers doubles hold; empty for other objects.
std::string class_of_numbers(const val& array) {
  static constexpr std::string_view kClasses[] = {
      "Float64Array", "Float32Array", "Int8Array",  "Uint8Array", "Uint8ClampedArray",
      "Int16Array",   "Uint16Array",  "Int32Array", "Uint32Array"};
  // By name: an object of another frame or context is not an instance of the class.
  const std::string tag =
      text_of(val::global("Object")["prototype"]["toString"].call<val>("call", array));
  for (const std::string_view name : kClasses) {
    const std::string of_class(name);
    if (tag == "[object " + of_class + "]") return of_class;
  }
  return "";
}

}  // namespace

std::optional<NumbersElsewhere> numbers_in_place(const val& array, const val& sample) {
  const std::string name = class_of_numbers(array);
  if (name.empty()) return std::nullopt;
  // An array of this realm's own class: the caller's may have other methods.
  const val own = val::global(name.c_str())
                      .new_(property(array, "buffer"), property(array, "byteOffset"),
                            property(array, "length"));
  NumbersElsewhere numbers;
  numbers.size = length_of(own);
  numbers.copy = [own](std::size_t first, std::size_t count, void* to) {
    val(emscripten::typed_memory_view(count, static_cast<double*>(to)))
        .call<void>("set", own.call<val>("subarray", first, first + count));
  };
  if (!sample.isUndefined()) {
    numbers.sample = elements_of<double>(property(sample, "numbers"));
    numbers.stride = static_cast<std::size_t>(number_property(sample, "stride"));
  }
  return numbers;
}

}  // namespace logstar::bindings
