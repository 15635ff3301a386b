// A deferred release: charges first, takes its data later, once. For data from an external source, whose reply
// (even an error) depends on the data.
//
// Privacy: as the release that it is of.
// Source: ours; before the data arrive, the release draws nothing and returns nothing.
// Departures: none.
// Cost: as that release.
#pragma once

#include <memory>
#include <utility>
#include <variant>

#include "logstar/release/release.hpp"
#include "logstar/support/errors.hpp"

namespace logstar {

/// A charged release that waits for its data.
template <Releasable M>
class PendingRelease {
 public:
  /// `randomness` must outlive this object.
  PendingRelease(typename M::Task task, typename M::Plan plan, Randomness& randomness)
      : task_(std::move(task)), plan_(std::move(plan)), randomness_(randomness) {}

  /// Callable once, as a second draw is another release. Errors: WrongState for a second call, else as M.
  typename M::Answer provide(typename M::Data data) {
    if (is_provided_) reject_state("data", "provided exactly once", "a second call");
    is_provided_ = true;
    return M::draw(task_, plan_, std::move(data), randomness_);
  }

 private:
  typename M::Task task_;
  typename M::Plan plan_;
  Randomness& randomness_;
  bool is_provided_ = false;
};

/// Release M as a deferred one: its answer is a pending release.
template <Releasable M>
struct Deferred {
  using Task = typename M::Task;
  using Plan = typename M::Plan;
  using Data = std::monostate;
  using Answer = std::unique_ptr<PendingRelease<M>>;

  static Plan plan(const Task& task) { return M::plan(task); }
  static Claim claim(const Task& asked, const Plan& plan) { return M::claim(asked, plan); }
  static Task with_loss(const Task& task, const Plan& plan, const Loss& granted) {
    return M::with_loss(task, plan, granted);
  }
  static Answer draw(const Task& task, const Plan& plan, Data, Randomness& randomness) {
    return std::make_unique<PendingRelease<M>>(task, plan, randomness);
  }
};

}  // namespace logstar
