// Medians of users with many rows, beside those of records: what weights and groups add.
#include <cmath>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "logstar/interior_point/user_rank_release.hpp"
#include "logstar/randomness/exact_randomness.hpp"
#include "stopwatch.hpp"

namespace logstar::bench {
namespace {

constexpr std::size_t kRows = 10'000'000;
constexpr std::uint32_t kUsers = 100'000;

/// Rows in any order; `groups_of_user`: 1, each user is in one group, or 0, any row is in any.
UserRows table(std::uint32_t groups, bool one_group_a_user, BitPool& bits) {
  UserRows rows{{}, {}, KeyArray(64)};
  rows.users.reserve(kRows);
  std::vector<std::uint64_t> words(kRows);
  for (std::uint64_t& word : words) {
    rows.users.push_back(static_cast<std::uint32_t>(bits.below(kUsers)));
    word = bits.word();
    if (groups > 1) {
      const auto group = one_group_a_user ? rows.users.back() % groups
                                          : static_cast<std::uint32_t>(bits.below(groups));
      rows.groups.push_back(group);
    }
  }
  rows.keys = KeyArray(64, std::move(words));
  return rows;
}

UserRankTask median_of_users(std::uint32_t groups, double epsilon) {
  UserRankTask task;
  task.rank = QuantileFraction{1, 2};
  task.loss.epsilon = epsilon;
  task.list = groups > 1 ? GroupList::declared : GroupList::none;
  task.groups = groups;
  return task;
}

double time_of(const UserRankTask& task, const UserRows& data, Randomness& randomness) {
  const auto plan = UserRankRelease::plan(task);
  UserRows rows = data;
  return best_of(
      5, [&] { rows = data; },
      [&] { keep(UserRankRelease::draw(task, plan, std::move(rows), randomness).size()); });
}

void rows_of_one_group(Randomness& randomness, BitPool& bits, double& one) {
  const UserRows data = table(1, true, bits);
  const auto parameters = calibrate_exponential_median(1, Neighbors::add_remove);
  std::vector<std::uint64_t> words;
  const double records = best_of(
      5, [&] { words = data.keys.words(); },
      [&] {
        keep(draw_exponential_rank(std::move(words), {0, ~std::uint64_t(0)}, parameters,
                                   randomness));
      });
  row("exponential median of 10^7 keys, each a record", records, records);
  const double weights = best_of(
      5, [] {}, [&] { keep(spread(data.columns()).front()); });
  row("weights of 10^7 rows of 10^5 users", weights, records);
  one = time_of(median_of_users(1, 1), data, randomness);
  row("median of 10^7 rows of 10^5 users, all together", one, records);
  row("  and without the weights", one - weights, records);
}

}  // namespace
}  // namespace logstar::bench

int main() {
  using namespace logstar;
  SystemEntropy entropy;
  ExactRandomness randomness(entropy);
  BitPool bits(entropy);
  double one = 0;
  bench::rows_of_one_group(randomness, bits, one);
  for (const double epsilon : {1.0, 10.0}) {
    const std::string at = ", epsilon " + std::string(epsilon == 1 ? "1" : "10");
    const UserRows any = bench::table(1000, false, bits);
    bench::row("1,000 groups, users in all of them" + at,
               bench::time_of(bench::median_of_users(1000, epsilon), any, randomness), one);
    const UserRows own = bench::table(1000, true, bits);
    bench::row("1,000 groups, users in one each" + at,
               bench::time_of(bench::median_of_users(1000, epsilon), own, randomness), one);
  }
  auto task = bench::median_of_users(1, 1);
  task.rank.reset();
  task.algorithm = UserAlgorithm::cut;
  task.loss.delta = 1e-6;
  bench::row("interior point by cut choice of the same rows",
             bench::time_of(task, bench::table(1, true, bits), randomness), one);
}
