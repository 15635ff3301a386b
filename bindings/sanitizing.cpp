// Noisy histograms and distributions for JavaScript.
#include <emscripten/bind.h>

#include <string>
#include <utility>

#include "bindings/border.hpp"
#include "bindings/domains.hpp"
#include "bindings/entropy.hpp"
#include "logstar/sanitizing/distribution.hpp"
#include "logstar/sanitizing/san_points.hpp"
#include "logstar/sanitizing/stable_histogram.hpp"
#include "logstar/support/checks.hpp"
#include "logstar/support/errors.hpp"

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

bool by_rounds(const val& request) { return request["method"].as<std::string>() != "stable"; }

SanPointsParameters rounds_of(const val& request) {
  const bool printed = request["method"].as<std::string>() == "paper";
  return calibrate_san_points(printed ? SanPointsCalibration::paper : SanPointsCalibration::tight,
                              request["accuracy"].as<double>(), loss_of(request),
                              neighbors_of(request), beta_of(request));
}

/// { bound } of the error of so many items at once; of rounds only how many there are.
val points_plan(val request) {
  const double beta = beta_of(request);
  if (by_rounds(request)) {
    const auto parameters = rounds_of(request);
    return Object()
        .with("rounds", static_cast<double>(parameters.rounds))
        .with("noiseEpsilon", parameters.noise_epsilon);
  }
  const auto parameters = calibrate_stable_histogram(loss_of(request), neighbors_of(request));
  const auto items = static_cast<std::uint64_t>(request["items"].as<double>());
  return Object()
      .with("threshold", static_cast<double>(parameters.threshold))
      .with("noiseEpsilon", parameters.noise_epsilon)
      .with("bound", static_cast<double>(stable_histogram_error(parameters, beta, items)));
}

/// { indices, counts }
val draw_points(val counts, val request) {
  const auto whole = whole_numbers(counts);
  const auto points =
      by_rounds(request)
          ? san_points(whole, rounds_of(request), randomness())
          : stable_histogram(whole,
                             calibrate_stable_histogram(loss_of(request), neighbors_of(request)),
                             randomness());
  val indices = val::array();
  val noisy = val::array();
  for (const NoisyPoint& point : points) {
    indices.call<void>("push", static_cast<double>(point.index));
    noisy.call<void>("push", static_cast<double>(point.count));
  }
  return Object().with("indices", indices).with("counts", noisy);
}

DistributionParameters distribution_of(const val& request) {
  return calibrate_distribution(static_cast<std::uint32_t>(request["points"].as<double>()),
                                narrow_key_space_of(request["domain"]).size(),
                                request["epsilon"].as<double>(), neighbors_of(request),
                                request["confidence"].as<double>());
}

val distribution_plan(val request) {
  const auto parameters = distribution_of(request);
  return Object()
      .with("rankError", parameters.rank_error)
      .with("mostEqual", static_cast<double>(parameters.most_equal))
      .with("levels", parameters.quantiles.levels);
}

/// An array of values as value_of gives them.
val draw_distribution(val column, val request) {
  const auto parameters = distribution_of(request);
  const KeySpace space = narrow_key_space_of(request["domain"]);
  const KeyInterval keys = space.narrow();
  val values = val::array();
  for (const std::uint64_t key : sanitize_distribution(keys_of_column(column, request).words(),
                                                       keys, parameters, randomness())) {
    values.call<void>("push", value_of({key}, request["domain"]));
  }
  return values;
}

EMSCRIPTEN_BINDINGS(sanitizing) {
  bind<&points_plan>("pointsPlan");
  bind<&draw_points>("drawPoints");
  bind<&distribution_plan>("distributionPlan");
  bind<&draw_distribution>("drawDistribution");
}

}  // namespace
}  // namespace logstar::bindings
