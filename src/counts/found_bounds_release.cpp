#include "logstar/counts/found_bounds_release.hpp"

#include <utility>

#include "logstar/counts/user_claim.hpp"
#include "logstar/privacy/rounding.hpp"
#include "logstar/selection/laplace_count.hpp"

// Passing. With noise Y of rate r and q = e^-r, P[Y > t] = q^(t + 1)/(1 + q), half of P[|Y| > t]. An empty bin passes
//   if Y > t: over all k bins with at most k times that, and beta/10 if P[|Y| > t] <= beta/(5 k). A bin of weight
//   t + 1 + E does not pass if Y < -E, with half of P[|Y| > E]; two of them with P[|Y| > E] <= 9 beta/10.

namespace logstar {
namespace {

UserHistogramTask histogram_of(const FoundBoundsTask& task) {
  UserHistogramTask histogram;
  histogram.epsilon = task.epsilon;
  histogram.groups = task.scale.bins.count();
  histogram.per_user = {std::nullopt, task.user_weight};
  histogram.neighbors = task.neighbors;
  histogram.confidence = task.confidence;
  return histogram;
}

}  // namespace

FoundBounds::Plan FoundBounds::plan(const Task& task) {
  Plan plan;
  plan.noise = UserHistogram::plan(histogram_of(task));
  const double beta = subtract_down(1, task.confidence);
  const double bins = count_up(task.scale.bins.count());
  plan.threshold = laplace_error_beyond(plan.noise.rate, divide_down(beta, multiply_up(5, bins)));
  plan.passes_from =
      plan.threshold + 1 + laplace_error_beyond(plan.noise.rate, multiply_down(0.9, beta));
  return plan;
}

Claim FoundBounds::claim(const Task& asked, const Plan& plan) {
  const auto user_weight = static_cast<double>(asked.user_weight);
  Claim claim = user_claim("discrete Laplace noise on the weights of powers of two",
                           {asked.epsilon, 0}, asked.neighbors);
  claim.protects = asked.protects;
  claim.proof = "docs/guarantees/found-bounds.md";
  claim.accuracy = {ErrorKind::count, static_cast<double>(plan.passes_from) / user_weight,
                    asked.confidence};
  claim.parameters = per_user_facts({std::nullopt, asked.user_weight})
                         .with("bins", static_cast<double>(asked.scale.bins.count()))
                         .with(noise_facts(plan.noise, asked.epsilon, user_weight))
                         .with("threshold", static_cast<double>(plan.threshold) / user_weight);
  return claim;
}

FoundBoundsTask FoundBounds::with_loss(const Task& task, const Plan&, const Loss& granted) {
  Task run = task;
  run.epsilon = granted.epsilon;
  return run;
}

FoundBounds::Answer FoundBounds::draw(const Task& task, const Plan& plan, Data data,
                                      Randomness& randomness) {
  CountedRows rows{std::move(data.rows.users), std::move(data.rows.groups)};
  rows.groups.resize(data.values.size());
  for (std::size_t row = 0; row < data.values.size(); ++row) {
    if (rows.groups[row] == kNoGroup) continue;
    rows.groups[row] = task.scale.bins.of(value_of_code(data.values[row]));
  }
  const UserHistogramTask histogram = histogram_of(task);
  return range_above(UserHistogram::draw(histogram, plan.noise, std::move(rows), randomness),
                     plan.threshold, task.scale.bins);
}

FoundBounds::Answer FoundBounds::draw_from_sums(const Task& task, const Plan& plan,
                                                const std::vector<Sum>& sums,
                                                Randomness& randomness) {
  const auto noisy =
      UserHistogram::draw_from_sums(histogram_of(task), plan.noise, sums, randomness);
  return range_above(noisy, plan.threshold, task.scale.bins);
}

}  // namespace logstar
