#include "logstar/interior_point/rank_draw.hpp"

#include <cmath>
#include <string>
#include <utility>

#include "logstar/interior_point/rank/rank_window.hpp"
#include "logstar/support/checks.hpp"
#include "logstar/support/errors.hpp"

namespace logstar {
namespace {

double beta_of(const RankTask& task) { return 1 - task.confidence; }

bool is_median(const RankTask& task) {
  return task.rank && task.rank->numerator * 2 == task.rank->denominator;
}

/// On a window any algorithm is run as for replace, whatever the neighbours (rank_window.hpp).
Neighbors run_neighbors(const RankTask& task) {
  return task.rank ? Neighbors::replace : task.neighbors;
}

RankDraw exponential(const RankTask& task) {
  const bool by_depth = !task.rank || is_median(task);
  const auto parameters =
      by_depth ? calibrate_exponential_median(task.loss.epsilon, task.neighbors)
               : calibrate_exponential_quantile(*task.rank, task.loss.epsilon, task.neighbors);
  RankDraw draw{parameters};
  const Natural points = task.size_of_domain();
  draw.rank_error = exponential_rank_error(points, parameters, task.confidence);
  draw.inside_from =
      by_depth ? static_cast<double>(exponential_least_records(points, parameters, task.confidence))
               : inside_from(*draw.rank_error, *task.rank);
  return draw;
}

RankDraw prefix_choice(const RankTask& task) {
  const std::uint32_t bits = task.bits;
  if (!task.rank) {
    const auto parameters = calibrate_prefix_median(bits, task.loss, task.neighbors);
    RankDraw draw{parameters};
    draw.least_records = prefix_median_least_records(bits, parameters, beta_of(task));
    return draw;
  }
  // It fails with probability beta (1 + n delta): at half the beta, at most that for n <= 1/delta.
  const double beta = beta_of(task) / 2;
  const auto parameters =
      calibrate_prefix_quantile(*task.rank, bits, task.loss, task.neighbors, beta);
  RankDraw draw{parameters};
  draw.least_records = prefix_quantile_least_records(parameters, beta);
  const double most = 1 / task.loss.delta;
  if (most < 0x1p53) draw.most_records = static_cast<std::uint64_t>(most);
  draw.rank_error = static_cast<double>(parameters.margin);
  draw.inside_from = inside_from(*draw.rank_error, *task.rank);
  return draw;
}

/// Whether there is any number of records for which something is promised.
bool promises(const RankDraw& draw) {
  return !draw.most_records || draw.least_records <= *draw.most_records;
}

RankDraw rec_concave(const RankTask& task) {
  RecConcaveRequest request;
  request.size = task.size_of_domain();
  request.neighbors = run_neighbors(task);
  request.loss = task.loss;
  const auto promise =
      rec_concave_least_promise(request, beta_of(task), RecConcaveCalibration::balanced);
  RankDraw draw{calibrate_rec_concave(request, promise, 1, RecConcaveCalibration::balanced)};
  draw.least_records = 2 * static_cast<std::uint64_t>(promise) - 1;
  return draw;
}

/// TreeLog or HeavyPaths: the size is declared for all records, or that of the window.
template <typename Request, typename Calibrate>
RankDraw with_declared_size(const RankTask& task, const Calibrate& calibrate) {
  Request request;
  request.bits = task.bits;
  request.loss = task.loss;
  request.neighbors = run_neighbors(task);
  request.beta = beta_of(task);
  if (!task.rank) request.size = task.size;
  const auto parameters = calibrate(request);
  RankDraw draw{parameters};
  if (parameters.least_records == 0) {
    throw OutOfRange("size", "large enough to promise anything at this loss and confidence",
                     std::to_string(parameters.declared.size));
  }
  draw.least_records = parameters.least_records;
  draw.most_records = parameters.declared.most_records;
  return draw;
}

RankDraw slices(const RankTask& task) {
  TreeLogSlicesRequest request;
  request.bits = task.bits;
  request.loss = task.loss;
  request.neighbors = run_neighbors(task);
  request.beta = beta_of(task);
  const auto parameters = calibrate_tree_log_slices(request);
  RankDraw draw{parameters};
  draw.least_records = parameters.least_records;
  return draw;
}

RankDraw calibrated(InteriorAlgorithm algorithm, const RankTask& task) {
  switch (algorithm) {
    case InteriorAlgorithm::exponential:
      return exponential(task);
    case InteriorAlgorithm::prefix:
      return prefix_choice(task);
    case InteriorAlgorithm::rec_concave:
      return rec_concave(task);
    case InteriorAlgorithm::tree_log:
      return with_declared_size<TreeLogRequest>(task, calibrate_tree_log);
    case InteriorAlgorithm::heavy_paths:
      return with_declared_size<HeavyPathsRequest>(task, calibrate_heavy_paths);
    case InteriorAlgorithm::tree_log_slices:
      return slices(task);
  }
  return {};
}

bool needs_size(InteriorAlgorithm algorithm) {
  return algorithm == InteriorAlgorithm::tree_log || algorithm == InteriorAlgorithm::heavy_paths;
}

struct Run {
  KeyArray keys;
  const WideInterval& domain;
  Randomness& randomness;

  std::optional<WideKey> operator()(const ExponentialParameters& p) {
    if (keys.limbs() > 1) return draw_exponential_rank(std::move(keys), domain, p, randomness);
    const KeyInterval narrow{domain.lowest[0], domain.highest[0]};
    return WideKey{draw_exponential_rank(std::move(keys).words(), narrow, p, randomness)};
  }
  std::optional<WideKey> operator()(const PrefixChoiceParameters& p) {
    return draw_prefix_choice(std::move(keys), domain, p, randomness);
  }
  std::optional<WideKey> operator()(const RecConcaveParameters& p) {
    return draw_rec_concave_interior(std::move(keys), domain, p, randomness);
  }
  std::optional<WideKey> operator()(const TreeLogParameters& p) {
    pad(p.declared);
    return tree_log(std::move(keys), domain, p, randomness);
  }
  std::optional<WideKey> operator()(const HeavyPathsParameters& p) {
    pad(p.declared);
    return heavy_paths(std::move(keys), domain, p, randomness);
  }
  std::optional<WideKey> operator()(const TreeLogSlicesParameters& p) {
    return tree_log_slices(std::move(keys), domain, p, randomness);
  }

 private:
  /// Where the number of records is public, one that was dropped counts as the lowest key instead:
  /// that it is missing would show.
  void pad(const DeclaredSize& declared) {
    if (declared.epsilon > 0) return;
    while (keys.size() < declared.size) keys.append(domain.lowest);
  }
};

}  // namespace

std::optional<InteriorAlgorithm> algorithm_named(std::string_view name) {
  for (const InteriorAlgorithm algorithm :
       {InteriorAlgorithm::exponential, InteriorAlgorithm::prefix, InteriorAlgorithm::rec_concave,
        InteriorAlgorithm::tree_log, InteriorAlgorithm::heavy_paths,
        InteriorAlgorithm::tree_log_slices}) {
    if (name == name_of(algorithm)) return algorithm;
  }
  return std::nullopt;
}

Natural RankTask::size_of_domain() const {
  return natural_of(domain.highest) - natural_of(domain.lowest) + 1;
}

RankDraw calibrate_rank_draw(InteriorAlgorithm algorithm, const RankTask& task) {
  check_probability("confidence", task.confidence);
  RankDraw draw = calibrated(algorithm, task);
  if (!promises(draw)) {
    throw OutOfRange("delta",
                     "small enough to promise anything: " + std::string(name_of(algorithm)) +
                         " needs " + std::to_string(draw.least_records) +
                         " records at this epsilon and promises nothing for more than 1/delta",
                     show(task.loss.delta));
  }
  const bool of_any_rank = std::holds_alternative<ExponentialParameters>(draw.parameters) ||
                           std::holds_alternative<PrefixChoiceParameters>(draw.parameters);
  if (task.rank && !of_any_rank) {
    draw.window = static_cast<std::size_t>(draw.least_records);
    if (draw.window != draw.least_records) {
      throw OutOfRange("epsilon", "large enough for a window that fits into memory",
                       show(task.loss.epsilon));
    }
    draw.least_records = 0;
    draw.most_records.reset();
    draw.rank_error = static_cast<double>(rank_window_error(draw.window));
    // The window then holds none of the keys that stand in for records.
    draw.inside_from = inside_from(static_cast<double>(draw.window - draw.window / 2), *task.rank);
  }
  return draw;
}

InteriorAlgorithm best_algorithm(const RankTask& task) {
  if (task.loss.delta == 0) return InteriorAlgorithm::exponential;
  if (task.rank) {
    const RankDraw prefix = prefix_choice(task);
    const bool better =
        promises(prefix) && *prefix.rank_error <= 0.9 * *exponential(task).rank_error;
    return better ? InteriorAlgorithm::prefix : InteriorAlgorithm::exponential;
  }
  const InteriorPlans plans = plan_interior_point(
      {task.bits, task.size_of_domain(), task.loss, task.neighbors, beta_of(task)});
  const InteriorPlan* best = &plans.algorithms.front();
  for (const InteriorPlan& plan : plans.algorithms) {
    if (!plan.available || (needs_size(plan.algorithm) && !task.size)) continue;
    if (plan.algorithm == InteriorAlgorithm::tree_log_slices) continue;
    if (plan.least_records < best->least_records) best = &plan;
  }
  return best->algorithm;
}

std::optional<WideKey> draw_rank(const RankDraw& draw, const RankTask& task, KeyArray keys,
                                 Randomness& randomness) {
  if (draw.window > 0) {
    keys.sort();
    keys = rank_window(keys, task.domain, *task.rank, draw.window);
  }
  Run run{std::move(keys), task.domain, randomness};
  return std::visit(run, draw.parameters);
}

}  // namespace logstar
