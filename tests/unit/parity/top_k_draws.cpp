#include <algorithm>
#include <map>

#include "draws.hpp"
#include "logstar/support/named.hpp"
#include "logstar/top_k/contributions.hpp"
#include "logstar/top_k/histogram.hpp"
#include "logstar/top_k/ranked_list_release.hpp"
#include "logstar/top_k/top_k.hpp"

namespace logstar::testing {
namespace {

const std::map<std::string, TopKVariant> kVariants = {
    {"limited-domain", TopKVariant::limited_domain},
    {"strict", TopKVariant::strict},
    {"optimised-threshold", TopKVariant::optimised_threshold},
    {"laplace", TopKVariant::laplace},
    {"fixed-threshold", TopKVariant::fixed_threshold}};

std::vector<std::int64_t> falling(std::int64_t items) {
  std::vector<std::int64_t> counts;
  for (std::int64_t i = 0; i < items; ++i) counts.push_back(5000 / (i + 1));
  return counts;
}

/// Any variant, with noisy counts.
std::string counted(std::istream& line, Randomness& randomness) {
  std::string variant;
  TopKTask task;
  std::uint64_t per_user;
  line >> variant >> task.k >> task.kbar >> per_user >> task.total.epsilon >> task.total.delta;
  task.variant = kVariants.at(variant);
  task.per_user = per_user;
  task.count_share = 0.5;
  const TopKResult result = draw_top_k(falling(200), calibrate_top_k(task), randomness);
  std::string items;
  for (std::size_t i = 0; i < result.items.size(); ++i) {
    items += (items.empty() ? "" : ",") + std::to_string(result.items[i]) + ":" +
             std::to_string(result.noisy_counts[i]);
  }
  return items;
}

/// n rows of 10 users and 7 items, cut to a bounded number of items a user.
std::string bounded(std::istream& line, Randomness& randomness) {
  std::uint64_t per_user;
  std::uint32_t n;
  line >> per_user >> n;
  std::vector<std::uint32_t> users, items;
  for (std::uint32_t i = 0; i < n; ++i) {
    users.push_back(i * i % 10);
    items.push_back(i % 7);
  }
  std::string shown;
  for (const auto count : bound_contributions({users, items, 10, 7}, per_user, randomness)) {
    if (count == 0) continue;  // JavaScript returns the items that occur
    shown += (shown.empty() ? "" : ",") + std::to_string(count);
  }
  return shown;
}

/// The k most frequent of 10 k items; users with one item each, or with any number.
std::string ranking(std::istream& line, std::optional<std::uint64_t> per_user,
                    Randomness& randomness) {
  const auto k = read<std::uint64_t>(line);
  const auto parameters = calibrate_top_k({k, 10 * k, per_user, loss(line), Neighbors::add_remove});
  const auto most = std::min<std::int64_t>(200, 10 * static_cast<std::int64_t>(k) + 1);
  return joined(draw_top_k(falling(most), parameters, randomness).items);
}

std::string limited(std::istream& line, Randomness& randomness) {
  return ranking(line, 1, randomness);
}

std::string strict(std::istream& line, Randomness& randomness) {
  return ranking(line, std::nullopt, randomness);
}

/// Reads k, kbar, per_user and the total.
TopKTask task_of(std::istream& line, const std::string& variant, Neighbors declared) {
  TopKTask task;
  task.variant = kVariants.at(variant);
  task.neighbors = declared;
  task.k = read<std::uint64_t>(line);
  task.kbar = read<std::uint64_t>(line);
  if (const auto per_user = read<std::uint64_t>(line); per_user > 0) task.per_user = per_user;
  task.total = loss(line);
  return task;
}

/// Any variant and neighbours, without counts.
std::string by_variant(std::istream& line, Randomness& randomness) {
  const auto variant = read<std::string>(line);
  const Neighbors declared = neighbors(line);
  const auto parameters = calibrate_top_k(task_of(line, variant, declared));
  return joined(draw_top_k(falling(200), parameters, randomness).items);
}

/// From n rows of 500 users u: in row i with u = i mod 500 the item (u + i / 500)^2 mod 41 mod 29.
std::string of_rows(std::istream& line, Randomness& randomness) {
  const auto variant = read<std::string>(line);
  const TopKTask task = task_of(line, variant, Neighbors::add_remove);
  const auto n = read<std::uint32_t>(line);
  std::vector<std::uint32_t> users, items;
  for (std::uint32_t i = 0; i < n; ++i) {
    const std::uint32_t user = i % 500, base = user + i / 500;
    users.push_back(user);
    items.push_back(base * base % 41 % 29);
  }
  const auto users_at = bound_contributions({users, items, 500, 29}, task.per_user, randomness);
  const std::vector<std::int64_t> counts(users_at.begin(), users_at.end());
  const auto rows = top_rows(counts, static_cast<std::size_t>(task.kbar + 1), std::less<>());
  std::vector<std::size_t> drawn;
  for (const auto row : draw_top_k(counts_of(rows), calibrate_top_k(task), randomness).items) {
    drawn.push_back(rows[row].item);
  }
  return joined(drawn);
}

/// The k best of the same counts as a public list.
std::string of_list(std::istream& line, Randomness& randomness) {
  RankedListTask task;
  task.variant = named<RankedListVariant>(read<std::string>(line));
  task.request.neighbors = neighbors(line);
  task.request.k = read<std::uint64_t>(line);
  task.request.per_user = read<std::uint64_t>(line);
  task.request.loss = loss(line);
  task.request.moves = ScoreMoves::one_way;
  task.request.candidates = 200;
  const auto plan = RankedListRelease::plan(task);
  return joined(RankedListRelease::draw(task, plan, falling(200), randomness).items);
}

const AddDraws top_k_draws(Draws{{"ranking", counted},
                                 {"ranked-list", of_list},
                                 {"bounded", bounded},
                                 {"top-k", limited},
                                 {"strict", strict},
                                 {"top-k-by", by_variant},
                                 {"top-k-of-rows", of_rows}});

}  // namespace
}  // namespace logstar::testing
