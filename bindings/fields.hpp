// Described structures (release/described.hpp) as JavaScript objects, one field per name of the description.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "bindings/border.hpp"
#include "logstar/counts/found_range.hpp"
#include "logstar/domain/base_measure.hpp"
#include "logstar/domain/key_array.hpp"
#include "logstar/domain/key_interval.hpp"
#include "logstar/interior_point/rank/interval_chain.hpp"
#include "logstar/interior_point/rank/quantile_fraction.hpp"
#include "logstar/learning/rectangle_hypothesis.hpp"
#include "logstar/release/claim.hpp"
#include "logstar/release/described.hpp"
#include "logstar/support/named.hpp"
#include "logstar/users/spread.hpp"

namespace logstar::bindings {

/// Reads each field of a description from one object; web/ has checked its kind. Errors: OutOfRange for an
/// unknown name, a whole number too large for its member, or an invalid domain or quantile.
class FieldReader {
 public:
  /// The object must outlive the reader. `seen`: another object, which gets the properties that are read.
  explicit FieldReader(const val& object, val* seen = nullptr) : object_(object), seen_(seen) {}

  void operator()(const char* name, double& number) const;
  void operator()(const char* name, bool& flag) const;
  void operator()(const char* name, std::uint64_t& whole) const;
  void operator()(const char* name, std::int64_t& number) const;  ///< split in two (wide_integer)
  void operator()(const char* name, std::uint32_t& whole, std::uint32_t most) const;
  void operator()(const char* name, std::optional<std::uint32_t>& whole, std::uint32_t most) const;
  void operator()(const char* name, std::uint32_t& whole, UserWeight) const;
  void operator()(const char* name, RangeScale& scale) const;
  void operator()(const char* name, IntervalScale& scale) const;
  void operator()(const char* name, std::string& text) const;
  void operator()(const char* name, Natural& number) const;  ///< in words of 64 bits
  void operator()(const char* name, QuantileFraction& quantile) const;
  void operator()(const char* name, KeyInterval& keys) const;
  void operator()(const char* name, WideInterval& keys) const;
  void operator()(const char* name, std::uint32_t& bits, WideInterval& keys) const;
  void operator()(const char* name, KeyInterval& keys, BaseMeasure& measure) const;
  void operator()(const char* name, std::uint32_t& bits, WideInterval& keys,
                  BaseMeasure& measure) const;
  /// Arrays with one object per element.
  void operator()(const char* name, std::vector<QuantileFraction>& quantiles) const;
  void operator()(const char* name, std::vector<KeyInterval>& domains) const;
  void operator()(const char* name, std::vector<RectangleAxis>& domains) const;

  template <Described T>
  void operator()(const char* name, std::vector<T>& items) const {
    const val array = at(name);
    const auto size = length_of(array);
    for (std::size_t i = 0; i < size; ++i) {
      const val object = array[i];
      FieldReader reader(object);
      items.emplace_back().describe(reader);
    }
  }

  template <typename Enum>
  requires std::is_enum_v<Enum>
  void operator()(const char* name, Enum& value) const {
    const std::string text = text_property(object_, name, seen_);
    const std::optional<Enum> found = named<Enum>(text);
    if (!found) reject(name, "one that there is", text);
    value = *found;
  }

  template <typename Enum>
  void operator()(const char* name, Enum& value, Enum no, Enum yes) const {
    bool flag = false;
    (*this)(name, flag);
    value = flag ? yes : no;
  }

  /// Empty if the field is missing or "auto".
  template <typename T>
  void operator()(const char* name, std::optional<T>& value) const {
    value.reset();
    if (is_given(name)) (*this)(name, value.emplace(T()));
  }

  template <Described T>
  void operator()(const char* name, T& inner) const {
    const val object = at(name);
    FieldReader reader(object);
    inner.describe(reader);
  }

 private:
  bool is_given(const char* name) const;
  val at(const char* name) const;

  const val& object_;
  val* seen_;
};

/// Writes each field of a description into an object: numbers, text, names of values. Empty optionals are
/// omitted. Whole numbers are within 2^53.
class FieldWriter {
 public:
  void operator()(const char* name, const double& number);
  void operator()(const char* name, const bool& flag);
  void operator()(const char* name, const std::string& text);
  void operator()(const char* name, const std::uint64_t& whole);

  template <typename Enum>
  requires std::is_enum_v<Enum>
  void operator()(const char* name, const Enum& value) { put_kept(name, name_of(value)); }

  template <typename T>
  void operator()(const char* name, std::optional<T>& value) {
    if (value) (*this)(name, *value);
  }

  template <Described T>
  void operator()(const char* name, T& inner) {
    put(name, written(inner));
  }

  template <Described T>
  void operator()(const char* name, std::vector<T>& items) {
    val array = val::array();
    for (T& item : items) push(array, written(item));
    put(name, array);
  }

  template <Described T>
  static val written(T& fields) {
    FieldWriter writer;
    fields.describe(writer);
    return writer.object_;
  }

 private:
  void put_kept(const char* name, std::string_view text);
  void put(const char* name, const val& value);

  val object_ = val::object();
};

/// As an object.
template <Described T>
val value_of_fields(T fields) {
  return FieldWriter::written(fields);
}

/// The task that a request describes. `seen`: as of FieldReader. Errors: OutOfRange.
template <Described Task>
Task read_task(const val& request, val* seen = nullptr) {
  Task task;
  FieldReader reader(request, seen);
  task.describe(reader);
  return task;
}

}  // namespace logstar::bindings
