// What the bindings of the interactive mechanisms share: requests read the same way, and objects
// that JavaScript holds by number.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bindings/border.hpp"
#include "logstar/sparse_vector/monitor_calibration.hpp"
#include "logstar/sparse_vector/query_grid.hpp"
#include "logstar/sparse_vector/threshold_accuracy.hpp"

namespace logstar::bindings {

// Conversions of val are long when they are inlined, and requests have many fields: these are not.

[[gnu::noinline]] inline double number(const val& request, const char* name) {
  return request[name].as<double>();
}

/// A whole number that web/ has checked to be one.
inline std::uint64_t whole(const val& request, const char* name) {
  return static_cast<std::uint64_t>(number(request, name));
}

/// What is public about a mechanism, field by field.
class Facts {
 public:
  [[gnu::noinline]] Facts& with(const char* name, double value) {
    object_.set(name, value);
    return *this;
  }
  [[gnu::noinline]] Facts& with(const char* name, std::string_view text) {
    object_.set(name, std::string(text));
    return *this;
  }
  [[gnu::noinline]] Facts& with(const char* name, const val& value) {
    object_.set(name, value);
    return *this;
  }
  Facts& with(const ThresholdAccuracy& accuracy) {
    return with("sureYesAbove", accuracy.sure_yes_above)
        .with("sureNoBelow", accuracy.sure_no_below);
  }
  operator val() const { return object_; }

 private:
  val object_ = val::object();
};

inline QueryGrid grid_of(const val& request) {
  return request["weighted"].as<bool>() ? QueryGrid::fractions : QueryGrid::counts;
}

/// "auto" leaves the choice open. web/ has checked the word.
inline std::optional<MonitorMethod> method_of(const val& request) {
  const auto name = request["method"].as<std::string>();
  if (name == "charging") return MonitorMethod::charging;
  if (name == "sampled") return MonitorMethod::sampled;
  if (name == "laplace") return MonitorMethod::laplace;
  if (name == "paper") return MonitorMethod::paper;
  return std::nullopt;
}

[[gnu::noinline]] inline val numbers_of(const std::vector<std::uint64_t>& amounts) {
  const std::vector<double> numbers(amounts.begin(), amounts.end());
  return val(emscripten::typed_memory_view(numbers.size(), numbers.data())).call<val>("slice");
}

/// Whole numbers that web/ has checked to be between 0 and 2^53.
[[gnu::noinline]] inline std::vector<std::uint64_t> amounts_of(const val& numbers) {
  std::vector<double> doubles(numbers["length"].as<std::size_t>());
  val(emscripten::typed_memory_view(doubles.size(), doubles.data())).call<void>("set", numbers);
  return {doubles.begin(), doubles.end()};
}

/// A typed array of one byte or word an element, copied once.
template <typename T>
[[gnu::noinline]] std::vector<T> elements_of(const val& array) {
  std::vector<T> elements(array["length"].as<std::size_t>());
  val(emscripten::typed_memory_view(elements.size(), elements.data())).call<void>("set", array);
  return elements;
}

/// Objects that JavaScript holds by number. `name` is what errors call them.
template <typename T>
class KeptObjects {
 public:
  explicit KeptObjects(const char* name) : name_(name) {}

  int keep(T object) {
    objects_.emplace(++last_, std::move(object));
    return last_;
  }

  T& at(const val& id) {
    const auto found = objects_.find(id.as<int>());
    if (found == objects_.end()) throw WrongType(name_, "one that is in use", "a disposed one");
    return found->second;
  }

  void dispose(const val& id) { objects_.erase(id.as<int>()); }

 private:
  const char* name_;
  std::map<int, T> objects_;
  int last_ = 0;
};

}  // namespace logstar::bindings
