// The claim of a choice, and its run with the granted loss.
#include "logstar/selection/choice_release.hpp"

#include <catch2/catch.hpp>

#include "logstar/randomness/exact_randomness.hpp"
#include "logstar/selection/permute_and_flip.hpp"
#include "logstar/support/errors.hpp"
#include "seeded_bits.hpp"

namespace logstar::testing {
namespace {

const std::vector<std::int64_t> kScores = {3, 0, 5, 1};

ChoiceTask task(ChoiceMethod method) {
  ChoiceTask result;
  result.method = method;
  result.loss = {1, method == ChoiceMethod::stable ? 0.1 : 0};
  result.candidates = kScores.size();
  return result;
}

Claim claim(ChoiceMethod method) { return Release<ChoiceRelease>(task(method)).claim(); }

/// Draws with far less than the requested loss.
std::optional<std::size_t> drawn(ChoiceMethod method, const Loss& granted, Randomness& randomness) {
  return Release<ChoiceRelease>(task(method)).draw(granted, kScores, randomness).answer;
}

TEST_CASE("of the choices only the exponential mechanism is charged as bounded-range") {
  CHECK(charge_of(claim(ChoiceMethod::exponential)) == bounded_range_charge(1, 1, 0));
  CHECK(charge_of(claim(ChoiceMethod::permute_and_flip)) == charge_of(Loss{1, 0}));
  CHECK(charge_of(claim(ChoiceMethod::stable)) == charge_of(Loss{1, 0.1}));
}

TEST_CASE("a list is public, and the number of candidates of stable choice is private") {
  CHECK(claim(ChoiceMethod::exponential).also_public ==
        "the parameters and the list of candidates");
  CHECK(claim(ChoiceMethod::stable).also_public == "the parameters");
  for (const Fact& fact : claim(ChoiceMethod::stable).parameters) CHECK(fact.name != "candidates");
}

TEST_CASE("choices are drawn with the granted loss") {
  SeededBits source(32), same(32);
  ExactRandomness randomness(source), again(same);
  for (int i = 0; i < 100; ++i) {
    CHECK(drawn(ChoiceMethod::permute_and_flip, {0.1, 0}, randomness) ==
          permute_and_flip(kScores, 0.05, again));
    CHECK(drawn(ChoiceMethod::exponential, {0.1, 0}, randomness) ==
          exponential_choice(kScores, 0.05, again));
    const auto stable = calibrate_stable_choice({0.5, 0.05}, 1, Neighbors::add_remove);
    const std::vector<CandidateRun> runs = {{3, 1}, {0, 0}, {5, 1}, {1, 1}};
    RunList list(runs);
    CHECK(drawn(ChoiceMethod::stable, {0.5, 0.05}, randomness) ==
          stable_choice(list, stable, again));
  }
}

TEST_CASE("a list without candidates, or with undeclared ones, is rejected") {
  ChoiceTask none = task(ChoiceMethod::exponential);
  none.candidates = 0;
  CHECK_THROWS_WITH(Release<ChoiceRelease>(none), "candidates must be at least one, got none");
  SeededBits source(33);
  ExactRandomness randomness(source);
  const Release<ChoiceRelease> checked(task(ChoiceMethod::exponential));
  CHECK_THROWS_AS(checked.draw({1, 0}, {1, 2}, randomness), OutOfRange);
}

}  // namespace
}  // namespace logstar::testing
