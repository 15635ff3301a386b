// JavaScript's values as C++ holds them: by their numbers in a list that lasts as long as the bound function that
// was called (bindings/values.js). So a value is a number here, which is copied and forgotten like one, and no code is
// needed to let go of it wherever something may be thrown.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <type_traits>
#include <vector>

// bindings/values.js. Each may throw what JavaScript throws.
extern "C" {
int logstar_object();
int logstar_array();
int logstar_of_number(double number);
int logstar_of_big(std::uint64_t bits, bool is_signed);
int logstar_of_text(const char* text, std::size_t size);
int logstar_array_of(int kind, const void* numbers, std::size_t size);
int logstar_typed(int kind, const void* numbers, std::size_t size);
void logstar_set(int object, const char* name, int value);
void logstar_push(int array, int value);
int logstar_get(int object, const char* name);
int logstar_at(int array, std::size_t place);
bool logstar_is(int value, const char* text);
double logstar_number(int value);
std::int32_t logstar_word(int value);
std::uint64_t logstar_big(int value);
bool logstar_flag(int value);
std::size_t logstar_text_size(int value);  // once before the next
void logstar_copy_text(char* to);
void logstar_copy_numbers(int array, int kind, void* to, std::size_t size);
bool logstar_fill(int function, void* bytes, std::size_t size);
void logstar_keep(int value);
}

namespace logstar::bindings {

/// Which typed array of JavaScript's has elements of this type, by its place in bindings/values.js.
template <typename Element>
constexpr int kKindOf = -1;
template <>
inline constexpr int kKindOf<double> = 0;
template <>
inline constexpr int kKindOf<std::uint64_t> = 1;
template <>
inline constexpr int kKindOf<std::int64_t> = 2;
template <>
inline constexpr int kKindOf<std::uint32_t> = 3;
template <>
inline constexpr int kKindOf<std::uint8_t> = 4;

/// Numbers that become JavaScript's numbers without a rest.
template <typename T>
concept Narrow = std::integral<T> && !std::same_as<T, bool> && sizeof(T) <= 4;

/// A value of JavaScript's. Not to be kept after the bound function that made it.
class val {
 public:
  explicit val(double number) : number_(logstar_of_number(number)) {}
  explicit val(bool flag) : number_(flag ? kTrue : kFalse) {}
  explicit val(const std::string& text) : number_(logstar_of_text(text.data(), text.size())) {}
  explicit val(Narrow auto number) : val(static_cast<double>(number)) {}

  /// By its number, as it crosses the border.
  static val numbered(int number) { return val(Number{number}); }
  int number() const { return number_; }

  static val undefined() { return numbered(kUndefined); }
  static val null() { return numbered(kNull); }
  static val object() { return numbered(logstar_object()); }
  static val array() { return numbered(logstar_array()); }

  template <typename Element>
  static val array(const std::vector<Element>& numbers) {
    return numbered(logstar_array_of(kKindOf<Element>, numbers.data(), numbers.size()));
  }
  template <typename Element>
  static val typed(const std::vector<Element>& numbers) {
    return numbered(logstar_typed(kKindOf<Element>, numbers.data(), numbers.size()));
  }

  /// The one value that is kept for good.
  static val kept() { return numbered(kKept); }
  void keep() const { logstar_keep(number_); }

  /// Not inlined: some hundred calls of them would make the module larger.
  [[gnu::noinline]] void set(const char* name, double number) const { set(name, val(number)); }
  [[gnu::noinline]] void set(const char* name, bool flag) const { set(name, val(flag)); }
  [[gnu::noinline]] void set(const char* name, const std::string& text) const {
    set(name, val(text));
  }
  /// Allocates nothing, as errors are written with it when no memory is left.
  [[gnu::noinline]] void set(const char* name, const char* text) const {
    set(name, numbered(logstar_of_text(text, std::strlen(text))));
  }
  /// As BigInts.
  [[gnu::noinline]] void set(const char* name, std::uint64_t number) const {
    logstar_set(number_, name, logstar_of_big(number, false));
  }
  [[gnu::noinline]] void set(const char* name, std::int64_t number) const {
    logstar_set(number_, name, logstar_of_big(static_cast<std::uint64_t>(number), true));
  }
  void set(const char* name, Narrow auto number) const { set(name, static_cast<double>(number)); }
  void set(const char* name, val value) const { logstar_set(number_, name, value.number_); }

  void push(val value) const { logstar_push(number_, value.number_); }

  val operator[](const char* name) const { return numbered(logstar_get(number_, name)); }
  val operator[](std::size_t place) const { return numbered(logstar_at(number_, place)); }

  bool isUndefined() const { return number_ == kUndefined; }
  /// Whether it is this text.
  bool is(const char* text) const { return logstar_is(number_, text); }

  /// What it is, of a type that web/ has checked.
  template <typename T>
  T as() const {
    if constexpr (std::same_as<T, double>) {
      return logstar_number(number_);
    } else if constexpr (std::same_as<T, bool>) {
      return logstar_flag(number_);
    } else if constexpr (std::same_as<T, std::string>) {
      return text();
    } else if constexpr (sizeof(T) == 8) {
      return static_cast<T>(logstar_big(number_));
    } else {
      return static_cast<T>(logstar_word(number_));
    }
  }

  /// Copies as many numbers of an array.
  template <typename Element>
  void copy(Element* to, std::size_t size) const {
    logstar_copy_numbers(number_, kKindOf<Element>, to, size);
  }

  /// Calls it with a view of these bytes: whether it says that it filled them.
  bool fills(void* bytes, std::size_t size) const { return logstar_fill(number_, bytes, size); }

 private:
  struct Number {
    int value;
  };

  enum : int { kUndefined, kNull, kTrue, kFalse, kKept };

  explicit val(Number number) : number_(number.value) {}
  [[gnu::noinline]] std::string text() const {
    std::string text(logstar_text_size(number_), '\0');
    logstar_copy_text(text.data());
    return text;
  }

  int number_;
};

}  // namespace logstar::bindings
