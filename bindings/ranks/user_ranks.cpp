// Medians, quantiles and interior points of rows of users for JavaScript.
//
// A request has `domain`, `epsilon`, `delta`, `neighbors`, `confidence`, `algorithm` ("auto", "exponential" or
// "cut"), `abstain`, `ofRecords`, and may have `quantiles` (a list; without it any interior point is wanted)
// and `groups`: how many are declared, or "private".
#include <emscripten/bind.h>

#include <string>
#include <utility>

#include "bindings/domains.hpp"
#include "bindings/release.hpp"
#include "bindings/user_rows.hpp"
#include "logstar/counts/user_ranks_release.hpp"
#include "logstar/support/errors.hpp"

namespace logstar::bindings {
namespace {

/// Whether it is to be cut choice, which finds interior points only, and names groups by itself.
bool takes_cut(const std::string& name, bool wants_quantile, double delta) {
  if (name == "cut") return true;
  if (name == "exponential") return false;
  if (name == "auto") return !wants_quantile && delta > 0;
  throw OutOfRange("algorithm", "auto, exponential or cut for rows of users and with abstain",
                   name);
}

struct UserRanksBinding {
  using Mechanism = UserRanks;

  static UserRanksTask task_of(const val& request) {
    UserRanksTask task;
    UserRankTask& each = task.each;
    const KeySpace space = key_space_of(request["domain"]);
    each.bits = space.bits;
    each.domain = space.keys;
    each.loss = loss_of(request);
    each.neighbors = neighbors_of(request);
    each.confidence = request["confidence"].as<double>();
    each.abstain = request["abstain"].as<bool>();
    task.of_records = request["ofRecords"].as<bool>();
    if (task.of_records) each.whole = 1;
    const val quantiles = request["quantiles"];
    const bool wants_quantile = !quantiles.isUndefined();
    if (wants_quantile) set_quantiles(quantiles, task);
    const bool is_cut =
        takes_cut(request["algorithm"].as<std::string>(), wants_quantile, each.loss.delta);
    each.algorithm = is_cut ? UserAlgorithm::cut : UserAlgorithm::exponential;
    const val groups = request["groups"];
    if (groups.isNumber()) {
      each.list = GroupList::declared;
      each.groups = narrow_whole("groups", groups, std::uint32_t(1) << 24);
    } else if (!groups.isUndefined()) {
      task.find_groups = !is_cut;
      each.list = is_cut ? GroupList::occurring : GroupList::declared;
      // Those that answer are those that are named: a small one had better not.
      if (is_cut) each.abstain = true;
    }
    return task;
  }

  static UserRows data_of(const val& data, const val& request) {
    return user_rows_of(data, request);
  }

  static val value_of(const UserRanks::Answer& answers, const val& request) {
    val groups = val::array();
    for (const GroupRanks& one : answers) {
      val values = val::array();
      for (const auto& key : one.values) {
        if (key) values.call<void>("push", bindings::value_of(*key, request["domain"]));
      }
      groups.call<void>("push", Object().with("group", one.group).with("values", values).value());
    }
    return groups;
  }

 private:
  static void set_quantiles(const val& quantiles, UserRanksTask& task) {
    const auto count = quantiles["length"].as<std::size_t>();
    if (count < 1 || count > 1000) throw OutOfRange("qs", "1 to 1000", std::to_string(count));
    const char* name = count == 1 ? "q" : "qs";
    for (std::size_t i = 0; i < count; ++i) {
      task.quantiles.push_back(nearest_fraction(name, quantiles[i].as<double>()));
    }
    if (count != 1) return;
    task.each.quantile = task.quantiles[0];
    task.quantiles.clear();
  }
};

EMSCRIPTEN_BINDINGS(user_ranks) { bind_release<UserRanksBinding>("UserRanks"); }

}  // namespace
}  // namespace logstar::bindings
