// Slice sessions over one ordered column for JavaScript, which holds them by number.
#include <memory>
#include <utility>

#include "bindings/domains.hpp"
#include "bindings/held.hpp"
#include "bindings/release.hpp"
#include "logstar/interior_point/column_slices.hpp"
#include "logstar/support/sizes.hpp"

namespace logstar::bindings {
namespace {

using Session = std::unique_ptr<ColumnSlices>;

struct SliceSessionBinding {
  using Mechanism = ColumnSlicesRelease;

  static KeyArray data_of(const val& column, const val& request) {
    return keys_of_column(column, request);
  }

  static val value_of(Session session, const val&) {
    return held<Session>().keep(std::move(session));
  }
};

/// { slice }: its number.
val take_slice_session(int id, const val& length, const val& from_high) {
  const std::size_t records = saturated_size(whole(length));
  return Object().with("slice", held<Session>().at(id)->take(records, from_high.as<bool>()));
}

/// { drawn, claim } as of drawRank. The algorithm's loss must be within the declared loss.
val compute_slice_session(int id, const val& slice, const val& request) {
  const auto released =
      held<Session>().at(id)->compute(slice.as<std::size_t>(), read_task<RankTask>(request));
  return with_claim(value_if_found(released.answer, property(request, "domain")), released.claim);
}

val dispose_slice_session(int id) {
  held<Session>().dispose(id);
  return val::undefined();
}

}  // namespace

EMSCRIPTEN_BINDINGS(slices) {
  bind_release<SliceSessionBinding>("SliceSession");
  bind<&take_slice_session>("takeSliceSession");
  bind<&compute_slice_session>("computeSliceSession");
  bind<&dispose_slice_session>("disposeSliceSession");
}

}  // namespace logstar::bindings
