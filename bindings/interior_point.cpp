// Interior points, medians and quantiles for JavaScript.
#include <emscripten/bind.h>

#include "bindings/border.hpp"
#include "bindings/domains.hpp"
#include "bindings/entropy.hpp"
#include "bindings/rank_request.hpp"

namespace logstar::bindings {
namespace {

val rank_plan(val request) {
  const RankTask task = rank_task_of(request);
  const InteriorAlgorithm algorithm = algorithm_of(request, task);
  return facts_of(algorithm, task, calibrate_rank_draw(algorithm, task));
}

/// Lets `outside: "throw"` refuse before a ledger is charged.
val check_inside(val column, val request) {
  keys_of_column(column, request);
  return val::undefined();
}

/// { facts, drawn }, without drawn if nothing was found.
val draw_from_column(val column, val request) {
  const RankTask task = rank_task_of(request);
  const InteriorAlgorithm algorithm = algorithm_of(request, task);
  const RankDraw draw = calibrate_rank_draw(algorithm, task);
  const auto key = draw_rank(draw, task, keys_of_column(column, request), randomness());
  return drawn_value(algorithm, task, draw, key, request);
}

EMSCRIPTEN_BINDINGS(interior_point) {
  bind<&rank_plan>("rankPlan");
  bind<&check_inside>("checkInside");
  bind<&draw_from_column>("drawRank");
}

}  // namespace
}  // namespace logstar::bindings
