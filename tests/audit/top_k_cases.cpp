// Top-k of a thousand items, the first few far above a long tail, and one more user who holds one or two items.
#include <algorithm>
#include <optional>

#include "audit.hpp"
#include "logstar/counts/item_ranking.hpp"
#include "logstar/top_k/histogram.hpp"
#include "logstar/top_k/top_k.hpp"
#include "neighbors.hpp"

namespace logstar::testing {
namespace {

/// A histogram: the reply of a database for it, and the unit of its rows.
struct Head {
  std::vector<std::int64_t> counts;
  std::vector<std::size_t> items;
};

Head head_of(const std::vector<std::int64_t>& counts, std::uint64_t kbar) {
  Head head;
  const auto rows = top_rows(counts, static_cast<std::size_t>(kbar) + 1, std::less<std::size_t>());
  for (const HistogramRow& row : rows) {
    head.counts.push_back(row.count);
    head.items.push_back(row.item);
  }
  return head;
}

struct Setting {
  std::string mode;
  TopKParameters parameters;
  Loss claim;
  Neighbors neighbors = Neighbors::add_remove;
  std::size_t leaders = 10;
  std::size_t held = 1;
  std::optional<std::uint64_t> per_user = std::nullopt;
  std::int64_t count = 500;
};

/// Leaders of equal counts and a long tail. The neighbour has one more user, with the first `held` items. A
/// replaced user had the other leaders and the first items of the tail, as many as a user may have.
std::vector<std::int64_t> histogram(const Setting& setting, bool second) {
  std::vector<std::int64_t> counts(1000);
  const std::size_t most = setting.per_user.value_or(counts.size());
  const std::size_t end = setting.held + std::min(most, setting.leaders + 1 - setting.held);
  for (std::size_t i = 0; i < counts.size(); ++i) {
    const bool goes = setting.neighbors == Neighbors::replace && !second && i < end;
    counts[i] = i < setting.leaders ? setting.count : 200 / static_cast<std::int64_t>(i);
    counts[i] += i < setting.held ? second : goes;
  }
  return counts;
}

/// The items in order, whether each has a noisy count above `high`, and kbar.
std::int64_t code_of(const TopKResult& result, const Head& head, std::int64_t high) {
  auto code = static_cast<std::int64_t>(result.kbar);
  for (std::size_t i = 0; i < result.items.size(); ++i) {
    const auto item = static_cast<std::int64_t>(head.items[result.items[i]]);
    const bool above = !result.noisy_counts.empty() && result.noisy_counts[i] > high;
    code = (code * 30 + item + 1) * 2 + above;
  }
  return code;
}

AuditCase top_k_case(const Setting& setting) {
  require_counts_of_neighbors(histogram(setting, false), histogram(setting, true),
                              setting.neighbors, setting.per_user);
  return {"topK", setting.mode, text_of(setting.neighbors), setting.claim,
          [=](bool second, Randomness& r) {
            const Head head = head_of(histogram(setting, second), setting.parameters.kbar);
            return code_of(draw_top_k(head.counts, setting.parameters, r), head, setting.count);
          }};
}

/// The parameters of a theorem without calibration: epsilon 0.5 for each of two items, delta 1e-6.
AuditCase by_theorem(TopKVariant variant) {
  Setting setting;
  setting.mode = name_of(variant);
  TopKParameters& parameters = setting.parameters;
  parameters.variant = variant;
  parameters.k = 2;
  parameters.kbar = 10;
  parameters.item_epsilon = 0.5;
  parameters.item_delta = 1e-6;
  parameters.margin = limited_domain_margin(10, 1e-6, 0.5);
  setting.held = 2;
  setting.claim = {variant == TopKVariant::optimised_threshold ? 1.5 : 1, 1e-6};
  return top_k_case(setting);
}

/// Draws of two items, or of one item with its count.
AuditCase calibrated(TopKVariant variant, Neighbors neighbors, double count_share) {
  TopKTask task;
  task.k = count_share > 0 ? 1 : 2;
  task.per_user = 9;
  task.total = {2, 1e-6};
  task.variant = variant;
  task.neighbors = neighbors;
  if (count_share > 0) task.count_share = count_share;
  Setting setting;
  setting.mode = std::string(name_of(variant)) + ", calibrated";
  if (count_share > 0) setting.mode += ", with noisy counts";
  setting.parameters = calibrate_top_k(task);
  setting.claim = task.total;
  setting.neighbors = neighbors;
  setting.held = static_cast<std::size_t>(task.k);
  setting.per_user = task.per_user;
  return top_k_case(setting);
}

/// Laplace noise on two counts, or two items that are released some of the time.
AuditCase noisy(const std::string& mode, TopKVariant variant, Neighbors neighbors,
                double count_share) {
  const bool fixed = variant == TopKVariant::fixed_threshold;
  TopKTask task;
  task.k = fixed && count_share > 0 ? 1 : 2;
  task.kbar = fixed ? task.k : 10;
  if (!fixed) task.per_user = 1;
  task.total = {2, 1e-6};
  task.variant = variant;
  task.neighbors = neighbors;
  if (count_share > 0) task.count_share = count_share;
  Setting setting;
  setting.mode = mode;
  setting.parameters = calibrate_top_k(task);
  setting.claim = task.total;
  setting.neighbors = neighbors;
  setting.leaders = static_cast<std::size_t>(task.k);
  setting.held = fixed ? setting.leaders : 1;
  setting.per_user = task.per_user;
  // The first item of the tail has 100 or 200.
  const auto tail = 200 / static_cast<std::int64_t>(setting.leaders);
  if (fixed) setting.count = tail + static_cast<std::int64_t>(setting.parameters.margin);
  return top_k_case(setting);
}

/// Three items far above the threshold. One more user counts in them, or moves from them to three others. The
/// output: the excess of their noisy counts together over the value without that user.
AuditCase above(Neighbors neighbors) {
  constexpr std::int64_t kFar = 500;
  ItemRankingTask task;
  task.way = RankingWay::threshold;
  task.noise = NoiseKind::gaussian;
  task.ranked.items.k = 6;
  task.ranked.items.per_user = 3;
  task.ranked.items.total = {2, 1e-6};
  task.ranked.items.neighbors = neighbors;
  const std::int64_t goes = neighbors == Neighbors::replace ? 1 : 0;
  const auto counts = [=](bool second) {
    std::vector<std::int64_t> all(6, kFar);
    for (std::size_t i = 0; i < all.size(); ++i) all[i] += i < 3 ? second : (second ? 0 : goes);
    return all;
  };
  require_counts_of_neighbors(counts(false), counts(true), neighbors, 3);
  return {"topK", "threshold", text_of(neighbors), task.ranked.items.total,
          [=, plan = ItemRanking::plan(task)](bool second, Randomness& r) {
            const TopKResult result = ItemRanking::draw(task, plan, counts(second), r);
            std::int64_t ahead = 0;
            for (std::size_t place = 0; place < result.items.size(); ++place) {
              const std::int64_t more = result.noisy_counts[place] - kFar;
              if (result.items[place] < 3) ahead += more;
              if (result.items[place] >= 3 && goes != 0) ahead -= more;
            }
            return std::clamp<std::int64_t>(ahead / 2, -20, 20);
          }};
}

}  // namespace

AuditCases top_k_cases() {
  using enum TopKVariant;
  using enum Neighbors;
  AuditCases cases;
  for (const auto variant : {limited_domain, strict, optimised_threshold}) {
    cases.push_back(by_theorem(variant));
    for (const auto neighbors : {add_remove, replace}) {
      cases.push_back(calibrated(variant, neighbors, 0));
      cases.push_back(calibrated(variant, neighbors, 0.5));
    }
  }
  cases.push_back(noisy("laplace", laplace, add_remove, 0));
  cases.push_back(noisy("fixed-threshold", fixed_threshold, add_remove, 0));
  for (const auto neighbors : {add_remove, replace}) {
    cases.push_back(above(neighbors));
    cases.push_back(noisy("laplace, calibrated", laplace, neighbors, 0));
    cases.push_back(noisy("fixed-threshold, calibrated", fixed_threshold, neighbors, 0));
    cases.push_back(
        noisy("fixed-threshold, calibrated, with noisy counts", fixed_threshold, neighbors, 0.5));
  }
  return cases;
}

}  // namespace logstar::testing
