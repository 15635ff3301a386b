// Contribution bounding for JavaScript, which numbers users and items.
#include <emscripten/bind.h>

#include <cstdint>
#include <vector>

#include "bindings/border.hpp"
// Which of a user's items are kept is drawn, but nothing of it comes out: it is no release, has no loss
// and no claim, and what is drawn from the histogram is charged for itself.
#include "bindings/entropy.hpp"
#include "bindings/top_k/request.hpp"
#include "logstar/support/checks.hpp"
#include "logstar/top_k/calibration.hpp"
#include "logstar/top_k/contributions.hpp"

namespace logstar::bindings {
namespace {

/// { counts }, a Uint32Array of its own. `request`: { userCount, itemCount, perUser }.
val bound_events(val users, val items, val request) {
  const auto user_numbers = elements_of<std::uint32_t>(users);
  const auto item_numbers = elements_of<std::uint32_t>(items);
  const EventColumns events{user_numbers, item_numbers, request["userCount"].as<std::uint32_t>(),
                            request["itemCount"].as<std::uint32_t>()};
  const std::vector<std::uint32_t> counts =
      bound_contributions(events, per_user_of(request), randomness());
  const val view(emscripten::typed_memory_view(counts.size(), counts.data()));
  return Object().with("counts", view.call<val>("slice"));
}

/// Refuses a number that is none before rows are read.
val check_per_user(val per_user) {
  check_count("perUser", whole(per_user), 1, kMostPerUser);
  return val::undefined();
}

EMSCRIPTEN_BINDINGS(top_k_contributions) {
  bind<&bound_events>("boundEvents");
  bind<&check_per_user>("checkPerUser");
}

}  // namespace
}  // namespace logstar::bindings
