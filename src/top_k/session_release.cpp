#include "logstar/top_k/session_release.hpp"

#include <string>

#include "logstar/privacy/ledger.hpp"
#include "logstar/release/held_back.hpp"
#include "logstar/support/checks.hpp"
#include "logstar/support/errors.hpp"
#include "logstar/support/named.hpp"
#include "logstar/top_k/accuracy.hpp"
#include "logstar/top_k/claim_facts.hpp"

namespace logstar {
namespace {

/// For every total an outcome has at least this loss; the margin of a smaller one would overflow 64 bits.
constexpr double kMinItemEpsilon = 1e-16;

void check_item_epsilon(double value, double most) {
  if (value >= kMinItemEpsilon && value <= most) return;
  reject("itemEpsilon", "at least " + to_text(kMinItemEpsilon) + " and at most " + to_text(most),
         value);
}

void check_call_delta(double value, double most) {
  if (value > 0 && value <= most) return;
  reject("callDelta", "above 0 and at most " + to_text(most), value);
}

}  // namespace

TopKSessionParameters TopKSessionRelease::plan(const Task& task) {
  check_confidence(task.confidence);
  if (task.kbar) check_count("kBar", *task.kbar, 1, kMaxKBar);
  TopKSessionParameters parameters = calibrate_top_k_session(task.terms);
  if (task.each) {
    check_item_epsilon(task.each->epsilon, parameters.item_epsilon);
    check_call_delta(task.each->delta, parameters.call_delta);
    parameters.item_epsilon = task.each->epsilon;
    parameters.call_delta = task.each->delta;
  }
  return parameters;
}

Claim TopKSessionRelease::claim(const Task& asked, const Plan& plan) {
  const TopKSessionTask& terms = asked.terms;
  Claim claim;
  claim.mechanism =
      std::to_string(terms.outcomes) + " outcomes and " + std::to_string(terms.calls) + " calls";
  claim.loss = terms.total;
  claim.neighbors = terms.neighbors;
  claim.protects = Protects::users;
  // As requested: the plan may have less for each outcome and call.
  if (terms.refundable) claim.session = session_terms(terms, calibrate_top_k_session(terms));
  claim.also_public = "the parameters";
  claim.proof = "docs/guarantees/top-k.md";
  claim.parameters = Facts()
                         .with("outcomes", static_cast<double>(terms.outcomes))
                         .with("calls", static_cast<double>(terms.calls))
                         .with("composition", std::string(plan.composition));
  return claim;
}

TopKSessionRequest TopKSessionRelease::with_loss(const Task& task, const Plan& plan,
                                                 const Loss& granted) {
  Task run = task;
  if (task.terms.refundable) {
    run.each = granted;
  } else {
    run.terms.total = granted;
    run.terms.composition = named<CompositionBound>(plan.composition);
  }
  return run;
}

TopKSessionRequest TopKSessionRelease::held_back(const Task& task) {
  Task run = task;
  if (task.terms.refundable) {
    const Plan asked = calibrate_top_k_session(task.terms);
    run.each = grant_for({asked.item_epsilon, asked.call_delta});
  } else {
    HoldBack field;
    run.describe(field);
  }
  return run;
}

TopKConversation TopKSessionRelease::draw(const Task& task, const Plan& plan, Data,
                                          Randomness& randomness) {
  return {task, plan, randomness};
}

TopKConversation::TopKConversation(const TopKSessionRequest& request,
                                   const TopKSessionParameters& parameters, Randomness& randomness)
    : request_(request), session_(request.terms, parameters, 0, 0), randomness_(&randomness) {}

void TopKConversation::resume(const TopKSessionRequest& saved, const TopKSessionState& state) {
  TopKSessionRequest request = saved;
  request.each = state.each;
  session_ =
      TopKSession(request.terms, TopKSessionRelease::plan(request), state.returned, state.called);
  request_ = request;
}

void TopKConversation::check(const TopKQuestion& question) const { session_.check(question); }

std::uint64_t TopKConversation::begin(const TopKQuestion& question) {
  return session_.begin(question);
}

Released<TopKResult> TopKConversation::answer(std::uint64_t call,
                                              const std::vector<std::int64_t>& counts,
                                              Protects protects) {
  const TopKQuestion question = session_.begun(call);
  TopKResult result = session_.answer(call, counts, *randomness_);
  return {std::move(result), claim_of(question, protects)};
}

Claim TopKConversation::claim_of(const TopKQuestion& question, Protects protects) const {
  const TopKParameters parameters = session_.parameters_for(question);
  Claim claim = TopKSessionRelease::claim(request_, session_.parameters());
  claim.session = std::nullopt;  // charged before
  claim.protects = protects;
  claim.also_public += "; epsilon and delta are those of the whole session";
  claim.accuracy = {ErrorKind::count, top_k_accuracy(parameters, request_.confidence),
                    request_.confidence};
  claim.parameters.with(facts_of(parameters, question.per_user, request_.confidence));
  claim.parameters.with("outcomesUsed", static_cast<double>(session_.returned()));
  claim.parameters.with("callsUsed", static_cast<double>(session_.called()));
  return claim;
}

}  // namespace logstar
