// What public numbers may leave no way to have: a value, or what stands in its way.
//
// An error is of whoever called; it is thrown. That a loss is too small for one way of several is none as long as
// another way is left: whoever compares ways looks at a value, and catches nothing.
#pragma once

#include <concepts>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "logstar/support/errors.hpp"

namespace logstar {

/// Why it is not possible, in the words of the OutOfRange that it becomes where no other way is left. Made, moved and
/// refused by functions, as an exception is (errors.hpp).
class Obstacle {
 public:
  Obstacle();
  Obstacle(const Obstacle& other);
  Obstacle(Obstacle&& other) noexcept;
  Obstacle& operator=(const Obstacle& other);
  Obstacle& operator=(Obstacle&& other) noexcept;
  ~Obstacle();

  Obstacle(std::string_view option, std::string_view needed, std::string_view got);
  Obstacle(std::string_view option, std::string_view needed, double got);

  /// "<option> must be <needed>, got <got>".
  const std::string& words() const { return words_; }

 private:
  std::string words_;
};

/// Throws OutOfRange in its words.
[[noreturn]] void refuse(const Obstacle& obstacle);

template <typename Value>
class [[nodiscard]] Possible {
 public:
  template <std::convertible_to<Value> From>
  Possible(From&& value) : value_(std::forward<From>(value)) {}
  Possible(const Obstacle& obstacle) : obstacle_(obstacle) {}

  explicit operator bool() const { return value_.has_value(); }
  const Value& operator*() const& { return *value_; }
  Value& operator*() & { return *value_; }
  Value&& operator*() && { return *std::move(value_); }
  const Value* operator->() const { return &*value_; }
  Value* operator->() { return &*value_; }

  const Obstacle& obstacle() const { return obstacle_; }

  /// The value. Throws OutOfRange if there is none.
  [[gnu::noinline]] Value or_refuse() && {
    if (!value_) refuse(obstacle_);
    return *std::move(value_);
  }

 private:
  std::optional<Value> value_;
  Obstacle obstacle_;  // without words where there is a value
};

}  // namespace logstar
