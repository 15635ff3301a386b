#include "logstar/interior_point/quantiles_release.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string>
#include <utility>

#include "logstar/privacy/rounding.hpp"
#include "logstar/support/checks.hpp"
#include "logstar/support/errors.hpp"

namespace logstar {
namespace {

/// The error of the other algorithms from which on slices are chosen. The number of records is private, so it
/// may be above or below least_records. Below it slices lose nothing if the others' promises are uninformative
/// there. Otherwise the gain of slices above and their loss below are ratios of errors, and the gain must be
/// the larger.
double worse_than(const SlicedQuantiles& slices) {
  const double gained = slices.promise.rank_error;
  const double even = std::sqrt(gained * slices.fewer_error);
  return std::max(
      std::nextafter(gained, kInfinity),
      std::min(uninformative_error(slices.slices.quantiles, slices.least_records), even));
}

ErrorFigures figures_of(const QuantilesPromise& promise) {
  return {promise.rank_error, promise.usual};
}

SlicedQuantiles slices_or_refuse(const QuantilesTask& task) {
  if (task.taus.size() < 2) {
    reject("qs", "at least 2 for slices", std::to_string(task.taus.size()));
  }
  check_delta("delta", task.loss.delta);
  auto slices = calibrate_sliced_quantiles(task);
  if (!slices) {
    reject("epsilon", "large enough for slices that fit into memory", task.loss.epsilon);
  }
  return std::move(*slices);
}

QuantilesRelease::Plan least_promise(const QuantilesTask& task) {
  auto slices = calibrate_sliced_quantiles(task);
  if (!slices) return {calibrate_plain_quantiles(task)};
  const double worse = worse_than(*slices);
  PlainQuantiles plain = calibrate_plain_quantiles(task, worse);
  if (promise_of(plain).rank_error >= worse) return {std::move(*slices)};
  return {std::move(plain)};
}

/// Cut choice for each quantile is excluded: its usual error is never near the least (usual_error_test.cpp),
/// and it takes longest to calibrate.
QuantilesRelease::Plan usual_error(const QuantilesTask& task) {
  QuantilesTask by_name = task;
  by_name.algorithm = QuantilesAlgorithm::recursion;
  PlainQuantiles recursion = calibrate_plain_quantiles(by_name);
  if (guess_decides(task.choice, task.measure)) return {std::move(recursion)};
  std::optional<SeparateQuantiles> separate = calibrate_exponential_quantiles(task);
  std::optional<SlicedQuantiles> slices = calibrate_sliced_quantiles(task);
  std::array<ErrorFigures, 3> figures;
  figures[0] = figures_of(promise_of(recursion));
  if (separate) figures[1] = figures_of(separate->promise);
  if (slices) figures[2] = figures_of(slices->promise);
  switch (place_of_best(figures)) {
    case 1:
      return {PlainQuantiles(*std::move(separate))};
    case 2:
      return {*std::move(slices)};
    default:
      return {std::move(recursion)};
  }
}

void describe(Claim& claim, const RecursiveQuantiles& plan) {
  claim.mechanism = "recursive halving";
  claim.proof = "docs/guarantees/quantiles.md";
  claim.parameters.with("levelEpsilon", plan.draws.level_epsilon)
      .with("tieBits", static_cast<double>(plan.draws.tie_bits));
}

void describe(Claim& claim, const SeparateQuantiles& plan) {
  const bool exponential = plan.draws.index() == 0;
  claim.mechanism = "separate draws";
  claim.proof = exponential ? "docs/guarantees/exponential.md" : "docs/guarantees/cut-choice.md";
  claim.parameters.with("draws", name_of_draws(plan));
}

void describe(Claim& claim, const SlicedQuantiles& plan) {
  const NoisySlicesParameters& slices = plan.slices;
  claim.mechanism = "noisy slices";
  claim.proof = "docs/guarantees/noisy-slices.md";
  claim.parameters.with("draws", plan.inner.index() == 0 ? "exponential" : "cut")
      .with("sliceRecords", static_cast<double>(slices.window))
      .with("sliceEpsilon", slices.inner.epsilon)
      .with("sliceDelta", slices.inner.delta)
      .with("noiseEpsilon", slices.noise.epsilon)
      .with("mostNoise", static_cast<double>(slices.noise.most))
      .with("leastNoisySize", static_cast<double>(slices.least_size))
      .with("fallback", std::string(name_of(algorithm_of(plan.fallback))))
      .with("fallbackEpsilon", epsilon_of(plan.fallback));
  claim.conditions.with("leastRecords", static_cast<double>(plan.least_records))
      .with("errorBelowMin", plan.fewer_error);
}

/// Separate draws of the exponential mechanism, for any promise of the others.
SeparateQuantiles separate_exponential(const QuantilesTask& task) {
  auto draws = calibrate_exponential_quantiles(task);
  if (!draws) {
    reject("epsilon", "large enough for a share of it for each quantile", task.loss.epsilon);
  }
  return std::move(*draws);
}

QuantilesRelease::Plan plan_without_none(const QuantilesTask& task) {
  const bool must_abstain = task.abstain && task.must_abstain;
  const bool is_exponential = must_abstain || task.exponential_draws;
  if (is_exponential && task.algorithm == QuantilesAlgorithm::separate) {
    return {PlainQuantiles(separate_exponential(task))};
  }
  if (task.algorithm == QuantilesAlgorithm::slices) return {slices_or_refuse(task)};
  if (task.algorithm) return {calibrate_plain_quantiles(task)};
  return task.choice == AlgorithmChoice::least_promise ? least_promise(task) : usual_error(task);
}

/// Makes draws abstain, if they can and the score of "none" fits.
void abstain(QuantilesRelease::Plan& plan, const QuantilesTask& task) {
  const auto* plain = std::get_if<PlainQuantiles>(&plan.by);
  auto abstaining =
      plain != nullptr ? with_none(*plain, task) : cannot_abstain(QuantilesAlgorithm::slices);
  if (abstaining) {
    plan = {*std::move(abstaining), true};
  } else if (task.must_abstain) {
    refuse(abstaining.obstacle());
  }
}

}  // namespace

QuantilesRelease::Plan QuantilesRelease::plan(const Task& task) {
  check_quantiles_task(task);
  QuantilesTask asked = task;
  // Among several quantiles' algorithms these two can abstain, and the recursion has the smaller error for many
  // quantiles.
  if (task.abstain && task.must_abstain && !task.algorithm)
    asked.algorithm = QuantilesAlgorithm::recursion;
  Plan plan = plan_without_none(asked);
  if (task.abstain) abstain(plan, task);
  return plan;
}

Claim QuantilesRelease::claim(const Task& asked, const Plan& plan) {
  const auto* plain = std::get_if<PlainQuantiles>(&plan.by);
  const auto* slices = std::get_if<SlicedQuantiles>(&plan.by);
  const QuantilesPromise& promise = plain != nullptr ? promise_of(*plain) : slices->promise;
  const bool is_pure = plain != nullptr && (plain->index() == 0 || std::get<1>(*plain).is_pure());
  const QuantilesAlgorithm algorithm =
      plain != nullptr ? algorithm_of(*plain) : QuantilesAlgorithm::slices;
  std::vector<std::string> quantiles;
  quantiles.reserve(asked.taus.size());
  for (const QuantileFraction& tau : asked.taus) quantiles.push_back(text_of(tau));
  Claim claim;
  claim.loss = {asked.loss.epsilon, is_pure ? 0 : asked.loss.delta};
  claim.neighbors = asked.neighbors;
  claim.also_public = public_facts(asked.neighbors);
  claim.accuracy = {ErrorKind::rank, promise.rank_error, asked.confidence};
  claim.usual = promise.usual;
  claim.parameters = Facts()
                         .with("algorithm", std::string(name_of(algorithm)))
                         .with("quantiles", std::move(quantiles));
  if (asked.abstain) claim.parameters.with("abstain", plan.abstains);
  claim.conditions = Facts().with("minRecordsInside", promise.inside_from);
  if (promise.expected_inside_from) {
    claim.conditions.with("minInsideExpected", *promise.expected_inside_from);
  }
  if (promise.ties_count) claim.conditions.with("maxTies", static_cast<double>(kMaxEqualRecords));
  if (slices != nullptr) {
    describe(claim, *slices);
  } else {
    std::visit([&](const auto& by) { describe(claim, by); }, *plain);
  }
  return claim;
}

QuantilesTask QuantilesRelease::with_loss(const Task& task, const Plan& plan, const Loss& granted) {
  Task run = task;
  run.loss = granted;
  const auto* plain = std::get_if<PlainQuantiles>(&plan.by);
  run.algorithm = plain != nullptr ? algorithm_of(*plain) : QuantilesAlgorithm::slices;
  const auto* separate = plain != nullptr ? std::get_if<SeparateQuantiles>(plain) : nullptr;
  run.exponential_draws = separate != nullptr && separate->draws.index() == 0;
  return run;
}

std::vector<std::uint64_t> QuantilesRelease::draw(const Task&, const Plan& plan, Data keys,
                                                  Randomness& randomness) {
  if (const auto* slices = std::get_if<SlicedQuantiles>(&plan.by)) {
    return draw_sliced_quantiles(*slices, std::move(keys), randomness);
  }
  return draw_plain_quantiles(std::get<PlainQuantiles>(plan.by), std::move(keys), randomness);
}

}  // namespace logstar
