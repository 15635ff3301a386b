// Quasi-concave optimisation for JavaScript.
//
// A request has `algorithm`, `size` (the number of points, as words), `words` (how many 64-bit
// words each number has, the most significant first), `oneWay`, `epsilon`, `delta`, `neighbors` and
// `confidence`.
#include <emscripten/bind.h>

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "bindings/border.hpp"
#include "bindings/domains.hpp"
#include "bindings/entropy.hpp"
#include "logstar/interior_point/quasi_concave_max.hpp"
#include "logstar/support/checks.hpp"
#include "logstar/support/columns.hpp"
#include "logstar/support/errors.hpp"

namespace logstar::bindings {
namespace {

struct Named {
  QuasiConcaveAlgorithm algorithm;
  const char* name;
};

constexpr Named kAlgorithms[] = {{QuasiConcaveAlgorithm::exponential, "exponential"},
                                 {QuasiConcaveAlgorithm::rec_concave, "rec-concave"},
                                 {QuasiConcaveAlgorithm::tree_log, "tree-log"}};

QuasiConcaveRequest request_of(const val& request) {
  QuasiConcaveRequest task;
  task.size = natural_of(integer_words(request["size"]));
  task.moves = request["oneWay"].as<bool>() ? ScoreMoves::one_way : ScoreMoves::both_ways;
  task.neighbors = neighbors_of(request);
  task.loss = {request["epsilon"].as<double>(), request["delta"].as<double>()};
  const double confidence = request["confidence"].as<double>();
  check_probability("confidence", confidence);
  check_delta_or_zero("delta", task.loss.delta);
  task.beta = 1 - confidence;
  return task;
}

struct Calibrated {
  const char* name;
  QuasiConcaveParameters parameters;
};

/// "auto": the one with the least error, by public numbers alone.
Calibrated calibrated(const val& request) {
  const QuasiConcaveRequest task = request_of(request);
  const auto asked = request["algorithm"].as<std::string>();
  std::optional<Calibrated> best;
  for (const auto& [algorithm, name] : kAlgorithms) {
    if (asked != "auto" && asked != name) continue;
    const bool pure = algorithm == QuasiConcaveAlgorithm::exponential;
    if (asked == "auto" && !pure && task.loss.delta == 0) continue;
    Calibrated found{name, calibrate_quasi_concave(algorithm, task)};
    if (!best || found.parameters.error < best->parameters.error) best = found;
  }
  if (!best) throw OutOfRange("algorithm", "one that there is", asked);
  return *best;
}

val facts_of(const Calibrated& chosen) {
  return Object()
      .with("algorithm", std::string(chosen.name))
      .with("below", static_cast<double>(chosen.parameters.error));
}

val quasi_concave_plan(val request) { return facts_of(calibrated(request)); }

/// { facts, drawn: { digits } }, without drawn if nothing was found. `widths`: of the runs, `words`
/// words each; `qualities`: a Float64Array of whole numbers.
val draw_quasi_concave(val widths, val qualities, val request) {
  const Calibrated chosen = calibrated(request);
  const auto words = request["words"].as<std::size_t>();
  const std::vector<std::uint64_t> numbers = integer_words(widths);
  std::vector<double> heights(qualities["length"].as<std::size_t>());
  val(emscripten::typed_memory_view(heights.size(), heights.data())).call<void>("set", qualities);
  check_as_many("widths", numbers.size(), "words of all qualities", heights.size() * words);
  Quality quality;
  for (std::size_t i = 0; i < heights.size(); ++i) {
    const auto width = std::span<const std::uint64_t>(numbers).subspan(i * words, words);
    quality.push_back({natural_of(width), static_cast<std::int64_t>(heights[i])});
  }
  const auto point = quasi_concave_max(quality, chosen.parameters, randomness());
  val result = Object().with("facts", facts_of(chosen));
  if (!point) return result;
  const auto bits = static_cast<std::uint32_t>(64 * words);
  const val domain = Object().with("type", std::string("bigIntegers")).with("bits", bits);
  result.set("drawn", value_of(key_of(*point, bits), domain));
  return result;
}

EMSCRIPTEN_BINDINGS(quasi_concave) {
  bind<&quasi_concave_plan>("quasiConcavePlan");
  bind<&draw_quasi_concave>("drawQuasiConcave");
}

}  // namespace
}  // namespace logstar::bindings
