// What the bindings of the interactive mechanisms share: requests read the same way, and objects
// that JavaScript holds by number.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "bindings/border.hpp"
#include "sparse_vector/monitor_calibration.hpp"
#include "sparse_vector/query_grid.hpp"
#include "sparse_vector/threshold_accuracy.hpp"

namespace logstar::bindings {

inline std::uint64_t whole(const val& number) {
  return static_cast<std::uint64_t>(number.as<double>());  // web/ has checked that it is whole
}

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

inline Object accuracy_object(const ThresholdAccuracy& accuracy) {
  return Object()
      .with("sureYesAbove", accuracy.sure_yes_above)
      .with("sureNoBelow", accuracy.sure_no_below);
}

inline val numbers_of(const std::vector<std::uint64_t>& amounts) {
  const std::vector<double> numbers(amounts.begin(), amounts.end());
  return val(emscripten::typed_memory_view(numbers.size(), numbers.data())).call<val>("slice");
}

/// Whole numbers that web/ has checked to be between 0 and 2^53.
inline std::vector<std::uint64_t> amounts_of(const val& numbers) {
  std::vector<double> doubles(numbers["length"].as<std::size_t>());
  val(emscripten::typed_memory_view(doubles.size(), doubles.data())).call<void>("set", numbers);
  return {doubles.begin(), doubles.end()};
}

/// A typed array of one byte or word an element, copied once.
template <typename T>
std::vector<T> elements_of(const val& array) {
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
