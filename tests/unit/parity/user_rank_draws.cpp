#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "draws.hpp"
#include "logstar/counts/user_ranks_release.hpp"
#include "logstar/support/named.hpp"

namespace logstar::testing {
namespace {

constexpr std::int64_t kLowest = -20;
constexpr std::uint32_t kGroupCount = 7;
constexpr std::uint32_t kBits = 7;  // for values counted from kLowest

/// Row i belongs to user i^2 mod 37, with groups to group i mod 7, and has value i^2 mod 100 - 20.
UserRows rows_by_rank(std::uint64_t n, bool in_groups) {
  UserRows rows{{}, {}, KeyArray(kBits)};
  for (std::uint64_t i = 0; i < n; ++i) {
    rows.users.push_back(static_cast<std::uint32_t>(i * i % 37));
    if (in_groups) rows.groups.push_back(static_cast<std::uint32_t>(i % kGroupCount));
    rows.keys.append(WideKey{i * i % 100});
  }
  return rows;
}

/// "0": any interior point; "0.5"; "0.25,0.75": several.
void read_quantiles(const std::string& text, UserRanksTask& task) {
  std::vector<QuantileFraction> all;
  std::istringstream list(text);
  for (std::string one; std::getline(list, one, ',');) {
    if (one != "0") all.push_back(nearest_fraction("q", std::stod(one)));
  }
  if (all.size() == 1) task.each.quantile = all.front();
  if (all.size() > 1) task.quantiles = all;
}

GroupList list_of(const std::string& word) {
  return word == "private"  ? GroupList::occurring
         : word == "public" ? GroupList::declared
                            : GroupList::none;
}

std::string ranks_of(UserRanksTask task, std::istream& line, Randomness& randomness) {
  const auto algorithm = read<std::string>(line);
  task.several = named<SeveralRanks>(algorithm).value_or(SeveralRanks::separate);
  task.each.algorithm = named<UserAlgorithm>(algorithm).value_or(UserAlgorithm::exponential);
  read_quantiles(read<std::string>(line), task);
  task.each.list = list_of(read<std::string>(line));
  task.each.abstain = flag(line);
  if (task.each.list == GroupList::occurring && task.each.algorithm != UserAlgorithm::cut) {
    task.discovery_share = 0.2;
  }
  task.each.loss = loss(line);
  task.each.neighbors = neighbors(line);
  task.each.groups = task.each.list == GroupList::declared ? kGroupCount : 1;
  task.each.bits = kBits;
  task.each.domain = {{0}, {99}};
  const Release<UserRanks> release(task);
  const auto answers =
      release
          .draw(release.claim().loss,
                rows_by_rank(read<std::uint64_t>(line), task.each.list != GroupList::none),
                randomness)
          .answer;
  std::string text;
  for (const GroupRanks& one : answers) {
    std::vector<std::string> values;
    for (const auto& value : one.values) {
      values.push_back(value ? std::to_string(static_cast<std::int64_t>(value->front()) + kLowest)
                             : "none");
    }
    text += (text.empty() ? "" : " ") + std::to_string(one.group) + ":" + joined(values);
  }
  return text;
}

std::string users_ranks(std::istream& line, Randomness& randomness) {
  return ranks_of({}, line, randomness);
}

std::string users_rows_ranks(std::istream& line, Randomness& randomness) {
  UserRanksTask task;
  task.each.most_rows = read<std::uint32_t>(line);
  return ranks_of(task, line, randomness);
}

const AddDraws user_rank_draws(Draws{{"users-ranks", users_ranks},
                                     {"users-rows-ranks", users_rows_ranks}});

}  // namespace
}  // namespace logstar::testing
