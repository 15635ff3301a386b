#include "bindings/ranks/rank_request.hpp"

#include <string>

#include "bindings/border.hpp"
#include "bindings/domains.hpp"
#include "logstar/interior_point/rank/quantile_fraction.hpp"
#include "logstar/support/errors.hpp"

namespace logstar::bindings {

RankTask rank_task_of(const val& request) {
  RankTask task;
  const val quantile = request["quantile"];
  if (!quantile.isUndefined()) task.quantile = nearest_fraction("q", quantile.as<double>());
  const KeySpace space = key_space_of(request["domain"]);
  task.bits = space.bits;
  task.domain = space.keys;
  task.loss = loss_of(request);
  task.neighbors = neighbors_of(request);
  task.confidence = request["confidence"].as<double>();
  const val size = request["size"];
  if (!size.isUndefined()) task.size = whole(size);
  const auto name = request["algorithm"].as<std::string>();
  task.algorithm = algorithm_named(name);
  if (!task.algorithm && name != "auto") throw OutOfRange("algorithm", "one that there is", name);
  return task;
}

val rank_answer(const std::optional<WideKey>& key, const val& request) {
  return key ? value_of(*key, request["domain"]) : val::undefined();
}

}  // namespace logstar::bindings
