// Medians of users with many rows, compared with medians of records: the cost of weights and groups.
#include <cmath>
#include <cstdint>
#include <memory>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "logstar/counts/by_group_release.hpp"
#include "logstar/interior_point/user_rank_release.hpp"
#include "logstar/randomness/exact_randomness.hpp"
#include "platform_entropy.hpp"
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
  task.quantile = QuantileFraction{1, 2};
  task.loss.epsilon = epsilon;
  task.list = groups > 1 ? GroupList::declared : GroupList::none;
  task.groups = groups;
  return task;
}

constexpr int kTurns = 7;

/// A release for a copy of the rows.
Timed release_of(const UserRankTask& task, const UserRows& data, Randomness& randomness) {
  const auto rows = std::make_shared<UserRows>(data);
  return {[rows, &data] { *rows = data; },
          [rows, plan = UserRankRelease::plan(task), task, &randomness] {
            keep(UserRankRelease::draw(task, plan, std::move(*rows), randomness).size());
          }};
}

/// The minimum work for groups before a draw. Copies each row's key and the index of its user to the rows of
/// its group, in fresh memory, as for any table.
void only_divide(const UserRows& rows, std::uint32_t users, std::uint32_t groups) {
  std::vector<std::uint32_t> of_user(users);
  for (const std::uint32_t user : rows.users) ++of_user[user];
  std::vector<std::size_t> next(std::size_t(groups) + 1);
  for (const std::uint32_t group : rows.groups) ++next[group + 1];
  std::partial_sum(next.begin(), next.end(), next.begin());
  const auto keys = std::make_unique_for_overwrite<std::uint64_t[]>(kRows);
  const auto weights = std::make_unique_for_overwrite<std::uint32_t[]>(kRows);
  const std::vector<std::uint64_t>& words = rows.keys.words();
  for (std::size_t row = 0; row < kRows; ++row) {
    const std::size_t place = next[rows.groups[row]]++;
    keys[place] = words[row];
    weights[place] = of_user[rows.users[row]];
  }
  keep(keys[kRows / 2] + weights[kRows / 2]);
}

/// By 1,000 public groups.
template <typename M>
Timed release_by_group(typename ByGroup<M>::Task task, const UserRows& data,
                       Randomness& randomness) {
  task.each.epsilon = 1;
  task.each.groups = 1000;
  const auto fresh = std::make_shared<typename ByGroup<M>::Data>();
  return {[fresh, &data] {
            *fresh = {{{data.users, data.groups}, std::vector<std::int64_t>(kRows, 1)}, 1000};
          },
          [fresh, plan = ByGroup<M>::plan(task), task, &randomness] {
            keep(ByGroup<M>::draw(task, plan, std::move(*fresh), randomness).answers.size());
          }};
}

void many_groups(std::uint32_t users, const UserRows& data, const UserRows& grouped,
                 Randomness& randomness) {
  ByGroup<UserSum>::Task sums;
  sums.each.domain = {0, 100};
  const auto best =
      best_in_turns(kTurns, {release_of(median_of_users(1, 1), data, randomness),
                             release_of(median_of_users(1000, 1), grouped, randomness),
                             release_of(median_of_users(1000, 10), grouped, randomness),
                             {[] {}, [&] { only_divide(grouped, users, 1000); }},
                             release_by_group<UserHistogram>({}, grouped, randomness),
                             release_by_group<UserSum>(sums, grouped, randomness),
                             release_by_group<UserMean>({}, grouped, randomness)});
  row("median of these users, all in one group", best[0], best[0]);
  row("  of each of 1,000 groups, epsilon 1", best[1], best[0]);
  row("  of each of 1,000 groups, epsilon 10", best[2], best[0]);
  row("  1,000 groups divided, and nothing else", best[3], best[0]);
  row("  counts of these users in these groups, spread", best[4], best[0]);
  row("  sums", best[5], best[0]);
  row("  means", best[6], best[0]);
}

void rows_of_users(std::uint32_t users, const std::string& many, Randomness& randomness,
                   BitPool& bits) {
  const UserRows data = table(users, 1, bits);
  const auto parameters = calibrate_exponential_median(1, Neighbors::add_remove);
  std::vector<std::uint64_t> words;
  const Timed unit_is_record{[&] { words = data.keys.words(); },
                             [&] {
                               keep(draw_exponential_rank(std::move(words), {0, ~std::uint64_t(0)},
                                                          parameters, randomness));
                             }};
  auto cut = median_of_users(1, 1);
  cut.quantile.reset();
  cut.algorithm = UserAlgorithm::cut;
  cut.loss.delta = 1e-6;
  const auto best = best_in_turns(kTurns, {unit_is_record,
                                           {[] {}, [&] { keep(spread(data.columns()).front()); }},
                                           release_of(median_of_users(1, 1), data, randomness),
                                           release_of(cut, data, randomness)});
  const double records = best[0];
  row("exponential median of 10^7 keys, each a record", records, records);
  row("weights of 10^7 rows of " + many + " users", best[1], records);
  row("median of these users", best[2], records);
  row("  beside twice that of records and the weights", best[2], 2 * records + best[1]);
  row("interior point of these users by cut choice", best[3], records);
  many_groups(users, data, table(users, 1000, bits), randomness);
}

}  // namespace
}  // namespace logstar::bench

int main() {
  using namespace logstar;
  PlatformEntropy entropy;
  ExactRandomness randomness(entropy);
  BitPool bits(entropy);
  bench::rows_of_users(100'000, "10^5", randomness, bits);
  bench::rows_of_users(1'000'000, "10^6", randomness, bits);
}
