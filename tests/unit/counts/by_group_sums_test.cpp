// Deferred releases by group: groups, bins and sums are provided in turn.
#include "logstar/counts/by_group_sums.hpp"

#include <catch2/catch.hpp>
#include <cstdint>
#include <optional>
#include <vector>

#include "drawn_sums.hpp"
#include "logstar/counts/from_sums.hpp"
#include "logstar/support/errors.hpp"
#include "logstar/top_k/top_k_release.hpp"
#include "release_contract.hpp"

namespace logstar::testing::from_sums_test {
namespace {

/// A pending release of groups from these bits.
template <typename M>
auto begun(const typename ByGroup<M>::Task& task, Randomness& randomness) {
  const Release<DeferredByGroup<M>> checked(task);
  return checked.draw(max_grant(checked.claim()), {}, randomness);
}

template <typename M>
typename ByGroup<M>::Task in_groups(std::optional<GroupDiscoveryOptions> search) {
  typename ByGroup<M>::Task task;
  task.each.epsilon = 40;
  task.each.groups = 2;
  task.search = search;
  return task;
}

/// Compares a draw from rows with a draw from the sums of released groups.
template <typename M, typename SumsOf>
void check_told(const typename ByGroup<M>::Task& task, const SumsOf& sums_of) {
  const auto [from_rows, claim] = drawn<ByGroup<M>>(task, {valued_rows(), 2});
  SeededBits bits(7);
  ExactRandomness randomness(bits);
  const auto waiting = begun<M>(task, randomness);
  CHECK(to_text(waiting.claim) == claim);
  auto& conversation = *waiting.answer;
  CHECK(conversation.wants_groups() == task.search.has_value());
  std::uint32_t groups = 2;
  if (task.search) {
    CHECK_THROWS_AS(conversation.provide(sums_of(2)), WrongState);  // before groups are released
    groups = static_cast<std::uint32_t>(
        conversation.provide_group_weights({kUserWeight * 3 / 2, kUserWeight * 3 / 2}).size());
  }
  REQUIRE(groups == 2);
  CHECK_THROWS_AS(conversation.provide_group_weights({1, 1}), WrongState);
  CHECK(conversation.provide(sums_of(groups)) == from_rows);
  CHECK_THROWS_AS(conversation.provide(sums_of(groups)), WrongState);
}

TEST_CASE("deferred groups draw and claim the same as from rows, for listed and private groups") {
  for (const auto& search :
       {std::optional<GroupDiscoveryOptions>(), std::optional(GroupDiscoveryOptions{0.1})}) {
    check_told<UserHistogram>(in_groups<UserHistogram>(search), [](std::uint32_t) {
      return std::vector<std::uint64_t>{kUserWeight * 3 / 2, kUserWeight * 3 / 2};
    });
    auto sums = in_groups<UserSum>(search);
    sums.each.domain = {0, 10};
    check_told<UserSum>(sums, [](std::uint32_t) { return std::vector<std::int64_t>{6, 16}; });
    auto means = in_groups<UserMean>(search);
    means.each.domain = {0, 10};
    check_told<UserMean>(means, [&](std::uint32_t groups) {
      return domain_ends(valued_rows(), groups, means.each.domain);
    });
  }
}

/// Users of two groups with values near 3 and -50; each user but one has a row in both groups.
ValuedRows rows_of_reals() {
  ValuedRows rows;
  for (std::uint32_t user = 0; user < 200; ++user) {
    for (const std::uint32_t group : {0u, 1u}) {
      if (user == 0 && group == 1) continue;
      rows.rows.users.push_back(user);
      rows.rows.groups.push_back(group);
      rows.values.push_back(code_of(group == 0 ? 3.25 : -50));
    }
  }
  return rows;
}

/// The weights of users in each bin of their contributions.
std::vector<std::uint64_t> bins_of_reals(const ValuedRows& given) {
  CountedRows rows = given.rows;
  const ExponentBins bins;
  for (std::size_t row = 0; row < given.values.size(); ++row) {
    rows.groups[row] = bins.of(value_of_code(given.values[row]));
  }
  return spread_weights(rows, bins.count(), kUserWeight);
}

template <typename M>
auto task_within(std::optional<GroupDiscoveryOptions> search) {
  auto task = in_groups<WithinFound<M>>(search);
  task.each.epsilon = 60;
  return task;
}

/// Compares a draw from rows with a draw from bins of contributions and sums of their places.
template <typename M, typename SumsOf>
void check_found(std::optional<GroupDiscoveryOptions> search, const SumsOf& sums_of) {
  using Found = WithinFound<M>;
  const auto task = task_within<M>(search);
  const auto [from_rows, claim] = drawn<ByGroup<Found>>(task, {rows_of_reals(), 2});
  SeededBits bits(7);
  ExactRandomness randomness(bits);
  const auto waiting = begun<Found>(task, randomness);
  CHECK(to_text(waiting.claim) == claim);
  auto& conversation = *waiting.answer;
  const ValuedRows given = given_to(typename M::Task{task.each}, rows_of_reals());
  const auto weights = bins_of_reals(given);
  if (search) {
    CHECK_THROWS_AS(conversation.provide_bins(weights), WrongState);  // before groups are released
    const std::uint64_t whole = kUserWeight;
    REQUIRE(conversation.provide_group_weights({100 * whole + whole / 2, 99 * whole + whole / 2})
                .size() == 2);
  }
  CHECK(conversation.wants_bins());
  CHECK_THROWS_AS(conversation.provide({}), WrongState);
  const auto range = conversation.provide_bins(weights);
  REQUIRE(range == FoundRange{-64, 4});
  CHECK_THROWS_AS(conversation.provide_bins(weights), WrongState);
  const RangeGrid grid(*range);
  const auto sums = sums_of(on_grid(given, grid), grid);
  CHECK(conversation.provide(sums) == from_rows);
  CHECK_THROWS_AS(conversation.provide(sums), WrongState);
}

TEST_CASE("sums within found bounds draw and claim the same as from rows") {
  for (const auto& search :
       {std::optional<GroupDiscoveryOptions>(), std::optional(GroupDiscoveryOptions{0.1})}) {
    check_found<UserMean>(search, [](const ValuedRows& places, const RangeGrid& grid) {
      return domain_ends(places, 2, {grid.lowest(), grid.highest(), 1});
    });
    check_found<UserSum>(search, [](const ValuedRows& places, const RangeGrid& grid) {
      SeededBits none(1);
      ExactRandomness nothing(none);
      return sums_of_totals(places, 2, {grid.lowest(), grid.highest(), 1}, std::nullopt, nothing);
    });
  }
}

TEST_CASE("if no bin passes, a release requests no sums and rejects any") {
  SeededBits bits(7);
  ExactRandomness randomness(bits);
  const auto waiting = begun<WithinFound<UserSum>>(task_within<UserSum>(std::nullopt), randomness);
  CHECK_FALSE(waiting.answer->wants_groups());
  CHECK_FALSE(waiting.answer->provide_bins(std::vector<std::uint64_t>(4197)).has_value());
  SECTION("no sums") {
    const auto answer = waiting.answer->provide({});
    CHECK_FALSE(answer.answers.range.has_value());
    CHECK(answer.answers.answers.empty());
  }
  SECTION("some") { CHECK_THROWS_AS(waiting.answer->provide({1, 2}), OutOfRange); }
}

TEST_CASE("if no group is released, the release requests no bins") {
  SeededBits bits(7);
  ExactRandomness randomness(bits);
  const auto task = task_within<UserMean>(GroupDiscoveryOptions{1e-9, 0.001});
  const auto waiting = begun<WithinFound<UserMean>>(task, randomness);
  CHECK(waiting.answer->provide_group_weights({1, 1}).empty());
  CHECK_FALSE(waiting.answer->wants_bins());
  CHECK_THROWS_AS(waiting.answer->provide_bins({}), WrongState);
  CHECK(waiting.answer->provide({}).named.empty());
}

TEST_CASE("more or fewer bins than expected are rejected, and no others are drawn from later") {
  SeededBits bits(7);
  ExactRandomness randomness(bits);
  const auto waiting =
      begun<WithinFound<UserMean>>(task_within<UserMean>(std::nullopt), randomness);
  CHECK_THROWS_AS(waiting.answer->provide_bins({1, 2}), OutOfRange);
  CHECK_THROWS_AS(waiting.answer->provide_bins(std::vector<std::uint64_t>(4197)), WrongState);
  FoundBoundsTask bounds;
  bounds.epsilon = 10;
  std::vector<std::uint64_t> weights(4197);
  weights[ExponentBins().of(3)] = 50 * std::uint64_t(kUserWeight);
  const ValuedRows rows{{}, std::vector<std::int64_t>(50, code_of(3))};
  CHECK(drawn<FromSums<FoundBounds>>(bounds, weights) == drawn<FoundBounds>(bounds, rows));
}

TEST_CASE("if no group is released, the release requests no sums and rejects any") {
  SeededBits bits(7);
  ExactRandomness randomness(bits);
  const auto task = in_groups<UserSum>(GroupDiscoveryOptions{1e-9, 0.001});
  auto with_domain = task;
  with_domain.each.domain = {0, 10};
  const auto waiting = begun<UserSum>(with_domain, randomness);
  CHECK(waiting.answer->provide_group_weights({1, 1}).empty());
  SECTION("no sums") {
    const auto answer = waiting.answer->provide({});
    CHECK(answer.named.empty());
    CHECK(answer.answers.empty());
  }
  SECTION("some") { CHECK_THROWS_AS(waiting.answer->provide({1}), OutOfRange); }
}

TEST_CASE("groups released by their sums: only occurring groups are requested, each exactly once") {
  SeededBits bits(7);
  ExactRandomness randomness(bits);
  auto task = in_groups<UserMean>(GroupDiscoveryOptions{1e-6});
  task.each.domain = {0, 10};
  const auto waiting = begun<UserMean>(task, randomness);
  CHECK(waiting.answer->likely_from() == 1);
  const auto wanted = waiting.answer->provide_group_weights({0, 5, 0, 20 * kUserWeight});
  REQUIRE(wanted.size() == 2);
  CHECK(wanted[0].group == 1);
  CHECK(wanted[1].group == 3);
  SECTION("named by their own numbers") {
    const auto answer =
        waiting.answer->provide({{5, 0}, {15 * kUserWeight, 5 * std::int64_t(kUserWeight)}});
    REQUIRE(answer.named.size() == 1);
    CHECK(answer.named[0].group == 3);
    CHECK(answer.answers.size() == 1);
  }
  SECTION("sums of other groups") {
    CHECK_THROWS_AS(waiting.answer->provide({{5, 0}}), OutOfRange);
  }
}

TEST_CASE("sums of more or fewer groups than requested are rejected, and not drawn from later") {
  SeededBits bits(7);
  ExactRandomness randomness(bits);
  auto task = in_groups<UserSum>(std::nullopt);
  task.each.domain = {0, 10};
  const auto waiting = begun<UserSum>(task, randomness);
  CHECK_THROWS_AS(waiting.answer->provide({1}), OutOfRange);
  CHECK_THROWS_AS(waiting.answer->provide({1, 2}), WrongState);
}

}  // namespace
}  // namespace logstar::testing::from_sums_test
