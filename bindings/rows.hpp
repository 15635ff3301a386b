// Many described structures (release/described.hpp) at once: as rows of numbers, and the texts in them.
//
// An object for each structure takes a call of JavaScript for each of its fields, which is most of the time that a long
// ledger takes. Here all of them take two. Fields follow each other in the order of the description: a number as it is,
// a text or the name of a value as its place among the texts, an optional as 0, or 1 and its fields.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include "bindings/val.hpp"
#include "logstar/release/described.hpp"
#include "logstar/support/errors.hpp"
#include "logstar/support/named.hpp"

namespace logstar::bindings {

/// Writes fields behind each other.
class RowWriter {
 public:
  void operator()(const char*, const double& number) { numbers_.push_back(number); }
  void operator()(const char*, const std::uint64_t& whole);  ///< within 2^53
  void operator()(const char*, const std::string& text);

  template <typename Enum>
  requires std::is_enum_v<Enum>
  void operator()(const char* name, const Enum& value) {
    (*this)(name, std::string(name_of(value)));
  }

  template <typename T>
  void operator()(const char* name, std::optional<T>& value) {
    numbers_.push_back(value ? 1 : 0);
    if (value) (*this)(name, *value);
  }

  template <Described T>
  void operator()(const char*, T& inner) {
    inner.describe(*this);
  }

  /// { numbers, texts }
  val written() const;

 private:
  /// A text may come again after so many others, and then has another place.
  static constexpr std::size_t kRecent = 32;

  std::vector<double> numbers_;
  std::vector<std::string> recent_;  ///< a ring
  std::size_t count_ = 0;            ///< of all texts
  val texts_ = val::array();
};

/// Reads what JavaScript wrote in the same way, and checked. Errors: OutOfRange for an unknown name, or a row that ends
/// early.
class RowReader {
 public:
  /// { numbers, texts }
  explicit RowReader(const val& rows);

  bool ended() const { return next_ == numbers_.size(); }

  void operator()(const char* name, double& number);
  void operator()(const char* name, std::uint64_t& whole);
  void operator()(const char* name, std::string& text);

  template <typename Enum>
  requires std::is_enum_v<Enum>
  void operator()(const char* name, Enum& value) {
    const std::string& text = text_at(name);
    const std::optional<Enum> found = named<Enum>(text);
    if (!found) reject(name, "one that there is", text);
    value = *found;
  }

  template <typename T>
  void operator()(const char* name, std::optional<T>& value) {
    value.reset();
    double given = 0;
    (*this)(name, given);
    if (given != 0) (*this)(name, value.emplace(T()));
  }

  template <Described T>
  void operator()(const char*, T& inner) {
    inner.describe(*this);
  }

 private:
  const std::string& text_at(const char* name);

  std::vector<double> numbers_;
  std::vector<std::string> texts_;
  std::size_t next_ = 0;
};

}  // namespace logstar::bindings
