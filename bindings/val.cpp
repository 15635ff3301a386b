#include "bindings/val.hpp"

#include <emscripten/em_js.h>

#include <array>
#include <cstring>
#include <functional>
#include <string_view>

#include "logstar/support/errors.hpp"

using emscripten::EM_VAL;

// What a handle is to JavaScript. `seen` may be no handle. Each is one call of JavaScript.
EM_JS_DEPS(logstar_values, "$Emval");

// clang-format off
EM_JS(EM_VAL, logstar_property, (EM_VAL object, EM_VAL name, EM_VAL seen), {
  const value = Emval.toValue(object)[Emval.toValue(name)];
  if (seen) Emval.toValue(seen)[Emval.toValue(name)] = value;
  return Emval.toHandle(value);
});

EM_JS(double, logstar_number_property, (EM_VAL object, EM_VAL name, EM_VAL seen), {
  const value = Emval.toValue(object)[Emval.toValue(name)];
  if (seen) Emval.toValue(seen)[Emval.toValue(name)] = value;
  return value;
});

EM_JS(bool, logstar_has_property, (EM_VAL object, EM_VAL name, EM_VAL seen), {
  const value = Emval.toValue(object)[Emval.toValue(name)];
  if (seen) Emval.toValue(seen)[Emval.toValue(name)] = value;
  return value !== undefined && value !== "auto";
});

EM_JS(void, logstar_set_number, (EM_VAL object, EM_VAL name, double number), {
  Emval.toValue(object)[Emval.toValue(name)] = number;
});

EM_JS(bool, logstar_has_all, (EM_VAL object, EM_VAL properties), {
  const given = Emval.toValue(object);
  const wanted = Emval.toValue(properties);
  return Object.keys(wanted).every((name) => given[name] === wanted[name]);
});

EM_JS(void, logstar_push, (EM_VAL array, EM_VAL element), {
  Emval.toValue(array).push(Emval.toValue(element));
});

// Writes text of ASCII characters, at most so many; else returns -1.
EM_JS(int, logstar_ascii, (EM_VAL text, char* to, int most), {
  const ascii = Emval.toValue(text);
  if (typeof ascii !== "string" || ascii.length > most) return -1;
  for (let i = 0; i < ascii.length; ++i) {
    const unit = ascii.charCodeAt(i);
    if (unit > 127) return -1;
    HEAPU8[(to >>> 0) + i] = unit;
  }
  return ascii.length;
});
// clang-format on

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

struct KeptText {
  std::string utf8;
  val text = val::undefined();
};

/// A text has one place, from which the next text of that place drives it out.
using KeptTexts = std::array<KeptText, 512>;

KeptTexts& kept_texts() {
  static KeptTexts all;
  return all;
}

EM_VAL handle_of(val* seen) { return seen == nullptr ? nullptr : seen->as_handle(); }

}  // namespace

val value_of_text(const std::string& utf8) { return decoded(utf8.c_str(), utf8.size()); }

val value_of_text(const char* utf8) { return decoded(utf8, std::strlen(utf8)); }

std::string text_of(const val& text) {
  std::array<char, 128> ascii;
  const int size = logstar_ascii(text.as_handle(), ascii.data(), static_cast<int>(ascii.size()));
  if (size >= 0) return {ascii.data(), static_cast<std::size_t>(size)};
  if (!text.isString()) reject_type("text", "a string", "another value");
  static const val encoder = val::global("TextEncoder").new_();
  const val bytes = encoder.call<val>("encode", text);
  std::string utf8(bytes["length"].as<std::size_t>(), '\0');
  val(emscripten::typed_memory_view(utf8.size(), reinterpret_cast<std::uint8_t*>(utf8.data())))
      .call<void>("set", bytes);
  return utf8;
}

const val& kept_text(std::string_view utf8) {
  KeptTexts& all = kept_texts();
  KeptText& kept = all[std::hash<std::string_view>()(utf8) % all.size()];
  if (kept.utf8 != utf8 || kept.text.isUndefined()) {
    kept.text = val::undefined();
    kept.utf8 = utf8;
    kept.text = value_of_text(kept.utf8);
  }
  return kept.text;
}

void forget_kept_texts() { kept_texts().fill({}); }

val property(const val& object, const char* name, val* seen) {
  return val::take_ownership(
      logstar_property(object.as_handle(), kept_text(name).as_handle(), handle_of(seen)));
}

double number_property(const val& object, const char* name, val* seen) {
  return logstar_number_property(object.as_handle(), kept_text(name).as_handle(), handle_of(seen));
}

std::size_t length_of(const val& array) {
  return static_cast<std::size_t>(number_property(array, "length"));
}

std::string text_property(const val& object, const char* name, val* seen) {
  return text_of(property(object, name, seen));
}

bool has_property(const val& object, const char* name, val* seen) {
  return logstar_has_property(object.as_handle(), kept_text(name).as_handle(), handle_of(seen));
}

void set_value(const val& object, const char* name, const val& value) {
  emscripten::internal::_emval_set_property(object.as_handle(), kept_text(name).as_handle(),
                                            value.as_handle());
}

void set_number(const val& object, const char* name, double number) {
  logstar_set_number(object.as_handle(), kept_text(name).as_handle(), number);
}

bool has_all(const val& object, const val& properties) {
  return logstar_has_all(object.as_handle(), properties.as_handle());
}

void push(const val& array, const val& element) {
  logstar_push(array.as_handle(), element.as_handle());
}

}  // namespace logstar::bindings
