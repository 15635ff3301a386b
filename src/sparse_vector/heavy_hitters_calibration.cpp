#include "logstar/sparse_vector/heavy_hitters_calibration.hpp"

#include <algorithm>
#include <cmath>

#include "logstar/privacy/bisection.hpp"
#include "logstar/privacy/rounding.hpp"
#include "logstar/sparse_vector/charging_loss.hpp"
#include "logstar/sparse_vector/monitor_accuracy.hpp"
#include "logstar/sparse_vector/monitor_calibration.hpp"
#include "logstar/sparse_vector/noise_rate.hpp"
#include "logstar/support/checks.hpp"
#include "logstar/support/errors.hpp"

namespace logstar {
namespace {

constexpr double kMaxSteps = 0x1p52;

/// The shares of delta that charging may get, in fortieths.
constexpr int kFirstShare = 18;
constexpr int kLastShare = 32;

class Planner {
 public:
  explicit Planner(const HeavyHitterOptions& options) : options_(options) {
    check_epsilon("epsilon", options.epsilon);
    check_delta("delta", options.delta);
    check_count("perUser", options.per_user, 1, kMaxPerRecord);
    check_count("steps", options.steps, 0, static_cast<std::uint64_t>(kMaxSteps));
    check_count("expectedSteps", options.expected_steps, 1, static_cast<std::uint64_t>(kMaxSteps));
    check_count("expectedUsers", options.expected_users, 1, static_cast<std::uint64_t>(kMaxSteps));
    check_confidence(options.confidence);
    if (options.threshold) threshold_in_steps(*options.threshold, QueryGrid::counts);
    const Loss asked{options.epsilon, options.delta};
    loss_ = options.neighbors == Neighbors::add_remove ? asked : add_remove_for_replace(asked);
    horizon_ = options.steps != 0 ? options.steps : options.expected_steps;
    const double h = count_up(horizon_);
    log_steps_ = options.steps != 0 ? log_up(h) : add_up(log_up(h), log_up(add_up(h, 1)));
  }

  std::optional<HeavyHitterPlan> charging() const {
    const auto test = [&](double charging_delta) {
      return monitor_parameters_for(MonitorMethod::charging, {loss_.epsilon, charging_delta},
                                    options_.per_user, options_.grid);
    };
    const auto threshold = [&](double charging_delta) {
      const auto parameters = test(charging_delta);
      return parameters ? least_threshold(*parameters, eta_of(charging_delta)) : kInfinity;
    };
    const double best = best_share(threshold);
    if (threshold(best) == kInfinity) return std::nullopt;
    if (!options_.threshold) return finish(*test(best), eta_of(best), threshold(best));

    // A given threshold: the most charging that leaves it enough eta.
    check_threshold(*options_.threshold, threshold(best));
    const double most = largest_accepted(best, loss_.delta, [&](double charging_delta) {
      return threshold(charging_delta) <= *options_.threshold;
    });
    return finish(*test(most), eta_of(most), std::round(*options_.threshold));
  }

  /// delta = p eta.
  std::optional<HeavyHitterPlan> sampled() const {
    const auto test =
        monitor_parameters_for(MonitorMethod::sampled, loss_, options_.per_user, options_.grid);
    if (!test) return std::nullopt;
    const double share_up = -expm1_down(-test->keep_rate);
    const double eta = divide_down(loss_.delta, share_up);
    double threshold = least_threshold(*test, eta);
    if (threshold == kInfinity) return std::nullopt;  // nothing of delta is left after rounding
    if (options_.threshold) {
      const double of_sample = std::round(*options_.threshold * kept_share(*test));
      check_threshold(*options_.threshold, std::ceil(threshold / kept_share(*test)));
      threshold = std::fmax(threshold, of_sample);
    }
    return finish(*test, eta, threshold);
  }

 private:
  double eta_of(double charging_delta) const { return subtract_down(loss_.delta, charging_delta); }

  /// The least whole t with steps e^(-rate (t - 1)) <= eta, at the horizon.
  double least_threshold(const MonitorParameters& test, double eta) const {
    if (!(eta > 0)) return kInfinity;
    return std::ceil(add_up(1, divide_up(log_surplus_up(eta), test.rate)));
  }

  /// ln(steps / eta), rounded up.
  double log_surplus_up(double eta) const {
    return std::fmax(0, subtract_up(log_steps_, log_down(eta)));
  }

  double share_of(int fortieths) const { return loss_.delta * fortieths / 40; }

  /// Where the best share is if the loss is about normal.
  int likely_share() const {
    int best = kFirstShare;
    double least = kInfinity;
    for (int i = kFirstShare; i <= kLastShare; ++i) {
      const double rate = likely_charging_rate(options_.per_user, loss_.epsilon, share_of(i));
      const double t = log_surplus_up(eta_of(share_of(i))) / rate;
      if (t >= least) continue;
      least = t;
      best = i;
    }
    return best;
  }

  /// Whether this share certainly needs a threshold above `t`, as least_threshold has it.
  bool needs_more(int fortieths, double t) const {
    const double eta = eta_of(share_of(fortieths));
    if (t == kInfinity || !(t > 1) || !(eta > 0)) return false;
    // Less than the least rate with which t is enough, by far more than is rounded.
    const double rate = log_surplus_up(eta) / (t - 1) * (1 - 0x1p-40);
    return intensity_charging_rate_is_below(rate, options_.per_user, loss_.epsilon,
                                            share_of(fortieths));
  }

  /// The first share of delta for charging, in fortieths, that needs the least threshold. Any share is private, and the
  /// best one is never far from 0.6: eta counts through its logarithm only. Thresholds fall up to the best share and
  /// rise after it, so the search ends at the first share on either side that needs more.
  template <typename Threshold>
  double best_share(Threshold threshold) const {
    const int start = likely_share();
    int best = start;
    double least = threshold(share_of(start));
    const auto is_worse = [&](int i) {
      if (needs_more(i, least)) return true;
      const double t = threshold(share_of(i));
      if (t < least || (t == least && i < best)) best = i;
      const bool worse = t > least;
      least = std::fmin(least, t);
      return worse;
    };
    for (int i = start - 1; i >= kFirstShare && !is_worse(i); --i) {
    }
    for (int i = start + 1; i <= kLastShare && !is_worse(i); ++i) {
    }
    return share_of(best);
  }

  void check_threshold(double given, double least) const {
    if (given >= least) return;
    reject("threshold", "at least " + to_text(least) + " with these options", given);
  }

  HeavyHitterPlan finish(const MonitorParameters& test, double eta, double threshold) const {
    HeavyHitterPlan plan;
    plan.parameters.test = test;
    plan.parameters.steps = options_.steps;
    plan.parameters.threshold = static_cast<std::int64_t>(threshold);
    if (options_.steps == 0) {
      plan.parameters.surplus = -log_down(eta);
      if (!options_.threshold) plan.parameters.threshold = 1;
    }
    plan.loss = {options_.epsilon, options_.delta};
    const auto last = static_cast<double>(heavy_hitter_threshold(plan.parameters, horizon_));
    plan.threshold = last / kept_share(test);
    // At most users / threshold items of one step are above the threshold, as each user holds one at most.
    const double items = std::ceil(count_up(options_.expected_users) / plan.threshold);
    const double failure =
        divide_down(subtract_down(1, options_.confidence), multiply_up(count_up(horizon_), items));
    plan.surely_found = std::ceil(plan.threshold + sure_yes_distance(test, last, failure));
    return plan;
  }

  HeavyHitterOptions options_;
  Loss loss_;
  std::uint64_t horizon_ = 0;  // the step the accuracy statement ends with
  double log_steps_ = 0;       // ln m, or ln(m (m + 1)) for any number of steps
};

}  // namespace

std::vector<HeavyHitterPlan> plan_heavy_hitters(const HeavyHitterOptions& options) {
  const Planner planner(options);
  if (options.method == MonitorMethod::laplace || options.method == MonitorMethod::paper) {
    reject("method", "charging or sampled", std::string(words_of(*options.method)));
  }
  std::vector<HeavyHitterPlan> plans;
  const auto consider = [&](const std::optional<HeavyHitterPlan>& plan) {
    if (plan) plans.push_back(*plan);
  };
  if (options.method != MonitorMethod::sampled) consider(planner.charging());
  if (options.method != MonitorMethod::charging) consider(planner.sampled());
  if (plans.empty()) {
    reject("epsilon", "large enough, with delta, for this perUser", options.epsilon);
  }
  const auto finds_more = [](const HeavyHitterPlan& a, const HeavyHitterPlan& b) {
    return a.surely_found < b.surely_found;
  };
  std::min_element(plans.begin(), plans.end(), finds_more)->chosen = true;
  return plans;
}

HeavyHitterPlan calibrate_heavy_hitters(const HeavyHitterOptions& options) {
  const std::vector<HeavyHitterPlan> plans = plan_heavy_hitters(options);
  return *std::find_if(plans.begin(), plans.end(), [](const auto& plan) { return plan.chosen; });
}

// Over any number of steps the sum of eta / (i (i + 1)) is eta.
std::int64_t heavy_hitter_threshold(const HeavyHitterParameters& parameters, std::uint64_t step) {
  if (parameters.steps != 0) return parameters.threshold;
  const double i = count_up(step);
  const double logarithm = add_up(add_up(log_up(i), log_up(add_up(i, 1))), parameters.surplus);
  const double t = std::ceil(add_up(1, divide_up(std::fmax(0, logarithm), parameters.test.rate)));
  return std::max(parameters.threshold, static_cast<std::int64_t>(std::fmin(t, 0x1p60)));
}

}  // namespace logstar
