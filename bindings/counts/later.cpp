// Counts, sums, means, variances and groups of users from an engine's tables, for JavaScript. After the charge,
// JavaScript queries the engine for the sums that the release needs.
#include "bindings/later.hpp"

#include <cstdint>
#include <utility>
#include <variant>
#include <vector>

#include "bindings/counts/answers.hpp"
#include "bindings/counts/by_group.hpp"
#include "bindings/held.hpp"
#include "bindings/release.hpp"
#include "logstar/counts/by_group_sums.hpp"
#include "logstar/support/errors.hpp"

namespace logstar::bindings {
namespace {

/// Sums as JavaScript writes them, a BigInt64Array.
std::vector<std::uint64_t> weights_of(const val& numbers) {
  return elements_of<std::int64_t, std::uint64_t>(numbers);
}

template <typename M>
std::vector<typename M::Sum> sums_of(const val& numbers) {
  return elements_of<std::int64_t, typename M::Sum>(numbers);
}

/// Two numbers per mean: the weights at the high and at the low end of the domain.
template <>
std::vector<DomainEnds> sums_of<UserMean>(const val& numbers) {
  const auto all = elements_of<std::int64_t>(numbers);
  if (all.size() % 2 != 0) reject("sums", "two of each group", "one more");
  std::vector<DomainEnds> ends;
  for (std::size_t i = 0; i < all.size(); i += 2) ends.push_back({all[i], all[i + 1]});
  return ends;
}

template <>
std::vector<DomainEnds> sums_of<WithinFound<UserMean>>(const val& numbers) {
  return sums_of<UserMean>(numbers);
}

/// Three numbers per variance: the weights at the high end, in the middle and at the low end.
template <>
std::vector<DomainMoments> sums_of<UserVariance>(const val& numbers) {
  const auto all = elements_of<std::int64_t>(numbers);
  if (all.size() % 3 != 0) reject("sums", "three of each group", "others");
  std::vector<DomainMoments> moments;
  for (std::size_t i = 0; i < all.size(); i += 3) {
    moments.push_back({all[i], all[i + 1], all[i + 2]});
  }
  return moments;
}

/// The total weight of a user's rows; sums do not spread users and return the default.
std::uint32_t user_weight(const UserHistogramTask& each) { return each.per_user.user_weight; }
std::uint32_t user_weight(const UserMeanTask& each) { return each.user_weight; }
std::uint32_t user_weight(const UserSumTask&) { return kUserWeight; }
template <typename Each>
std::uint32_t user_weight(const WithinFoundTask<Each>& each) {
  return each.weight();
}

/// Which bins there are where a range is found: { least, most, count }, exponents and how many.
void say_bins(val& object, const RangeScale& scale) {
  const val bins = Object()
                       .with("least", scale.bins.least)
                       .with("most", scale.bins.most)
                       .with("count", scale.bins.count());
  set_property(object, "bins", bins);
}

/// A range and its grid: each user's value is rounded to a multiple of 2^exponent from `lowest` to `highest`.
val value_of_grid(const std::optional<FoundRange>& range, const RangeScale& scale) {
  val object = Object().with("range", value_of_range(range));
  if (!range) return object;
  const RangeGrid grid(*range, scale.grid_bits);
  const val steps = Object()
                        .with("exponent", grid.exponent())
                        .with("lowest", static_cast<double>(grid.lowest()))
                        .with("highest", static_cast<double>(grid.highest()));
  set_property(object, "grid", steps);
  return object;
}

template <typename M>
struct ByGroupLaterBinding {
  using Mechanism = DeferredByGroup<M>;

  /// A pending release, and the task that its answer is formatted by.
  struct Waiting {
    typename Mechanism::Answer conversation;
    typename M::Task each;
  };

  static std::monostate data_of(const val&, const val&) { return {}; }
  /// { id, wantsGroups, userWeight, groupWeight, likelyFrom }: a user's weight in the sums and in the search for
  /// groups, and the weight from which on a group is probably found; with a found range, `bins` too
  static val value_of(typename Mechanism::Answer conversation, const val& request) {
    const auto task = read_task<typename Mechanism::Task>(request);
    const bool wants_groups = conversation->wants_groups();
    const std::int64_t likely_from = conversation->likely_from();
    val object = held<Waiting>().keep({std::move(conversation), task.each});
    set_property(object, "wantsGroups", wants_groups);
    set_property(object, "userWeight", user_weight(task.each));
    set_property(object, "likelyFrom", likely_from);
    set_property(object, "groupWeight",
                 task.search ? task.search->user_weight : user_weight(task.each));
    if constexpr (FindsRange<M>) say_bins(object, task.each.scale);
    return object;
  }

  /// { groups }: the numbers of the groups that need sums.
  static val provide_group_weights(int id, const val& weights) {
    std::vector<std::uint32_t> groups;
    for (const auto& one :
         held<Waiting>().at(id).conversation->provide_group_weights(weights_of(weights))) {
      groups.push_back(one.group);
    }
    return Object().with("groups", val::array(groups));
  }
  /// { range, grid }; without a found range, `range` is null and `grid` is missing.
  static val provide_bins(int id, const val& weights) requires FindsRange<M> {
    Waiting& waiting = held<Waiting>().at(id);
    return value_of_grid(waiting.conversation->provide_bins(weights_of(weights)),
                         waiting.each.scale);
  }
  /// As the release answers that reads the rows itself.
  static val provide(int id, const val& numbers) {
    Waiting& waiting = held<Waiting>().at(id);
    return value_of_answers(waiting.conversation->provide(sums_of<M>(numbers)), waiting.each);
  }
  static val dispose(int id) {
    held<Waiting>().dispose(id);
    return val::undefined();
  }
};

template <typename M>
void bind_by_group(const char* name) {
  using Binding = ByGroupLaterBinding<M>;
  bind_release<Binding>(name);
  bind<&Binding::provide_group_weights>("provideGroups", name);
  if constexpr (FindsRange<M>) bind<&Binding::provide_bins>("provideBins", name);
  bind<&Binding::provide>("provide", name);
  bind<&Binding::dispose>("dispose", name);
}

struct DiscoveryLater {
  using Mechanism = FromSums<GroupDiscovery>;
  static void say(val& object, const GroupDiscoveryTask& task) {
    set_property(object, "userWeight", task.per_user.user_weight);
  }
  static std::vector<std::uint64_t> data_of(const val& numbers) { return weights_of(numbers); }
  static val value_of(const GroupDiscovery::Answer& named, const GroupDiscoveryTask& task) {
    return value_of_named(named, task.per_user.unit());
  }
};

struct FoundBoundsLater {
  using Mechanism = FromSums<FoundBounds>;
  static void say(val& object, const FoundBoundsTask& task) {
    set_property(object, "userWeight", task.user_weight);
    say_bins(object, task.scale);
  }
  static std::vector<std::uint64_t> data_of(const val& numbers) { return weights_of(numbers); }
  static val value_of(const FoundBounds::Answer& range, const FoundBoundsTask&) {
    return Object().with("range", value_of_range(range));
  }
};

struct DistinctCountLater {
  using Mechanism = FromSums<DistinctCount>;
  static std::vector<std::uint64_t> data_of(const val& numbers) { return weights_of(numbers); }
  static val value_of(std::int64_t count, const DistinctCountTask&) {
    return Object().with("value", static_cast<double>(count));
  }
};

}  // namespace

EMSCRIPTEN_BINDINGS(counts_later) {
  bind_by_group<UserHistogram>("UserHistogramLater");
  bind_by_group<UserMean>("UserMeanLater");
  bind_by_group<UserSum>("UserSumLater");
  bind_by_group<UserVariance>("UserVarianceLater");
  bind_by_group<WithinFound<UserMean>>("FoundMeanLater");
  bind_by_group<WithinFound<UserSum>>("FoundSumLater");
  bind_later<FoundBoundsLater>("FoundBoundsLater");
  bind_later<DistinctCountLater>("DistinctCountLater");
  bind_later<DiscoveryLater>("GroupDiscoveryLater");
}

}  // namespace logstar::bindings
