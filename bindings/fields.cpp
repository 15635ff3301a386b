#include "bindings/fields.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "bindings/domains.hpp"
#include "bindings/user_weight.hpp"
#include "logstar/support/errors.hpp"

namespace logstar::bindings {
namespace {

template <typename T, typename Make>
void fill(std::vector<T>& items, const val& array, const Make& make) {
  const auto size = length_of(array);
  for (std::size_t i = 0; i < size; ++i) items.push_back(make(array[i]));
}

}  // namespace

void FieldReader::operator()(const char* name, double& number) const {
  number = number_property(object_, name, seen_);
}

/// A missing one is not a number, and no.
void FieldReader::operator()(const char* name, bool& flag) const {
  flag = number_property(object_, name, seen_) > 0;
}

void FieldReader::operator()(const char* name, std::uint64_t& number) const {
  // JavaScript checks the numbers. One that is missing is not a number: its conversion would be undefined.
  const double given = number_property(object_, name, seen_);
  number = given >= 0 && given < 0x1p64 ? static_cast<std::uint64_t>(given) : 0;
}

void FieldReader::operator()(const char* name, std::uint32_t& number, std::uint32_t most) const {
  number = narrow_whole(name, at(name), most);
}

void FieldReader::operator()(const char* name, std::int64_t& number) const {
  const std::string half = name;
  const Int128 wide = wide_integer(at((half + "Low").c_str()), at((half + "High").c_str()));
  // Every mechanism rejects a number at these limits, so clamping loses no valid one.
  using Limits = std::numeric_limits<std::int64_t>;
  number = static_cast<std::int64_t>(std::clamp<Int128>(wide, Limits::min(), Limits::max()));
}

void FieldReader::operator()(const char* name, std::optional<std::uint32_t>& number,
                             std::uint32_t most) const {
  number.reset();
  if (is_given(name)) (*this)(name, number.emplace(), most);
}

void FieldReader::operator()(const char*, std::uint32_t& whole, UserWeight) const {
  whole = user_weight();
}

void FieldReader::operator()(const char*, RangeScale& scale) const { scale = range_scale(); }

void FieldReader::operator()(const char* name, IntervalScale& scale) const {
  scale = interval_scale_of(at(name));
}

void FieldReader::operator()(const char* name, std::string& text) const {
  text = text_property(object_, name, seen_);
}

void FieldReader::operator()(const char* name, Natural& number) const {
  number = natural_of(elements_of<std::uint64_t>(at(name)));
}

void FieldReader::operator()(const char* name, QuantileFraction& quantile) const {
  quantile = nearest_fraction(name, number_property(object_, name, seen_));
}

void FieldReader::operator()(const char* name, KeyInterval& keys) const {
  keys = narrow_key_space_of(at(name)).narrow();
}

void FieldReader::operator()(const char* name, WideInterval& keys) const {
  keys = key_space_of(at(name)).keys;
}

void FieldReader::operator()(const char* name, std::uint32_t& bits, WideInterval& keys) const {
  KeySpace space = key_space_of(at(name));
  bits = space.bits;
  keys = std::move(space.keys);
}

void FieldReader::operator()(const char* name, KeyInterval& keys, BaseMeasure& measure) const {
  KeySpace space = narrow_key_space_of(at(name));
  keys = space.narrow();
  measure = std::move(space.measure);
}

void FieldReader::operator()(const char* name, std::uint32_t& bits, WideInterval& keys,
                             BaseMeasure& measure) const {
  KeySpace space = key_space_of(at(name));
  bits = space.bits;
  keys = std::move(space.keys);
  measure = std::move(space.measure);
}

void FieldReader::operator()(const char* name, std::vector<QuantileFraction>& quantiles) const {
  for (const double tau : elements_of<double>(at(name))) {
    quantiles.push_back(nearest_fraction(name, tau));
  }
}

void FieldReader::operator()(const char* name, std::vector<KeyInterval>& domains) const {
  fill(domains, at(name), [](const val& domain) { return narrow_key_space_of(domain).narrow(); });
}

void FieldReader::operator()(const char* name, std::vector<RectangleAxis>& domains) const {
  fill(domains, at(name), [](const val& domain) {
    KeySpace space = key_space_of(domain);
    RectangleAxis axis{space.bits, std::move(space.keys)};
    if (!property(domain, "cells").isUndefined())
      axis.cells = static_cast<std::uint32_t>(number_property(domain, "cells"));
    if (!property(domain, "edges").isUndefined())
      axis.edges = keys_of_shared_column(property(domain, "edges"));
    return axis;
  });
}

bool FieldReader::is_given(const char* name) const { return has_property(object_, name, seen_); }

val FieldReader::at(const char* name) const { return property(object_, name, seen_); }

void FieldWriter::operator()(const char* name, const double& number) {
  set_property(object_, name, number);
}

void FieldWriter::operator()(const char* name, const bool& flag) {
  set_property(object_, name, val(flag));
}

void FieldWriter::operator()(const char* name, const std::string& text) {
  set_property(object_, name, value_of_text(text));
}

void FieldWriter::operator()(const char* name, const std::uint64_t& whole) {
  set_property(object_, name, static_cast<double>(whole));
}

void FieldWriter::put_kept(const char* name, std::string_view text) {
  set_property(object_, name, kept_text(text));
}

void FieldWriter::put(const char* name, const val& value) { set_property(object_, name, value); }

}  // namespace logstar::bindings
