// What public numbers may leave no way to have: a value, or what stands in its way.
//
// An error is of whoever called; it is thrown. That a loss is too small for one way of several is none as long as
// another way is left: whoever compares ways looks at a value, and catches nothing.
#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "logstar/support/errors.hpp"

namespace logstar {

/// Why it is not possible, in the words of the OutOfRange that it becomes where no other way is left. It refers to texts
/// that stay where they are, as literals do. So there is nothing to destroy, which leaves the module small.
class Obstacle {
 public:
  /// "<option> must be <needed>, got <got>".
  Obstacle(std::string_view option, std::string_view needed, double got)
      : option_(option), needed_(needed), got_(got) {}
  Obstacle(std::string_view option, std::string_view needed, std::string_view got)
      : option_(option), needed_(needed), got_text_(got) {}
  Obstacle(std::string_view option, std::string_view needed, const char* got)
      : Obstacle(option, needed, std::string_view(got)) {}
  Obstacle(std::string_view option, std::string_view needed, std::uint64_t got)
      : option_(option), needed_(needed), whole_(got) {}
  Obstacle(std::string_view option, std::string_view needed, const std::string& got) = delete;

  /// Goes on with a number and a text behind it in what is needed; at most twice.
  Obstacle& go_on(double number, std::string_view text);

  std::string words() const;

 private:
  struct Number {
    double number = 0;
    std::string_view after;
  };

  std::string_view option_;
  std::string_view needed_;
  Number more_[2];
  std::string_view got_text_;           // or without one:
  std::optional<std::uint64_t> whole_;  // or without one:
  double got_ = 0;
};

/// Throws OutOfRange in its words.
[[noreturn]] void refuse(const Obstacle& obstacle);

template <typename Value>
class [[nodiscard]] Possible {
 public:
  template <std::convertible_to<Value> From>
  Possible(From&& value) : value_(std::in_place, std::forward<From>(value)) {}
  Possible(const Obstacle& obstacle) : obstacle_(obstacle) {}

  explicit operator bool() const { return value_.has_value(); }
  const Value& operator*() const& { return *value_; }
  Value& operator*() & { return *value_; }
  Value&& operator*() && { return *std::move(value_); }
  const Value* operator->() const { return &*value_; }
  Value* operator->() { return &*value_; }

  const Obstacle& obstacle() const { return *obstacle_; }

  /// The value. Throws OutOfRange if there is none.
  [[gnu::noinline]] Value or_refuse() && {
    if (!value_) refuse(*obstacle_);
    return *std::move(value_);
  }

 private:
  std::optional<Value> value_;
  std::optional<Obstacle> obstacle_;
};

}  // namespace logstar
