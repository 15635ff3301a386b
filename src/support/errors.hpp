// The errors a caller can meet. Each depends on public parameters only (types, ranges, sizes
// declared public) and is thrown before any randomness is drawn or any budget is spent. A failure that depends
// on private data is a value of the result, never an exception.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

namespace logstar {

/// An option outside the values it may take. The message names the option, the expected set and the value.
/// JavaScript sees a RangeError.
class OutOfRange : public std::invalid_argument {
 public:
  OutOfRange(std::string_view option, std::string_view expected, std::string_view got)
      : std::invalid_argument(std::string(option) + " must be " + std::string(expected) + ", got " +
                              std::string(got)) {}
  /// In the words of an obstacle (possible.hpp).
  explicit OutOfRange(const std::string& words) : std::invalid_argument(words) {}
};

/// Throws it. Checks call this because constructing the exception in place takes some hundred bytes of the
/// module.
[[noreturn]] void reject(std::string_view option, std::string_view expected, double got);
[[noreturn]] void reject(std::string_view option, std::string_view expected,
                         const std::string& got);
[[noreturn]] void reject(std::string_view option, std::string_view expected, const char* got);

/// An option of the wrong kind. JavaScript sees a TypeError.
class WrongType : public std::invalid_argument {
 public:
  WrongType(std::string_view option, std::string_view expected, std::string_view got)
      : std::invalid_argument(std::string(option) + " must be " + std::string(expected) + ", got " +
                              std::string(got)) {}
};

/// Throws it, for the same reason.
[[noreturn]] void reject_type(std::string_view option, std::string_view expected,
                              std::string_view got);

/// A call out of turn: a repeated one, one before its turn, or one on a disposed object. The state stays
/// unchanged. JavaScript sees a TypeError.
class WrongState : public std::logic_error {
 public:
  WrongState(std::string_view what, std::string_view expected, std::string_view got)
      : std::logic_error(std::string(what) + " must be " + std::string(expected) + ", got " +
                         std::string(got)) {}
};

/// Throws it, for the same reason.
[[noreturn]] void reject_state(std::string_view what, std::string_view expected,
                               std::string_view got);

/// A request that could make the privacy loss exceed its declared total. Nothing was touched.
class BudgetExceeded : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The platform's source of random bits failed. Every release then fails.
class EntropyUnavailable : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace logstar
