// Interior points, medians and quantiles for JavaScript.
#include <emscripten/bind.h>

#include "bindings/domains.hpp"
#include "bindings/ranks/rank_request.hpp"
#include "bindings/release.hpp"
#include "logstar/interior_point/rank_release.hpp"

namespace logstar::bindings {
namespace {

struct RankBinding {
  using Mechanism = RankRelease;
  static RankTask task_of(const val& request) { return rank_task_of(request); }
  static KeyArray data_of(const val& column, const val& request) {
    return keys_of_column(column, request);
  }
  static val value_of(const std::optional<WideKey>& key, const val& request) {
    return rank_answer(key, request);
  }
};

/// Lets `outside: "throw"` refuse before anything is drawn.
val check_inside(val column, val request) {
  keys_of_column(column, request);
  return val::undefined();
}

EMSCRIPTEN_BINDINGS(rank) {
  bind_release<RankBinding>("Rank");
  bind<&check_inside>("checkInside");
}

}  // namespace
}  // namespace logstar::bindings
