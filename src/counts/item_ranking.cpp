#include "logstar/counts/item_ranking.hpp"

#include <algorithm>
#include <cmath>

#include "logstar/support/checks.hpp"
#include "logstar/support/errors.hpp"
#include "logstar/top_k/accuracy.hpp"
#include "logstar/top_k/histogram.hpp"

namespace logstar {
namespace {

constexpr std::uint64_t kMaxItems = 1'000'000;

/// The method that the task requests, or the only possible one.
std::optional<RankingWay> only_way(const ItemRankingTask& task) {
  if (task.spread) return RankingWay::threshold;
  const bool may_have_threshold = task.every_item && task.ranked.items.per_user;
  if (task.ranked.items.variant || (!task.way && !may_have_threshold)) return RankingWay::draws;
  return task.way;
}

void check_way(const ItemRankingTask& task) {
  check_confidence(task.ranked.confidence);
  check_count("k", task.ranked.items.k, 1, kMaxItems);
  check_probability("countShare", task.ranked.count_share);
  const bool has_variant = task.ranked.items.variant.has_value();
  if (task.way == RankingWay::threshold && has_variant) {
    reject("variant", "left out for a threshold", std::string(name_of(*task.ranked.items.variant)));
  }
  if (task.spread && (has_variant || task.way == RankingWay::draws)) {
    reject("variant", "threshold where users are spread over their items",
           has_variant ? std::string(name_of(*task.ranked.items.variant)) : "draws");
  }
  if (task.way == RankingWay::threshold && !task.spread && !task.ranked.items.per_user) {
    reject("perUser", "a whole number for a threshold", "any number");
  }
  if (task.way == RankingWay::threshold && !task.every_item) {
    reject("variant", "limited-domain or another that draws, as only the highest counts are known",
           "threshold");
  }
}

GroupDiscoveryTask discovery_of(const ItemRankingTask& task) {
  GroupDiscoveryTask discovery;
  discovery.loss = task.ranked.items.total;
  if (task.spread) {
    discovery.per_user.user_weight = task.user_weight;
  } else {
    discovery.per_user.groups = task.ranked.items.per_user;
  }
  discovery.neighbors = task.ranked.items.neighbors;
  discovery.confidence = task.ranked.confidence;
  discovery.noise = task.noise;
  discovery.protects = task.ranked.protects;
  return discovery;
}

double drawn_from(const TopKParameters& parameters, double confidence) {
  return std::ceil(top_k_sure_gap_for(parameters, 1, confidence));
}

/// Compares the threshold with draws above an item of count 0, which is the best case for draws.
ItemRanking::Plan better_of(TopKChoice drawn, GroupDiscovery::Plan above) {
  const double from_drawn = drawn_from(drawn.parameters, kComparedAt);
  const auto from_above = static_cast<double>(named_from(above, kComparedAt));
  const std::string of_drawn = std::string(name_of(drawn.parameters.variant)) + " one of " +
                               to_text(from_drawn) + " more than the first item left out";
  const std::string of_above = "threshold one of " + to_text(from_above);
  ItemRanking::Plan plan;
  const bool draws = from_drawn < from_above;
  plan.reason = "with 95% confidence an item is named from the fewest users on: " +
                (draws ? of_drawn + ", " + of_above : of_above + ", " + of_drawn);
  if (draws) {
    plan.drawn = std::move(drawn);
  } else {
    plan.above = std::move(above);
  }
  return plan;
}

TopKResult ranked(const std::vector<NamedGroup>& named, std::uint64_t k) {
  std::vector<HistogramRow> rows;
  rows.reserve(named.size());
  for (const NamedGroup& one : named) rows.push_back({one.group, one.weight});
  sort_from_high(rows);
  TopKResult result;
  result.complete = rows.size() >= k;
  if (result.complete) rows.resize(static_cast<std::size_t>(k));
  for (const HistogramRow& row : rows) {
    result.items.push_back(row.item);
    result.noisy_counts.push_back(row.count);
  }
  return result;
}

}  // namespace

std::string_view name_of(RankingWay way) {
  return way == RankingWay::draws ? "draws" : "threshold";
}

ItemRanking::Plan ItemRanking::plan(const Task& task) {
  check_way(task);
  const auto way = only_way(task);
  Plan plan;
  if (way == RankingWay::threshold) {
    plan.above = GroupDiscovery::plan(discovery_of(task));
    plan.reason =
        task.ranked.reason.value_or(task.way ? "asked for" : "users are spread over their items");
    return plan;
  }
  TopKChoice drawn = TopKRelease::plan(task.ranked);
  if (!way) {
    auto above = GroupDiscovery::possible_plan(discovery_of(task));
    if (above) return better_of(std::move(drawn), std::move(*above));
  }
  plan.reason = drawn.reason;
  plan.drawn = std::move(drawn);
  return plan;
}

Claim ItemRanking::claim(const Task& asked, const Plan& plan) {
  if (plan.drawn) {
    const TopKParameters& parameters = plan.drawn->parameters;
    Claim claim = TopKRelease::claim(asked.ranked, {parameters, plan.reason});
    claim.conditions.with("namedFrom", drawn_from(parameters, asked.ranked.confidence));
    return claim;
  }
  Claim claim = GroupDiscovery::claim(discovery_of(asked), *plan.above);
  claim.parameters.with("variant", std::string(name_of(RankingWay::threshold)))
      .with("k", static_cast<double>(asked.ranked.items.k))
      .with("reason", plan.reason);
  if (asked.ranked.protects == Protects::records) {
    claim.parameters.with("users", "every row is a user of its own");
  }
  return claim;
}

ItemRankingTask ItemRanking::with_loss(const Task& task, const Plan& plan, const Loss& granted) {
  Task run = task;
  run.way = plan.way();
  if (plan.drawn) {
    run.ranked =
        TopKRelease::with_loss(task.ranked, {plan.drawn->parameters, plan.reason}, granted);
  } else {
    const auto discovery = GroupDiscovery::with_loss(discovery_of(task), *plan.above, granted);
    run.ranked.items.total = discovery.loss;
    run.ranked.reason = plan.reason;
    run.noise = discovery.noise;
  }
  return run;
}

TopKResult ItemRanking::draw(const Task& task, const Plan& plan, Data counts,
                             Randomness& randomness) {
  if (plan.drawn) return draw_top_k(counts, plan.drawn->parameters, randomness);
  const std::vector<GroupDiscovery::Sum> sums(counts.begin(), counts.end());
  const auto named =
      GroupDiscovery::draw_from_sums(discovery_of(task), *plan.above, sums, randomness);
  return ranked(named, task.ranked.items.k);
}

// Each of the first j items is withheld with probability at most beta/j, so all are returned with 1 - beta.
TopKForecast forecast_ranking(std::span<const std::int64_t> counts, const ItemRankingTask& task) {
  const auto plan = ItemRanking::plan(task);
  if (plan.drawn) return forecast_top_k(counts, plan.drawn->parameters, task.ranked.confidence);
  TopKForecast forecast;
  const double beta = 1 - task.ranked.confidence;
  const std::int64_t half = named_from(*plan.above, 0.5);
  for (const std::int64_t count : counts.first(
           std::min<std::size_t>(counts.size(), static_cast<std::size_t>(task.ranked.items.k)))) {
    if (count < half) break;
    ++forecast.likely;
    const double each = beta / static_cast<double>(forecast.likely);
    if (count >= named_from(*plan.above, 1 - each)) forecast.surely = forecast.likely;
  }
  return forecast;
}

}  // namespace logstar
