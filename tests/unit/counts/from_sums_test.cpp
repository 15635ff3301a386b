// Releases of what an engine has summed up: the same answers as from the rows that it summed up.
#include "logstar/counts/from_sums.hpp"

#include <catch2/catch.hpp>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "logstar/support/errors.hpp"
#include "release_contract.hpp"

namespace logstar::testing::from_sums_test {
namespace {

constexpr std::uint64_t kMost = std::uint64_t(1) << 61;

/// What a release draws from these bits, and says.
template <typename M>
auto drawn(const typename M::Task& task, typename M::Data data) {
  SeededBits bits(7);
  ExactRandomness randomness(bits);
  const Release<M> checked(task);
  auto released = checked.draw(most_granted(checked.claim()), std::move(data), randomness);
  return std::pair(std::move(released.answer), to_text(released.claim));
}

/// Users 0, 1 and 2 in groups 0, 1 and 0 and 1.
CountedRows counted_rows() { return {{0, 1, 2, 2}, {0, 1, 0, 1}}; }
ValuedRows valued_rows() { return {counted_rows(), {5, 7, 1, 9}}; }

TEST_CASE("from sums a release draws and says what it does from the rows that were summed up") {
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

  GroupDiscoveryTask discovery;
  discovery.loss = {20, 0.1};
  CHECK(drawn<FromSums<GroupDiscovery>>(discovery, weights) ==
        drawn<GroupDiscovery>(discovery, {counted_rows(), 2}));
  CHECK(drawn<FromSums<GroupDiscovery>>(discovery, weights).first.size() == 2);
}

TEST_CASE("from sums of more or fewer groups than declared nothing is drawn") {
  UserHistogramTask task;
  task.epsilon = 1;
  task.groups = 2;
  CHECK_THROWS_AS(drawn<FromSums<UserHistogram>>(task, {1}), OutOfRange);
  CHECK_THROWS_AS(drawn<FromSums<UserHistogram>>(task, {1, 2, 3}), OutOfRange);
}

TEST_CASE("sums beyond 2^61 count as 2^61, as what is thrown must not depend on them") {
  CHECK(cut_sum(kMost - 1) == std::int64_t(kMost - 1));
  CHECK(cut_sum(kMost) == std::int64_t(kMost));
  CHECK(cut_sum(std::numeric_limits<std::uint64_t>::max()) == std::int64_t(kMost));
  CHECK(cut_sum(std::numeric_limits<std::int64_t>::max()) == std::int64_t(kMost));
  CHECK(cut_sum(std::numeric_limits<std::int64_t>::min()) == -std::int64_t(kMost));
  CHECK(cut_sum(std::int64_t(-5)) == -5);
  UserHistogramTask task;
  task.epsilon = 1;
  task.groups = 1;
  CHECK(drawn<FromSums<UserHistogram>>(task, {std::numeric_limits<std::uint64_t>::max()}) ==
        drawn<FromSums<UserHistogram>>(task, {kMost}));
}

TEST_CASE("a release that waits for its sums draws what it would have from them, and once only") {
  UserHistogramTask histogram;
  histogram.epsilon = 1;
  histogram.groups = 2;
  const std::vector<std::uint64_t> sums = {3, 5};
  const auto [at_once, claim] = drawn<FromSums<UserHistogram>>(histogram, sums);
  SeededBits bits(7);
  ExactRandomness randomness(bits);
  const Release<SumsLater<UserHistogram>> checked(histogram);
  const auto waiting = checked.draw(most_granted(checked.claim()), {}, randomness);
  CHECK(to_text(waiting.claim) == claim);
  CHECK(waiting.answer->tell(sums) == at_once);
  // A second answer would be a second release that nobody paid for.
  CHECK_THROWS_AS(waiting.answer->tell(sums), WrongType);
}

TEST_CASE("sums that are refused are not drawn from later either") {
  UserHistogramTask histogram;
  histogram.epsilon = 1;
  histogram.groups = 2;
  SeededBits bits(7);
  ExactRandomness randomness(bits);
  const Release<SumsLater<UserHistogram>> checked(histogram);
  const auto waiting = checked.draw(most_granted(checked.claim()), {}, randomness);
  CHECK_THROWS_AS(waiting.answer->tell({1}), OutOfRange);
  CHECK_THROWS_AS(waiting.answer->tell({1, 2}), WrongType);
}

}  // namespace
}  // namespace logstar::testing::from_sums_test
