// Objects that JavaScript holds by number.
#pragma once

#include <map>
#include <utility>

#include "bindings/border.hpp"
#include "logstar/support/errors.hpp"

namespace logstar::bindings {

template <typename Object>
class Held {
 public:
  /// { id }.
  val keep(Object object) {
    all_.emplace(++last_, std::move(object));
    return bindings::Object().with("id", last_);
  }

  /// Errors: WrongState for a disposed object.
  Object& at(int id) {
    const auto found = all_.find(id);
    if (found == all_.end()) reject_state("object", "in use", "a disposed one");
    return found->second;
  }

  void dispose(int id) { all_.erase(id); }

 private:
  std::map<int, Object> all_;
  int last_ = 0;
};

/// All held objects of one class.
template <typename Object>
Held<Object>& held() {
  static Held<Object> all;
  return all;
}

}  // namespace logstar::bindings
