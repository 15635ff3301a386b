// Proper learning of points, and plans, for JavaScript.
#include <emscripten/bind.h>

#include <string>

#include "bindings/border.hpp"
#include "bindings/domains.hpp"
#include "bindings/entropy.hpp"
#include "bindings/learning_plans.hpp"
#include "logstar/learning/point.hpp"
#include "logstar/support/checks.hpp"

namespace logstar::bindings {
namespace {

double beta_of(const val& request) {
  const double confidence = request["confidence"].as<double>();
  check_probability("confidence", confidence);
  return 1 - confidence;
}

/// Refuses a domain that is too small for request.accuracy.
val check_proper(val domain, val request) {
  check_proper_point(key_space_of(domain).keys, request["accuracy"].as<double>(), beta_of(request));
  return Object();
}

/// A uniformly random value.
val random_value(val domain) {
  return value_of(random_key(key_space_of(domain).keys, randomness()), domain);
}

val point_plans(val request) {
  const auto plans =
      plan_point({request["epsilon"].as<double>(), request["delta"].as<double>()},
                 neighbors_of(request), beta_of(request), request["accuracy"].as<double>());
  return entries_of(plans, [](Object& entry, const PointPlan& plan) {
    const bool gap = plan.algorithm == PointAlgorithm::gap_test;
    entry.with("algorithm", std::string(gap ? "gap" : "stable"))
        .with("errors", static_cast<double>(plan.errors));
  });
}

EMSCRIPTEN_BINDINGS(learning_point) {
  bind<&check_proper>("checkProper");
  bind<&random_value>("randomValue");
  bind<&point_plans>("pointPlans");
}

}  // namespace
}  // namespace logstar::bindings
