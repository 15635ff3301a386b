// Contribution bounding for JavaScript, which numbers users and items.
#include <emscripten/bind.h>

#include "bindings/border.hpp"
#include "bindings/entropy.hpp"
#include "bindings/top_k_request.hpp"
#include "logstar/top_k/contributions.hpp"

namespace logstar::bindings {
namespace {

/// A Uint32Array, copied once.
std::vector<std::uint32_t> numbers_of(const val& column) {
  std::vector<std::uint32_t> numbers(column["length"].as<std::size_t>());
  val(emscripten::typed_memory_view(numbers.size(), numbers.data())).call<void>("set", column);
  return numbers;
}

/// { counts }, a Uint32Array of its own. `request`: { userCount, itemCount, perUser }.
val bound_events(val users, val items, val request) {
  const std::vector<std::uint32_t> user_numbers = numbers_of(users);
  const std::vector<std::uint32_t> item_numbers = numbers_of(items);
  const EventColumns events{user_numbers, item_numbers, request["userCount"].as<std::uint32_t>(),
                            request["itemCount"].as<std::uint32_t>()};
  const val most = request["perUser"];
  const std::vector<std::uint32_t> counts = bound_contributions(
      events, most.isUndefined() ? std::nullopt : std::optional(whole(most)), randomness());
  const val view(emscripten::typed_memory_view(counts.size(), counts.data()));
  return Object().with("counts", view.call<val>("slice"));
}

EMSCRIPTEN_BINDINGS(top_k_contributions) { bind<&bound_events>("boundEvents"); }

}  // namespace
}  // namespace logstar::bindings
