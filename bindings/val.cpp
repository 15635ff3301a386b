#include "bindings/val.hpp"

#include "logstar/support/errors.hpp"

namespace logstar::bindings {

val value_of_text(std::string_view utf8) {
  static const val decoder = [] {
    val options = val::object();
    options.set("ignoreBOM", true);
    return val::global("TextDecoder").new_(val("utf-8"), options);
  }();
  const auto* bytes = reinterpret_cast<const std::uint8_t*>(utf8.data());
  return decoder.call<val>("decode", emscripten::typed_memory_view(utf8.size(), bytes));
}

std::string text_of(const val& text) {
  if (!text.isString()) throw WrongType("text", "a string", "another value");
  static const val encoder = val::global("TextEncoder").new_();
  const val bytes = encoder.call<val>("encode", text);
  std::string utf8(bytes["length"].as<std::size_t>(), '\0');
  val(emscripten::typed_memory_view(utf8.size(), reinterpret_cast<std::uint8_t*>(utf8.data())))
      .call<void>("set", bytes);
  return utf8;
}

}  // namespace logstar::bindings
