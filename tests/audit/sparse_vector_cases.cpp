// Streams of questions to the sparse vector family, and two variants of Lyu, Su and Li's list.
#include <string>

#include "audit.hpp"
#include "sparse_vector/above_threshold.hpp"
#include "sparse_vector/above_threshold_calibration.hpp"
#include "sparse_vector/heavy_hitters.hpp"
#include "sparse_vector/heavy_hitters_calibration.hpp"
#include "sparse_vector/monitor_calibration.hpp"
#include "sparse_vector/threshold_monitor.hpp"

namespace logstar::testing {
namespace {

/// Questions whose counts fall short of the threshold by 2 and then reach it; the neighbour's are 1
/// less first and 1 more at the end, as general questions may be. The answer: where the yes came.
AuditCase above_threshold_case(const std::string& mode, const AboveThresholdParameters& parameters,
                               bool monotone) {
  return {"AboveThreshold",
          mode,
          monotone ? "add-remove" : "add-remove or replace",
          {1, 0},
          [=](bool second, Randomness& r) {
            AboveThreshold mechanism(parameters, 1000, r);
            std::int64_t answers = 1;
            for (int question = 0; question < 12; ++question) {
              if (mechanism.exhausted()) break;
              const std::int64_t here = question < 11 ? 998 : 1001;
              const std::int64_t step = monotone || question == 11 ? 1 : -1;
              const bool yes = mechanism.ask(here + (second ? step : 0), r).yes;
              answers = answers * 2 + yes;
            }
            return answers;
          }};
}

AboveThresholdParameters above(QueryKind queries, std::uint64_t answers) {
  AboveThresholdOptions options;
  options.epsilon = 1;
  options.max_answers = answers;
  options.queries = queries;
  return calibrate_above_threshold(options).parameters;
}

/// A mistake, on questions of which every other one is worth 1 more to the neighbour and the others
/// 1 less. The answer: how many more of the first kind were a yes.
AuditCase mistaken(const std::string& mode, const AboveThresholdParameters& parameters,
                   int questions, const char* mistake) {
  return {"AboveThreshold",
          mode,
          "add-remove or replace",
          {1, 0},
          [=](bool second, Randomness& r) {
            AboveThreshold mechanism(parameters, 1000, r);
            std::int64_t more = 0;
            for (int question = 0; question < questions; ++question) {
              const bool rises = question % 2 == 0;
              const std::int64_t value = 1000 + (second == rises ? 1 : 0);
              const bool yes = mechanism.exhausted() ? false : mechanism.ask(value, r).yes;
              more += yes ? (rises ? 1 : -1) : 0;
            }
            return more;
          },
          mistake};
}

/// 500 users with a flag at every question, just below the threshold, and one user more. The
/// answer: how many of 40 questions were a yes.
AuditCase monitor_case(const std::string& mode, MonitorMethod method) {
  MonitorOptions options;
  options.epsilon = 1;
  options.delta = method == MonitorMethod::sampled ? 0 : 1e-6;
  options.per_record = 3;
  options.method = method;
  options.threshold = 500;
  const auto parameters = calibrate_monitor(options).parameters;
  return {"ThresholdMonitor",
          mode,
          "add-remove",
          {options.epsilon, options.delta},
          [=](bool second, Randomness& r) {
            const std::vector<std::uint8_t> flags(second ? 501 : 500, 1);
            ThresholdMonitor monitor(parameters, 500, flags.size(), r);
            std::int64_t answers = 0;
            std::int64_t first = 40;
            for (std::int64_t question = 0; question < 40; ++question) {
              const bool yes = monitor.ask(flags, r);
              answers += yes;
              if (yes && first == 40) first = question;
            }
            return answers * 100 + first;
          }};
}

/// An item that 60 users hold on and off, and one user more.
AuditCase hitters_case(const std::string& mode, MonitorMethod method) {
  HeavyHitterOptions options;
  options.epsilon = 1;
  options.delta = 1e-6;
  options.per_user = 3;
  options.steps = 10;
  options.method = method;
  const auto plan = calibrate_heavy_hitters(options);
  return {"HeavyHitterMonitor", mode, "add-remove", {1, 1e-6}, [=](bool second, Randomness& r) {
            HeavyHitterMonitor monitor(plan.parameters);
            const auto users = static_cast<std::uint32_t>(plan.threshold);
            std::vector<Holding> holdings;
            for (std::uint32_t user = 0; user < users + second; ++user)
              holdings.push_back({user, 7});
            std::int64_t reports = 0;
            std::int64_t first = 10;
            for (std::int64_t step = 0; step < 10; ++step) {
              const bool reported = !monitor.step(holdings, r).empty();
              reports += reported;
              if (reported && first == 10) first = step;
            }
            return reports * 100 + first;
          }};
}

}  // namespace

std::vector<AuditCase> sparse_vector_cases() {
  std::vector<AuditCase> cases;
  cases.push_back(above_threshold_case("one yes", above(QueryKind::general, 1), false));
  cases.push_back(
      above_threshold_case("several, one noisy threshold", above(QueryKind::monotone, 3), true));
  AboveThresholdParameters dry = above(QueryKind::general, 1);
  dry.query_rate = 64;  // as good as no noise
  cases.push_back(mistaken("one yes, without noise on questions", dry, 2,
                           "sparse vector, variant 5 of Lyu, Su, Li"));
  AboveThresholdParameters endless = above(QueryKind::general, 1);
  endless.max_answers = 1000;
  cases.push_back(mistaken("one yes, which never stops", endless, 600,
                           "sparse vector, variant 6 of Lyu, Su, Li"));
  cases.push_back(monitor_case("charging", MonitorMethod::charging));
  cases.push_back(monitor_case("laplace", MonitorMethod::laplace));
  cases.push_back(monitor_case("sampled", MonitorMethod::sampled));
  cases.push_back(hitters_case("charging", MonitorMethod::charging));
  cases.push_back(hitters_case("sampled", MonitorMethod::sampled));
  return cases;
}

}  // namespace logstar::testing
