// The privacy loss of top-k and its sessions, added up again from their run parameters.
#include <algorithm>
#include <catch2/catch.hpp>

#include "both_neighbors.hpp"
#include "composition_theorems.hpp"
#include "logstar/support/errors.hpp"
#include "logstar/support/named.hpp"
#include "logstar/top_k/calibration.hpp"
#include "logstar/top_k/session.hpp"
#include "option_points.hpp"

namespace logstar::testing {
namespace {

TEST_CASE("draws, bottom and counts of top-k together keep the total") {
  SampledOptions options(53);
  for (int i = 0; i < 150; ++i) {
    TopKTask task;
    task.k = options.count(200);
    task.kbar = task.k + options.count(1000) - 1;
    if (options.coin()) task.per_user = options.count(1000);
    task.total = {options.between(1e-6, 1e4), options.delta()};
    task.neighbors = kBoth[options.coin()];
    if (options.coin()) task.count_share = options.between(0.01, 0.9);
    for (const auto variant :
         {TopKVariant::limited_domain, TopKVariant::strict, TopKVariant::optimised_threshold,
          TopKVariant::laplace, TopKVariant::fixed_threshold}) {
      task.variant = variant;
      if (variant == TopKVariant::fixed_threshold) task.kbar = task.k;
      INFO(name_of(variant) << " epsilon " << task.total.epsilon << " delta " << task.total.delta
                            << " k " << task.k << " kbar " << task.kbar << " per user "
                            << task.per_user.value_or(0) << " share "
                            << task.count_share.value_or(0) << " neighbours "
                            << static_cast<int>(task.neighbors));
      TopKParameters p;
      try {
        p = calibrate_top_k(task);
      } catch (const OutOfRange& refusal) {
        INFO(refusal.what());
        const Real left = add_remove_of(task.total, task.neighbors).delta;
        CHECK((left < Real(1e-300) || task.total.epsilon < 1e-3));
        continue;
      }
      const auto total = add_remove_of(task.total, task.neighbors);
      const Real e = p.item_epsilon;
      const auto any = task.kbar;
      const std::uint64_t unusual = std::min(task.per_user.value_or(any), any);
      const std::uint64_t counted = std::min(task.per_user.value_or(task.k), task.k);
      const Real left = total.epsilon - counted * Real(p.count_epsilon);
      const Real bottom = p.margin;
      Real delta;
      if (variant == TopKVariant::laplace) {
        const std::uint64_t moved = std::min(task.per_user.value_or(any + 1), any + 1);
        const Real a = real_exp(-e);
        const Real x = bottom + 1;
        const Real tail = real_exp(-e * x) / ((1 + a) * (1 + a)) *
                          (-real_expm1(-e) * x + 1 + 2 * a * a / (1 + a));
        delta = delta_by(p.composition, e, moved, total.epsilon) + unusual * tail;
      } else if (variant == TopKVariant::fixed_threshold) {
        const Real tail = real_exp(-e * bottom) / (1 + real_exp(-e));
        delta = accident(tail, task.k, delta_by(p.composition, e, task.k, left));
      } else {
        const bool optimised = variant == TopKVariant::optimised_threshold;
        const std::uint64_t draws = task.k + (optimised ? 1 : 0);
        const std::uint64_t enter = variant == TopKVariant::limited_domain ? unusual : any;
        delta = delta_by(p.composition, e, draws, left) + enter * real_exp(-e * bottom);
        // If draws are added up the ledger counts them as bounded-range steps.
        const Real rho =
            draws * e * e / 8 + counted * Real(p.count_epsilon) * Real(p.count_epsilon) / 2;
        const Real whole = Real(task.total.epsilon) * Real(task.total.epsilon) / 2;
        const bool sum = p.composition == CompositionBound::basic;
        const bool stepwise = sum && task.neighbors == Neighbors::add_remove;
        check_charged(charge_of_top_k(task, p).rho, stepwise ? std::min(rho, whole) : whole, 1e-12);
      }
      CHECK(left >= 0);
      CHECK(delta <= total.delta);
    }
  }
}

TEST_CASE("outcomes and calls of top-k sessions together keep the total") {
  SampledOptions options(54);
  for (int i = 0; i < 150; ++i) {
    TopKSessionTask task;
    task.outcomes = options.count(200);
    task.calls = options.count(100);
    task.total = {options.between(1e-6, 500), options.between(1e-250, 0.99)};
    task.neighbors = kBoth[options.coin()];
    task.optimised = options.coin();
    task.refundable = options.coin();
    INFO("epsilon " << task.total.epsilon << " delta " << task.total.delta << " outcomes "
                    << task.outcomes << " calls " << task.calls);
    const auto p = calibrate_top_k_session(task);
    const auto total = add_remove_of(task.total, task.neighbors);
    const std::uint64_t draws = task.outcomes + (task.optimised ? task.calls : 0);
    const auto bound = *named<CompositionBound>(p.composition);
    const Real delta = delta_by(bound, p.item_epsilon, draws, total.epsilon);
    CHECK(delta + task.calls * Real(p.call_delta) <= total.delta);
    if (task.refundable) CHECK(bound == CompositionBound::basic);
  }
}

}  // namespace
}  // namespace logstar::testing
