#include "logstar/selection/choice_release.hpp"

#include <string>

#include "logstar/privacy/rounding.hpp"
#include "logstar/randomness/candidate_runs.hpp"
#include "logstar/selection/permute_and_flip.hpp"
#include "logstar/selection/score_steps.hpp"
#include "logstar/support/checks.hpp"
#include "logstar/support/columns.hpp"
#include "logstar/support/errors.hpp"

namespace logstar {
namespace {

bool is_pure(ChoiceMethod method) {
  return method == ChoiceMethod::permute_and_flip || method == ChoiceMethod::exponential;
}

const char* words_of(ChoiceMethod method) {
  switch (method) {
    case ChoiceMethod::permute_and_flip:
      return "permute-and-flip";
    case ChoiceMethod::exponential:
      return "the exponential mechanism";
    case ChoiceMethod::stable:
      return "stable choice";
    case ChoiceMethod::gap:
      return "the gap test (A_dist)";
    case ChoiceMethod::choosing:
      return "the choosing mechanism";
  }
  return "";
}

/// Calibrates, with the error in steps.
ChoiceRelease::Plan calibrated(const ChoiceTask& task, double beta) {
  ChoiceRelease::Plan plan;
  switch (task.method) {
    case ChoiceMethod::permute_and_flip:
    case ChoiceMethod::exponential:
      plan.draw_epsilon =
          calibrate_exponential_choice(task.loss.epsilon, task.moves, task.neighbors);
      plan.error = exponential_choice_shortfall(task.candidates, plan.draw_epsilon, beta);
      break;
    case ChoiceMethod::stable:
      plan.stable = calibrate_stable_choice(task.loss, task.growth, task.neighbors);
      plan.error = static_cast<double>(stable_choice_least_score(plan.stable, beta));
      break;
    case ChoiceMethod::gap:
      plan.gap = calibrate_gap_test(task.loss, task.moves, task.neighbors);
      plan.error = static_cast<double>(gap_test_least_gap(plan.gap, beta));
      break;
    case ChoiceMethod::choosing:
      plan.choosing = calibrate_choosing(task.loss, task.growth, task.neighbors);
      plan.error = static_cast<double>(choosing_least_score(plan.choosing, beta));
      break;
  }
  return plan;
}

/// The candidates that count where the list is private, by their places.
struct Listed {
  std::vector<std::size_t> places;
  std::vector<std::int64_t> scores;

  Listed(const std::vector<std::int64_t>& all, std::int64_t above) {
    for (std::size_t place = 0; place < all.size(); ++place) {
      if (all[place] <= above) continue;
      places.push_back(place);
      scores.push_back(all[place]);
    }
  }

  std::optional<std::size_t> place_of(const std::optional<std::size_t>& chosen) const {
    if (!chosen) return std::nullopt;
    return places[*chosen];
  }
};

}  // namespace

bool ChoiceTask::is_list_public() const {
  return is_pure(method) || (method == ChoiceMethod::gap && !others);
}

const char* name_of(ChoiceMethod method) {
  switch (method) {
    case ChoiceMethod::permute_and_flip:
      return "permute-and-flip";
    case ChoiceMethod::exponential:
      return "exponential";
    case ChoiceMethod::stable:
      return "stable";
    case ChoiceMethod::gap:
      return "gap";
    case ChoiceMethod::choosing:
      return "choosing";
  }
  return "";
}

ChoiceRelease::Plan ChoiceRelease::plan(const Task& task) {
  if (task.is_list_public() && task.candidates == 0) {
    reject("candidates", "at least one", "none");
  }
  check_confidence(task.confidence);
  check_count("growth", task.growth, 1, kMaxGrowth);  // whatever the method
  check_sensitivity(task.sensitivity);
  Plan plan = calibrated(task, 1 - task.confidence);
  plan.error = multiply_up(plan.error, task.sensitivity);
  if (task.others) plan.others = public_step_of("others", *task.others, task.sensitivity);
  return plan;
}

Claim ChoiceRelease::claim(const Task& asked, const Plan& plan) {
  Claim claim;
  claim.mechanism = words_of(asked.method);
  claim.loss = {asked.loss.epsilon, is_pure(asked.method) ? 0 : asked.loss.delta};
  claim.neighbors = asked.neighbors;
  claim.bounded_range = asked.method == ChoiceMethod::exponential;
  claim.also_public =
      asked.is_list_public() ? "the parameters and the list of candidates" : "the parameters";
  claim.proof = "docs/guarantees/selection.md";
  claim.accuracy = {ErrorKind::count, plan.error, asked.confidence};
  claim.parameters = Facts().with("method", std::string(name_of(asked.method)));
  if (asked.method == ChoiceMethod::stable || asked.method == ChoiceMethod::choosing) {
    claim.parameters.with("growth", static_cast<double>(asked.growth));
  } else {
    claim.parameters.with("monotone", asked.moves == ScoreMoves::one_way);
  }
  if (asked.is_list_public()) {
    claim.parameters.with("candidates", static_cast<double>(asked.candidates));
  }
  if (asked.others) claim.parameters.with("others", *asked.others);
  if (asked.sensitivity != 1) claim.parameters.with("sensitivity", asked.sensitivity);
  return claim;
}

ChoiceTask ChoiceRelease::with_loss(const Task& task, const Plan&, const Loss& granted) {
  Task run = task;
  run.loss = granted;
  return run;
}

std::optional<std::size_t> ChoiceRelease::draw(const Task& task, const Plan& plan, Data scores,
                                               Randomness& randomness) {
  if (task.is_list_public()) {
    check_same_length("scores", scores.size(), "candidates", task.candidates);
  }
  switch (task.method) {
    case ChoiceMethod::permute_and_flip:
      return permute_and_flip(scores, plan.draw_epsilon, randomness);
    case ChoiceMethod::exponential:
      return exponential_choice(scores, plan.draw_epsilon, randomness);
    case ChoiceMethod::gap:
      if (!plan.others) return gap_test(scores, std::nullopt, plan.gap, randomness);
      break;
    case ChoiceMethod::stable:
    case ChoiceMethod::choosing:
      break;
  }
  // An item that no record has must not be released.
  if (task.method == ChoiceMethod::stable) {
    std::vector<CandidateRun> runs;
    for (const std::int64_t score : scores) runs.push_back({score, score >= 1 ? 1 : 0});
    RunList list(runs);
    return stable_choice(list, plan.stable, randomness);
  }
  const Listed listed(scores, plan.others.value_or(0));
  return listed.place_of(task.method == ChoiceMethod::gap
                             ? gap_test(listed.scores, plan.others, plan.gap, randomness)
                             : choosing_mechanism(listed.scores, plan.choosing, randomness));
}

}  // namespace logstar
