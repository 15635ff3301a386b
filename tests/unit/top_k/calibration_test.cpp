// Parameters of top-k: the formulas and the documented refusals.
#include "logstar/top_k/calibration.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <optional>

#include "logstar/privacy/optimal_composition.hpp"
#include "logstar/privacy/rounding.hpp"
#include "logstar/top_k/laplace_difference.hpp"

namespace logstar::testing {
namespace {

const double kNan = std::numeric_limits<double>::quiet_NaN();

TopKParameters calibrate(std::uint64_t k, std::uint64_t kbar, std::optional<std::uint64_t> per_user,
                         Loss total, TopKVariant variant,
                         std::optional<double> count_share = std::nullopt) {
  return calibrate_top_k({k, kbar, per_user, total, Neighbors::add_remove, variant, count_share});
}

TEST_CASE("one item uses all of epsilon and delta, with bottom at the formula of the paper") {
  const auto limited = calibrate(1, 50, 3, {0.5, 1e-6}, TopKVariant::limited_domain);
  CHECK(limited.item_epsilon == 0.5);
  CHECK(limited.item_delta == 1e-6);
  CHECK(limited.margin >= std::log(3 / 1e-6) / 0.5);
  CHECK(limited.margin == Approx(std::log(3 / 1e-6) / 0.5).epsilon(1e-13));
  CHECK(limited.composition == CompositionBound::basic);
  CHECK(limited.tail == 0);
  const auto strict = calibrate(1, 50, 3, {0.5, 1e-6}, TopKVariant::strict);
  CHECK(strict.margin == Approx(std::log(50 / 1e-6) / 0.5).epsilon(1e-13));
  const auto any = calibrate(1, 50, {}, {0.5, 1e-6}, TopKVariant::limited_domain);
  CHECK(any.margin == strict.margin);
  const auto optimised = calibrate(1, 50, {}, {0.5, 1e-6}, TopKVariant::optimised_threshold);
  CHECK(optimised.item_epsilon == 0.25);  // two draws
}

TEST_CASE("many items use concentrated composition, with delta charged once") {
  const auto parameters = calibrate(100, 1000, {}, {1.0, 1e-6}, TopKVariant::strict);
  CHECK(parameters.composition == CompositionBound::concentrated);
  CHECK(parameters.item_epsilon > 0.03);
  CHECK(parameters.tail == 5e-7);
  CHECK(parameters.item_delta == 5e-7);
}

TEST_CASE("without a variant, limited_domain is used if per_user is known, else strict") {
  CHECK(calibrate_top_k({5, 50, 1, {1, 1e-6}}).variant == TopKVariant::limited_domain);
  CHECK(calibrate_top_k({5, 50, {}, {1, 1e-6}}).variant == TopKVariant::strict);
}

TEST_CASE(
    "Laplace spends one epsilon a moving count for any k, with the least margin within delta") {
  for (const std::uint64_t k : {1u, 10u, 50u}) {
    const auto parameters = calibrate(k, 50, 2, {1.0, 1e-6}, TopKVariant::laplace);
    CHECK(parameters.item_epsilon == 0.5);
    const auto margin = static_cast<std::int64_t>(parameters.margin);
    CHECK(laplace_difference_log_tail(0.5, margin + 1) <= std::log(5e-7));
    CHECK(laplace_difference_log_tail(0.5, margin) > std::log(5e-7));
    CHECK(parameters.count_epsilon == 0);
  }
  // Only bottom and kbar counts can change.
  CHECK(calibrate(3, 3, {}, {1.0, 1e-6}, TopKVariant::laplace).item_epsilon == 0.25);
  CHECK(calibrate(3, 3, 100, {1.0, 1e-6}, TopKVariant::laplace).item_epsilon == 0.25);
  // Many changes compose at a lower price than their sum.
  const auto many = calibrate(100, 1000, 500, {1.0, 1e-6}, TopKVariant::laplace);
  CHECK(many.composition == CompositionBound::optimal);
  CHECK(many.item_epsilon > 1.0 / 500);
  CHECK(optimal_delta({many.item_epsilon, 0}, 500, 1.0) <= many.tail);
}

// Regression: a ledger grants 2^-44 less than requested. If two bounds were equally good, this decided between
// them: the plan charged the rho of the sum, but another bound drew.
TEST_CASE("top-k draws with slightly less than the charge cost at most the charge") {
  constexpr double kGranted = 1 - 0x1p-44;
  for (const auto variant : {TopKVariant::limited_domain, TopKVariant::strict,
                             TopKVariant::optimised_threshold, TopKVariant::fixed_threshold}) {
    for (std::uint64_t k = 2; k <= 12; ++k) {
      const auto task_at = [&](double epsilon) {
        return TopKTask{k, k, {}, {epsilon, 1e-6}, Neighbors::add_remove, variant};
      };
      const auto is_sum = [&](double epsilon) {
        return calibrate_top_k(task_at(epsilon)).composition == CompositionBound::basic;
      };
      for (double low = 1e-3; low < 1e3; low *= 2) {
        double high = 2 * low;
        if (is_sum(low) == is_sum(high)) continue;
        double one = low;
        while (high - one > 1e-16 * high && one + (high - one) / 2 > one) {
          const double half = one + (high - one) / 2;
          if (half == high) break;
          (is_sum(half) == is_sum(low) ? one : high) = half;
        }
        for (const double epsilon : {one, high, high * (1 + 0x1p-45)}) {
          TopKTask task = task_at(epsilon);
          const TopKParameters plan = calibrate_top_k(task);
          const double charged = charge_of_top_k(task, plan).rho;
          task.total = {epsilon * kGranted, 1e-6 * kGranted};
          task.composition = plan.composition;
          const TopKParameters run = calibrate_top_k(task);
          INFO(name_of(variant) << " k " << k << " epsilon " << epsilon);
          CHECK(run.composition == plan.composition);
          CHECK(run.item_epsilon <= plan.item_epsilon);
          CHECK(charge_of_top_k(task, run).rho <= charged);
        }
      }
    }
  }
}

TEST_CASE("k = 6 at 0.98658792554638552: the sum is charged and drawn, though another is better") {
  TopKTask task{6, 60, {}, {0.98658792554638552, 1e-6}, Neighbors::add_remove, TopKVariant::strict};
  const TopKParameters plan = calibrate_top_k(task);
  CHECK(plan.composition == CompositionBound::basic);
  task.total = {task.total.epsilon * (1 - 0x1p-44), task.total.delta * (1 - 0x1p-44)};
  CHECK(calibrate_top_k(task).composition == CompositionBound::concentrated);
  task.composition = plan.composition;
  CHECK(calibrate_top_k(task).composition == CompositionBound::basic);
}

TEST_CASE("an inapplicable bound is rejected") {
  TopKTask task{3, 3, {}, {1, 1e-6}, Neighbors::add_remove, TopKVariant::fixed_threshold};
  task.composition = CompositionBound::concentrated;
  CHECK_THROWS_WITH(calibrate_top_k(task),
                    "composition must be a bound for these steps, got concentrated composition of "
                    "bounded-range steps");
}

TEST_CASE("k answers of the fixed threshold compose to the total") {
  for (const std::uint64_t k : {1u, 10u, 200u}) {
    const auto parameters = calibrate(k, k, {}, {1.0, 1e-6}, TopKVariant::fixed_threshold);
    const double q = std::exp(-parameters.item_epsilon);
    const double each = std::pow(q, parameters.margin) / (1 + q);
    CHECK(each <= parameters.item_delta * (1 + 1e-12));
    CHECK(each / q > parameters.item_delta);  // the margin is the minimum
    CHECK(optimal_delta({parameters.item_epsilon, each}, k, 1.0) <= 1e-6);
  }
}

TEST_CASE("the share for counts comes from epsilon and is divided by one user's sensitivity") {
  const auto any = calibrate(4, 10, {}, {1.0, 1e-6}, TopKVariant::strict, 0.25);
  CHECK(any.count_epsilon == 0.0625);
  CHECK(any.item_epsilon <= 0.75);
  CHECK(calibrate(4, 10, 2, {1.0, 1e-6}, TopKVariant::strict, 0.25).count_epsilon == 0.125);
  CHECK(calibrate(4, 10, 9, {1.0, 1e-6}, TopKVariant::strict, 0.25).count_epsilon == 0.0625);
  CHECK(calibrate(4, 10, 2, {1.0, 1e-6}, TopKVariant::laplace, 0.25).item_epsilon == 0.5);
}

TEST_CASE("replace is calibrated through add-remove") {
  const TopKTask task{1, 10, 1, {1.0, 1e-6}, Neighbors::replace, TopKVariant::strict};
  const auto parameters = calibrate_top_k(task);
  CHECK(parameters.item_epsilon == 0.5);
  CHECK(parameters.item_delta == Approx(1e-6 / (1 + std::exp(0.5))));
}

TEST_CASE("every variant has a name") {
  CHECK(name_of(TopKVariant::limited_domain) == "limited-domain");
  CHECK(name_of(TopKVariant::strict) == "strict");
  CHECK(name_of(TopKVariant::optimised_threshold) == "optimised-threshold");
  CHECK(name_of(TopKVariant::laplace) == "laplace");
  CHECK(name_of(TopKVariant::fixed_threshold) == "fixed-threshold");
}

TEST_CASE("top-k: bad parameters are rejected by name") {
  const auto refuse = [](std::uint64_t k, std::uint64_t kbar, std::optional<std::uint64_t> per_user,
                         Loss total, std::optional<TopKVariant> variant = {},
                         std::optional<double> count_share = std::nullopt,
                         Neighbors neighbors = Neighbors::add_remove) {
    return calibrate_top_k({k, kbar, per_user, total, neighbors, variant, count_share});
  };
  CHECK_THROWS_WITH(refuse(0, 10, {}, {1, 1e-6}),
                    "k must be a whole number from 1 to 1000000, got 0");
  CHECK_THROWS_WITH(refuse(1'000'001, 1'000'001, {}, {1, 1e-6}),
                    "k must be a whole number from 1 to 1000000, got 1000001");
  CHECK_THROWS_WITH(refuse(5, 4, {}, {1, 1e-6}),
                    "kBar must be a whole number from 5 to 10000000, got 4");
  CHECK_THROWS_WITH(refuse(5, 50, {}, {1, 0}), "delta must be a number above 0 and below 1, got 0");
  CHECK_THROWS_WITH(refuse(5, 50, {}, {1, 1}), "delta must be a number above 0 and below 1, got 1");
  CHECK_THROWS_WITH(refuse(5, 50, {}, {0, 0.1}),
                    "epsilon must be a number from 1e-9 to 10000, got 0");
  CHECK_THROWS_WITH(refuse(5, 50, {}, {kNan, 0.1}),
                    "epsilon must be a number from 1e-9 to 10000, got nan");
  CHECK_THROWS_WITH(refuse(5, 50, 0, {1, 1e-6}),
                    "perUser must be a whole number from 1 to 1000000000, got 0");
  CHECK_THROWS_WITH(refuse(5, 50, {}, {1, 1e-6}, TopKVariant::strict, 1),
                    "countShare must be a number above 0 and below 1, got 1");
  CHECK_THROWS_WITH(refuse(5, 50, {}, {1, 1e-6}, TopKVariant::strict, kNan),
                    "countShare must be a number above 0 and below 1, got nan");
  CHECK_THROWS_WITH(refuse(5, 50, {}, {1, 1e-6}, TopKVariant::fixed_threshold),
                    "kBar must be k for the fixed threshold, 5, got 50");
  CHECK_THROWS_WITH(refuse(5, 1'000'000, 1'000'000, {1e-9, 1e-300}, TopKVariant::laplace),
                    "epsilon must be above 1e-12 for each of 1000000 noisy counts, got 1e-09");
  CHECK_THROWS_WITH(refuse(9, 9, {}, {1, 5e-324}, TopKVariant::fixed_threshold),
                    "delta must be above 0 when shared out among k items, got 5e-324");
  CHECK_THROWS_WITH(refuse(9, 9, {}, {1e4, 1e-9}, {}, {}, Neighbors::replace),
                    "delta must be above 0 when shared out at this epsilon, got 1e-09");
}

TEST_CASE("extreme parameters have finite margins") {
  for (const auto variant : {TopKVariant::limited_domain, TopKVariant::strict,
                             TopKVariant::optimised_threshold, TopKVariant::laplace}) {
    for (const Loss total : {Loss{1e-9, 1e-300}, Loss{1e4, 1e-300}, Loss{1e-9, 0.999},
                             Loss{1e4, 0.999}, Loss{1.0, 5e-324}}) {
      const auto parameters = calibrate(1000, 10'000'000, 1, total, variant);
      CHECK(parameters.item_epsilon > 0);
      CHECK(parameters.margin >= 0);
      CHECK(parameters.margin < 0x1p61);
    }
  }
}

}  // namespace
}  // namespace logstar::testing
