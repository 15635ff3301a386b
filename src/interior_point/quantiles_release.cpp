#include "logstar/interior_point/quantiles_release.hpp"

#include <algorithm>
#include <string>
#include <utility>

namespace logstar {

QuantilesRelease::Plan QuantilesRelease::plan(const Task& task) {
  Plan plan;
  plan.draw = calibrate_quantiles(task.taus, task.epsilon, task.neighbors);
  check_probability("confidence", task.confidence);
  // Either may fail: the draws, or the random bits by coinciding too often.
  const double each = 1 - (1 - task.confidence) / 2;
  const auto coincident = coincident_records(kMostEqual, plan.draw.tie_bits, each);
  const Natural size = Natural(task.domain.highest) - Natural(task.domain.lowest) + 1;
  const auto errors = quantiles_rank_errors(size, plan.draw, each, coincident);
  plan.rank_error = *std::max_element(errors.begin(), errors.end());
  for (std::size_t i = 0; i < errors.size(); ++i) {
    plan.inside_from = std::max(plan.inside_from, inside_from(errors[i], plan.draw.taus[i]));
  }
  return plan;
}

Claim QuantilesRelease::claim(const Task& asked, const Plan& plan) {
  std::vector<std::string> quantiles;
  for (const QuantileFraction& tau : plan.draw.taus) quantiles.push_back(text_of(tau));
  Claim claim;
  claim.mechanism = "recursive halving";
  claim.loss = {asked.epsilon, 0};
  claim.neighbors = asked.neighbors;
  claim.reveals = public_sizes(asked.neighbors);
  claim.proof = "docs/guarantees/quantiles.md";
  claim.accuracy = {ErrorKind::rank, plan.rank_error, asked.confidence};
  claim.parameters = Facts()
                         .with("algorithm", "exponential")
                         .with("quantiles", std::move(quantiles))
                         .with("levelEpsilon", plan.draw.level_epsilon)
                         .with("tieBits", static_cast<double>(plan.draw.tie_bits));
  claim.conditions = Facts()
                         .with("insideFrom", plan.inside_from)
                         .with("mostEqual", static_cast<double>(kMostEqual));
  return claim;
}

QuantilesTask QuantilesRelease::within(const Task& task, const Plan&, const Loss& granted) {
  Task run = task;
  run.epsilon = granted.epsilon;
  return run;
}

std::vector<std::uint64_t> QuantilesRelease::draw(const Task& task, const Plan& plan, Data keys,
                                                  Randomness& randomness) {
  return draw_quantiles(std::move(keys), task.domain, plan.draw, randomness);
}

}  // namespace logstar
