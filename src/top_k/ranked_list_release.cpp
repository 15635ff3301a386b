#include "logstar/top_k/ranked_list_release.hpp"

#include <cmath>

#include "logstar/privacy/rounding.hpp"
#include "logstar/selection/score_steps.hpp"
#include "logstar/support/checks.hpp"
#include "logstar/support/columns.hpp"
#include "logstar/support/errors.hpp"

namespace logstar {
namespace {

constexpr double kComparedAt = 0.95;

const char* words_of(RankedListVariant variant) {
  switch (variant) {
    case RankedListVariant::peel:
      return "the exponential mechanism, drawn k times";
    case RankedListVariant::permute_and_flip:
      return "permute-and-flip, drawn k times";
    case RankedListVariant::laplace:
      return "noisy counts of a public list";
  }
  return "";
}

RankedListRelease::Plan better_of(const RankedListTask& task) {
  const auto draws = possible_ranked_list(RankedListVariant::peel, task.request).or_refuse();
  if (task.counts) {
    return {possible_ranked_list(RankedListVariant::laplace, task.request).or_refuse(),
            "the counts come with it"};
  }
  const auto noise = possible_ranked_list(RankedListVariant::laplace, task.request);
  if (!noise) return {draws, "noise for each count would have no share of epsilon"};
  const auto miss = [](const RankedListParameters& draw) {
    return std::ceil(ranked_list_miss(draw, kComparedAt));
  };
  const std::string words =
      "the smaller miss: peel " + to_text(miss(draws)) + ", laplace " + to_text(miss(*noise));
  return {miss(draws) < miss(*noise) ? draws : *noise, words};
}

}  // namespace

RankedListRelease::Plan RankedListRelease::plan(const Task& task) {
  check_confidence(task.confidence);
  check_sensitivity(task.sensitivity);
  if (!task.variant) return better_of(task);
  if (task.counts && *task.variant != RankedListVariant::laplace) {
    reject("variant", "laplace for noisy counts", std::string(name_of(*task.variant)));
  }
  return {possible_ranked_list(*task.variant, task.request).or_refuse(),
          task.reason.value_or("asked for")};
}

Claim RankedListRelease::claim(const Task& asked, const Plan& plan) {
  const RankedListParameters& draw = plan.draw;
  const bool is_laplace = draw.variant == RankedListVariant::laplace;
  const bool is_pure = draw.composition == CompositionBound::basic;
  Claim claim;
  claim.mechanism = words_of(draw.variant);
  claim.loss = {asked.request.loss.epsilon, is_pure ? 0 : asked.request.loss.delta};
  claim.neighbors = asked.request.neighbors;
  claim.protects = asked.protects;
  claim.rho = draw.rho;
  claim.also_public = "the parameters and the list of candidates";
  claim.proof = "docs/guarantees/ranked-lists.md";
  const double miss = multiply_up(ranked_list_miss(draw, asked.confidence), asked.sensitivity);
  claim.accuracy = {ErrorKind::count, miss, asked.confidence};
  claim.parameters = Facts()
                         .with("variant", std::string(name_of(draw.variant)))
                         .with("k", static_cast<double>(draw.k))
                         .with("candidates", static_cast<double>(draw.candidates))
                         .with("monotone", asked.request.moves == ScoreMoves::one_way)
                         .with("itemEpsilon", draw.item_epsilon)
                         .with("composition", std::string(name_of(draw.composition)))
                         .with("reason", plan.reason);
  const auto per_user = asked.request.per_user;
  claim.parameters.with(per_user ? Fact{"perUser", static_cast<double>(*per_user)}
                                 : Fact{"perUser", std::string("any number")});
  if (is_laplace) {
    const double off = ranked_list_count_error(draw, asked.confidence);
    claim.parameters.with("noisyCountError", multiply_up(off, asked.sensitivity));
  }
  if (asked.sensitivity != 1) claim.parameters.with("sensitivity", asked.sensitivity);
  return claim;
}

RankedListTask RankedListRelease::with_loss(const Task& task, const Plan& plan,
                                            const Loss& granted) {
  Task run = task;
  run.variant = plan.draw.variant;
  run.reason = plan.reason;
  // A pure plan was granted no delta.
  run.request.loss = granted;
  run.request.composition = plan.draw.composition;
  return run;
}

TopKResult RankedListRelease::draw(const Task& task, const Plan& plan, Data scores,
                                   Randomness& randomness) {
  check_same_length("scores", scores.size(), "candidates", task.request.candidates);
  return draw_ranked_list(scores, plan.draw, randomness);
}

}  // namespace logstar
