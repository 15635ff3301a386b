// Interior points, medians and quantiles for JavaScript.
#include "bindings/domains.hpp"
#include "bindings/release.hpp"
#include "logstar/interior_point/rank_release.hpp"

namespace logstar::bindings {
namespace {

struct RankBinding {
  using Mechanism = RankRelease;
  static KeyColumn data_of(const val& column, const val& request) {
    return key_column_of(column, request);
  }
  static val value_of(const std::optional<WideKey>& key, const val& request) {
    return value_if_found(key, property(request, "domain"));
  }
};

/// Lets `outside: "throw"` refuse before anything is drawn.
val check_inside(const val& column, const val& request) {
  keys_of_column(column, request);
  return val::undefined();
}

EMSCRIPTEN_BINDINGS(rank) {
  bind_release<RankBinding>("Rank");
  bind<&check_inside>("checkInside");
}

}  // namespace
}  // namespace logstar::bindings
