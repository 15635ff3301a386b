// Mechanisms on arbitrary data with arbitrary outcomes of their draws, however unlikely: every result is one
// that the headers allow.
#include <algorithm>
#include <map>
#include <numeric>
#include <set>

#include "any_data.hpp"
#include "fuzz_randomness.hpp"
#include "logstar/interior_point/quasi_concave_max.hpp"
#include "logstar/interior_point/rank/quantiles.hpp"
#include "logstar/interior_point/rank_draw.hpp"
#include "logstar/learning/point.hpp"
#include "logstar/learning/rectangle.hpp"
#include "logstar/learning/threshold.hpp"
#include "logstar/sanitizing/distribution.hpp"
#include "logstar/sanitizing/san_points.hpp"
#include "logstar/sanitizing/stable_histogram.hpp"
#include "logstar/selection/choosing_mechanism.hpp"
#include "logstar/selection/gap_test.hpp"
#include "logstar/selection/laplace_count.hpp"
#include "logstar/selection/permute_and_flip.hpp"
#include "logstar/top_k/choose.hpp"
#include "logstar/top_k/contributions.hpp"
#include "logstar/top_k/histogram.hpp"
#include "logstar/top_k/top_k.hpp"
#include "user_checks.hpp"

namespace logstar::testing {
namespace {

void check_rank(FuzzInput& input) {
  const Space space = any_space(input);
  RankTask task;
  task.bits = space.bits;
  task.domain = space.domain;
  if (input.coin()) {
    task.quantile = QuantileFraction{1, 2 + input.choice(50)};
    task.quantile->numerator += input.choice(task.quantile->denominator - 1);
  }
  task.loss = any_loss(input);
  task.neighbors = any_neighbors(input);
  const auto algorithm = static_cast<InteriorAlgorithm>(input.choice(6));
  KeyArray keys = any_keys(input, space);
  if (input.coin()) task.size = 1 + input.word(2) % 3000;
  if (task.neighbors == Neighbors::replace && input.coin()) task.size = keys.size();
  AnyRandomness randomness(input);
  accepts([&] {
    const RankDraw draw = calibrate_rank_draw(algorithm, task);
    if (const auto found = draw_rank(draw, task, std::move(keys), *randomness)) {
      require(found->size() == limbs_for(space.bits) && inside(*found, space.domain),
              "a rank is a key of the domain");
    } else {
      require(algorithm != InteriorAlgorithm::exponential, "the exponential mechanism answers");
      require(!draw.form || *draw.form == CutForm::stable, "other forms of cut choice answer");
    }
  });
}

void check_quantiles(FuzzInput& input) {
  const Space space = any_space(input, 64);
  const KeyInterval domain{space.domain.lowest[0], space.domain.highest[0]};
  const auto keys = any_keys(input, space).words();
  const double epsilon = any_loss(input).epsilon;
  const Neighbors neighbors = any_neighbors(input);
  const auto points = static_cast<std::uint32_t>(1 + input.choice(30));
  AnyRandomness randomness(input);
  const auto parameters = calibrate_distribution(points, domain.size(), epsilon, neighbors, 0.95);
  const auto found = sanitize_distribution(keys, domain, parameters, *randomness);
  require(found.size() == points, "all quantiles come");
  require(std::is_sorted(found.begin(), found.end()), "in increasing order");
  for (const std::uint64_t key : found) {
    require(key >= domain.lowest && key <= domain.highest, "a quantile lies in the domain");
  }
}

void check_quasi_concave(FuzzInput& input) {
  Quality quality;
  do {
    const auto value = static_cast<std::int16_t>(input.word(2));
    const Natural width = input.coin() ? Natural(1 + input.byte()) : Natural(1) << input.byte();
    quality.push_back({width, value});
  } while (!input.used_up() && quality.size() < 30 && input.choice(8) != 0);
  QuasiConcaveRequest request;
  request.size = size_of(quality);
  request.loss = any_loss(input);
  request.neighbors = any_neighbors(input);
  request.moves = input.coin() ? ScoreMoves::both_ways : ScoreMoves::one_way;
  AnyRandomness randomness(input);
  accepts([&] {
    const auto parameters =
        calibrate_quasi_concave(static_cast<QuasiConcaveAlgorithm>(input.choice(3)), request);
    const auto found = quasi_concave_max(quality, parameters, *randomness);
    if (found) require(*found >= 0 && *found < request.size, "a point lies in its range");
  });
}

std::vector<std::int64_t> any_counts(FuzzInput& input, std::int64_t least) {
  std::vector<std::int64_t> counts(input.choice(80));
  for (auto& count : counts) {
    const std::uint64_t size = input.coin() ? input.byte() : input.count() >> 3;
    count = std::max(least, static_cast<std::int64_t>(size));
  }
  return counts;
}

void check_selection(FuzzInput& input) {
  const Loss loss = any_loss(input);
  const Neighbors neighbors = any_neighbors(input);
  auto scores = any_counts(input, 1);
  const auto known = [&](const std::optional<std::size_t>& index) {
    if (index) require(*index < scores.size(), "an index is one of the list");
  };
  AnyRandomness randomness(input);
  known(learn_point(
      scores, calibrate_point(static_cast<PointAlgorithm>(input.choice(2)), loss, neighbors, 0.05),
      *randomness));
  known(choosing_mechanism(scores, calibrate_choosing(loss, 1 + input.byte(), neighbors),
                           *randomness));
  laplace_count(static_cast<std::int64_t>(input.count() >> 3),
                calibrate_laplace_count(loss.epsilon, 1 + input.byte()), *randomness);
  for (auto& score : scores) score -= static_cast<std::int64_t>(input.count() >> 3);
  accepts([&] { known(permute_and_flip(scores, loss.epsilon, *randomness)); });
  accepts([&] { known(exponential_choice(scores, loss.epsilon, *randomness)); });
}

void check_points(FuzzInput& input) {
  const Loss loss = any_loss(input);
  const Neighbors neighbors = any_neighbors(input);
  const auto counts = any_counts(input, 1);
  AnyRandomness randomness(input);
  const auto check = [&](const std::vector<NoisyPoint>& points) {
    std::set<std::size_t> seen;
    for (const NoisyPoint& point : points) {
      require(point.index < counts.size() && seen.insert(point.index).second, "distinct items");
    }
  };
  accepts([&] {
    const auto parameters = calibrate_stable_histogram(loss, neighbors);
    const auto points = stable_histogram(counts, parameters, *randomness);
    check(points);
    for (const NoisyPoint& point : points) {
      require(point.count >= parameters.threshold, "who is named passed the threshold");
    }
  });
  accepts([&] {
    const auto calibration = static_cast<SanPointsCalibration>(input.choice(2));
    const double accuracy = (1 + input.byte()) / 256.0;
    const auto parameters = calibrate_san_points(calibration, accuracy, loss, neighbors, 0.05);
    const auto points = san_points(counts, parameters, *randomness);
    check(points);
    require(points.size() <= parameters.rounds, "one item a round");
  });
}

void check_top_k(FuzzInput& input) {
  TopKTask task;
  task.k = 1 + input.choice(20);
  task.kbar = task.k + input.choice(40);
  if (input.coin()) task.per_user = 1 + input.choice(30);
  task.total = any_loss(input);
  task.neighbors = any_neighbors(input);
  if (input.coin()) task.variant = static_cast<TopKVariant>(input.choice(5));
  if (task.variant == TopKVariant::fixed_threshold) task.kbar = task.k;
  if (input.coin()) task.count_share = 0.5;
  const auto all = any_counts(input, 0);
  const auto rows =
      top_rows(all, task.kbar + 1, [](std::size_t a, std::size_t b) { return a < b; });
  const auto counts = counts_of(rows);
  AnyRandomness randomness(input);
  accepts([&] {
    const TopKParameters parameters = choose_top_k(task).parameters;
    const TopKResult result = draw_top_k(counts, parameters, *randomness);
    require(result.items.size() <= task.k, "at most k items");
    require(std::set(result.items.begin(), result.items.end()).size() == result.items.size(),
            "distinct items");
    for (const std::size_t item : result.items) {
      require(item < std::min<std::size_t>(counts.size(), task.kbar), "of the kbar most frequent");
    }
    require(result.noisy_counts.empty() || result.noisy_counts.size() == result.items.size(),
            "a count each or none");
    require(!result.complete || result.items.size() == task.k, "complete means k");
  });
}

void check_contributions(FuzzInput& input) {
  std::vector<std::uint32_t> users(input.choice(200)), items(users.size());
  const std::uint32_t user_count = input.choice(20);
  const std::uint32_t item_count = input.choice(20);
  for (auto& user : users) user = input.choice(user_count + 1);
  for (auto& item : items) item = input.choice(item_count + 1);
  if (input.choice(16) == 0) items.push_back(0);
  std::optional<std::uint64_t> per_user;
  if (input.coin()) per_user = input.choice(6);
  std::map<std::uint32_t, std::set<std::uint32_t>> held;
  for (std::size_t i = 0; i < std::min(users.size(), items.size()); ++i) {
    held[users[i]].insert(items[i]);
  }
  AnyRandomness randomness(input);
  accepts([&] {
    const auto counts =
        bound_contributions({users, items, user_count, item_count}, per_user, *randomness);
    std::size_t total = 0;
    for (const auto& [user, own] : held) {
      total += per_user ? std::min<std::size_t>(own.size(), *per_user) : own.size();
    }
    require(std::accumulate(counts.begin(), counts.end(), std::size_t(0)) == total,
            "every user counts at as many items as allowed");
    for (std::uint32_t item = 0; item < item_count; ++item) {
      const auto holders = std::count_if(
          held.begin(), held.end(), [&](const auto& one) { return one.second.count(item) > 0; });
      require(counts[item] <= static_cast<std::uint32_t>(holders), "and once at each");
    }
  });
}

void check_threshold(FuzzInput& input) {
  const Space space = any_space(input);
  ThresholdTask task;
  task.bits = space.bits;
  task.domain = space.domain;
  task.loss = any_loss(input);
  task.neighbors = any_neighbors(input);
  task.tolerance = input.coin() ? 0 : input.byte();
  task.search = static_cast<InteriorAlgorithm>(1 + input.choice(5));
  LabelledKeys data{any_keys(input, space), any_keys(input, space)};
  AnyRandomness randomness(input);
  accepts([&] {
    const auto draw = calibrate_threshold(static_cast<ThresholdAlgorithm>(input.choice(4)), task);
    const auto* reduction = std::get_if<ThresholdReductionParameters>(&draw.parameters);
    if (reduction != nullptr && reduction->each > 50000)
      return;  // it pads to this number of points
    const auto found = learn_threshold(draw, task, std::move(data), *randomness);
    if (found && found->last) require(inside(*found->last, space.domain), "a key of the domain");
  });
}

void check_rectangle(FuzzInput& input) {
  std::vector<Space> spaces(1 + input.choice(3));
  RectangleTask task;
  for (auto& space : spaces) {
    space = any_space(input);
    task.axes.push_back({space.bits, space.domain});
  }
  const auto& axes = task.axes;
  LabelledPoints points;
  for (const Space& space : spaces) points.axes.emplace_back(space.bits);
  for (unsigned n = input.choice(64); n > 0; --n) {
    for (std::size_t i = 0; i < spaces.size(); ++i) {
      points.axes[i].append(spaces[i].domain.clamp(any_key(input, spaces[i].bits)));
    }
    points.labels.push_back(input.coin());
  }
  // One axis with one coordinate more than the others have.
  const bool torn = spaces.size() > 1 && input.choice(8) == 0;
  if (torn) points.axes.back().append(spaces.back().domain.lowest);
  task.loss = any_loss(input);
  task.neighbors = any_neighbors(input);
  constexpr RectangleAlgorithm kAll[] = {RectangleAlgorithm::outermost, RectangleAlgorithm::slices,
                                         RectangleAlgorithm::axis_by_axis};
  const auto algorithm = kAll[input.choice(3)];
  AnyRandomness randomness(input);
  accepts([&] {
    const auto box =
        learn_rectangle(calibrate_rectangle(algorithm, task), task, points, *randomness);
    require(!torn, "axes of different lengths are refused");
    if (!box) return;
    require(box->lowest.size() == axes.size() && box->highest.size() == axes.size(), "all sides");
    for (std::size_t i = 0; i < axes.size(); ++i) {
      require(inside(box->lowest[i], axes[i].domain) && inside(box->highest[i], axes[i].domain),
              "a side is a key of its axis");
    }
  });
}

}  // namespace
}  // namespace logstar::testing

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace logstar::testing;
  return run_one_of(
      {check_rank, check_quantiles, check_quasi_concave, check_selection, check_points, check_top_k,
       check_contributions, check_threshold, check_rectangle, check_users},
      data, size);
}
