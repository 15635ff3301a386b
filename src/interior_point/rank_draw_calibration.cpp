// Calibrates each of the algorithms for a rank. rank_algorithm.cpp compares them.
#include <cmath>
#include <string>
#include <utility>

#include "logstar/interior_point/rank/rank_depth.hpp"
#include "logstar/interior_point/rank/rank_window.hpp"
#include "logstar/interior_point/rank_draw.hpp"
#include "logstar/interior_point/rank_draw_promises.hpp"
#include "logstar/privacy/rounding.hpp"
#include "logstar/support/checks.hpp"
#include "logstar/support/sizes.hpp"

namespace logstar {
namespace {

double beta_of(const RankTask& task) { return 1 - task.confidence; }

bool is_median(const RankTask& task) {
  return task.quantile && task.quantile->numerator * 2 == task.quantile->denominator;
}

/// On a window every algorithm runs as for replace, for either kind of neighbours (rank_window.hpp).
Neighbors run_neighbors(const RankTask& task) {
  return task.quantile ? Neighbors::replace : task.neighbors;
}

/// Words of 64 bits that an algorithm needs for a record of the window.
std::uint64_t words_of_window(InteriorAlgorithm algorithm, std::uint32_t bits) {
  const bool embeds =
      algorithm == InteriorAlgorithm::tree_log || algorithm == InteriorAlgorithm::heavy_paths;
  const std::uint64_t keys = embeds ? 3 : 2;  // with the keys of one step
  return keys * limbs_for(bits) + (embeds ? 2 : 0);
}

/// A quantile as an interior point of this many records around its rank.
void take_window(RankDraw& draw, std::uint64_t records, const QuantileFraction& quantile) {
  draw.window = static_cast<std::size_t>(records);
  draw.rank_error = static_cast<double>(rank_window_error(draw.window));
  // The window then has only real records: no keys fill it up.
  const std::size_t above_half = draw.window - draw.window / 2;
  draw.inside_from = inside_from(static_cast<double>(above_half), quantile);
}

RankDraw exponential(const RankTask& task) {
  const bool by_depth = !task.quantile || is_median(task);
  auto parameters =
      by_depth ? calibrate_exponential_median(task.loss.epsilon, task.neighbors)
               : calibrate_exponential_quantile(*task.quantile, task.loss.epsilon, task.neighbors);
  parameters.measure = task.measure;
  RankDraw draw{parameters};
  const Natural points = task.size_of_domain();
  draw.rank_error = exponential_rank_error(points, parameters, task.confidence);
  draw.inside_from =
      by_depth ? static_cast<double>(exponential_least_records(points, parameters, task.confidence))
               : inside_from(*draw.rank_error, *task.quantile);
  if (by_depth) {
    const auto records = expected_least_records(parameters, task.confidence);
    if (records) draw.expected_inside_from = static_cast<double>(*records);
  } else if (const auto error = expected_rank_error(parameters, task.confidence)) {
    draw.expected_inside_from = inside_from(*error, *task.quantile);
  }
  return draw;
}

/// Adds "none". Returns an obstacle if its score does not fit.
std::optional<Obstacle> abstain(RankDraw& draw, const RankTask& task) {
  const auto& parameters = std::get<ExponentialParameters>(draw.parameters);
  NoneRequest request{parameters.draw_epsilon, task.measure.bounds(task.size_of_domain()).total,
                      subtract_down(1, task.confidence), task.loss.epsilon};
  const bool by_depth = parameters.kind == RankScore::Kind::depth;
  const auto none = by_depth ? none_of_depth(request) : none_of_quantile(parameters.tau, request);
  if (!none) return none.obstacle();
  draw.none = *none;
  const auto answers_from = [&] {
    return std::ceil(by_depth ? depth_answer_from(draw.none, request)
                              : quantile_answer_from(*draw.none, request));
  };
  draw.inside_from = answers_from();
  request.log_best = log_expected_weight(task.measure);
  if (draw.expected_inside_from) draw.expected_inside_from = answers_from();
  draw.abstains = true;
  return std::nullopt;
}

/// The form with the best promise for plain answers. If the task may abstain: with abstaining parameters if
/// that form is the stable one, or if the draw must abstain.
Possible<CutFormDraw> cut_form(const RankTask& task, CutFormRequest request) {
  const bool can = task.abstain && !task.quantile && task.loss.delta > 0;
  if (!can || !task.must_abstain) {
    auto plain = possible_cut_form(request);
    if (!can || !plain || plain->form != CutForm::stable) return plain;
  }
  request.choice.abstain = true;
  return possible_cut_form(request);
}

Possible<RankDraw> cut_choice(const RankTask& task) {
  CutFormRequest request;
  request.choice.bits = task.bits;
  request.choice.loss = task.loss;
  request.choice.neighbors = task.neighbors;
  request.choice.beta = beta_of(task);
  request.quantile = task.quantile;
  request.size = task.size;
  const auto form = cut_form(task, request);
  if (!form) return form.obstacle();
  const CutFormDraw& best = *form;
  RankDraw draw;
  draw.form = best.form;
  draw.abstains = task.abstain && !task.quantile && best.form == CutForm::stable;
  if (const auto* at_two_rates = std::get_if<TwoRatesParameters>(&best.parameters)) {
    draw.parameters = *at_two_rates;
    draw.rank_error = best.promise;
    draw.inside_from = inside_from(best.promise, *task.quantile);
    return draw;
  }
  const auto& choice = std::get<CutChoiceParameters>(best.parameters);
  draw.parameters = choice;
  if (!task.quantile) {
    if (best.form == CutForm::public_size) draw.size = task.size;
    draw.least_records = choice.least_records;
    return draw;
  }
  take_window(draw, choice.least_records, *task.quantile);
  if (best.place == CutPlace::trimmed) {
    draw.size = task.size;
    draw.least_records = *task.size;
    draw.most_records = task.size;
    if (*draw.inside_from <= static_cast<double>(*task.size)) draw.inside_from.reset();
  }
  return draw;
}

Possible<RankDraw> rec_concave(const RankTask& task) {
  RecConcaveRequest request;
  if (task.levels) request.levels = *task.levels + 1;
  request.size = task.size_of_domain();
  request.neighbors = run_neighbors(task);
  request.loss = task.loss;
  const auto promise =
      possible_rec_concave_promise(request, beta_of(task), RecConcaveCalibration::balanced);
  if (!promise) return promise.obstacle();
  RankDraw draw{calibrate_rec_concave(request, *promise, 1, RecConcaveCalibration::balanced)};
  draw.least_records = 2 * static_cast<std::uint64_t>(*promise) - 1;
  return draw;
}

void set_levels(TreeLogRequest& request, std::uint32_t levels) { request.levels = levels; }
void set_levels(HeavyPathsRequest& request, std::uint32_t levels) {
  request.databases = levels + 1;
}

/// TreeLog or HeavyPaths: the declared size is that of all records, or of the window.
template <typename Request, typename Calibrate>
Possible<RankDraw> with_declared_size(const RankTask& task, const Calibrate& calibrate) {
  Request request;
  request.bits = task.bits;
  request.loss = task.loss;
  request.neighbors = run_neighbors(task);
  request.beta = beta_of(task);
  if (!task.quantile) request.size = task.size;
  if (task.levels) set_levels(request, *task.levels);
  const auto parameters = calibrate(request);
  if (!parameters) return parameters.obstacle();
  RankDraw draw{*parameters};
  if (parameters->least_records == 0) {
    return Obstacle{"size", "large enough to promise anything at this loss and confidence",
                    parameters->declared.size};
  }
  draw.least_records = parameters->least_records;
  draw.most_records = parameters->declared.most_records;
  return draw;
}

Possible<RankDraw> slices(const RankTask& task) {
  TreeLogSlicesRequest request;
  request.bits = task.bits;
  request.loss = task.loss;
  request.neighbors = run_neighbors(task);
  request.beta = beta_of(task);
  if (task.levels) request.levels = *task.levels;
  const auto parameters = possible_tree_log_slices(request);
  if (!parameters) return parameters.obstacle();
  RankDraw draw{*parameters};
  draw.least_records = parameters->least_records;
  return draw;
}

Possible<RankDraw> calibrated(InteriorAlgorithm algorithm, const RankTask& task) {
  switch (algorithm) {
    case InteriorAlgorithm::exponential:
      return exponential(task);
    case InteriorAlgorithm::cut:
      return cut_choice(task);
    case InteriorAlgorithm::rec_concave:
      return rec_concave(task);
    case InteriorAlgorithm::tree_log:
      return with_declared_size<TreeLogRequest>(task, possible_tree_log);
    case InteriorAlgorithm::heavy_paths:
      return with_declared_size<HeavyPathsRequest>(task, possible_heavy_paths);
    case InteriorAlgorithm::tree_log_slices:
      return slices(task);
  }
  return RankDraw{};
}

}  // namespace

RankDraw calibrate_rank_draw(InteriorAlgorithm algorithm, const RankTask& task) {
  return possible_rank_draw(algorithm, task).or_refuse();
}

namespace {

/// Without a depth.
Possible<RankDraw> draw_of_all(InteriorAlgorithm algorithm, const RankTask& task) {
  if (task.levels && is_of_ranks(algorithm)) {
    return Obstacle{"levels", "left out for an algorithm that shrinks no domain",
                    static_cast<double>(*task.levels)};
  }
  auto possible = calibrated(algorithm, task);
  if (!possible) return possible;
  RankDraw& draw = *possible;
  if (task.abstain && algorithm == InteriorAlgorithm::exponential) {
    auto obstacle = abstain(draw, task);
    if (obstacle && task.must_abstain) return *obstacle;
  }
  if (task.abstain && task.must_abstain && !draw.abstains) {
    return Obstacle{"algorithm", "one that can abstain here", name_of(algorithm)};
  }
  if (task.quantile && !is_of_ranks(algorithm)) {
    const std::uint64_t window = draw.least_records;
    take_window(draw, window, *task.quantile);
    if (!fit_memory(window, 8 * words_of_window(algorithm, task.bits))) {
      return Obstacle{"epsilon", "large enough for a window that fits into memory",
                      task.loss.epsilon};
    }
    draw.least_records = 0;
    draw.most_records.reset();
  }
  draw.usual = usual_of(algorithm, task, draw);
  return possible;
}

/// States the promise for all records instead of those that the draw sees: `outer` fewer. A depth is about the
/// range of the data, so there is no rank error.
void count_outer_records(RankDraw& draw, std::uint64_t outer) {
  const auto more = static_cast<double>(outer);
  if (draw.inside_from) *draw.inside_from += more;
  if (draw.expected_inside_from) *draw.expected_inside_from += more;
  if (draw.usual) *draw.usual += more;
  if (draw.most_records) *draw.most_records += outer;
  draw.least_records += outer;
  if (!draw.rank_error) return;
  draw.least_records = static_cast<std::uint64_t>(std::ceil(*draw.inside_from));
  draw.rank_error.reset();
}

}  // namespace

Possible<RankDraw> possible_rank_draw(InteriorAlgorithm algorithm, const RankTask& task) {
  check_confidence(task.confidence);
  check_measure(task.measure, task.domain);
  if (!task.depth) return draw_of_all(algorithm, task);
  check_depth(*task.depth);
  if (task.quantile) {
    return Obstacle{"depth", "left out for a quantile", static_cast<double>(*task.depth)};
  }
  const std::uint64_t outer = outside_depth(*task.depth);
  RankTask inner = task;
  if (task.size) {
    if (*task.size <= outer) {
      return Obstacle{"size", "at least 2 depth - 1", static_cast<double>(*task.size)};
    }
    inner.size = *task.size - outer;
  }
  auto possible = draw_of_all(algorithm, inner);
  if (possible && outer > 0) count_outer_records(*possible, outer);
  return possible;
}

}  // namespace logstar
