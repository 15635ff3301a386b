// Learned points for JavaScript.
#include <emscripten/bind.h>

#include <string>
#include <vector>

#include "bindings/border.hpp"
#include "bindings/entropy.hpp"
#include "logstar/learning/point.hpp"
#include "logstar/support/checks.hpp"

namespace logstar::bindings {
namespace {

Loss loss_of(const val& request) {
  return {request["epsilon"].as<double>(), request["delta"].as<double>()};
}

double beta_of(const val& request) {
  const double confidence = request["confidence"].as<double>();
  check_probability("confidence", confidence);
  return 1 - confidence;
}

std::vector<std::int64_t> whole_numbers(const val& counts) {
  std::vector<double> numbers(counts["length"].as<std::size_t>());
  val(emscripten::typed_memory_view(numbers.size(), numbers.data())).call<void>("set", counts);
  return {numbers.begin(), numbers.end()};
}

PointParameters point_parameters(const val& request) {
  const bool gap = request["algorithm"].as<std::string>() == "gap";
  return calibrate_point(gap ? PointAlgorithm::gap_test : PointAlgorithm::stable_choice,
                         loss_of(request), neighbors_of(request), beta_of(request));
}

val point_plan(val request) {
  return Object().with("errors", static_cast<double>(point_parameters(request).errors));
}

/// { index }, -1 for nothing.
val draw_point_of(val ones, val request) {
  const auto parameters = point_parameters(request);
  const auto found = learn_point(whole_numbers(ones), parameters, randomness());
  return Object().with("index", found ? static_cast<double>(*found) : -1.0);
}

EMSCRIPTEN_BINDINGS(learned_points) {
  bind<&point_plan>("pointPlan");
  bind<&draw_point_of>("drawPoint");
}

}  // namespace
}  // namespace logstar::bindings
