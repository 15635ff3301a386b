// Interior points, medians and quantiles for JavaScript.
//
// A request has `algorithm` ("auto" or a name of the planner's), `domain`, `epsilon`, `delta`,
// `neighbors`, `confidence`, and may have `rank` (1/2 for the median; without it any interior point
// is wanted) and `size`.
#include <emscripten/bind.h>

#include <string>

#include "bindings/border.hpp"
#include "bindings/domains.hpp"
#include "bindings/entropy.hpp"
#include "bindings/interior_parameters.hpp"
#include "interior_point/rank_draw.hpp"
#include "support/checks.hpp"
#include "support/errors.hpp"

namespace logstar::bindings {
namespace {

constexpr InteriorAlgorithm kAlgorithms[] = {
    InteriorAlgorithm::exponential, InteriorAlgorithm::prefix, InteriorAlgorithm::rec_concave,
    InteriorAlgorithm::tree_log, InteriorAlgorithm::heavy_paths};

RankTask task_of(const val& request) {
  RankTask task;
  const val rank = request["rank"];
  if (!rank.isUndefined()) task.rank = nearest_fraction(rank.as<double>());
  const KeySpace space = key_space_of(request["domain"]);
  task.bits = space.bits;
  task.domain = space.keys;
  task.loss = {request["epsilon"].as<double>(), request["delta"].as<double>()};
  check_delta_or_zero("delta", task.loss.delta);
  task.neighbors = neighbors_of(request);
  task.confidence = request["confidence"].as<double>();
  const val size = request["size"];
  if (!size.isUndefined()) task.size = static_cast<std::uint64_t>(size.as<double>());
  return task;
}

InteriorAlgorithm algorithm_of(const val& request, const RankTask& task) {
  const auto name = request["algorithm"].as<std::string>();
  if (name == "auto") return best_algorithm(task);
  for (const InteriorAlgorithm algorithm : kAlgorithms) {
    if (name == name_of(algorithm)) return algorithm;
  }
  throw OutOfRange("algorithm", "one that there is", name);
}

/// What is public about a draw.
val facts_of(InteriorAlgorithm algorithm, const RankTask& task, const RankDraw& draw) {
  const auto number = [](const auto& optional) {
    return optional ? val(static_cast<double>(*optional)) : val::undefined();
  };
  val facts = Object()
                  .with("algorithm", std::string(name_of(algorithm)))
                  .with("parameters", parameters_of(draw))
                  .with("window", static_cast<double>(draw.window))
                  .with("rankError", number(draw.rank_error))
                  .with("leastRecords", static_cast<double>(draw.least_records))
                  .with("mostRecords", number(draw.most_records));
  if (task.rank) {
    facts.set("rank",
              std::to_string(task.rank->numerator) + "/" + std::to_string(task.rank->denominator));
  }
  return facts;
}

val rank_plan(val request) {
  const RankTask task = task_of(request);
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
  const RankTask task = task_of(request);
  const InteriorAlgorithm algorithm = algorithm_of(request, task);
  const RankDraw draw = calibrate_rank_draw(algorithm, task);
  const auto key = draw_rank(draw, task, keys_of_column(column, request), randomness());
  val result = Object().with("facts", facts_of(algorithm, task, draw));
  if (key) result.set("drawn", value_of(*key, request["domain"]));
  return result;
}

EMSCRIPTEN_BINDINGS(interior_point) {
  bind<&rank_plan>("rankPlan");
  bind<&check_inside>("checkInside");
  bind<&draw_from_column>("drawRank");
}

}  // namespace
}  // namespace logstar::bindings
