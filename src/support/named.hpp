// Values of enumerations by their names, as requests and saved files write them.
#pragma once

#include <optional>
#include <string_view>

namespace logstar {

/// The value with this name; empty if no value has it. For enumerations that count from 0, with `name_of` for
/// the names and `last_of` for the last value.
template <typename Enum>
std::optional<Enum> named(std::string_view name) {
  for (int i = 0; i <= static_cast<int>(last_of(Enum())); ++i) {
    const auto value = static_cast<Enum>(i);
    if (name_of(value) == name) return value;
  }
  return std::nullopt;
}

}  // namespace logstar
