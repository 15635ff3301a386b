// Rankings of items for JavaScript, which counts items. It passes the highest counts, or all positive counts if
// items must pass a threshold. For rows in an engine it passes them after the charge.
#include <cstdint>
#include <vector>

#include "bindings/later.hpp"
#include "bindings/release.hpp"
#include "bindings/top_k/ranked.hpp"
#include "logstar/counts/item_ranking.hpp"

namespace logstar::bindings {
namespace {

struct TopKBinding {
  using Mechanism = ItemRanking;

  static std::vector<std::int64_t> data_of(const val& counts, const val&) {
    return wholes_of<std::int64_t>(counts);
  }

  static val value_of(const TopKResult& result, const val& request) {
    return value_of_ranked(result, read_task<ItemRankingTask>(request).unit());
  }
};

struct TopKLater {
  using Mechanism = ItemRanking;

  static void say(val& object, const ItemRankingTask& task) {
    set_property(object, "userWeight", task.user_weight);
  }
  static std::vector<std::int64_t> data_of(const val& counts) {
    return wholes_of<std::int64_t>(counts);
  }

  static val value_of(const TopKResult& result, const ItemRankingTask& task) {
    return value_of_ranked(result, task.unit());
  }
};

}  // namespace

EMSCRIPTEN_BINDINGS(top_k) {
  bind_release<TopKBinding>("TopK");
  bind_later<TopKLater>("TopKLater");
}

}  // namespace logstar::bindings
