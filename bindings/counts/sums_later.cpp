// Counts, sums and means of users whose rows stay in an engine, for JavaScript, which asks the engine for the
// sums when the release is paid for.
#include <emscripten/bind.h>

#include <utility>
#include <variant>

#include "bindings/counts/answers.hpp"
#include "bindings/held.hpp"
#include "bindings/release.hpp"
#include "logstar/counts/from_sums.hpp"

namespace logstar::bindings {
namespace {

/// What is alike: `Sums` says of which mechanism sums are asked, and how its answers are told.
template <typename Sums>
struct SumsLaterBinding {
  using Mechanism = SumsLater<typename Sums::Of>;
  using Task = typename Mechanism::Task;

  /// A release that waits for its sums, and what to tell the answer in.
  struct Waiting {
    typename Mechanism::Answer sums;
    Task task;
  };

  static Task task_of(const val& request) { return read_task<Task>(request); }
  static std::monostate data_of(const val&, const val&) { return {}; }
  /// { id, userWeight }: what a user's sums add up to, if the user is spread over them
  static val value_of(typename Mechanism::Answer sums, const val& request) {
    const Task task = task_of(request);
    val object = held<Waiting>().keep({std::move(sums), task});
    object.set("userWeight", task.per_user.whole);
    return object;
  }

  /// numbers: a Float64Array. The answer as the release tells it that has the rows.
  static val tell(val id, val numbers) {
    Waiting& waiting = held<Waiting>().at(id);
    const auto sums = wholes_of<typename Sums::Of::Sum>(numbers);
    return Sums::value_of(waiting.sums->tell(sums), waiting.task);
  }
  static val dispose(val id) {
    held<Waiting>().dispose(id);
    return val::undefined();
  }
};

struct HistogramSums {
  using Of = UserHistogram;
  static val value_of(const Of::Answer& answer, const Of::Task& task) {
    return value_of_groups({}, value_of_units(answer, task.per_user.unit()));
  }
};

struct DiscoverySums {
  using Of = GroupDiscovery;
  static val value_of(const Of::Answer& named, const Of::Task& task) {
    return value_of_named(named, task.per_user.unit());
  }
};

template <typename Sums>
void bind_sums(const char* name) {
  bind_release<SumsLaterBinding<Sums>>(name);
  bind<&SumsLaterBinding<Sums>::tell>(verb_of("tell", name).c_str());
  bind<&SumsLaterBinding<Sums>::dispose>(verb_of("dispose", name).c_str());
}

EMSCRIPTEN_BINDINGS(sums_later) {
  bind_sums<HistogramSums>("UserHistogramSums");
  bind_sums<DiscoverySums>("GroupDiscoverySums");
}

}  // namespace
}  // namespace logstar::bindings
