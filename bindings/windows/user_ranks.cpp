// Medians, quantiles and interior points of a table in an engine, and intervals round them, for JavaScript, which
// queries the engine for the ranges that the release needs.
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
#include "logstar/windows/user_interval_windows.hpp"
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

RanksSession& points_of(RanksSession& session) { return session; }
RanksSession& points_of(IntervalsSession& session) { return session.points(); }

template <typename Windows>
struct WindowsBinding {
  static typename Windows::Data data_of(const val& data, const val&) {
    return {static_cast<std::uint32_t>(static_cast<std::uint64_t>(number_property(data, "ahead")))};
  }

  /// { id, wantsGroups, wantsRows, userWeight, likelyFrom, shapes }
  static val value_of(typename Windows::Answer conversation, const val&) {
    const RanksSession& begun = points_of(*conversation);
    val shapes = val::array();
    for (const WindowShape& shape : begun.shapes()) {
      push(shapes, value_of_shape(shape));
    }
    const bool wants_groups = begun.wants_groups();
    const bool wants_rows = begun.wants_rows();
    const std::uint32_t user_weight = begun.user_weight();
    const std::int64_t likely_from = begun.likely_from();
    val object = held<typename Windows::Answer>().keep(std::move(conversation));
    set_property(object, "wantsGroups", wants_groups);
    set_property(object, "wantsRows", wants_rows);
    set_property(object, "userWeight", user_weight);
    set_property(object, "likelyFrom", likely_from);
    set_property(object, "shapes", shapes);
    return object;
  }
};

struct UserRanksWindowsBinding : WindowsBinding<UserRanksWindows> {
  using Mechanism = UserRanksWindows;
};

struct UserIntervalWindowsBinding : WindowsBinding<UserIntervalWindows> {
  using Mechanism = UserIntervalWindows;
};

template <typename Windows>
auto& conversation_of(int id) {
  return *held<typename Windows::Answer>().at(id);
}

val value_of_key(const Natural& key, const val& domain) {
  return bindings::value_of(key_of(key, key_space_of(domain).bits), domain);
}

/// { wanted }: key ranges { place, first, last, from, to, bin } with keys written as answers and weights as BigInts.
val value_of_wanted(const RanksSession& conversation, const val& domain) {
  val wanted = val::array();
  for (const auto& [quantile, place, cut] : conversation.wanted()) {
    push(wanted, Object()
                     .with("place", place)
                     .with("first", value_of_key(cut.region.first, domain))
                     .with("last", value_of_key(cut.region.last, domain))
                     .with("from", cut.from)
                     .with("to", cut.to)
                     .with("bin", cut.bin)
                     .value());
  }
  return Object().with("wanted", wanted);
}

/// { chains }: { place, lows, highs }, the ends of intervals with keys written as answers.
val value_of_chains(const IntervalsSession& conversation, const val& domain) {
  val chains = val::array();
  for (const auto& [place, chain] : conversation.wanted()) {
    val lows = val::array(), highs = val::array();
    for (const KeyInterval& one : *chain) {
      push(lows, bindings::value_of({one.lowest}, domain));
      push(highs, bindings::value_of({one.highest}, domain));
    }
    chains.call<void>(
        "push", Object().with("place", place).with("lows", lows).with("highs", highs).value());
  }
  return Object().with("chains", chains);
}

val value_of_answers(RanksSession& conversation, const val& domain) {
  return Object().with("answers", value_of_ranks(conversation.answers(), domain));
}

/// Once the points are there: the chains round them, or the answers if none has an interval.
val value_of_answers(IntervalsSession& conversation, const val& domain) {
  conversation.begin();
  if (!conversation.wanted().empty()) return value_of_chains(conversation, domain);
  return Object().with("answers", value_of_intervals(conversation.answers(), domain));
}

/// The session's next request or its answers. { changed } if it received parts of two different tables;
/// { wanted }, { chains } or { answers }.
template <typename Session>
val state_of(Session& conversation, bool is_one_table, const val& domain) {
  if (!is_one_table) return Object().with("changed", true);
  const RanksSession& points = points_of(conversation);
  if (!points.wanted().empty()) return value_of_wanted(points, domain);
  return value_of_answers(conversation, domain);
}

/// `weights`: a BigInt64Array. Returns { groups }: the numbers of the groups that need windows.
template <typename Windows>
val provide_group_weights(int id, const val& weights) {
  RanksSession& conversation = points_of(conversation_of<Windows>(id));
  conversation.provide_group_weights(elements_of<std::int64_t, std::uint64_t>(weights));
  return Object().with("groups", val::array(conversation.groups()));
}

/// data: as regions_of, a list for each quantile and group.
template <typename Windows>
val open_ranks(int id, const val& data, const val& reading) {
  auto& session = conversation_of<Windows>(id);
  RanksSession& conversation = points_of(session);
  auto lists = regions_of(data, reading);
  const std::size_t groups = conversation.groups().size();
  std::vector<std::vector<std::vector<Region>>> windows(conversation.shapes().size());
  check_same_length("counts", lists.size(), "windows", std::uint64_t(windows.size()) * groups);
  for (std::size_t i = 0; i < lists.size(); ++i) {
    windows[i / groups].push_back(std::move(lists[i]));
  }
  const bool is_one_table = conversation.open(std::move(windows));
  return state_of(session, is_one_table, property(reading, "domain"));
}

/// data: as told_regions_of, a list for each region that was wanted.
template <typename Windows>
val provide_ranks(int id, const val& data, const val& reading) {
  auto& conversation = conversation_of<Windows>(id);
  const bool is_one_table = points_of(conversation).provide(told_regions_of(data, reading));
  return state_of(conversation, is_one_table, property(reading, "domain"));
}

template <typename Windows>
val dispose_ranks(int id) {
  held<typename Windows::Answer>().dispose(id);
  return val::undefined();
}

/// `weights`: a BigInt64Array, for each chain what weighs before each of its lows and up to each of its highs.
val provide_chains(int id, const val& weights, const val& reading) {
  IntervalsSession& conversation = conversation_of<UserIntervalWindows>(id);
  const auto told = elements_of<std::int64_t, std::int64_t>(weights);
  std::size_t together = 0;
  for (const auto& one : conversation.wanted()) together += 2 * one.chain->size();
  check_same_length("weights", told.size(), "ends", together);
  std::vector<IntervalWeights> contents;
  auto next = told.begin();
  for (const auto& one : conversation.wanted()) {
    const auto count = static_cast<std::ptrdiff_t>(one.chain->size());
    IntervalWeights& round = contents.emplace_back();
    round.below.assign(next, next + count);
    next += count;
    round.total = *(next + count - 1);  // the last interval has all rows
    for (const auto end = next + count; next != end; ++next) {
      round.above.push_back(round.total - *next);
    }
  }
  const bool is_one_table = conversation.provide(contents);
  if (!is_one_table) return Object().with("changed", true);
  return Object().with("answers",
                       value_of_intervals(conversation.answers(), property(reading, "domain")));
}

template <typename Binding>
void bind_windows(const char* name) {
  using Windows = typename Binding::Mechanism;
  bind_release<Binding>(name);
  bind<&provide_group_weights<Windows>>("provideGroups", name);
  bind<&open_ranks<Windows>>("open", name);
  bind<&provide_ranks<Windows>>("provide", name);
  bind<&dispose_ranks<Windows>>("dispose", name);
}

}  // namespace

EMSCRIPTEN_BINDINGS(user_ranks_windows) {
  bind_windows<UserRanksWindowsBinding>("UserRanksWindows");
  bind_windows<UserIntervalWindowsBinding>("UserRanksIntervalWindows");
  bind<&provide_chains>("provideChainsUserRanksIntervalWindows");
}

}  // namespace logstar::bindings
