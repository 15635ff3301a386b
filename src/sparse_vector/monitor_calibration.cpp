#include "logstar/sparse_vector/monitor_calibration.hpp"

#include <algorithm>
#include <cmath>
#include <initializer_list>

#include "logstar/privacy/optimal_composition.hpp"
#include "logstar/privacy/per_step.hpp"
#include "logstar/privacy/rounding.hpp"
#include "logstar/sparse_vector/charging_loss.hpp"
#include "logstar/sparse_vector/monitor_accuracy.hpp"
#include "logstar/sparse_vector/noise_rate.hpp"
#include "logstar/support/checks.hpp"
#include "logstar/support/errors.hpp"

namespace logstar {
namespace {

bool can_be_drawn(double rate, QueryGrid grid) {
  return std::ldexp(rate, -static_cast<int>(fraction_bits(grid))) >= 0x1p-40;
}

MonitorParameters with_rate(MonitorMethod method, std::uint64_t per_record, QueryGrid grid,
                            double rate) {
  MonitorParameters parameters;
  parameters.method = method;
  parameters.per_record = per_record;
  parameters.grid = grid;
  parameters.rate = short_rate_down(rate);
  return parameters;
}

/// p = 1 - e^-epsilon and (e^epsilon - 1)/p = e^epsilon, so the rate is ln(1 + e^epsilon) over the
/// hits. Keeping fewer records than that p, as rounding does, would allow a larger rate.
MonitorParameters sampled(double epsilon, std::uint64_t per_record, QueryGrid grid) {
  const double total = add_down(epsilon, log1p_down(exp_down(-epsilon)));
  MonitorParameters parameters =
      with_rate(MonitorMethod::sampled, per_record, grid, divide_down(total, count_up(per_record)));
  parameters.keep_rate = short_rate_down(epsilon);
  return parameters;
}

/// KMS20's noises for an inner scale b = ln(1/d)/e of at least `scale`. The proof requires b >= 2,
/// Delta >= b ln b and an outer scale of at least 10 Delta; one more step in Delta makes
/// P[v >= Delta] <= 1/(2b) hold for the discrete law.
MonitorParameters paper_noise(double scale, std::uint64_t per_record, QueryGrid grid) {
  MonitorParameters parameters =
      with_rate(MonitorMethod::paper, per_record, grid, divide_down(1, std::fmax(2, scale)));
  const double b = divide_up(1, parameters.rate);
  const double unit = static_cast<double>(steps_per_record(grid));
  const double cap = std::ceil(multiply_up(multiply_up(b, log_up(b)), unit)) + 1;
  parameters.cap = static_cast<std::int64_t>(std::fmin(cap, 0x1p60));
  parameters.outer_rate = short_rate_down(divide_down(unit, multiply_up(10, cap)));
  return parameters;
}

/// Theorem 3.2 with 2 d = delta: e = epsilon / (75 (k + 1)/ln(1/d) + 25).
double paper_scale(const Loss& loss, std::uint64_t per_record) {
  const double l = log_down(divide_down(1, loss.delta / 2));
  const double cost = add_up(divide_up(multiply_up(75, count_up(per_record + 1)), l), 25);
  return divide_up(multiply_up(log_up(divide_up(1, loss.delta / 2)), cost), loss.epsilon);
}

/// Theorem 3.8: half of delta for the epochs' own, 2 d each, half for the composition. Infinity if
/// one epoch is enough.
double paper_epochs_scale(const Loss& loss, std::uint64_t per_record) {
  const double k = count_up(per_record);
  double epochs = std::ceil(k);
  double d = 0;
  for (int i = 0; i < 5; ++i) {  // fewer epochs, larger d, more epochs: settles at once
    d = loss.delta / 2 / 2 / epochs;
    epochs = std::ceil(divide_up(k, log_down(divide_down(1, d))));
  }
  d = std::fmin(d, loss.delta / 2 / 2 / epochs);
  epochs = std::ceil(divide_up(k, log_down(divide_down(1, d))));
  if (epochs < 2 || 2 * d * epochs > loss.delta / 2) return kInfinity;
  const double each = optimal_per_step(loss, static_cast<std::uint64_t>(epochs), 2 * d);
  if (each == 0) return kInfinity;
  const double l = log_up(divide_up(1, d));
  const double cost =
      add_up(divide_up(multiply_up(75, add_up(l, 1)), log_down(divide_down(1, d))), 25);
  return divide_up(multiply_up(l, cost), each);
}

double noise_scale(const MonitorParameters& parameters) {
  switch (parameters.method) {
    case MonitorMethod::paper:
      return 1 / parameters.outer_rate;
    case MonitorMethod::sampled:
      return 1 / (parameters.rate * kept_share(parameters));
    default:
      return 1 / parameters.rate;
  }
}

void check_options(const MonitorOptions& options) {
  check_epsilon("epsilon", options.epsilon);
  check_delta_or_zero("delta", options.delta);
  check_count("perRecord", options.per_record, 1, kMaxPerRecord);
  check_count("expectedQuestions", options.expected_questions, 1, kMaxQuestions);
  check_confidence(options.confidence);
  threshold_in_steps(options.threshold, options.grid);
}

/// `auto` chooses from charging and sampled; the others are listed for comparison.
bool can_be_chosen(MonitorMethod method, const MonitorOptions& options) {
  return options.method || method == MonitorMethod::charging || method == MonitorMethod::sampled;
}

[[noreturn]] void refuse_all(const MonitorOptions& options) {
  const std::string method(options.method ? words_of(*options.method) : "auto");
  if (options.delta == 0) reject("delta", "above 0 for method " + method, "0");
  reject("epsilon", "large enough for method " + method + " with this perRecord", options.epsilon);
}

std::vector<MonitorPlan> plans_of(const MonitorOptions& options,
                                  std::initializer_list<MonitorMethod> methods) {
  check_options(options);
  const Loss asked{options.epsilon, options.delta};
  const Loss add_remove =
      options.neighbors == Neighbors::add_remove ? asked : add_remove_for_replace(asked);
  std::vector<MonitorPlan> plans;
  for (const MonitorMethod method : methods) {
    const auto parameters =
        monitor_parameters_for(method, add_remove, options.per_record, options.grid);
    if (!parameters) continue;
    MonitorPlan plan;
    plan.parameters = *parameters;
    plan.loss = {options.epsilon, method == MonitorMethod::sampled ? 0 : options.delta};
    plan.noise_scale = noise_scale(*parameters);
    plan.accuracy = monitor_accuracy(*parameters, options.threshold, options.expected_questions,
                                     options.confidence);
    plans.push_back(plan);
  }
  MonitorPlan* best = nullptr;
  for (MonitorPlan& plan : plans) {
    if (!can_be_chosen(plan.parameters.method, options)) continue;
    if (best == nullptr || plan.accuracy.width() < best->accuracy.width()) best = &plan;
  }
  if (best == nullptr) refuse_all(options);
  best->chosen = true;
  return plans;
}

}  // namespace

std::optional<MonitorParameters> monitor_parameters_for(MonitorMethod method, const Loss& loss,
                                                        std::uint64_t per_record, QueryGrid grid) {
  if (method != MonitorMethod::sampled && !(loss.delta > 0)) return std::nullopt;
  std::optional<MonitorParameters> parameters;
  switch (method) {
    case MonitorMethod::sampled:
      parameters = sampled(loss.epsilon, per_record, grid);
      break;
    case MonitorMethod::charging:
      parameters = with_rate(method, per_record, grid,
                             intensity_charging_rate(per_record, loss.epsilon, loss.delta));
      if (parameters->rate < kMinChargingRate) return std::nullopt;
      break;
    case MonitorMethod::laplace:
      parameters = with_rate(method, per_record, grid,
                             laplace_charging_rate(per_record, loss.epsilon, loss.delta));
      break;
    case MonitorMethod::paper: {
      const double scale =
          std::fmin(paper_scale(loss, per_record), paper_epochs_scale(loss, per_record));
      if (!(scale <= 0x1p40)) return std::nullopt;
      parameters = paper_noise(scale, per_record, grid);
      if (!can_be_drawn(parameters->outer_rate, grid)) return std::nullopt;
      break;
    }
  }
  if (!can_be_drawn(parameters->rate, grid)) return std::nullopt;
  return parameters;
}

std::vector<MonitorPlan> plan_monitor(const MonitorOptions& options) {
  if (options.method) return plans_of(options, {*options.method});
  return plans_of(options, {MonitorMethod::charging, MonitorMethod::sampled, MonitorMethod::laplace,
                            MonitorMethod::paper});
}

MonitorPlan calibrate_monitor(const MonitorOptions& options) {
  const std::vector<MonitorPlan> plans =
      options.method ? plans_of(options, {*options.method})
                     : plans_of(options, {MonitorMethod::charging, MonitorMethod::sampled});
  return *std::find_if(plans.begin(), plans.end(), [](const auto& plan) { return plan.chosen; });
}

}  // namespace logstar
