// Contribution bounding for JavaScript, which numbers users and items.
#include <emscripten/bind.h>

#include <cstdint>
#include <vector>

#include "bindings/border.hpp"
// Which of a user's items are kept is drawn, but nothing of it comes out: it is no release, has no loss
// and no claim, and what is drawn from the histogram is charged for itself.
#include "bindings/entropy.hpp"
#include "bindings/top_k/request.hpp"
#include "logstar/top_k/contributions.hpp"

namespace logstar::bindings {
namespace {

/// A Uint32Array, copied once.
std::vector<std::uint32_t> ids_of(const val& column) {
  std::vector<std::uint32_t> numbers(column["length"].as<std::size_t>());
  val(emscripten::typed_memory_view(numbers.size(), numbers.data())).call<void>("set", column);
  return numbers;
}

/// { counts }, a Uint32Array of its own. `request`: { userCount, itemCount, perUser }.
val bound_events(val users, val items, val request) {
  const std::vector<std::uint32_t> user_numbers = ids_of(users);
  const std::vector<std::uint32_t> item_numbers = ids_of(items);
  const EventColumns events{user_numbers, item_numbers, request["userCount"].as<std::uint32_t>(),
                            request["itemCount"].as<std::uint32_t>()};
  const std::vector<std::uint32_t> counts =
      bound_contributions(events, per_user_of(request), randomness());
  const val view(emscripten::typed_memory_view(counts.size(), counts.data()));
  return Object().with("counts", view.call<val>("slice"));
}

EMSCRIPTEN_BINDINGS(top_k_contributions) { bind<&bound_events>("boundEvents"); }

}  // namespace
}  // namespace logstar::bindings
