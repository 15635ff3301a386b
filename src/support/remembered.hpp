// A cache of results that were computed from public numbers.
#pragma once

#include <cstddef>
#include <map>
#include <utility>

namespace logstar {

/// Results by their arguments, which have an order. It empties itself when it is full.
template <typename Arguments, typename Result>
class Cache {
 public:
  template <typename Compute>
  const Result& of(const Arguments& arguments, const Compute& compute) {
    const Result* found = find(arguments);
    return found != nullptr ? *found : add(arguments, compute());
  }

  /// Null if the result is missing.
  const Result* find(const Arguments& arguments) const {
    const auto found = results_.find(arguments);
    return found == results_.end() ? nullptr : &found->second;
  }

  /// Adds a missing result.
  const Result& add(const Arguments& arguments, Result result) {
    if (results_.size() >= kMax) results_.clear();
    return results_.emplace(arguments, std::move(result)).first->second;
  }

  const std::map<Arguments, Result>& all() const { return results_; }

 private:
  static constexpr std::size_t kMax = 256;
  std::map<Arguments, Result> results_;
};

}  // namespace logstar
