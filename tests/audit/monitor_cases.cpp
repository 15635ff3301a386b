// Monitors at counts where a yes is uncertain, many times in a row, and one more record or user.
#include <algorithm>
#include <utility>
#include <vector>

#include "audit.hpp"
#include "logstar/sparse_vector/heavy_hitters.hpp"
#include "logstar/sparse_vector/heavy_hitters_calibration.hpp"
#include "logstar/sparse_vector/monitor_calibration.hpp"
#include "logstar/sparse_vector/threshold_monitor.hpp"
#include "neighbors.hpp"

namespace logstar::testing {
namespace {

/// Whether each record counts.
using Flags = std::vector<std::uint8_t>;

/// The turn of the last yes that a record takes part in, or the number of such yeses.
class Yeses {
 public:
  explicit Yeses(std::uint64_t most) : left_(most) {}
  void add(bool yes) {
    ++asked_;
    if (yes && left_ > 0 && --left_ == 0) last_ = asked_;
  }
  std::int64_t code() const { return last_ > 0 ? last_ : -static_cast<std::int64_t>(left_); }

 private:
  std::uint64_t left_;
  std::int64_t asked_ = 0;
  std::int64_t last_ = 0;
};

/// 40 queries about records that always count, near a threshold of 100, and one more record; a replaced record
/// did not count before.
AuditCase monitor_case(const std::string& mode, MonitorMethod method, Neighbors neighbors,
                       double epsilon, std::size_t records) {
  MonitorOptions options;
  options.epsilon = epsilon;
  options.delta = 1e-6;
  options.per_record = 10;
  options.method = method;
  options.neighbors = neighbors;
  options.threshold = 100;
  const auto parameters = calibrate_monitor(options).parameters;
  const auto flags_of = [=](bool second) {
    Flags flags(records, 1);
    if (second || neighbors == Neighbors::replace) flags.push_back(second);
    return flags;
  };
  require_neighbors(flags_of(false), flags_of(true), neighbors);
  return {"ThresholdMonitor",
          mode,
          text_of(neighbors),
          {epsilon, 1e-6},
          [=](bool second, Randomness& r) {
            const Flags flags = flags_of(second);
            ThresholdMonitor monitor(parameters, 100, flags.size(), r);
            Yeses yeses(options.per_record);
            for (int question = 0; question < 40; ++question) yeses.add(monitor.ask(flags, r));
            return yeses.code();
          }};
}

/// Five queries at threshold 4 that two of 300 records (three for the neighbour) answer. (With more records,
/// the random choice of the sample would hide one record.) A replaced record did not count before.
AuditCase sampled_case(Neighbors neighbors, double epsilon) {
  MonitorOptions options;
  options.epsilon = epsilon;
  options.neighbors = neighbors;
  options.method = MonitorMethod::sampled;
  options.threshold = 4;
  const auto parameters = calibrate_monitor(options).parameters;
  const auto flags_of = [=](bool second) {
    Flags flags(300);
    flags[0] = flags[1] = 1;
    if (second || neighbors == Neighbors::replace) flags.push_back(second);
    return flags;
  };
  require_neighbors(flags_of(false), flags_of(true), neighbors);
  return {"ThresholdMonitor",
          "sampled",
          text_of(neighbors),
          {epsilon, 0},
          [=](bool second, Randomness& r) {
            const Flags flags = flags_of(second);
            ThresholdMonitor monitor(parameters, 4, flags.size(), r);
            Yeses yeses(options.per_record);
            for (int question = 0; question < 5; ++question) yeses.add(monitor.ask(flags, r));
            return yeses.code();
          }};
}

/// A holding of item 7 for each user.
std::vector<Holding> holdings_of(std::uint32_t users) {
  std::vector<Holding> holdings;
  for (std::uint32_t user = 0; user < users; ++user) holdings.push_back({user, 7});
  return holdings;
}

std::vector<std::pair<std::uint32_t, std::uint64_t>> records_of(
    const std::vector<Holding>& holdings) {
  std::vector<std::pair<std::uint32_t, std::uint64_t>> records;
  for (const Holding& holding : holdings) records.emplace_back(holding.user, holding.item);
  return records;
}

/// Users below the threshold with one common item at every step, and one more user; a replaced user had another
/// item before.
AuditCase hitters_case(const std::string& mode, const HeavyHitterOptions& options,
                       std::uint32_t below) {
  const auto plan = calibrate_heavy_hitters(options);
  const auto users = static_cast<std::uint32_t>(plan.threshold) - below;
  const auto step_of = [=](bool second) {
    auto holdings = holdings_of(users + second);
    if (!second && options.neighbors == Neighbors::replace) holdings.push_back({users, 9});
    return holdings;
  };
  require_neighbors(records_of(step_of(false)), records_of(step_of(true)), options.neighbors);
  return {"HeavyHitterMonitor",
          mode,
          text_of(options.neighbors),
          {options.epsilon, options.delta},
          [=](bool second, Randomness& r) {
            HeavyHitterMonitor monitor(plan.parameters);
            const auto holdings = step_of(second);
            Yeses reports(options.per_user);
            for (std::uint64_t step = 0; step < options.steps; ++step) {
              const auto reported = monitor.step(holdings, r);
              reports.add(std::count(reported.begin(), reported.end(), 7u) > 0);
            }
            return reports.code();
          }};
}

HeavyHitterOptions hitters(MonitorMethod method, double epsilon, std::uint64_t per_user,
                           std::uint64_t steps, Neighbors neighbors) {
  HeavyHitterOptions options;
  options.neighbors = neighbors;
  options.epsilon = epsilon;
  options.per_user = per_user;
  options.steps = steps;
  options.method = method;
  return options;
}

}  // namespace

AuditCases monitor_cases() {
  using enum MonitorMethod;
  using enum Neighbors;
  return {
      monitor_case("charging", charging, add_remove, 4, 96),
      monitor_case("charging", charging, replace, 8, 96),
      monitor_case("laplace", laplace, add_remove, 4, 98),
      monitor_case("laplace", laplace, replace, 8, 98),
      monitor_case("paper", paper, add_remove, 4, 100),
      monitor_case("paper", paper, replace, 8, 100),
      sampled_case(add_remove, 1),
      sampled_case(replace, 2),
      hitters_case("charging", hitters(charging, 4, 10, 40, add_remove), 4),
      hitters_case("charging", hitters(charging, 8, 10, 40, replace), 4),
      hitters_case("sampled", hitters(sampled, 1, 1, 5, add_remove), 6),
      hitters_case("sampled", hitters(sampled, 2, 1, 5, replace), 6),
  };
}

}  // namespace logstar::testing
