#include "logstar/top_k/top_k_release.hpp"

#include "logstar/support/checks.hpp"
#include "logstar/top_k/accuracy.hpp"
#include "logstar/top_k/claim_facts.hpp"

namespace logstar {
namespace {

bool is_drawn(TopKVariant variant) {
  return variant != TopKVariant::laplace && variant != TopKVariant::fixed_threshold;
}

std::string words_of(TopKVariant variant) {
  const std::string name(name_of(variant));
  return (is_drawn(variant) ? "the limited-domain exponential mechanism ("
                            : "noisy counts from a limited domain (") +
         name + ")";
}

}  // namespace

TopKTask TopKRequest::asked() const {
  check_probability("countShare", count_share);
  TopKTask task = items;
  if (counts) task.count_share = count_share;
  return task;
}

TopKRelease::Plan TopKRelease::plan(const Task& task) {
  check_confidence(task.confidence);
  TopKChoice choice = choose_top_k(task.asked());
  if (task.items.variant) choice.reason = task.reason.value_or("asked for");
  return choice;
}

Claim TopKRelease::claim(const Task& asked, const Plan& plan) {
  const TopKParameters& parameters = plan.parameters;
  Claim claim;
  claim.mechanism = words_of(parameters.variant);
  claim.loss = asked.items.total;
  claim.neighbors = asked.items.neighbors;
  claim.protects = asked.protects;
  const TopKTask items = asked.asked();
  claim.rho = charge_of_top_k(items, parameters).rho;
  claim.also_public = "the parameters";
  claim.proof = "docs/guarantees/top-k.md";
  claim.accuracy = {ErrorKind::count, top_k_accuracy(parameters, asked.confidence),
                    asked.confidence};
  claim.parameters = facts_of(parameters, asked.items.per_user, asked.confidence);
  claim.parameters.with("reason", plan.reason);
  if (asked.protects == Protects::records) {
    claim.parameters.with("users", "every row is a user of its own");
  }
  if (items.count_share) {
    claim.parameters.with("countEpsilon", parameters.count_epsilon);
    claim.parameters.with("noisyCountError", top_k_count_error(parameters, asked.confidence));
  }
  claim.parameters.with("composition", std::string(name_of(parameters.composition)));
  return claim;
}

TopKRequest TopKRelease::with_loss(const Task& task, const Plan& plan, const Loss& granted) {
  Task run = task;
  run.items.variant = plan.parameters.variant;
  run.items.composition = plan.parameters.composition;
  run.items.total = granted;
  run.reason = plan.reason;
  return run;
}

TopKResult TopKRelease::draw(const Task&, const Plan& plan, Data counts, Randomness& randomness) {
  return draw_top_k(counts, plan.parameters, randomness);
}

}  // namespace logstar
