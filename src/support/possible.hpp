// A value, or the obstacle that rules it out, both from public numbers.
//
// Errors of callers are thrown. A loss that is too small for one of several ways is no error while another way is left:
// code that compares ways reads a value, and catches no exception.
#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "logstar/support/errors.hpp"

namespace logstar {

/// The reason why a value is impossible, in the words of the OutOfRange that is thrown if no other way is left.
/// It refers to texts that stay where they are, as literals do. So there is nothing to destroy, which leaves
/// the module small.
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

  /// Appends a number and the text after it to the requirement; at most twice.
  Obstacle& append(double number, std::string_view text);

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

  /// The value. Throws OutOfRange for an obstacle.
  [[gnu::noinline]] Value or_refuse() && {
    if (!value_) refuse(*obstacle_);
    return *std::move(value_);
  }

 private:
  std::optional<Value> value_;
  std::optional<Obstacle> obstacle_;
};

}  // namespace logstar
