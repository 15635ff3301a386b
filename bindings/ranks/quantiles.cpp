// Several quantiles at once for JavaScript.
#include <emscripten/bind.h>

#include <cstdint>
#include <string>
#include <vector>

#include "bindings/domains.hpp"
#include "bindings/release.hpp"
#include "logstar/interior_point/quantiles_release.hpp"
#include "logstar/support/errors.hpp"

namespace logstar::bindings {
namespace {

/// The domain is one of numbers of at most 64 bits.
struct QuantilesBinding {
  using Mechanism = QuantilesRelease;

  static QuantilesTask task_of(const val& request) {
    QuantilesTask task;
    const val qs = request["qs"];
    const auto size = qs["length"].as<std::size_t>();
    for (std::size_t i = 0; i < size; ++i) {
      task.taus.push_back(nearest_fraction("qs", qs[i].as<double>()));
    }
    task.domain = key_space_of(request["domain"]).narrow();
    task.loss = {request["epsilon"].as<double>(), request["delta"].as<double>()};
    task.neighbors = neighbors_of(request);
    task.confidence = request["confidence"].as<double>();
    const auto name = request["algorithm"].as<std::string>();
    task.algorithm = quantiles_algorithm_named(name);
    if (!task.algorithm && name != "auto") throw OutOfRange("algorithm", "one that there is", name);
    return task;
  }

  static std::vector<std::uint64_t> data_of(const val& column, const val& request) {
    return keys_of_column(column, request).words();
  }

  static val value_of(const std::vector<std::uint64_t>& keys, const val& request) {
    return values_of(keys, request["domain"]);
  }
};

EMSCRIPTEN_BINDINGS(quantiles) { bind_release<QuantilesBinding>("Quantiles"); }

}  // namespace
}  // namespace logstar::bindings
