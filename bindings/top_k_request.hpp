// How JavaScript describes a top-k task, for the functions that answer one.
#pragma once

#include <string>
#include <vector>

#include "bindings/border.hpp"
#include "logstar/top_k/calibration.hpp"

namespace logstar::bindings {

inline std::uint64_t whole(const val& number) {
  return static_cast<std::uint64_t>(number.as<double>());  // web/ has checked that it is whole
}

/// Nothing for "auto".
inline std::optional<TopKVariant> variant_of(const val& request) {
  const auto name = request["variant"].as<std::string>();
  for (const TopKVariant variant :
       {TopKVariant::limited_domain, TopKVariant::strict, TopKVariant::optimised_threshold,
        TopKVariant::laplace, TopKVariant::fixed_threshold}) {
    if (describe(variant) == name) return variant;
  }
  return std::nullopt;
}

inline TopKTask task_of(const val& request) {
  TopKTask task;
  task.k = whole(request["k"]);
  task.kbar = whole(request["kBar"]);
  if (!request["perUser"].isUndefined()) task.per_user = whole(request["perUser"]);
  task.total = {request["epsilon"].as<double>(), request["delta"].as<double>()};
  task.neighbors = neighbors_of(request);
  task.variant = variant_of(request);
  task.count_share = request["countShare"].as<double>();
  const val composition = request["composition"];
  if (!composition.isUndefined()) {
    task.composition = composition_bound_named(composition.as<std::string>());
  }
  return task;
}

/// A Float64Array of whole numbers, from high to low.
inline std::vector<std::int64_t> row_counts(const val& counts) {
  std::vector<double> numbers(counts["length"].as<std::size_t>());
  val(emscripten::typed_memory_view(numbers.size(), numbers.data())).call<void>("set", counts);
  return {numbers.begin(), numbers.end()};
}

template <typename Number>
val array_of(const std::vector<Number>& numbers) {
  val array = val::array();
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    array.set(i, static_cast<double>(numbers[i]));
  }
  return array;
}

}  // namespace logstar::bindings
