// Contribution bounding for JavaScript, which numbers users and items.
#include <cstdint>
#include <optional>
#include <vector>

#include "bindings/border.hpp"
// Sampling a user's items is no release: its result stays inside, so it has neither a loss nor a claim. Draws
// from the resulting histogram are charged separately.
#include "bindings/entropy.hpp"
#include "logstar/counts/group_weights.hpp"
#include "logstar/support/checks.hpp"
#include "logstar/top_k/calibration.hpp"
#include "logstar/top_k/contributions.hpp"

namespace logstar::bindings {
namespace {

/// { counts }, a Uint32Array of its own. `per_user`: undefined for any number.
val bound_events(const val& users, const val& items, const val& user_count, const val& item_count,
                 const val& per_user) {
  const auto user_numbers = elements_of<std::uint32_t>(users);
  const auto item_numbers = elements_of<std::uint32_t>(items);
  const EventColumns events{user_numbers, item_numbers, user_count.as<std::uint32_t>(),
                            item_count.as<std::uint32_t>()};
  const auto most = per_user.isUndefined() ? std::nullopt : std::optional(whole(per_user));
  const std::vector<std::uint32_t> counts = bound_contributions(events, most, randomness());
  return Object().with("counts", typed_array(counts));
}

/// { weights }, a Float64Array: the weight of each item, each user split evenly over the user's rows.
/// `items`: numbered in an order of the items.
val spread_events(const val& users, const val& items, const val& item_count) {
  const CountedRows rows{elements_of<std::uint32_t>(users), elements_of<std::uint32_t>(items)};
  const auto weights = spread_weights(rows, item_count.as<std::uint32_t>(), kUserWeight);
  return Object().with("weights", typed_array(std::vector<double>(weights.begin(), weights.end())));
}

/// Rejects an invalid `perUser` before rows are read.
val check_per_user(const val& per_user) {
  check_count("perUser", whole(per_user), 1, kMaxPerUser);
  return val::undefined();
}

EMSCRIPTEN_BINDINGS(top_k_contributions) {
  bind<&bound_events>("boundEvents");
  bind<&spread_events>("spreadEvents");
  bind<&check_per_user>("checkPerUser");
}

}  // namespace
}  // namespace logstar::bindings
