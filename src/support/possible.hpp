// What public numbers may leave no way to have: a value, or what stands in its way.
//
// An error is of whoever called; it is thrown. That a loss is too small for one way of several is none as long as
// another way is left: whoever compares ways looks at a value, and catches nothing.
#pragma once

#include <concepts>
#include <string>
#include <utility>
#include <variant>

#include "logstar/support/errors.hpp"

namespace logstar {

/// Why it is not possible, in the words of the OutOfRange that it becomes where no other way is left.
struct Obstacle {
  std::string option;
  std::string needed;
  std::string got;
};

/// Throws OutOfRange in its words.
[[noreturn]] inline void refuse(const Obstacle& obstacle) {
  reject(obstacle.option, obstacle.needed, obstacle.got);
}

template <typename Value>
class [[nodiscard]] Possible {
 public:
  template <std::convertible_to<Value> From>
  Possible(From&& value) : outcome_(std::in_place_index<0>, std::forward<From>(value)) {}
  Possible(Obstacle obstacle) : outcome_(std::in_place_index<1>, std::move(obstacle)) {}

  explicit operator bool() const { return outcome_.index() == 0; }
  const Value& operator*() const& { return std::get<0>(outcome_); }
  Value& operator*() & { return std::get<0>(outcome_); }
  Value&& operator*() && { return std::get<0>(std::move(outcome_)); }
  const Value* operator->() const { return &std::get<0>(outcome_); }
  Value* operator->() { return &std::get<0>(outcome_); }

  const Obstacle& obstacle() const { return std::get<1>(outcome_); }

  /// The value. Throws OutOfRange if there is none.
  Value or_refuse() && {
    if (!*this) refuse(obstacle());
    return std::get<0>(std::move(outcome_));
  }

 private:
  std::variant<Value, Obstacle> outcome_;
};

}  // namespace logstar
