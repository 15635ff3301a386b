// The small mechanisms for JavaScript: a noisy count, and a choice from a list.
#include <emscripten/bind.h>

#include "bindings/border.hpp"
#include "bindings/entropy.hpp"
#include "logstar/selection/exponential.hpp"
#include "logstar/selection/laplace_count.hpp"
#include "logstar/selection/permute_and_flip.hpp"
#include "logstar/selection/stable_choice.hpp"
#include "logstar/support/checks.hpp"

namespace logstar::bindings {
namespace {

Rational rate_of(const val& request) {
  return calibrate_laplace_count(request["epsilon"].as<double>(),
                                 static_cast<std::uint64_t>(request["perUser"].as<double>()));
}

val count_plan(val request) {
  const auto error = laplace_count_error(rate_of(request), request["confidence"].as<double>());
  return Object().with("bound", static_cast<double>(error));
}

val draw_count(val count, val request) {
  const auto exact = static_cast<std::int64_t>(count.as<double>());
  return Object().with("count",
                       static_cast<double>(laplace_count(exact, rate_of(request), randomness())));
}

double draw_epsilon_of(const val& request) {
  return calibrate_exponential_choice(
      request["epsilon"].as<double>(),
      request["monotone"].as<bool>() ? ScoreMoves::one_way : ScoreMoves::both_ways,
      neighbors_of(request));
}

StableChoiceParameters stable_of(const val& request) {
  return calibrate_stable_choice({request["epsilon"].as<double>(), request["delta"].as<double>()},
                                 static_cast<std::uint64_t>(request["growth"].as<double>()),
                                 neighbors_of(request));
}

/// How far the chosen one may fall short of the best; for stable choice, which best score is surely
/// answered.
val choice_plan(val request) {
  const double confidence = request["confidence"].as<double>();
  check_probability("confidence", confidence);
  const double beta = 1 - confidence;
  if (request["method"].as<std::string>() == "stable") {
    const auto least = stable_choice_least_score(stable_of(request), beta);
    return Object().with("bound", static_cast<double>(least));
  }
  const Natural candidates = static_cast<std::uint64_t>(request["candidates"].as<double>());
  return Object().with("bound",
                       exponential_choice_shortfall(candidates, draw_epsilon_of(request), beta));
}

/// { index }, -1 for bottom. `scores`: a Float64Array of whole numbers.
val draw_choice(val scores, val request) {
  std::vector<double> numbers(scores["length"].as<std::size_t>());
  val(emscripten::typed_memory_view(numbers.size(), numbers.data())).call<void>("set", scores);
  const std::vector<std::int64_t> whole(numbers.begin(), numbers.end());
  const auto method = request["method"].as<std::string>();
  if (method == "stable") {
    // A score below 1 is no candidate: a value nobody has must not be named.
    std::vector<CandidateRun> runs;
    for (const std::int64_t score : whole) runs.push_back({score, score >= 1 ? 1 : 0});
    RunList list(runs);
    const auto chosen = stable_choice(list, stable_of(request), randomness());
    return Object().with("index", chosen ? static_cast<double>(*chosen) : -1.0);
  }
  const double epsilon = draw_epsilon_of(request);
  const std::size_t index = method == "permute-and-flip"
                                ? permute_and_flip(whole, epsilon, randomness())
                                : exponential_choice(whole, epsilon, randomness());
  return Object().with("index", static_cast<double>(index));
}

EMSCRIPTEN_BINDINGS(selection) {
  bind<&count_plan>("countPlan");
  bind<&draw_count>("drawCount");
  bind<&choice_plan>("choicePlan");
  bind<&draw_choice>("drawChoice");
}

}  // namespace
}  // namespace logstar::bindings
