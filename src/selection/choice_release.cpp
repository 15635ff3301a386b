#include "logstar/selection/choice_release.hpp"

#include <string>

#include "logstar/randomness/candidate_runs.hpp"
#include "logstar/selection/permute_and_flip.hpp"
#include "logstar/support/checks.hpp"
#include "logstar/support/columns.hpp"
#include "logstar/support/errors.hpp"

namespace logstar {
namespace {

bool is_stable(const ChoiceTask& task) { return task.method == ChoiceMethod::stable; }

const char* words_of(ChoiceMethod method) {
  switch (method) {
    case ChoiceMethod::permute_and_flip:
      return "permute-and-flip";
    case ChoiceMethod::exponential:
      return "the exponential mechanism";
    case ChoiceMethod::stable:
      return "stable choice";
  }
  return "";
}

}  // namespace

const char* name_of(ChoiceMethod method) {
  switch (method) {
    case ChoiceMethod::permute_and_flip:
      return "permute-and-flip";
    case ChoiceMethod::exponential:
      return "exponential";
    case ChoiceMethod::stable:
      return "stable";
  }
  return "";
}

ChoiceRelease::Plan ChoiceRelease::plan(const Task& task) {
  if (!is_stable(task) && task.candidates == 0) {
    reject("candidates", "at least one", "none");
  }
  check_confidence(task.confidence);
  check_count("growth", task.growth, 1, kMaxGrowth);  // whatever the method
  const double beta = 1 - task.confidence;
  Plan plan;
  if (is_stable(task)) {
    plan.stable = calibrate_stable_choice(task.loss, task.growth, task.neighbors);
    plan.error = static_cast<double>(stable_choice_least_score(plan.stable, beta));
  } else {
    plan.draw_epsilon = calibrate_exponential_choice(task.loss.epsilon, task.moves, task.neighbors);
    plan.error = exponential_choice_shortfall(task.candidates, plan.draw_epsilon, beta);
  }
  return plan;
}

Claim ChoiceRelease::claim(const Task& asked, const Plan& plan) {
  Claim claim;
  claim.mechanism = words_of(asked.method);
  claim.loss = {asked.loss.epsilon, is_stable(asked) ? asked.loss.delta : 0};
  claim.neighbors = asked.neighbors;
  claim.bounded_range = asked.method == ChoiceMethod::exponential;
  claim.also_public =
      is_stable(asked) ? "the parameters" : "the parameters and the list of candidates";
  claim.proof = "docs/guarantees/selection.md";
  claim.accuracy = {ErrorKind::count, plan.error, asked.confidence};
  claim.parameters = Facts().with("method", std::string(name_of(asked.method)));
  if (is_stable(asked)) {
    claim.parameters.with("growth", static_cast<double>(asked.growth));
  } else {
    claim.parameters.with("monotone", asked.moves == ScoreMoves::one_way);
    claim.parameters.with("candidates", static_cast<double>(asked.candidates));
  }
  return claim;
}

ChoiceTask ChoiceRelease::with_loss(const Task& task, const Plan&, const Loss& granted) {
  Task run = task;
  run.loss = granted;
  return run;
}

std::optional<std::size_t> ChoiceRelease::draw(const Task& task, const Plan& plan, Data scores,
                                               Randomness& randomness) {
  if (is_stable(task)) {
    // Only scores of at least 1 are candidates: an item that no record has must not be released.
    std::vector<CandidateRun> runs;
    for (const std::int64_t score : scores) runs.push_back({score, score >= 1 ? 1 : 0});
    RunList list(runs);
    return stable_choice(list, plan.stable, randomness);
  }
  check_same_length("scores", scores.size(), "candidates", task.candidates);
  return task.method == ChoiceMethod::exponential
             ? exponential_choice(scores, plan.draw_epsilon, randomness)
             : permute_and_flip(scores, plan.draw_epsilon, randomness);
}

}  // namespace logstar
