#include "bindings/numbers.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "bindings/border.hpp"

namespace logstar::bindings {
namespace {

std::optional<NumberType> number_type_of(const val& array) {
  static constexpr std::pair<std::string_view, NumberType> kTypes[] = {
      {"[object Float64Array]", NumberType::doubles},
      {"[object Float32Array]", NumberType::floats},
      {"[object Int8Array]", NumberType::signed_8},
      {"[object Uint8Array]", NumberType::unsigned_8},
      {"[object Uint8ClampedArray]", NumberType::unsigned_8},
      {"[object Int16Array]", NumberType::signed_16},
      {"[object Uint16Array]", NumberType::unsigned_16},
      {"[object Int32Array]", NumberType::signed_32},
      {"[object Uint32Array]", NumberType::unsigned_32},
  };
  // By name: an object of another frame or context is not an instance of the class.
  const std::string name =
      text_of(val::global("Object")["prototype"]["toString"].call<val>("call", array));
  for (const auto& [tag, type] : kTypes) {
    if (name == tag) return type;
  }
  return std::nullopt;
}

}  // namespace

std::optional<NumbersElsewhere> numbers_in_place(const val& array, const val& sample) {
  const auto type = number_type_of(array);
  if (!type) return std::nullopt;
  // An array of this realm's own class: the caller's may have other methods.
  const val bytes = val::global("Uint8Array")
                        .new_(property(array, "buffer"), property(array, "byteOffset"),
                              property(array, "byteLength"));
  const std::size_t width = bytes_of(*type);
  NumbersElsewhere numbers;
  numbers.type = *type;
  numbers.size = length_of(bytes) / width;
  numbers.copy = [bytes, width](std::size_t first, std::size_t count, void* to) {
    val(emscripten::typed_memory_view(width * count, static_cast<std::uint8_t*>(to)))
        .call<void>("set", bytes.call<val>("subarray", width * first, width * (first + count)));
  };
  if (!sample.isUndefined()) {
    numbers.sample = elements_of<double>(property(sample, "numbers"));
    numbers.stride = static_cast<std::size_t>(number_property(sample, "stride"));
  }
  return numbers;
}

}  // namespace logstar::bindings
