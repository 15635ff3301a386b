#include <algorithm>

#include "draws.hpp"
#include "logstar/sparse_vector/above_threshold_calibration.hpp"
#include "logstar/sparse_vector/heavy_hitters.hpp"
#include "logstar/sparse_vector/monitor_calibration.hpp"
#include "logstar/sparse_vector/threshold_monitor.hpp"

namespace logstar::testing {
namespace {

AboveThresholdOptions above_options(std::istream& line, bool centred = false) {
  AboveThresholdOptions options;
  options.centred = centred;
  options.max_answers = read<std::uint64_t>(line);
  options.queries = flag(line) ? QueryKind::monotone : QueryKind::general;
  options.grid = flag(line) ? QueryGrid::fractions : QueryGrid::counts;
  options.numeric_share = read<double>(line);
  const Loss total = loss(line);
  options.epsilon = total.epsilon;
  options.delta = total.delta;
  options.neighbors = neighbors(line);
  return options;
}

/// Queries with counts 37 i mod 100, until it is exhausted or 80 were answered.
std::string answers_of(const AboveThresholdOptions& options, const AboveThresholdPlan& plan,
                       Randomness& randomness) {
  AboveThreshold mechanism(plan.parameters, threshold_in_steps(60, options.grid), randomness);
  std::string answers;
  for (int i = 0; i < 80 && !mechanism.exhausted(); ++i) {
    const auto answer = mechanism.ask(count_in_steps(37 * i % 100, options.grid), randomness);
    answers += answer.yes ? "Y" : "n";
    if (answer.value) {  // as whole 2^-20ths
      const std::int64_t steps =
          *answer.value * (std::int64_t(1) << 20) / steps_per_record(options.grid);
      answers += std::to_string(steps) + ";";
    }
  }
  return answers;
}

std::string above(std::istream& line, Randomness& randomness) {
  const AboveThresholdOptions options = above_options(line);
  return answers_of(options, calibrate_above_threshold(options), randomness);
}

std::string above_centred(std::istream& line, Randomness& randomness) {
  const AboveThresholdOptions options = above_options(line, true);
  return answers_of(options, calibrate_above_threshold(options), randomness);
}

std::string above_by(std::istream& line, Randomness& randomness) {
  const AboveThresholdOptions options = above_options(line);
  const AboveThresholdPlan plan = calibrate_above_threshold(options);
  return std::string(name_of(plan.form)) + ": " + answers_of(options, plan, randomness);
}

std::optional<MonitorMethod> method(std::istream& line) {
  const auto name = read<std::string>(line);
  if (name == "charging") return MonitorMethod::charging;
  if (name == "sampled") return MonitorMethod::sampled;
  if (name == "laplace") return MonitorMethod::laplace;
  if (name == "paper") return MonitorMethod::paper;
  return std::nullopt;
}

/// Query q counts the records i with i mod (q mod 5 + 2) = 0; weighted: each with ((i + q) mod 9) / 8.
std::string monitor(std::istream& line, Randomness& randomness) {
  MonitorOptions options;
  options.method = method(line);
  const bool weighted = flag(line);
  options.grid = weighted ? QueryGrid::fractions : QueryGrid::counts;
  options.per_record = read<std::uint64_t>(line);
  const Loss total = loss(line);
  options.epsilon = total.epsilon;
  options.delta = total.delta;
  options.neighbors = neighbors(line);
  options.threshold = read<double>(line);
  const auto records = read<std::uint32_t>(line);
  ThresholdMonitor mechanism(calibrate_monitor(options).parameters,
                             threshold_in_steps(options.threshold, options.grid), records,
                             randomness);
  std::string answers;
  for (std::uint32_t q = 0; q < 40; ++q) {
    std::vector<std::uint8_t> flags;
    std::vector<std::uint32_t> steps;
    for (std::uint32_t i = 0; i < records; ++i) {
      flags.push_back(i % (q % 5 + 2) == 0);
      steps.push_back(contribution_in_steps((i + q) % 9 / 8.0, options.grid));
    }
    const bool yes = weighted ? mechanism.ask(steps, randomness) : mechanism.ask(flags, randomness);
    answers += yes ? "Y" : "n";
  }
  return answers;
}

/// In step s user u holds item (u + s)^2 mod 11.
std::string heavy(std::istream& line, Randomness& randomness) {
  HeavyHitterOptions options;
  options.method = method(line);
  options.per_user = read<std::uint64_t>(line);
  options.steps = read<std::uint64_t>(line);
  const Loss total = loss(line);
  options.epsilon = total.epsilon;
  options.delta = total.delta;
  options.neighbors = neighbors(line);
  const auto users = read<std::uint32_t>(line);
  HeavyHitterMonitor mechanism(calibrate_heavy_hitters(options).parameters);
  std::string reported;
  for (std::uint64_t s = 0; s < 8; ++s) {
    // JavaScript numbers the items of a step in order of arrival.
    std::vector<Holding> holdings;
    std::vector<std::uint64_t> items;
    for (std::uint32_t u = 0; u < users; ++u) {
      const std::uint64_t item = (u + s) * (u + s) % 11;
      std::uint64_t number = 0;
      while (number < items.size() && items[number] != item) ++number;
      if (number == items.size()) items.push_back(item);
      holdings.push_back({u, number});
    }
    std::vector<std::uint64_t> named;
    for (const std::uint64_t number : mechanism.step(holdings, randomness)) {
      named.push_back(items[number]);
    }
    std::sort(named.begin(), named.end());
    reported += joined(named) + ";";
  }
  return reported;
}

const AddDraws sparse_vector_draws(Draws{{"above", above},
                                         {"above-centred", above_centred},
                                         {"above-by", above_by},
                                         {"monitor", monitor},
                                         {"heavy", heavy}});

}  // namespace
}  // namespace logstar::testing
