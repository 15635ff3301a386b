// Ranked items state their algorithm, and the charged plan draws them.
#include "logstar/top_k/top_k_release.hpp"

#include <algorithm>
#include <catch2/catch.hpp>

#include "logstar/randomness/exact_randomness.hpp"
#include "logstar/support/errors.hpp"
#include "logstar/top_k/accuracy.hpp"
#include "seeded_bits.hpp"

namespace logstar::testing {
namespace {

TopKRequest task(double epsilon, std::optional<TopKVariant> variant = std::nullopt) {
  TopKRequest result;
  result.items.k = 5;
  result.items.kbar = 50;
  result.items.per_user = 3;
  result.items.total = {epsilon, 1e-6};
  result.items.variant = variant;
  return result;
}

std::string text_of(const Claim& claim, const std::string& name) {
  for (const Fact& fact : claim.parameters) {
    if (fact.name == name) return std::get<std::string>(fact.value);
  }
  return "";
}

TEST_CASE("requested noisy counts are charged, and their share is always checked") {
  TopKRequest asked = task(1, TopKVariant::strict);
  asked.count_share = 0.25;
  CHECK_FALSE(asked.asked().count_share);
  CHECK(TopKRelease::plan(asked).parameters.count_epsilon == 0);
  asked.counts = true;
  CHECK(asked.asked().count_share == 0.25);
  CHECK(TopKRelease::plan(asked).parameters.count_epsilon > 0);
  for (const bool counts : {false, true}) {
    asked.counts = counts;
    asked.count_share = 1;
    CHECK_THROWS_WITH(TopKRelease::plan(asked),
                      "countShare must be a number above 0 and below 1, got 1");
  }
}

TEST_CASE("a top-k answer claims the charge of the chosen composition") {
  for (const auto variant : {TopKVariant::limited_domain, TopKVariant::strict,
                             TopKVariant::optimised_threshold, TopKVariant::laplace}) {
    const TopKRequest asked = task(1, variant);
    const TopKParameters parameters = calibrate_top_k(asked.items);
    const Claim claim = Release<TopKRelease>(asked).claim();
    CHECK(charge_of(claim) == charge_of_top_k(asked.items, parameters));
    CHECK(text_of(claim, "composition") == name_of(parameters.composition));
    CHECK(claim.accuracy.error == top_k_accuracy(parameters, 0.95));
    CHECK(claim.protects == Protects::users);
  }
}

TEST_CASE("with less granted, a draw keeps the charged variant and bound") {
  TopKRequest asked = task(1);
  asked.items.total.delta = 0.01;
  const Loss granted{1, 1e-6};
  const TopKChoice plan = TopKRelease::plan(asked);
  TopKRequest afresh = asked;
  afresh.items.total = granted;
  const TopKChoice other = TopKRelease::plan(afresh);
  // Chosen again for the granted loss, another variant by another bound would be the best.
  REQUIRE(other.parameters.variant != plan.parameters.variant);
  REQUIRE(other.parameters.composition != plan.parameters.composition);
  const TopKChoice run = TopKRelease::plan(TopKRelease::with_loss(asked, plan, granted));
  CHECK(run.parameters.variant == plan.parameters.variant);
  CHECK(run.parameters.composition == plan.parameters.composition);
  CHECK(run.parameters.item_delta < plan.parameters.item_delta);
  CHECK(run.reason == plan.reason);
}

TEST_CASE("top-k items draw with the granted loss, and state why their variant was chosen") {
  Ledger ledger({{1, 1e-6}, Neighbors::add_remove, Composition::basic, 0});
  SeededBits source(41), same(41);
  ExactRandomness randomness(source), again(same);
  const TopKRequest asked = task(0.5);
  const std::vector<std::int64_t> counts = {900, 500, 499, 30, 3};
  const auto released = release<TopKRelease>(ledger, asked, counts, randomness);
  const LedgerEntry& entry = ledger.entries().at(released.entry.value());
  CHECK(entry.asked == charge_of(Release<TopKRelease>(asked).claim()));
  TopKTask run = asked.items;
  const TopKChoice chosen = choose_top_k(run);
  run.variant = chosen.parameters.variant;
  run.composition = chosen.parameters.composition;
  run.total = entry.granted;
  const TopKParameters parameters = calibrate_top_k(run);
  CHECK(parameters.item_epsilon < chosen.parameters.item_epsilon);
  CHECK(released.answer.items == draw_top_k(counts, parameters, again).items);
  CHECK(text_of(released.claim, "reason") == chosen.reason);
}

TEST_CASE("a claim protects records if every row is a user") {
  TopKRequest asked = task(1);
  asked.protects = Protects::records;
  const Claim claim = Release<TopKRelease>(asked).claim();
  CHECK(claim.protects == Protects::records);
  CHECK(text_of(claim, "users") == "every row is a user of its own");
}

}  // namespace
}  // namespace logstar::testing
