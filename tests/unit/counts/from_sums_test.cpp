// Releases from sums that an engine computed: the answers are the same as from the underlying rows.
#include "logstar/counts/from_sums.hpp"

#include <catch2/catch.hpp>
#include <cstdint>
#include <limits>
#include <vector>

#include "drawn_sums.hpp"
#include "logstar/counts/by_group_sums.hpp"
#include "logstar/support/errors.hpp"
#include "logstar/top_k/top_k_release.hpp"
#include "release_contract.hpp"

namespace logstar::testing::from_sums_test {
namespace {

constexpr std::uint64_t kMax = std::uint64_t(1) << 61;

TEST_CASE("from sums a release draws and claims the same as from the summed rows") {
  UserHistogramTask histogram;
  histogram.epsilon = 1;
  histogram.groups = 2;
  const std::vector<std::uint64_t> weights = {kUserWeight * 3 / 2, kUserWeight * 3 / 2};
  CHECK(drawn<FromSums<UserHistogram>>(histogram, weights) ==
        drawn<UserHistogram>(histogram, counted_rows()));

  UserCountTask count;
  count.epsilon = 1;
  count.groups = 2;
  count.per_user = 2;
  CHECK(drawn<FromSums<UserCount>>(count, {2, 2}) == drawn<UserCount>(count, counted_rows()));

  UserSumTask sum;
  sum.epsilon = 1;
  sum.groups = 2;
  sum.domain = {0, 10};
  CHECK(drawn<FromSums<UserSum>>(sum, {6, 16}) == drawn<UserSum>(sum, valued_rows()));

  UserMeanTask mean;
  mean.epsilon = 1;
  mean.groups = 2;
  mean.domain = {0, 10};
  const auto ends = domain_ends(valued_rows(), 2, mean.domain);
  CHECK(drawn<FromSums<UserMean>>(mean, ends) == drawn<UserMean>(mean, valued_rows()));
  const auto moments = domain_moments(valued_rows(), 2, mean.domain);
  CHECK(drawn<FromSums<UserVariance>>(mean, moments) == drawn<UserVariance>(mean, valued_rows()));

  const DistinctCountTask distinct{1, 2};
  CHECK(drawn<FromSums<DistinctCount>>(distinct, {2}) ==
        drawn<DistinctCount>(distinct, {counted_rows(), 2}));

  GroupDiscoveryTask discovery;
  discovery.loss = {20, 0.1};
  CHECK(drawn<FromSums<GroupDiscovery>>(discovery, weights) ==
        drawn<GroupDiscovery>(discovery, {counted_rows(), 2}));
  CHECK(drawn<FromSums<GroupDiscovery>>(discovery, weights).first.size() == 2);
}

TEST_CASE("sums of more or fewer groups than declared draw nothing") {
  UserHistogramTask task;
  task.epsilon = 1;
  task.groups = 2;
  CHECK_THROWS_AS(drawn<FromSums<UserHistogram>>(task, {1}), OutOfRange);
  CHECK_THROWS_AS(drawn<FromSums<UserHistogram>>(task, {1, 2, 3}), OutOfRange);
  CHECK_THROWS_AS(drawn<FromSums<DistinctCount>>({1, 2}, {1, 2}), OutOfRange);
}

TEST_CASE("sums beyond 2^61 are clamped to 2^61, so that no exception depends on them") {
  CHECK(clamp_sum(kMax - 1) == std::int64_t(kMax - 1));
  CHECK(clamp_sum(kMax) == std::int64_t(kMax));
  CHECK(clamp_sum(std::numeric_limits<std::uint64_t>::max()) == std::int64_t(kMax));
  CHECK(clamp_sum(std::numeric_limits<std::int64_t>::max()) == std::int64_t(kMax));
  CHECK(clamp_sum(std::numeric_limits<std::int64_t>::min()) == -std::int64_t(kMax));
  CHECK(clamp_sum(std::int64_t(-5)) == -5);
  UserHistogramTask task;
  task.epsilon = 1;
  task.groups = 1;
  CHECK(drawn<FromSums<UserHistogram>>(task, {std::numeric_limits<std::uint64_t>::max()}) ==
        drawn<FromSums<UserHistogram>>(task, {kMax}));
}

TEST_CASE("a deferred release draws from its sums as an immediate one does, and only once") {
  UserHistogramTask histogram;
  histogram.epsilon = 1;
  histogram.groups = 2;
  const std::vector<std::uint64_t> sums = {3, 5};
  const auto [at_once, claim] = drawn<FromSums<UserHistogram>>(histogram, sums);
  SeededBits bits(7);
  ExactRandomness randomness(bits);
  const Release<DeferredFromSums<UserHistogram>> checked(histogram);
  const auto waiting = checked.draw(max_grant(checked.claim()), {}, randomness);
  CHECK(to_text(waiting.claim) == claim);
  CHECK(waiting.answer->provide(sums) == at_once);
  // A second answer would be a second, uncharged release.
  CHECK_THROWS_AS(waiting.answer->provide(sums), WrongState);
}

TEST_CASE("rejected sums are not drawn from later, either") {
  UserHistogramTask histogram;
  histogram.epsilon = 1;
  histogram.groups = 2;
  SeededBits bits(7);
  ExactRandomness randomness(bits);
  const Release<DeferredFromSums<UserHistogram>> checked(histogram);
  const auto waiting = checked.draw(max_grant(checked.claim()), {}, randomness);
  CHECK_THROWS_AS(waiting.answer->provide({1}), OutOfRange);
  CHECK_THROWS_AS(waiting.answer->provide({1, 2}), WrongState);
}

TEST_CASE("a deferred ranking draws from its counts as an immediate one does, and only once") {
  TopKRequest task;
  task.items.k = 2;
  task.items.kbar = 3;
  task.items.total = {1, 1e-3};
  task.items.per_user = 1;
  const std::vector<std::int64_t> counts = {90, 80, 3, 1};
  const auto [at_once, claim] = drawn<TopKRelease>(task, counts);
  SeededBits bits(7);
  ExactRandomness randomness(bits);
  const Release<Deferred<TopKRelease>> checked(task);
  const auto waiting = checked.draw(max_grant(checked.claim()), {}, randomness);
  CHECK(to_text(waiting.claim) == claim);
  CHECK(waiting.answer->provide(counts).items == at_once.items);
  CHECK_THROWS_AS(waiting.answer->provide(counts), WrongState);
}

}  // namespace
}  // namespace logstar::testing::from_sums_test
