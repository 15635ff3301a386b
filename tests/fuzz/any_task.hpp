// Arbitrary tasks, field by field of their descriptions.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "any_parameters.hpp"
#include "logstar/counts/found_range.hpp"
#include "logstar/domain/base_measure.hpp"
#include "logstar/domain/key_array.hpp"
#include "logstar/domain/key_interval.hpp"
#include "logstar/interior_point/rank/interval_chain.hpp"
#include "logstar/interior_point/rank/quantile_fraction.hpp"
#include "logstar/learning/rectangle_hypothesis.hpp"
#include "logstar/randomness/natural.hpp"
#include "logstar/release/described.hpp"
#include "logstar/support/named.hpp"
#include "logstar/users/spread.hpp"

namespace logstar::testing {

/// Draws each field. Fields of 32 bits lie within their range, and domains are small or full, as others are
/// rejected before a task exists.
class AnyFields {
 public:
  explicit AnyFields(FuzzInput& input) : input_(input) {}

  /// Chooses a range by the option's name.
  void operator()(const char* name, double& number) {
    const std::string_view option = name;
    if (option.ends_with("psilon")) {
      number = input_.epsilon();
    } else if (option == "confidence") {
      number = 1 - input_.probability();
    } else if (option == "delta" && input_.coin()) {
      number = 0;
    } else {
      number = input_.choice(4) == 0 ? input_.number() : input_.probability();
    }
  }
  void operator()(const char*, std::uint64_t& whole) { whole = input_.count(); }
  void operator()(const char*, std::uint32_t& whole, std::uint32_t most) {
    whole = 1 + static_cast<std::uint32_t>(input_.count() % most);
  }
  void operator()(const char*, std::int64_t& number) {
    number = static_cast<std::int64_t>(input_.word(8));
    if (input_.coin()) number >>= input_.choice(63);
  }
  void operator()(const char* name, std::optional<std::uint32_t>& whole, std::uint32_t most) {
    if (input_.coin()) (*this)(name, whole.emplace(), most);
  }
  void operator()(const char*, std::uint32_t& whole, UserWeight) {
    whole = input_.coin() ? kUserWeight : 1 + input_.choice(30);
  }
  void operator()(const char*, RangeScale& scale) {
    if (input_.coin()) scale = {{-2, 2}, 1 + static_cast<int>(input_.choice(30))};
  }
  void operator()(const char*, IntervalScale& scale) {
    if (input_.coin()) scale = IntegerDomain(0, Int128(input_.count()));
  }
  void operator()(const char*, bool& flag) { flag = input_.coin(); }
  void operator()(const char*, std::string& text) { text = input_.text(20); }
  void operator()(const char*, Natural& number) {
    number = input_.coin() ? Natural(input_.count()) : Natural(1) << input_.word(2);
  }
  void operator()(const char*, QuantileFraction& quantile) {
    quantile = {1 + input_.choice(20), 1 + input_.choice(20)};
  }
  void operator()(const char*, KeyInterval& keys) {
    keys = {input_.word(2), input_.count()};
    if (keys.lowest > keys.highest) std::swap(keys.lowest, keys.highest);
  }
  void operator()(const char*, WideInterval& keys) { keys = WideInterval::all(any_bits()); }
  void operator()(const char*, std::uint32_t& bits, WideInterval& keys) {
    bits = any_bits();
    keys = WideInterval::all(bits);
    if (input_.coin()) keys.highest = keys.lowest;
  }

  void operator()(const char* name, KeyInterval& keys, BaseMeasure& measure) {
    (*this)(name, keys);
    measure = any_measure(keys);
  }
  void operator()(const char* name, std::uint32_t& bits, WideInterval& keys, BaseMeasure& measure) {
    (*this)(name, bits, keys);
    measure = bits > 64 ? BaseMeasure() : any_measure({keys.lowest[0], keys.highest[0]});
  }

  void operator()(const char* name, RectangleAxis& axis) {
    (*this)(name, axis.bits, axis.domain);
    axis.cells = input_.choice(20);
    if (input_.coin()) {
      KeyArray& edges = axis.edges.emplace(axis.bits);
      edges.append(axis.domain.highest);
    }
  }

  template <typename Enum>
  requires std::is_enum_v<Enum>
  void operator()(const char*, Enum& value) {
    value = static_cast<Enum>(input_.choice(static_cast<unsigned>(last_of(value)) + 1));
  }

  template <typename Enum>
  void operator()(const char*, Enum& value, Enum no, Enum yes) {
    value = input_.coin() ? yes : no;
  }

  template <typename T>
  void operator()(const char* name, std::optional<T>& value) {
    if (input_.coin()) (*this)(name, value.emplace(T()));
  }

  template <typename T>
  void operator()(const char* name, std::vector<T>& items) {
    items.resize(input_.choice(input_.choice(8) == 0 ? 70 : 4));
    for (T& item : items) (*this)(name, item);
  }

  template <Described T>
  void operator()(const char*, T& inner) {
    inner.describe(*this);
  }

 private:
  std::uint32_t any_bits() { return 1 + input_.choice(200); }
  BaseMeasure any_measure(const KeyInterval& keys) {
    if (input_.coin()) return {};
    const std::uint64_t most = keys.highest - keys.lowest;
    const KeyInterval upper{keys.highest - std::min(input_.word(8), most), keys.highest};
    return BaseMeasure(keys, {{keys, 1 + input_.choice(9)}, {upper, input_.choice(1000)}}, upper);
  }

  FuzzInput& input_;
};

template <Described Task>
Task any_task(FuzzInput& input) {
  Task task;
  AnyFields fields(input);
  task.describe(fields);
  return task;
}

}  // namespace logstar::testing
