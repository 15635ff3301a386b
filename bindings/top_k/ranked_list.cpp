// Rankings of a public list for JavaScript, which reads scores or counts items. Those of rows in an engine come after
// the charge.
#include <cstdint>
#include <vector>

#include "bindings/later.hpp"
#include "bindings/release.hpp"
#include "bindings/top_k/ranked.hpp"
#include "logstar/selection/score_steps.hpp"
#include "logstar/top_k/ranked_list_release.hpp"

namespace logstar::bindings {
namespace {

struct RankedListBinding {
  using Mechanism = RankedListRelease;

  /// A Float64Array.
  static std::vector<std::int64_t> data_of(const val& scores, const val& request) {
    return steps_of("scores", elements_of<double>(scores),
                    read_task<RankedListTask>(request).sensitivity);
  }

  static val value_of(const TopKResult& result, const val&) { return value_of_ranked(result); }
};

struct RankedListLater {
  using Mechanism = RankedListRelease;

  static std::vector<std::int64_t> data_of(const val& counts) {
    return wholes_of<std::int64_t>(counts);
  }

  static val value_of(const TopKResult& result, const RankedListTask&) {
    return value_of_ranked(result);
  }
};

}  // namespace

EMSCRIPTEN_BINDINGS(ranked_list) {
  bind_release<RankedListBinding>("RankedList");
  bind_later<RankedListLater>("RankedListLater");
}

}  // namespace logstar::bindings
