// Slice sessions over rows for JavaScript, which has the rows and their keys: here they are places.
#include <cstdint>
#include <memory>
#include <numeric>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "bindings/held.hpp"
#include "bindings/release.hpp"
#include "logstar/interior_point/slices/row_slices_release.hpp"

namespace logstar::bindings {
namespace {

using RowPlace = std::uint32_t;
using RowSession = std::unique_ptr<RowSlices<RowPlace>>;

std::vector<RowPlace> row_places(const val& count) {
  std::vector<RowPlace> all(count.as<std::size_t>());
  std::iota(all.begin(), all.end(), 0);
  return all;
}

struct RowSlicesBinding {
  using Mechanism = RowSlicesRelease<std::uint32_t>;

  /// count: the number of rows.
  static std::vector<RowPlace> data_of(const val& count, const val&) { return row_places(count); }

  static val value_of(RowSession session, const val&) {
    return held<RowSession>().keep(std::move(session));
  }

  /// { count, left, cut, sessions } as saved. The accounts of slices are JavaScript's.
  static SavedRowSlices<RowPlace> state_of(const val& saved) {
    RowSlicesState state;
    for (const std::uint64_t place : wholes_of<std::uint64_t>(property(saved, "left"))) {
      check_count("left", place, 0, UINT32_MAX);
      state.left.push_back(static_cast<RowPlace>(place));
    }
    state.cut =
        static_cast<std::uint32_t>(static_cast<std::uint64_t>(number_property(saved, "cut")));
    state.sessions =
        static_cast<std::uint32_t>(static_cast<std::uint64_t>(number_property(saved, "sessions")));
    return {row_places(property(saved, "count")), std::move(state)};
  }
};

/// A new Uint32Array.
val array_of_places(std::span<const RowPlace> found) {
  const val view(emscripten::typed_memory_view(found.size(), found.data()));
  return val::global("Uint32Array").new_(view);
}

/// keys: a Float64Array, one for each row that is left, in their order; NaN: none. { slice, places }
val take_row_slices(int id, const val& length, const val& keys, const val& from_high) {
  RowSlices<RowPlace>& session = *held<RowSession>().at(id);
  const auto all = elements_of<double>(keys);
  // A function that gives a key may cut a slice itself.
  check_count("keys", all.size(), session.left(), session.left());
  // A cut asks for the key of each row that is left once, in their order.
  std::size_t asked = 0;
  const auto by = [&](RowPlace) { return std::optional(all.at(asked++)); };
  session.take(whole(length), by, from_high.as<bool>() ? SliceEnd::high : SliceEnd::low);
  const std::size_t slice = session.size() - 1;
  return Object().with("slice", slice).with("places", array_of_places(session.places(slice)));
}

val check_open_row_slices(int id) {
  held<RowSession>().at(id)->check_open();
  return val::undefined();
}

val restart_row_slices(int id) {
  held<RowSession>().at(id)->restart();
  return val::undefined();
}

/// { left, cut, sessions }: JavaScript keeps the rest.
val row_slices_state(int id) {
  const RowSlicesState state = held<RowSession>().at(id)->state();
  return Object()
      .with("left", array_of_places(state.left))
      .with("cut", state.cut)
      .with("sessions", state.sessions);
}

val dispose_row_slices(int id) {
  held<RowSession>().dispose(id);
  return val::undefined();
}

}  // namespace

EMSCRIPTEN_BINDINGS(row_slices) {
  bind_release<RowSlicesBinding>("RowSlices");
  bind<&take_row_slices>("takeRowSlices");
  bind<&check_open_row_slices>("checkOpenRowSlices");
  bind<&restart_row_slices>("restartRowSlices");
  bind<&row_slices_state>("stateRowSlices");
  bind_resume<RowSlicesBinding>("RowSlices");
  bind<&dispose_row_slices>("disposeRowSlices");
}

}  // namespace logstar::bindings
