// The contract of every release: the ledger is charged its claim, and it runs with the granted loss.
#pragma once

#include <catch2/catch.hpp>
#include <cstdint>

#include "failing_randomness.hpp"
#include "logstar/privacy/ledger.hpp"
#include "logstar/randomness/exact_randomness.hpp"
#include "logstar/release/release.hpp"
#include "seeded_bits.hpp"

namespace logstar::testing {

/// A task with its charge, and data on which two losses draw differently.
template <Releasable M>
struct ReleaseCase {
  typename M::Task task;
  typename M::Data data;
  Charge charge;              ///< by hand
  Loss other;                 ///< a smaller loss
  typename M::Task at_other;  ///< the caller's task for that loss, without open choices
};

/// The ledger is charged the loss and the charge of a claim, and the release claims them afterwards.
template <Releasable M>
void check_charge(const ReleaseCase<M>& one) {
  const Claim claim = Release<M>(one.task).claim();
  CHECK(charge_of(claim) == one.charge);
  CHECK(claim.loss == Loss{one.charge.epsilon, one.charge.delta});
  Budget budget;
  budget.total = {10'000, 0.5};
  budget.neighbors = claim.neighbors;
  Ledger ledger(budget);
  SeededBits bits(1);
  ExactRandomness randomness(bits);
  const auto released = release<M>(ledger, one.task, one.data, randomness);
  REQUIRE(ledger.entries().size() == 1);
  CHECK(ledger.entries().front().asked == one.charge);
  CHECK(ledger.entries().front().neighbors == claim.neighbors);
  CHECK(ledger.entries().front().mechanism == claim.mechanism);
  CHECK(released.claim.loss == claim.loss);
  CHECK(released.claim.bounded_range == claim.bounded_range);
}

/// A draw uses the granted loss: it equals the draw of a task that requests this loss, instead of the first
/// task's.
template <Releasable M>
void check_granted(const ReleaseCase<M>& one) {
  const Release<M> checked(one.task);
  const auto plan = M::plan(one.task);
  int differs = 0;
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    const auto drawn = [&](const auto& by) {
      SeededBits bits(seed);
      ExactRandomness randomness(bits);
      return by(randomness);
    };
    const auto granted = drawn([&](Randomness& randomness) {
      return checked.draw(one.other, one.data, randomness).answer;
    });
    CHECK(granted == drawn([&](Randomness& randomness) {
            return M::draw(one.at_other, M::plan(one.at_other), one.data, randomness);
          }));
    differs += granted != drawn([&](Randomness& randomness) {
                 return M::draw(one.task, plan, one.data, randomness);
               });
  }
  CHECK(differs > 0);
}

/// A larger loss than the checked one is rejected before any draw.
template <Releasable M>
void check_refusal(const ReleaseCase<M>& one) {
  SeededBits bits(1);
  ExactRandomness exact(bits);
  FailingRandomness none(exact);
  none.refuse_after(0);
  const Release<M> checked(one.task);
  const Loss asked = checked.claim().loss;
  CHECK_THROWS_AS(checked.draw({asked.epsilon * 1.01, asked.delta}, one.data, none), OutOfRange);
  CHECK_THROWS_AS(checked.draw({asked.epsilon, asked.delta + 1e-9}, one.data, none), OutOfRange);
  CHECK_THROWS_AS(checked.draw(asked, one.data, none), EntropyUnavailable);  // control
}

template <Releasable M>
void check_release(const ReleaseCase<M>& one) {
  check_charge(one);
  check_granted(one);
  check_refusal(one);
}

}  // namespace logstar::testing
