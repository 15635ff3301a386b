#include "logstar/sparse_vector/threshold_monitor.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "logstar/sparse_vector/hit_coin.hpp"
#include "logstar/support/errors.hpp"

namespace logstar {
namespace {

constexpr std::int64_t kMaxThreshold = std::int64_t(1) << 60;

std::int64_t threshold_of_test(const MonitorParameters& parameters, std::int64_t threshold) {
  if (threshold > kMaxThreshold || threshold < -kMaxThreshold) {
    reject("threshold", "from -2^60 to 2^60 steps", std::to_string(threshold));
  }
  if (parameters.method != MonitorMethod::sampled) return threshold;
  return std::llround(static_cast<double>(threshold) * kept_share(parameters));
}

std::vector<std::uint64_t> first_allowances(const MonitorParameters& parameters,
                                            std::size_t records, Randomness& randomness) {
  std::vector<std::uint64_t> left(records);
  for (std::uint64_t& amount : left) amount = draw_allowance(parameters, randomness);
  return left;
}

std::vector<std::uint64_t> checked(std::vector<std::uint64_t> left,
                                   const MonitorParameters& parameters) {
  const std::uint64_t most = allowance(parameters);
  for (const std::uint64_t amount : left) {
    if (amount > most) {
      reject("saved.left", "at most " + std::to_string(most) + " each", std::to_string(amount));
    }
  }
  return left;
}

}  // namespace

std::uint64_t allowance(const MonitorParameters& parameters) {
  return parameters.method == MonitorMethod::paper
             ? parameters.per_record << fraction_bits(parameters.grid)
             : parameters.per_record;
}

std::uint64_t draw_allowance(const MonitorParameters& parameters, Randomness& randomness) {
  if (parameters.method == MonitorMethod::sampled &&
      randomness.bernoulli_exp(Rational::of(parameters.keep_rate))) {
    return 0;
  }
  return allowance(parameters);
}

ThresholdMonitor::ThresholdMonitor(const MonitorParameters& parameters, std::int64_t threshold,
                                   std::size_t records, Randomness& randomness)
    : parameters_(parameters),
      test_(parameters),
      test_threshold_(threshold_of_test(parameters, threshold)),
      active_(first_allowances(parameters, records, randomness)) {}

ThresholdMonitor::ThresholdMonitor(const MonitorParameters& parameters, std::int64_t threshold,
                                   ThresholdMonitorState saved)
    : parameters_(parameters),
      test_(parameters),
      test_threshold_(threshold_of_test(parameters, threshold)),
      active_(checked(std::move(saved.left), parameters)) {}

bool ThresholdMonitor::ask(std::span<const std::uint8_t> flags, Randomness& randomness) {
  check_size(flags.size());
  const std::int64_t total = active_.count(flags) << fraction_bits(parameters_.grid);
  if (!test_.yes(total - test_threshold_, randomness)) return false;
  const bool in_steps = parameters_.method == MonitorMethod::paper;
  const std::int64_t record = in_steps ? steps_per_record(parameters_.grid) : 1;
  active_.charge_flagged(flags, static_cast<std::uint64_t>(record));
  return true;
}

bool ThresholdMonitor::ask(std::span<const std::uint32_t> steps, Randomness& randomness) {
  check_size(steps.size());
  const auto most = static_cast<std::uint32_t>(steps_per_record(parameters_.grid));
  if (!test_.yes(active_.sum(steps, most) - test_threshold_, randomness)) return false;
  const Rational rate = Rational::of(parameters_.rate);
  for (std::size_t i = 0; i < steps.size(); ++i) {
    if (steps[i] == 0 || !active_.is_active(i)) continue;
    if (parameters_.method == MonitorMethod::paper) {
      active_.charge(i, std::min(steps[i], most));
    } else if (is_hit(steps[i], parameters_.grid, rate, randomness)) {
      active_.charge(i, 1);
    }
  }
  return true;
}

void ThresholdMonitor::check_size(std::size_t size) const {
  if (size == records()) return;
  reject("contributions", "one a record (" + std::to_string(records()) + ")", std::to_string(size));
}

}  // namespace logstar
