// The most frequent items as a release, by the method that returns items from the fewest users on.
//
// Privacy: as top_k_release.hpp for draws, as group_discovery_release.hpp for a threshold: sorting released
//   items by noisy count and cutting off the list are post-processing. Which of them it is depends on the task
//   alone.
// Source, cost: as these.
// Departures: none.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "logstar/counts/group_discovery_release.hpp"
#include "logstar/top_k/forecast.hpp"
#include "logstar/top_k/top_k_release.hpp"

namespace logstar {

enum class RankingWay {
  draws,     ///< from a limited domain, by a TopKVariant
  threshold  ///< every item that occurs gets noise, and those above a threshold are ranked
};
constexpr RankingWay last_of(RankingWay) { return RankingWay::threshold; }

/// "draws", "threshold".
std::string_view name_of(RankingWay way);

/// The public parameters.
struct ItemRankingTask {
  TopKRequest ranked;  ///< `kbar`, `variant` and `count_share` are of draws
  /// Default: the method that returns an item from fewer users on with 95%, the threshold in doubt.
  std::optional<RankingWay> way = std::nullopt;
  std::optional<NoiseKind> noise = std::nullopt;  ///< of a threshold, as in GroupDiscoveryTask
  /// Whether a user is spread over that user's items, instead of counting 1 at each of at most `per_user`: this
  /// requires a threshold.
  bool spread = false;
  std::uint32_t user_weight = kUserWeight;  ///< the weight of a user that is spread
  /// Whether the caller counts all items that occur. A threshold on the highest counts alone would not be
  /// private.
  bool every_item = true;

  void describe(auto& field) {
    ranked.describe(field);
    field("way", way);
    field("noise", noise);
    field("spread", spread);
    field("userWeight", user_weight, UserWeight());
    field("everyItem", every_item);
  }

  /// The weight of a user with a single item.
  std::uint64_t unit() const { return spread ? user_weight : 1; }
};

struct ItemRanking {
  using Task = ItemRankingTask;
  /// For draws as for draw_top_k. For a threshold the users' weight in every item that occurs, in an order of
  /// the items that no data can change. Items with equal noisy counts keep that order.
  using Data = std::vector<std::int64_t>;
  using Answer =
      TopKResult;  ///< places in the data; counts in units of which a user has Task::unit

  /// Has exactly one of `drawn` and `above`.
  struct Plan {
    std::optional<TopKChoice> drawn = std::nullopt;
    std::optional<GroupDiscovery::Plan> above = std::nullopt;
    std::string reason;  ///< the reason for this method, for release records

    RankingWay way() const { return above ? RankingWay::threshold : RankingWay::draws; }
  };

  /// Errors: OutOfRange, as both; `way`, for options that exclude each other.
  static Plan plan(const Task& task);
  /// `namedFrom` is the count from which any one of the k highest items is returned with the task's confidence;
  /// for draws, the margin by which its count must exceed the count of the first item left out.
  static Claim claim(const Task& asked, const Plan& plan);
  static Task with_loss(const Task& task, const Plan& plan, const Loss& granted);
  static Answer draw(const Task& task, const Plan& plan, Data counts, Randomness& randomness);
};

static_assert(Releasable<ItemRanking>);

/// Forecasts a ranking for people who may read the data: like forecast_top_k, not private. `counts`: the data
/// from high to low.
TopKForecast forecast_ranking(std::span<const std::int64_t> counts, const ItemRankingTask& task);

}  // namespace logstar
