#include "bindings/top_k/request.hpp"

#include <string>

#include "logstar/support/checks.hpp"
#include "logstar/support/errors.hpp"

namespace logstar::bindings {
namespace {

/// Nothing for "auto".
std::optional<TopKVariant> variant_of(const val& request) {
  const auto name = request["variant"].as<std::string>();
  for (const TopKVariant variant :
       {TopKVariant::limited_domain, TopKVariant::strict, TopKVariant::optimised_threshold,
        TopKVariant::laplace, TopKVariant::fixed_threshold}) {
    if (name_of(variant) == name) return variant;
  }
  if (name != "auto") throw OutOfRange("variant", "one that there is", name);
  return std::nullopt;
}

template <typename Number>
val array_of(const std::vector<Number>& numbers) {
  return val::array(std::vector<double>(numbers.begin(), numbers.end()));
}

}  // namespace

TopKTask task_of(const val& request) {
  TopKTask task;
  task.k = whole(request["k"]);
  task.kbar = whole(request["kBar"]);
  task.per_user = per_user_of(request);
  task.total = loss_of(request);
  task.neighbors = neighbors_of(request);
  task.variant = variant_of(request);
  const double share = request["countShare"].as<double>();
  check_probability("countShare", share);  // whether counts are asked for or not
  if (request["counts"].as<bool>()) task.count_share = share;
  return task;
}

Protects user_or_record(const val& request) {
  const val protects = request["protects"];
  const bool is_records = !protects.isUndefined() && protects.as<std::string>() == "records";
  return is_records ? Protects::records : Protects::users;
}

val value_of_ranked(const TopKResult& result) {
  return Object()
      .with("items", array_of(result.items))
      .with("noisyCounts", array_of(result.noisy_counts))
      .with("complete", result.complete);
}

}  // namespace logstar::bindings
