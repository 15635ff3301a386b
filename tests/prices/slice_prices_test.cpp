// The price of slices, docs/guarantees/slices.md. Regression: from 37 on 1 - p rounded to 1, and from 745 on p
// became 1. Ten slices at a noise of 40 were charged 60, but gave an event of probability 1 on one neighbour
// and 0 on the other.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

#include "logstar/interior_point/slices/slice_loss.hpp"
#include "logstar/support/errors.hpp"
#include "option_points.hpp"
#include "real.hpp"
#include "slice_theorems.hpp"

namespace logstar::testing {
namespace {

const std::vector<double> kNoises = {1e-5, 1e-4, 1e-2, 0.2812, 0.2813, 0.4812, 0.4813,
                                     1,    5,    14,   17,     19.99,  20};

TEST_CASE("noise that hides a record too rarely is rejected") {
  for (const double e : {20.1, 36.0, 37.0, 40.0, 710.0, 746.0, 1e4, 9e-6, HUGE_VAL, std::nan("")}) {
    CHECK_THROWS_AS(check_slice_budget({e, {20, 0}, 1, 10}), OutOfRange);
    CHECK_THROWS_AS(slice_epsilon_of({e, {20, 0}, 1, 10}, 1e-6), OutOfRange);
    CHECK_THROWS_AS(synchronising_probability(e), OutOfRange);
  }
}

TEST_CASE("the synchronising probability is slightly below Lemma 2.4's") {
  for (const double e : kNoises) {
    INFO("slice epsilon " << e);
    check_used(synchronising_probability(e), 1 - apart_pair(e).larger, 3e-9);
  }
}

/// Ten slices never synchronise except with probability 10 p. The event of ten outcomes "apart" with the likely
/// responses exceeds e^epsilon times the other side by this.
TEST_CASE("slices that hide nothing are all charged") {
  for (const double e : {17.0, 19.0, 20.0}) {
    for (const double compute : {1e-9, 1.0, 20.0, 1e4}) {
      for (const unsigned slices : {1u, 10u, 60u}) {
        const SliceBudget budget{e, {compute, 0}, 1, slices};
        const Real apart = apart_pair(e).larger;
        const Real likely = 1 / (1 + real_exp(-2 * Real(compute)));
        const Real all = pow(Real(apart * likely), static_cast<int>(slices));
        // Starting from L', an apart outcome is e^e times as likely, a response e^(2 c) times.
        const Real loss = slices * (Real(e) + 2 * Real(compute));
        const double delta = 1e-6;
        for (const double epsilon :
             {simple_slice_epsilon(budget, delta), mixture_slice_epsilon(budget, delta),
              numeric_slice_epsilon(budget, delta), slice_epsilon_of(budget, delta)}) {
          INFO("noise " << e << " compute " << compute << " slices " << slices << " charged "
                        << epsilon);
          CHECK(all * -real_expm1(Real(epsilon) - loss) <= Real(delta));
        }
      }
    }
  }
}

TEST_CASE("the simple bound uses the least number of slices that leaves at most delta") {
  SampledOptions options(1);
  for (const double e : kNoises) {
    for (int i = 0; i < 40; ++i) {
      const auto slices = static_cast<unsigned>(options.count(1'000'000));
      const auto computes = static_cast<unsigned>(options.count(64));
      const double compute = options.epsilon();
      const double delta = options.delta();
      const Real p = 1 - apart_pair(e).larger;
      const double own = delta * options.between(1e-12, 2) / computes / (1 + std::exp(compute));
      const Loss each{compute, options.coin() && own > 1e-300 ? own : 0};
      const Real on_average = std::min(Real(slices), Real(1 / p));
      const Real of_computes = computes * (1 + real_exp(compute)) * Real(each.delta) * on_average;
      const Real rest = Real(delta) - of_computes;
      const double charged = simple_slice_epsilon({e, each, computes, slices}, delta);
      INFO("noise " << e << " compute " << compute << ", " << each.delta << " computes " << computes
                    << " slices " << slices << " delta " << delta);
      if (rest < 0) {
        CHECK(std::isinf(charged));
        continue;
      }
      if (rest < 1e-6 * Real(delta)) continue;  // rounding decides
      const Real c = Real(e) + 2 * Real(computes) * Real(compute);
      const Real exact = real_log(rest) / real_log1p(-p);
      const Real steps = std::max(Real(1), Real(ceil(exact)));
      const Real more = std::max(Real(1), Real(ceil(exact * (1 + Real(1e-7)))));
      const Real half = Real(e) + Real(computes) * Real(compute);
      const Real all = slices * c;
      check_enough(charged, std::min(all, Real((steps - 1) * c + half)));
      CHECK(Real(charged) <= std::min(all, Real((more - 1) * c + half)) * (1 + Real(1e-12)));
    }
  }
}

/// docs/guarantees/slices.md, "Mixture bound", summed literally.
Real mixture_delta(const Real& epsilon, const SliceBudget& budget, const Real& p) {
  const Real k = budget.computes;
  const Real c = Real(budget.slice_epsilon) + 2 * k * Real(budget.compute.epsilon);
  const Real last = Real(budget.slice_epsilon) + k * Real(budget.compute.epsilon);
  Real sum = 0;
  Real weight = 1;
  for (unsigned j = 1; j <= budget.slices; ++j) {
    const Real loss = (j - 1) * c + last;
    if (loss > epsilon) sum += p * weight * -real_expm1(epsilon - loss);
    weight *= 1 - p;
  }
  const Real never = budget.slices * c;
  if (never > epsilon) sum += weight * -real_expm1(epsilon - never);
  return sum;
}

TEST_CASE("the mixture bound's epsilon has nearly exactly the requested delta") {
  SampledOptions options(2);
  for (const double e : kNoises) {
    for (int i = 0; i < 12; ++i) {
      const auto slices = static_cast<unsigned>(options.count(2000));
      const auto computes = static_cast<unsigned>(options.count(64));
      const SliceBudget budget{e, {options.epsilon(), 0}, computes, slices};
      const double delta = options.between(1e-200, 0.99);
      const double charged = mixture_slice_epsilon(budget, delta);
      INFO("noise " << e << " compute " << budget.compute.epsilon << " computes " << computes
                    << " slices " << slices << " delta " << delta << " charged " << charged);
      const Real p = 1 - apart_pair(e).larger;
      REQUIRE(std::isfinite(charged));
      CHECK(mixture_delta(charged, budget, p) <= Real(delta));
      if (charged > 1e-12) {
        CHECK(mixture_delta(Real(charged) * (1 - Real(1e-6)), budget, p) >
              Real(delta) * (1 - Real(1e-5)));
      }
    }
  }
}

/// A loss rounds up to the next of 256 steps in c, once for the outcome and once for each response of a slice;
/// a thousandth of delta may count as lost.
TEST_CASE("the loss distribution's epsilon equals the theorem's up to its grid") {
  SampledOptions options(3);
  for (int i = 0; i < 120; ++i) {
    SliceBudget budget;
    // (Below 10^-3 there are thousands of outcomes, and a million slices take long.)
    const double noise =
        i % 3 == 0 ? options.between(1e-3, 20) : kNoises[1 + static_cast<std::size_t>(i) % 12];
    budget.slice_epsilon = i == 0 ? 1e-4 : std::fmax(1e-3, noise);
    budget.compute.epsilon = i % 2 == 0 ? options.epsilon() : options.between(1e-3, 3);
    budget.computes = static_cast<unsigned>(options.count(4));
    const bool synchronises_soon = budget.slice_epsilon <= 1 && i % 30 == 0;
    if (synchronises_soon) budget.computes = 1;
    budget.slices = static_cast<unsigned>(options.count(synchronises_soon ? 1'000'000 : 20));
    const double delta = options.between(1e-20, 0.99);
    const double own = delta * options.between(1e-3, 0.2) / std::exp(budget.compute.epsilon);
    if (options.coin() && own > 1e-300) budget.compute.delta = own;
    const double charged = numeric_slice_epsilon(budget, delta);
    INFO("noise " << budget.slice_epsilon << " compute " << budget.compute.epsilon << ", "
                  << budget.compute.delta << " computes " << budget.computes << " slices "
                  << budget.slices << " delta " << delta << " charged " << charged);
    const Real left = Real(delta) - computations_delta(budget);
    if (std::isinf(charged)) {
      CHECK(left < 1e-8 * Real(delta));
      continue;
    }
    CHECK(session_delta(budget, charged) <= left);
    const Real c = Real(budget.slice_epsilon) + 2 * budget.computes * Real(budget.compute.epsilon);
    const Real grid = c / 256 * (budget.slices * (budget.computes + 1));
    const Real less = Real(charged) * (1 - Real(1e-6)) - grid;
    if (less > 0) CHECK(session_delta(budget, less) > left - Real(2e-3) * Real(delta));
  }
}

TEST_CASE("the loss distribution of several sessions is their convolution up to its grid") {
  for (const double noise : {0.3, 1.0, 4.0}) {
    for (const double compute : {0.05, 1.0}) {
      for (const unsigned sessions : {2u, 3u}) {
        for (const double delta : {1e-6, 0.05}) {
          const SliceBudget budget{noise, {compute, 0}, 1, 2, sessions};
          const double charged = numeric_slice_epsilon(budget, delta);
          INFO("noise " << noise << " compute " << compute << " sessions " << sessions << " delta "
                        << delta << " charged " << charged);
          CHECK(sessions_delta(budget, charged) <= Real(delta));
          const Real c = Real(noise) + 2 * Real(compute);
          const Real grid = c / 256 * (sessions * budget.slices * 2);
          const Real less = Real(charged) * (1 - Real(1e-6)) - grid;
          if (less > 0) CHECK(sessions_delta(budget, less) > Real(delta) * (1 - Real(2e-2)));
        }
      }
    }
  }
}

TEST_CASE(
    "the simple bound of several sessions counts the steps that a negative binomial law leaves") {
  for (const double noise : {1e-3, 0.3, 1.0, 3.0}) {
    const Real p = 1 - apart_pair(noise).larger;
    for (const unsigned sessions : {2u, 5u, 64u}) {
      const double delta = 1e-6;
      const SliceBudget budget{noise, {0.1, 0}, 1, 1'000'000, sessions};
      std::uint64_t steps = sessions;
      while (more_steps(sessions, p, steps) > Real(delta)) ++steps;
      const Real c = Real(noise) + 2 * Real(0.1);
      const Real exact = (steps - sessions) * c + sessions * (Real(noise) + Real(0.1));
      INFO("noise " << noise << " sessions " << sessions);
      const double charged = simple_slice_epsilon(budget, delta);
      check_enough(charged, exact);
      CHECK(Real(charged) <= exact + c * Real(1.001));
    }
  }
}

TEST_CASE("exact lengths of several sessions cost each of them") {
  const SliceBudget budget{0, {0.1, 1e-9}, 2, 10, 3};
  check_enough(exact_lengths_epsilon(budget, 1e-6), Real(0.1) * (2 * 2 * 10 * 3));
  // 3 * 10 * 2 (1 + e^0.1) 1e-9
  CHECK(std::isinf(exact_lengths_epsilon(budget, 1.26e-7)));
  CHECK(std::isfinite(exact_lengths_epsilon(budget, 1.27e-7)));
}

}  // namespace
}  // namespace logstar::testing
