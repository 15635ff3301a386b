// Medians of users with many rows, beside those of records: what weights and groups add.
#include <cmath>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "logstar/counts/by_group_release.hpp"
#include "logstar/interior_point/user_rank_release.hpp"
#include "logstar/randomness/exact_randomness.hpp"
#include "stopwatch.hpp"

namespace logstar::bench {
namespace {

constexpr std::size_t kRows = 10'000'000;

/// Rows in any order, each of any user and in any group.
UserRows table(std::uint32_t users, std::uint32_t groups, BitPool& bits) {
  UserRows rows{{}, {}, KeyArray(64)};
  rows.users.reserve(kRows);
  std::vector<std::uint64_t> words(kRows);
  for (std::uint64_t& word : words) {
    rows.users.push_back(static_cast<std::uint32_t>(bits.below(users)));
    word = bits.word();
    if (groups > 1) rows.groups.push_back(static_cast<std::uint32_t>(bits.below(groups)));
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

/// Of 1,000 groups, public ones.
template <typename M>
double time_by_group(typename ByGroup<M>::Task task, const UserRows& data, Randomness& randomness) {
  task.each.epsilon = 1;
  task.each.groups = 1000;
  const auto plan = ByGroup<M>::plan(task);
  const ValuedRows rows = {{data.users, data.groups}, std::vector<std::int64_t>(kRows, 1)};
  typename ByGroup<M>::Data fresh;
  return best_of(
      5,
      [&] {
        fresh = {rows, 1000};
      },
      [&] { keep(ByGroup<M>::draw(task, plan, std::move(fresh), randomness).answers.size()); });
}

void rows_of_users(std::uint32_t users, const std::string& many, Randomness& randomness,
                   BitPool& bits) {
  const UserRows data = table(users, 1, bits);
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
  row("weights of 10^7 rows of " + many + " users", weights, records);
  const double one = time_of(median_of_users(1, 1), data, randomness);
  row("median of these users", one, records);
  row("  without the pass for the weights", one - weights, records);
  const UserRows grouped = table(users, 1000, bits);
  for (const double epsilon : {1.0, 10.0}) {
    row("  of each of 1,000 groups, beside one, epsilon " + std::string(epsilon > 1 ? "10" : "1"),
        time_of(median_of_users(1000, epsilon), grouped, randomness), one);
  }
  row("  counts of these users in these groups, spread",
      time_by_group<UserHistogram>({}, grouped, randomness), one);
  ByGroup<UserSum>::Task sums;
  sums.each.domain = {0, 100};
  row("  sums", time_by_group<UserSum>(sums, grouped, randomness), one);
  row("  means", time_by_group<UserMean>({}, grouped, randomness), one);
  auto task = median_of_users(1, 1);
  task.rank.reset();
  task.algorithm = UserAlgorithm::cut;
  task.loss.delta = 1e-6;
  row("interior point of these users by cut choice", time_of(task, data, randomness), records);
}

}  // namespace
}  // namespace logstar::bench

int main() {
  using namespace logstar;
  SystemEntropy entropy;
  ExactRandomness randomness(entropy);
  BitPool bits(entropy);
  bench::rows_of_users(100'000, "10^5", randomness, bits);
  bench::rows_of_users(1'000'000, "10^6", randomness, bits);
}
