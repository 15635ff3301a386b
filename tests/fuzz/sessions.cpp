// Interactive mechanisms under arbitrary sequences of calls: an exhausted one answers nothing, a saved one
// resumes its state, and counters are monotone.
#include <algorithm>
#include <memory>
#include <set>

#include "fuzz_randomness.hpp"
#include "logstar/interior_point/slices/slices.hpp"
#include "logstar/sparse_vector/above_threshold_calibration.hpp"
#include "logstar/sparse_vector/heavy_hitters.hpp"
#include "logstar/sparse_vector/monitor_calibration.hpp"
#include "logstar/sparse_vector/threshold_monitor.hpp"
#include "logstar/top_k/session.hpp"

namespace logstar::testing {
namespace {

double any_epsilon(FuzzInput& input) { return (1 + input.byte()) / 8.0; }
double any_delta(FuzzInput& input) { return (1 + input.byte()) / 257.0; }
Neighbors any_neighbors(FuzzInput& input) {
  return input.coin() ? Neighbors::add_remove : Neighbors::replace;
}

void check_above_threshold(FuzzInput& input) {
  AboveThresholdOptions options;
  options.epsilon = any_epsilon(input);
  options.delta = input.coin() ? 0 : any_delta(input);
  options.max_answers = 1 + input.choice(6);
  options.queries = input.coin() ? QueryKind::general : QueryKind::monotone;
  options.neighbors = any_neighbors(input);
  options.grid = input.coin() ? QueryGrid::counts : QueryGrid::fractions;
  options.numeric_share = input.coin() ? 0 : 0.25;
  AnyRandomness randomness(input);
  const auto parameters = calibrate_above_threshold(options).parameters;
  const std::int64_t threshold = threshold_in_steps(input.choice(100), options.grid);
  AboveThreshold mechanism(parameters, threshold, *randomness);
  std::uint64_t left = options.max_answers;
  while (!input.used_up()) {
    require(mechanism.state().answers_left == left, "yeses are counted");
    require(mechanism.exhausted() == (left == 0), "and run out");
    if (input.choice(8) == 0) {
      const AboveThresholdState saved = mechanism.state();
      mechanism = AboveThreshold(parameters, threshold, saved);
      require(mechanism.state() == saved, "a saved conversation goes on");
    }
    AboveThresholdAnswer answer;
    const std::int64_t value = count_in_steps(input.number(), options.grid);
    const bool answered = accepts([&] { answer = mechanism.ask(value, *randomness); });
    require(answered == (left > 0), "who is exhausted answers nothing");
    require(answer.yes || !answer.value, "numbers come with a yes");
    if (answer.yes)
      require(answer.value.has_value() == (parameters.answer_rate > 0), "if asked for");
    left -= answer.yes;
  }
}

MonitorOptions any_monitor(FuzzInput& input) {
  MonitorOptions options;
  options.epsilon = any_epsilon(input);
  options.delta = input.coin() ? 0 : any_delta(input);
  options.per_record = 1 + input.choice(5);
  options.neighbors = any_neighbors(input);
  options.grid = input.coin() ? QueryGrid::counts : QueryGrid::fractions;
  if (input.coin()) options.method = static_cast<MonitorMethod>(input.choice(4));
  return options;
}

void check_monitor(FuzzInput& input) {
  const MonitorOptions options = any_monitor(input);
  MonitorParameters parameters;
  if (!accepts([&] { parameters = calibrate_monitor(options).parameters; })) return;
  AnyRandomness randomness(input);
  const std::int64_t threshold = threshold_in_steps(input.choice(50), options.grid);
  const std::size_t records = input.choice(60);
  ThresholdMonitor monitor(parameters, threshold, records, *randomness);
  auto left = monitor.state().left;
  require(left.size() == records, "every record has an allowance");
  while (!input.used_up()) {
    if (input.choice(8) == 0) monitor = ThresholdMonitor(parameters, threshold, monitor.state());
    const std::size_t size = input.choice(8) == 0 ? input.choice(60) : records;
    bool yes = false, answered;
    if (options.grid == QueryGrid::counts) {
      std::vector<std::uint8_t> flags(size);
      for (auto& flag : flags) flag = input.byte();
      answered = accepts([&] { yes = monitor.ask(flags, *randomness); });
    } else {
      std::vector<std::uint32_t> steps(size);
      for (auto& step : steps) step = static_cast<std::uint32_t>(input.word(1 + input.choice(4)));
      answered = accepts([&] { yes = monitor.ask(steps, *randomness); });
    }
    require(answered == (size == records), "a question is about all records");
    const auto now = monitor.state().left;
    for (std::size_t i = 0; i < records; ++i) {
      require(now[i] <= left[i] && (yes || now[i] == left[i]), "a yes, and nothing else, charges");
    }
    left = now;
  }
}

void check_heavy_hitters(FuzzInput& input) {
  HeavyHitterOptions options;
  options.epsilon = any_epsilon(input);
  options.delta = any_delta(input);
  options.per_user = 1 + input.choice(4);
  options.steps = input.choice(6);
  options.neighbors = any_neighbors(input);
  if (input.coin())
    options.method = input.coin() ? MonitorMethod::charging : MonitorMethod::sampled;
  HeavyHitterParameters parameters;
  if (!accepts([&] { parameters = calibrate_heavy_hitters(options).parameters; })) return;
  AnyRandomness randomness(input);
  HeavyHitterMonitor monitor(parameters);
  std::uint64_t steps = 0;
  while (!input.used_up() && steps < 20) {
    if (input.choice(8) == 0) monitor = HeavyHitterMonitor(parameters, monitor.state());
    std::vector<Holding> holdings(input.choice(80));
    std::set<std::uint64_t> held;
    bool known = true;
    for (Holding& one : holdings) {
      one.user = input.choice(60);
      if (input.choice(200) == 7) one.user = HeavyHitterMonitor::kMaxUsers + input.byte();
      known = known && one.user < HeavyHitterMonitor::kMaxUsers;
      one.item = input.coin() ? input.choice(5) : input.word();
      held.insert(one.item);
    }
    std::vector<std::uint64_t> reported;
    const bool open = options.steps == 0 || steps < options.steps;
    const bool answered = accepts([&] { reported = monitor.step(holdings, *randomness); });
    require(answered == (open && known), "a step is done unless the stream is over");
    steps += answered;
    require(monitor.steps_done() == steps, "steps are counted");
    require(std::is_sorted(reported.begin(), reported.end()), "items in ascending order");
    for (const std::uint64_t item : reported)
      require(held.count(item) == 1, "an item that is held");
  }
}

void check_top_k_session(FuzzInput& input) {
  TopKSessionTask task;
  task.outcomes = 1 + input.choice(30);
  task.calls = 1 + input.choice(8);
  task.total = {any_epsilon(input), any_delta(input)};
  task.neighbors = any_neighbors(input);
  task.optimised = input.coin();
  task.refundable = input.coin();
  std::optional<TopKSession> session;
  if (!accepts([&] { session.emplace(task); })) return;
  AnyRandomness randomness(input);
  while (!input.used_up()) {
    if (input.choice(8) == 0) {
      session = TopKSession(task, session->parameters(), session->returned(), session->called());
    }
    TopKQuestion question;
    question.k = input.choice(12);
    question.kbar = question.k + input.choice(20);
    if (input.coin()) question.per_user = input.choice(10);
    std::vector<std::int64_t> counts(input.choice(static_cast<unsigned>(question.kbar) + 2));
    for (auto& count : counts) count = 1 + static_cast<std::int64_t>(input.count() >> 3);
    std::sort(counts.rbegin(), counts.rend());
    const std::uint64_t calls = session->calls_left();
    const std::uint64_t outcomes = session->outcomes_left();
    TopKResult result;
    const bool fits = accepts([&] { session->check(question); });
    const bool answered = accepts([&] { result = session->ask(counts, question, *randomness); });
    require(fits == answered, "what is checked is answered");
    if (!answered) {
      require(session->calls_left() == calls && session->outcomes_left() == outcomes,
              "a refusal changes nothing");
      continue;
    }
    require(calls > 0 && outcomes >= question.k, "nothing is answered beyond the session");
    require(session->calls_left() == calls - 1, "a call is used");
    const std::uint64_t used = result.items.size() + !result.complete;
    require(session->outcomes_left() >= outcomes - std::min(outcomes, used),
            "what came back is used");
    require(result.items.size() <= question.k, "at most k items");
    for (const std::size_t item : result.items) require(item < counts.size(), "items of the list");
  }
}

void check_slices(FuzzInput& input) {
  SliceBudget budget;
  budget.slice_epsilon = input.coin() ? 0 : std::min(20.0, any_epsilon(input));
  budget.compute = {any_epsilon(input), any_delta(input)};
  budget.computes = 1 + input.choice(3);
  budget.slices = 1 + input.choice(5);
  std::vector<int> records(input.choice(200));
  for (std::size_t i = 0; i < records.size(); ++i) records[i] = static_cast<int>(i);
  AnyRandomness randomness(input);
  SliceSession<int> session(records, budget, *randomness);
  std::vector<SliceSession<int>::Slice> slices;
  std::vector<unsigned> computes;
  std::vector<bool> seen(records.size());
  while (!input.used_up()) {
    if (slices.empty() || input.coin()) {
      const auto length = static_cast<std::size_t>(input.count());
      const bool from_high = input.coin();
      const auto order = [&](std::vector<int> left) {
        std::sort(left.begin(), left.end());
        if (from_high) std::reverse(left.begin(), left.end());
        return left;
      };
      const bool open = slices.size() < budget.slices;
      const bool taken = accepts([&] { slices.push_back(session.slice(length, order)); });
      require(taken == open, "no more slices than declared");
      if (taken) computes.push_back(0);
    } else {
      const std::size_t index = input.choice(static_cast<unsigned>(slices.size()));
      const bool dear = input.choice(8) == 0;
      const Loss cost{dear ? budget.compute.epsilon * 2 : budget.compute.epsilon, 0};
      const bool open = computes[index] < budget.computes && !dear;
      const bool done = accepts([&] {
        session.compute(slices[index], cost, [&](std::span<const int> part, Randomness&) {
          for (const int record : part) {
            if (computes[index] > 0) continue;
            require(!seen[static_cast<std::size_t>(record)], "a record is in one slice");
            seen[static_cast<std::size_t>(record)] = true;
          }
          return 0;
        });
      });
      require(done == open, "no more computations than declared");
      computes[index] += done;
    }
  }
}

}  // namespace
}  // namespace logstar::testing

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace logstar::testing;
  if (size > 2000) return 0;
  return run_one_of({check_above_threshold, check_monitor, check_heavy_hitters, check_top_k_session,
                     check_slices},
                    data, size);
}
