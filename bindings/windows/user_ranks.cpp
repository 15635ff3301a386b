// Medians, quantiles and interior points of a table in an engine, for JavaScript, which queries the engine for
// the ranges that the release needs.
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "bindings/domains.hpp"
#include "bindings/held.hpp"
#include "bindings/ranks/answers.hpp"
#include "bindings/release.hpp"
#include "bindings/windows/regions.hpp"
#include "logstar/support/columns.hpp"
#include "logstar/windows/user_ranks_windows.hpp"

namespace logstar::bindings {
namespace {

/// { numerator, denominator, margin?, bin }: weights are BigInts.
val value_of_shape(const WindowShape& shape) {
  Object object = Object()
                      .with("numerator", shape.centre.numerator)
                      .with("denominator", shape.centre.denominator)
                      .with("bin", shape.bin);
  if (shape.margin) object.with("margin", *shape.margin);
  return object;
}

struct UserRanksWindowsBinding {
  using Mechanism = UserRanksWindows;

  static Mechanism::Data data_of(const val& data, const val&) {
    return {static_cast<std::uint32_t>(whole(data["ahead"]))};
  }

  /// { id, wantsGroups, wantsRows, userWeight, shapes }
  static val value_of(Mechanism::Answer conversation, const val&) {
    const RanksSession& begun = *conversation;
    val shapes = val::array();
    for (const WindowShape& shape : begun.shapes()) {
      shapes.call<void>("push", value_of_shape(shape));
    }
    const bool wants_groups = begun.wants_groups();
    const bool wants_rows = begun.wants_rows();
    const std::uint32_t user_weight = begun.user_weight();
    val object = held<Mechanism::Answer>().keep(std::move(conversation));
    object.set("wantsGroups", wants_groups);
    object.set("wantsRows", wants_rows);
    object.set("userWeight", user_weight);
    object.set("shapes", shapes);
    return object;
  }
};

RanksSession& conversation_of(int id) { return *held<UserRanksWindows::Answer>().at(id); }

/// The session's next request or its answers. { changed } if it received parts of two different tables;
/// { wanted }, key ranges { place, first, last, from, to, bin } with keys written as answers and weights as
/// BigInts; or { answers }.
val state_of(const RanksSession& conversation, bool is_one_table, const val& domain) {
  if (!is_one_table) return Object().with("changed", true);
  if (conversation.wanted().empty()) {
    return Object().with("answers", value_of_ranks(conversation.answers(), domain));
  }
  const std::uint32_t bits = key_space_of(domain).bits;
  val wanted = val::array();
  for (const auto& [quantile, place, cut] : conversation.wanted()) {
    wanted.call<void>("push",
                      Object()
                          .with("place", place)
                          .with("first", bindings::value_of(key_of(cut.region.first, bits), domain))
                          .with("last", bindings::value_of(key_of(cut.region.last, bits), domain))
                          .with("from", cut.from)
                          .with("to", cut.to)
                          .with("bin", cut.bin)
                          .value());
  }
  return Object().with("wanted", wanted);
}

/// `weights`: a BigInt64Array. Returns { groups }: the numbers of the groups that need windows.
val provide_group_weights(int id, const val& weights) {
  RanksSession& conversation = conversation_of(id);
  conversation.provide_group_weights(elements_of<std::int64_t, std::uint64_t>(weights));
  return Object().with("groups", val::array(conversation.groups()));
}

/// data: as regions_of, a list for each quantile and group.
val open_ranks(int id, const val& data, const val& reading) {
  RanksSession& conversation = conversation_of(id);
  auto lists = regions_of(data, reading);
  const std::size_t groups = conversation.groups().size();
  std::vector<std::vector<std::vector<Region>>> windows(conversation.shapes().size());
  check_same_length("counts", lists.size(), "windows", std::uint64_t(windows.size()) * groups);
  for (std::size_t i = 0; i < lists.size(); ++i) {
    windows[i / groups].push_back(std::move(lists[i]));
  }
  const bool is_one_table = conversation.open(std::move(windows));
  return state_of(conversation, is_one_table, reading["domain"]);
}

/// data: as told_regions_of, a list for each region that was wanted.
val tell_ranks(int id, const val& data, const val& reading) {
  RanksSession& conversation = conversation_of(id);
  const bool is_one_table = conversation.provide(told_regions_of(data, reading));
  return state_of(conversation, is_one_table, reading["domain"]);
}

val dispose_ranks(int id) {
  held<UserRanksWindows::Answer>().dispose(id);
  return val::undefined();
}

}  // namespace

EMSCRIPTEN_BINDINGS(user_ranks_windows) {
  bind_release<UserRanksWindowsBinding>("UserRanksWindows");
  bind<&provide_group_weights>("tellGroupsUserRanksWindows");
  bind<&open_ranks>("openUserRanksWindows");
  bind<&tell_ranks>("tellUserRanksWindows");
  bind<&dispose_ranks>("disposeUserRanksWindows");
}

}  // namespace logstar::bindings
