#include "logstar/sparse_vector/heavy_hitters_release.hpp"

#include <string>

namespace logstar {

HeavyHitterPlan HeavyHitterRelease::plan(const Task& task) { return calibrate_heavy_hitters(task); }

Claim HeavyHitterRelease::claim(const Task& asked, const Plan& plan) {
  const MonitorParameters& test = plan.parameters.test;
  const std::string method(words_of(test.method));
  const bool endless = asked.steps == 0;
  Claim claim;
  claim.mechanism = "HeavyHitterMonitor by " + method;
  claim.loss = {asked.epsilon, asked.delta};
  claim.neighbors = asked.neighbors;
  claim.protects = Protects::users;
  claim.also_public =
      "the parameters, the reported items and the number of steps; not who has left";
  claim.proof = "docs/guarantees/heavy-hitters.md";
  claim.accuracy = {ErrorKind::count, plan.surely_found, asked.confidence};
  claim.parameters =
      Facts()
          .with("perUser", static_cast<double>(asked.per_user))
          .with(endless ? Fact{"steps", std::string("any number")}
                        : Fact{"steps", static_cast<double>(asked.steps)})
          .with("threshold", plan.threshold)
          .with("surelyFound", plan.surely_found)
          .with("method", method)
          .with("why", asked.method ? "asked for" : "it surely finds smaller items than the other")
          .with("noiseScale", 1 / (test.rate * kept_share(test)))
          .with("keptShare", kept_share(test));
  if (asked.grid == QueryGrid::fractions) claim.parameters.with("weighted", true);
  const std::uint64_t steps = endless ? asked.expected_steps : asked.steps;
  claim.conditions = Facts()
                         .with("expectedSteps", static_cast<double>(steps))
                         .with("expectedUsers", static_cast<double>(asked.expected_users))
                         .with("rate", test.rate);
  return claim;
}

HeavyHitterOptions HeavyHitterRelease::with_loss(const Task& task, const Plan& plan,
                                                 const Loss& granted) {
  Task run = task;
  run.epsilon = granted.epsilon;
  run.delta = granted.delta;
  run.method = plan.parameters.test.method;
  return run;
}

HeavyHitterRelease::Answer HeavyHitterRelease::draw(const Task& task, const Plan& plan, Data,
                                                    Randomness& randomness) {
  return resume(task, plan, State(), randomness);  // nothing is drawn before the first step
}

HeavyHitterRelease::Answer HeavyHitterRelease::resume(const Task& task, const Plan& plan,
                                                      const State& saved, Randomness& randomness) {
  HeavyHitterMonitor monitor(plan.parameters, saved);
  return Answer(new Conversation<Task, HeavyHitterMonitor>{task, std::move(monitor), randomness});
}

}  // namespace logstar
