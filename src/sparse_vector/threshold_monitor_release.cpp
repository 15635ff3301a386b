#include "logstar/sparse_vector/threshold_monitor_release.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "logstar/sparse_vector/planner.hpp"

namespace logstar {

MonitorPlan ThresholdMonitorRelease::plan(const Task& task) { return calibrate_monitor(task); }

Claim ThresholdMonitorRelease::claim(const Task& asked, const Plan& plan) {
  const MonitorParameters& test = plan.parameters;
  const std::string method(words_of(test.method));
  const double yes_above = plan.accuracy.sure_yes_above;
  const double no_below = plan.accuracy.sure_no_below;
  Claim claim;
  claim.mechanism = "ThresholdMonitor by " + method;
  claim.loss = {asked.epsilon, plan.loss.delta > 0 ? asked.delta : 0};
  claim.neighbors = asked.neighbors;
  claim.also_public = "the parameters and the answers; not who has left";
  claim.proof = "docs/guarantees/threshold-monitor.md";
  claim.accuracy = {ErrorKind::count, std::max(yes_above, no_below), asked.confidence};
  claim.parameters = Facts()
                         .with("threshold", asked.threshold)
                         .with("perRecord", static_cast<double>(asked.per_record))
                         .with("weighted", asked.grid == QueryGrid::fractions)
                         .with("method", method)
                         .with("why", std::string(when_to_use(test.method)))
                         .with("noiseScale", plan.noise_scale)
                         .with("keptShare", kept_share(test))
                         .with("sureYesAbove", yes_above)
                         .with("sureNoBelow", no_below);
  claim.conditions = Facts()
                         .with("expectedQuestions", static_cast<double>(asked.expected_questions))
                         .with("rate", test.rate);
  return claim;
}

MonitorOptions ThresholdMonitorRelease::with_loss(const Task& task, const Plan& plan,
                                                  const Loss& granted) {
  Task run = task;
  run.epsilon = granted.epsilon;
  run.delta = granted.delta;
  run.method = plan.parameters.method;
  return run;
}

ThresholdMonitorRelease::Answer ThresholdMonitorRelease::draw(const Task& task, const Plan& plan,
                                                              Data records,
                                                              Randomness& randomness) {
  const std::int64_t threshold = threshold_in_steps(task.threshold, task.grid);
  ThresholdMonitor monitor(plan.parameters, threshold, records, randomness);
  return Answer(new Conversation<Task, ThresholdMonitor>{task, std::move(monitor), randomness});
}

ThresholdMonitorRelease::Answer ThresholdMonitorRelease::resume(const Task& task, const Plan& plan,
                                                                State saved,
                                                                Randomness& randomness) {
  const std::int64_t threshold = threshold_in_steps(task.threshold, task.grid);
  ThresholdMonitor monitor(plan.parameters, threshold, std::move(saved));
  return Answer(new Conversation<Task, ThresholdMonitor>{task, std::move(monitor), randomness});
}

}  // namespace logstar
