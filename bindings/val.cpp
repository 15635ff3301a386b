#include "bindings/val.hpp"

#include <cstring>
#include <string_view>

#include "logstar/support/errors.hpp"

namespace logstar::bindings {

namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

/// For text that ends with NUL. One call of JavaScript is enough unless it would lose a part of the text.
val decoded(const char* utf8, std::size_t size) {
  const std::string_view text(utf8, size);
  if (!text.starts_with(kByteOrderMark) && text.find('\0') == text.npos) return val::u8string(utf8);
  static const val decoder = [] {
    val options = val::object();
    options.set("ignoreBOM", true);
    return val::global("TextDecoder").new_(val("utf-8"), options);
  }();
  const auto* bytes = reinterpret_cast<const std::uint8_t*>(utf8);
  return decoder.call<val>("decode", emscripten::typed_memory_view(size, bytes));
}

}  // namespace

val value_of_text(const std::string& utf8) { return decoded(utf8.c_str(), utf8.size()); }

val value_of_text(const char* utf8) { return decoded(utf8, std::strlen(utf8)); }

std::string text_of(const val& text) {
  if (!text.isString()) reject_type("text", "a string", "another value");
  static const val encoder = val::global("TextEncoder").new_();
  const val bytes = encoder.call<val>("encode", text);
  std::string utf8(bytes["length"].as<std::size_t>(), '\0');
  val(emscripten::typed_memory_view(utf8.size(), reinterpret_cast<std::uint8_t*>(utf8.data())))
      .call<void>("set", bytes);
  return utf8;
}

}  // namespace logstar::bindings
