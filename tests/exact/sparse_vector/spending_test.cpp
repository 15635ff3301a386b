// The privacy loss of calibrated AboveThreshold parameters, added up again from the theorems.
#include <catch2/catch.hpp>
#include <cmath>

#include "logstar/privacy/concentrated.hpp"
#include "logstar/privacy/optimal_composition.hpp"
#include "logstar/sparse_vector/above_threshold_calibration.hpp"

namespace logstar::testing {
namespace {

constexpr double kRounding = 1 + 1e-9;

/// The epsilon of one run of `yeses` answers, and the range of its loss for monotone queries.
struct RunCost {
  double epsilon;
  double range;
};

RunCost cost_of(const AboveThresholdParameters& p, bool monotone, double yeses) {
  const double e1 = p.threshold_rate;
  const double e2 = p.query_rate;
  const double e3 = p.answer_rate;
  if (!monotone) return {e1 + yeses * (2 * e2 + e3), 0};
  const double one_way = e1 + yeses * std::max(e2, e3);
  const double other_way = yeses * (e2 + e3);
  return {std::max(one_way, other_way), one_way + other_way};
}

TEST_CASE("runs of AboveThreshold spend at most the total, in every form and with numbers") {
  for (const auto queries : {QueryKind::general, QueryKind::monotone}) {
    for (const std::uint64_t answers : {1u, 2u, 7u, 60u}) {
      for (const double share : {0.0, 0.3, 0.8}) {
        for (const double delta : {0.0, 1e-6}) {
          AboveThresholdOptions options;
          options.epsilon = 1;
          options.delta = delta;
          options.max_answers = answers;
          options.queries = queries;
          options.numeric_share = share;
          const bool monotone = queries == QueryKind::monotone;
          for (const AboveThresholdPlan& plan : plan_above_threshold(options)) {
            const bool kept = plan.form == AnswerForm::kept;
            const auto one =
                cost_of(plan.parameters, monotone, kept ? static_cast<double>(answers) : 1.0);
            const auto count = static_cast<double>(answers);
            const double sum = kept ? one.epsilon : count * one.epsilon;
            double spent = 0;
            if (sum > kRounding) {
              spent = optimal_delta({one.epsilon, 0}, answers, 1);
              if (monotone) {
                spent = std::min({spent, optimal_delta({one.range, 0}, answers, 1),
                                  concentrated_delta(count * one.range * one.range / 8, 1)});
              }
            }
            INFO(name_of(plan.form) << ", " << answers << " answers, share " << share);
            CHECK(spent <= plan.loss.delta * kRounding);
            // It also spends nearly all of its loss.
            const bool by_range = plan.form == AnswerForm::redrawn_bounded_range;
            CHECK((spent > 0 || (by_range ? count * one.range : sum) > 0.8));
          }
        }
      }
    }
  }
}

}  // namespace
}  // namespace logstar::testing
