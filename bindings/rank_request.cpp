#include "bindings/rank_request.hpp"

#include <string>

#include "bindings/border.hpp"
#include "bindings/domains.hpp"
#include "bindings/interior_parameters.hpp"
#include "logstar/interior_point/rank/quantile_fraction.hpp"
#include "logstar/support/checks.hpp"
#include "logstar/support/errors.hpp"

namespace logstar::bindings {

RankTask rank_task_of(const val& request) {
  RankTask task;
  const val rank = request["rank"];
  if (!rank.isUndefined()) task.rank = nearest_fraction("q", rank.as<double>());
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
  if (const auto algorithm = algorithm_named(name)) return *algorithm;
  throw OutOfRange("algorithm", "one that there is", name);
}

val facts_of(InteriorAlgorithm algorithm, const RankTask& task, const RankDraw& draw) {
  const auto number = [](const auto& optional) {
    return optional ? val(static_cast<double>(*optional)) : val::undefined();
  };
  val facts = Object()
                  .with("algorithm", std::string(name_of(algorithm)))
                  .with("parameters", parameters_of(draw))
                  .with("windowSize", static_cast<double>(draw.window))
                  .with("rankError", number(draw.rank_error))
                  .with("leastRecords", static_cast<double>(draw.least_records))
                  .with("mostRecords", number(draw.most_records))
                  .with("insideFrom", number(draw.inside_from));
  if (task.rank) {
    facts.set("rank",
              std::to_string(task.rank->numerator) + "/" + std::to_string(task.rank->denominator));
  }
  return facts;
}

val drawn_value(InteriorAlgorithm algorithm, const RankTask& task, const RankDraw& draw,
                const std::optional<WideKey>& key, const val& request) {
  val result = Object().with("facts", facts_of(algorithm, task, draw));
  if (key) result.set("drawn", value_of(*key, request["domain"]));
  return result;
}

}  // namespace logstar::bindings
