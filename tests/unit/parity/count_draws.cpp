#include <map>
#include <optional>

#include "draws.hpp"
#include "logstar/counts/by_group_release.hpp"
#include "logstar/counts/distinct_count_release.hpp"
#include "logstar/counts/within_found_release.hpp"
#include "logstar/support/checks.hpp"
#include "logstar/support/named.hpp"

namespace logstar::testing {
namespace {

/// Row i belongs to user i^2 mod 37 and group i mod 7, with value i^2 mod 100 - 20.
ValuedRows table(std::uint64_t n) {
  ValuedRows rows;
  for (std::uint64_t i = 0; i < n; ++i) {
    rows.rows.users.push_back(static_cast<std::uint32_t>(i * i % 37));
    rows.rows.groups.push_back(static_cast<std::uint32_t>(i % 7));
    rows.values.push_back(static_cast<std::int64_t>(i * i % 100) - 20);
  }
  return rows;
}

PerUser per_user(std::istream& line) {
  const auto groups = read<std::uint64_t>(line);
  if (groups == 0) return {};
  return {groups};
}

/// The part of a line that all tasks share: "list epsilon delta neighbours".
template <typename M>
typename ByGroup<M>::Task task_of(std::istream& line) {
  typename ByGroup<M>::Task task;
  const bool is_private = read<std::string>(line) == "private";
  const Loss total = loss(line);
  task.each.epsilon = total.epsilon;
  task.each.neighbors = neighbors(line);
  task.each.groups = 7;
  if (is_private) task.search = GroupDiscoveryOptions{total.delta};
  return task;
}

/// Draws from n rows, the rest of the line.
template <typename M>
typename ByGroup<M>::Answer draw(const typename ByGroup<M>::Task& task, std::istream& line,
                                 Randomness& randomness) {
  const Release<ByGroup<M>> release(task);
  return release.draw(release.claim().loss, {table(read<std::uint64_t>(line)), 7}, randomness)
      .answer;
}

std::string shown(const std::vector<NamedGroup>& named, const std::string& answers) {
  std::string text;
  for (const NamedGroup& one : named) text += std::to_string(one.group) + " ";
  return text + answers;
}

std::string users_sum(std::istream& line, Randomness& randomness) {
  auto task = task_of<UserSum>(line);
  task.each.domain = {-10, 500};
  const auto answer = draw<UserSum>(task, line, randomness);
  return shown(answer.named, joined(answer.answers));
}

std::string users_sum_in(std::istream& line, Randomness& randomness) {
  const auto per_user = read<std::uint64_t>(line);
  auto task = task_of<UserSum>(line);
  task.each.domain = {-10, 500};
  task.each.per_user = per_user;
  const auto answer = draw<UserSum>(task, line, randomness);
  return shown(answer.named, joined(answer.answers));
}

std::string users_mean(std::istream& line, Randomness& randomness) {
  auto task = task_of<UserMean>(line);
  task.each.domain = {0, 64};
  const auto answer = draw<UserMean>(task, line, randomness);
  std::vector<std::string> means;
  for (const NoisyEnds& ends : answer.answers) {
    const auto mean = mean_of(ends, ends.error);
    means.push_back(mean ? std::to_string(mean->numerator) + "/" + std::to_string(mean->denominator)
                         : "none");
  }
  return shown(answer.named, joined(means));
}

/// The variance of each group, or its standard deviation.
std::string users_spread(std::istream& line, Randomness& randomness, bool roots) {
  auto task = task_of<UserVariance>(line);
  task.each.domain = {0, 64};
  const auto answer = draw<UserVariance>(task, line, randomness);
  std::vector<std::string> texts;
  for (const NoisyMoments& moments : answer.answers) {
    const auto variance = variance_of(moments, moments.error);
    const auto told = roots ? told_deviation : told_variance;
    texts.push_back(variance ? to_text(told(*variance, task.each.domain, 1).value) : "none");
  }
  return shown(answer.named, joined(texts));
}

std::string users_distinct(std::istream& line, Randomness& randomness) {
  DistinctCountTask task;
  task.per_user = read<std::uint64_t>(line);
  task.epsilon = read<double>(line);
  task.neighbors = neighbors(line);
  const ValuedRows rows = table(read<std::uint64_t>(line));
  // Numbered in order of occurrence, as JavaScript does: the numbers decide which items a user's coins choose.
  std::map<std::int64_t, std::uint32_t> numbers;
  ItemRows items{{rows.rows.users, {}}, 0};
  for (const std::int64_t value : rows.values) {
    const auto next = static_cast<std::uint32_t>(numbers.size());
    items.rows.groups.push_back(numbers.try_emplace(value, next).first->second);
  }
  items.item_count = static_cast<std::uint32_t>(numbers.size());
  const Release<DistinctCount> release(task);
  return std::to_string(release.draw(release.claim().loss, items, randomness).answer);
}

/// The rows with the codes of their values.
ValuedRows coded(ValuedRows rows) {
  for (std::int64_t& value : rows.values) value = code_of(static_cast<double>(value));
  return rows;
}

std::string range_of(const std::optional<FoundRange>& range) {
  if (!range) return "none";
  return to_text(range->lowest) + ".." + to_text(range->highest);
}

std::string users_bounds(std::istream& line, Randomness& randomness) {
  FoundBoundsTask task;
  task.epsilon = loss(line).epsilon;
  task.neighbors = neighbors(line);
  ValuedRows rows = coded(table(read<std::uint64_t>(line)));
  rows.rows.groups.clear();
  const Release<FoundBounds> release(task);
  return range_of(release.draw(release.claim().loss, rows, randomness).answer);
}

/// The range, and the answers in the form of `answer_of`.
template <typename M, typename AnswerOf>
std::string within_found(std::istream& line, Randomness& randomness, const AnswerOf& answer_of) {
  const auto task = task_of<WithinFound<M>>(line);
  const Release<ByGroup<WithinFound<M>>> release(task);
  const ValuedRows rows = coded(table(read<std::uint64_t>(line)));
  const auto answer = release.draw(release.claim().loss, {rows, 7}, randomness).answer;
  const auto& [range, answers, error] = answer.answers;
  std::vector<std::string> texts;
  for (const auto& one : answers) texts.push_back(answer_of(one, RangeGrid(*range)));
  return range_of(range) + " " + shown(answer.named, joined(texts));
}

std::string users_found_mean(std::istream& line, Randomness& randomness) {
  return within_found<UserMean>(line, randomness, [](const NoisyEnds& ends, const RangeGrid& grid) {
    const auto told = told_within(ends, grid, kUserWeight / 100);
    return told ? to_text(told->value) : std::string("none");
  });
}

std::string users_found_sum(std::istream& line, Randomness& randomness) {
  return within_found<UserSum>(line, randomness, [](std::int64_t steps, const RangeGrid& grid) {
    return to_text(told_sum(steps, 0, grid).value);
  });
}

std::string users_histogram(std::istream& line, Randomness& randomness) {
  const PerUser given = per_user(line);
  const auto bins = read<std::uint32_t>(line);
  auto task = task_of<UserHistogram>(line);
  task.each.per_user = given;
  task.each.bins = bins;
  const Release<ByGroup<UserHistogram>> release(task);
  ValuedRows rows = table(read<std::uint64_t>(line));
  if (bins > 1) {
    const auto in_bins = bins_of(rows.values, {0, 30});
    rows.values.assign(in_bins.begin(), in_bins.end());
  }
  const auto answer = release.draw(release.claim().loss, {rows, 7}, randomness).answer;
  return shown(answer.named, joined(answer.answers));
}

/// A task with public or private groups and the noise named first on the line.
template <typename M>
typename ByGroup<M>::Task task_by(std::istream& line, bool is_private = false) {
  typename ByGroup<M>::Task task;
  const auto noise = read<std::string>(line);
  if (noise != "auto") task.each.noise = named<NoiseKind>(noise);
  const PerUser given = per_user(line);
  if constexpr (std::is_same_v<M, UserSum>) {
    task.each.per_user = given.groups;
    task.each.domain = {-10, 500};
  } else {
    task.each.per_user = given;
  }
  const Loss total = loss(line);
  task.each.epsilon = total.epsilon;
  if (is_private) {
    task.search = GroupDiscoveryOptions{total.delta};
  } else {
    task.each.delta = total.delta;
  }
  task.each.neighbors = neighbors(line);
  task.each.groups = 7;
  return task;
}

std::string users_histogram_by(std::istream& line, Randomness& randomness) {
  const auto task = task_by<UserHistogram>(line);
  const Release<ByGroup<UserHistogram>> release(task);
  const auto rows = table(read<std::uint64_t>(line));
  return joined(release.draw(release.claim().loss, {rows, 7}, randomness).answer.answers);
}

std::string users_sum_by(std::istream& line, Randomness& randomness) {
  const auto task = task_by<UserSum>(line);
  return joined(draw<UserSum>(task, line, randomness).answers);
}

std::string users_histogram_private_by(std::istream& line, Randomness& randomness) {
  auto task = task_by<UserHistogram>(line, true);
  task.each.bins = 3;
  const Release<ByGroup<UserHistogram>> release(task);
  ValuedRows rows = table(read<std::uint64_t>(line));
  const auto in_bins = bins_of(rows.values, {0, 30});
  rows.values.assign(in_bins.begin(), in_bins.end());
  const auto answer = release.draw(release.claim().loss, {rows, 7}, randomness).answer;
  return shown(answer.named, joined(answer.answers));
}

std::string users_sum_private_by(std::istream& line, Randomness& randomness) {
  const auto answer = draw<UserSum>(task_by<UserSum>(line, true), line, randomness);
  return shown(answer.named, joined(answer.answers));
}

std::string users_groups(std::istream& line, Randomness& randomness,
                         std::optional<NoiseKind> noise) {
  GroupDiscoveryTask task;
  task.noise = noise;
  task.per_user = per_user(line);
  task.loss = loss(line);
  task.neighbors = neighbors(line);
  const auto named = Release<GroupDiscovery>(task)
                         .draw(task.loss, {table(read<std::uint64_t>(line)).rows, 7}, randomness)
                         .answer;
  std::vector<std::int64_t> weights;
  for (const NamedGroup& one : named) weights.push_back(one.weight);
  return shown(named, joined(weights));
}

const AddDraws count_draws(Draws{{"users-groups",
                                  [](std::istream& line, Randomness& randomness) {
                                    return users_groups(line, randomness, std::nullopt);
                                  }},
                                 {"users-groups-by",
                                  [](std::istream& line, Randomness& randomness) {
                                    const auto noise = named<NoiseKind>(read<std::string>(line));
                                    return users_groups(line, randomness, noise);
                                  }},
                                 {"users-histogram-by", users_histogram_by},
                                 {"users-sum-by", users_sum_by},
                                 {"users-histogram-private-by", users_histogram_private_by},
                                 {"users-sum-private-by", users_sum_private_by},
                                 {"users-histogram", users_histogram},
                                 {"users-mean", users_mean},
                                 {"users-variance",
                                  [](std::istream& line, Randomness& randomness) {
                                    return users_spread(line, randomness, false);
                                  }},
                                 {"users-deviation",
                                  [](std::istream& line, Randomness& randomness) {
                                    return users_spread(line, randomness, true);
                                  }},
                                 {"users-distinct", users_distinct},
                                 {"users-bounds", users_bounds},
                                 {"users-found-mean", users_found_mean},
                                 {"users-found-sum", users_found_sum},
                                 {"users-sum", users_sum},
                                 {"users-sum-in", users_sum_in}});

}  // namespace
}  // namespace logstar::testing
