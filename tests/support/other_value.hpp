// A task with a changed value in one of its described fields.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include "logstar/counts/found_range.hpp"
#include "logstar/domain/base_measure.hpp"
#include "logstar/domain/key_array.hpp"
#include "logstar/domain/key_interval.hpp"
#include "logstar/interior_point/rank/interval_chain.hpp"
#include "logstar/interior_point/rank/quantile_fraction.hpp"
#include "logstar/randomness/natural.hpp"
#include "logstar/release/described.hpp"
#include "logstar/support/named.hpp"
#include "logstar/users/spread.hpp"

namespace logstar::testing {

/// Changes one field of a description.
class OtherValue {
 public:
  explicit OtherValue(std::size_t place) : place_(place) {}

  void operator()(const char* name, auto&&... member) {
    if (seen_++ != place_) return;
    name_ = name;
    change(member...);
  }

  /// The name of the changed field; empty if the description has fewer fields.
  const std::optional<std::string>& name() const { return name_; }

 private:
  static void change(double& number) { number = number == 0 ? 0.25 : number / 2; }
  static void change(std::uint64_t& number) { ++number; }
  static void change(std::uint32_t& number, std::uint32_t most) {
    number < most ? ++number : --number;
  }
  static void change(std::int64_t& number) { ++number; }
  static void change(std::optional<std::uint32_t>& number, std::uint32_t most) {
    if (!number) number = 0;
    change(*number, most);
  }
  static void change(std::uint32_t& weight, UserWeight) { weight /= 2; }
  static void change(RangeScale& scale) { scale.bins = {0, 3}; }
  static void change(IntervalScale& scale) {
    const KeyInterval keys = std::visit([](const auto& one) { return one.keys(); }, scale);
    scale = IntegerDomain(1, Int128(keys.highest) + 1);
  }
  static void change(bool& flag) { flag = !flag; }
  static void change(std::string& text) { text += "else"; }
  static void change(Natural& number) { number = number + number; }
  static void change(KeyInterval& keys) { keys.highest = (keys.highest + keys.lowest) / 2; }
  static void change(WideInterval& keys) { keys.highest = keys.lowest; }
  static void change(std::uint32_t&, WideInterval& keys) { keys.highest = keys.lowest; }
  /// Another measure of the same keys, as a measure of other keys is rejected.
  static void change(KeyInterval& keys, BaseMeasure& measure) { change_weights(keys, measure); }
  static void change(std::uint32_t&, WideInterval& keys, BaseMeasure& measure) {
    change_weights({keys.lowest[0], keys.highest[0]}, measure);
  }
  static void change_weights(const KeyInterval& keys, BaseMeasure& measure) {
    const KeyInterval first{keys.lowest, keys.lowest};
    measure = measure.is_even() ? BaseMeasure(keys, {{keys, 1}, {first, Uint128(1) << 80}})
                                : BaseMeasure();
  }
  static void change(QuantileFraction& quantile) { quantile = {1, 3}; }

  template <typename Enum>
  requires std::is_enum_v<Enum>
  static void change(Enum& value) {
    value = value == last_of(value) ? Enum() : static_cast<Enum>(static_cast<int>(value) + 1);
  }

  template <typename Enum>
  static void change(Enum& value, Enum no, Enum yes) {
    value = value == no ? yes : no;
  }

  template <typename T>
  static void change(std::vector<T>& items) {
    items.push_back(items.empty() ? T() : items.front());
  }

  template <typename T>
  static void change(std::optional<T>& value) {
    if (value) {
      value.reset();
    } else {
      change(value.emplace(T()));
    }
  }

  template <Described T>
  static void change(T& inner) {
    OtherValue first(0);
    inner.describe(first);
  }

  std::size_t place_;
  std::size_t seen_ = 0;
  std::optional<std::string> name_;
};

}  // namespace logstar::testing
