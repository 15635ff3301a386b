#include "logstar/learning/rule_sizes.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "logstar/learning/sample_sizes.hpp"
#include "logstar/support/checks.hpp"

// Split. With probability 1 - b/4 each: a rule that agrees with the target on the n values errs with
// probability at most a/8 (BNS13 Theorem 2.13); it then errs on at most a/4 of the others; every rule that errs
// with probability above a errs on more than a/2 of them; the draw loses at most a/4.
//
// All. The draw loses at most E = rule_choice_excess records with probability 1 - b. A rule of the class that
// errs on at most E of m independent samples errs with probability below a, except with probability 4 Pi(2 m)
// e^(-m a (1 - E/(m a))^2 / 4): P[some rule has (err - seen)/sqrt(err) > t] <= 4 Pi(2 m) e^(-m t^2/4), and the
// left side grows with err.

namespace logstar {
namespace {

constexpr double kSlack = 1e-9;

std::uint64_t vc_dimension(const RuleClass& rules) {
  switch (rules.kind) {
    case RuleClass::Kind::thresholds:
      return 1;
    case RuleClass::Kind::boxes:
      return 2 * rules.dimensions;
    case RuleClass::Kind::finite_dimension:
      return rules.vc_dimension;
  }
  return 1;
}

std::uint64_t whole_up(double x) { return static_cast<std::uint64_t>(std::ceil(x * (1 + kSlack))); }

template <typename Enough>
std::uint64_t least(const Enough& enough) {
  std::uint64_t low = 0;
  std::uint64_t high = 1;
  while (!enough(high)) low = std::exchange(high, 2 * high);
  while (high - low > 1) {
    const std::uint64_t middle = low + (high - low) / 2;
    (enough(middle) ? high : low) = middle;
  }
  return high;
}

/// By how many errors a draw from the dichotomies of m values may miss the best.
double excess(const RuleTask& task, double draw_epsilon, std::uint64_t m) {
  const double shortfall = (log_dichotomies(task.rules, m) - std::log(task.beta)) / draw_epsilon;
  return std::ceil(shortfall * (1 + kSlack)) - 1;
}

RulePlan plan_all(const RuleTask& task, double draw_epsilon, double accuracy) {
  RulePlan plan;
  plan.algorithm = RuleAlgorithm::all;
  plan.available = task.protects == Protects::labels;
  if (!plan.available) {
    plan.reason = "would show the records' values";
    return plan;
  }
  plan.least_records = least([&](std::uint64_t m) {
    return excess(task, draw_epsilon, m) <= accuracy * static_cast<double>(m);
  });
  plan.generalisation_records = least([&](std::uint64_t m) {
    const double mean = accuracy * static_cast<double>(m);
    const double kept = 1 - excess(task, draw_epsilon, m) / mean;
    if (kept <= 0) return false;
    return mean * kept * kept / 4 * (1 - kSlack) >=
           std::log(4) + log_dichotomies(task.rules, 2 * m) - std::log(task.beta);
  });
  plan.reason = "all records build the rules and choose among them";
  return plan;
}

RulePlan plan_split(const RuleTask& task, double draw_epsilon, double accuracy) {
  RulePlan plan;
  plan.algorithm = RuleAlgorithm::split;
  plan.available = true;
  const auto dimension = static_cast<double>(vc_dimension(task.rules));
  plan.building =
      whole_up(64 / accuracy * (dimension * std::log(128 / accuracy) + std::log(8 / task.beta)));
  const double rules = log_dichotomies(task.rules, plan.building) + std::log(4 / task.beta);
  const std::uint64_t choosing =
      whole_up(std::max({24 / accuracy * std::log(4 / task.beta), 8 / accuracy * rules,
                         4 / (accuracy * draw_epsilon) * rules}));
  const bool together = task.protects == Protects::labels;
  plan.generalisation_records = choosing + (together ? plan.building : 0);
  plan.reason = std::to_string(plan.building) + " public values build the rules";
  return plan;
}

}  // namespace

std::string_view name_of(RuleClass::Kind kind) {
  switch (kind) {
    case RuleClass::Kind::thresholds:
      return "thresholds";
    case RuleClass::Kind::boxes:
      return "boxes";
    case RuleClass::Kind::finite_dimension:
      return "any";
  }
  return "";
}

std::string_view name_of(RuleAlgorithm algorithm) {
  return algorithm == RuleAlgorithm::all ? "all" : "split";
}

double log_dichotomies(const RuleClass& rules, std::uint64_t n) {
  const auto values = static_cast<double>(n);
  if (rules.kind == RuleClass::Kind::thresholds) return std::log1p(values) * (1 + kSlack);
  const auto dimension = static_cast<double>(vc_dimension(rules));
  const double all = values * std::log(2);
  const double sauer = values > dimension ? dimension * (1 + std::log(values / dimension)) : all;
  if (rules.kind == RuleClass::Kind::finite_dimension) return std::min(all, sauer) * (1 + kSlack);
  const double sides = static_cast<double>(rules.dimensions) *
                       std::log1p(values * (values + 1) / 2);  // and the empty box
  return std::min({all, sauer, sides}) * (1 + kSlack);
}

std::vector<RulePlan> plan_rules(const RuleTask& task, double accuracy) {
  records_for_empirical_error(0, accuracy);  // rejects an invalid accuracy
  check_probability("beta", task.beta);
  check_count("dimensions", task.rules.dimensions, 1, 4);
  check_count("vcDimension", task.rules.vc_dimension, 1, 1000);
  const double draw_epsilon = calibrate_rule_choice(task.protects, task.epsilon, task.neighbors);
  std::vector<RulePlan> plans{plan_all(task, draw_epsilon, accuracy),
                              plan_split(task, draw_epsilon, accuracy)};
  const bool all =
      plans[0].available && plans[0].generalisation_records <= plans[1].generalisation_records;
  plans[all ? 0 : 1].chosen = true;
  return plans;
}

}  // namespace logstar
