#include "logstar/interior_point/rank_draw.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "logstar/interior_point/cut_choice/quantile.hpp"
#include "logstar/interior_point/rank/rank_window.hpp"
#include "logstar/privacy/rounding.hpp"
#include "logstar/support/checks.hpp"
#include "logstar/support/errors.hpp"
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

/// Adds "none", if its score fits.
void abstain(RankDraw& draw, const RankTask& task) {
  const auto& parameters = std::get<ExponentialParameters>(draw.parameters);
  NoneRequest request{parameters.draw_epsilon, task.measure.bounds(task.size_of_domain()).total,
                      subtract_down(1, task.confidence), task.loss.epsilon};
  try {
    const bool by_depth = parameters.kind == RankScore::Kind::depth;
    draw.none = by_depth ? none_of_depth(request) : none_of_quantile(parameters.tau, request);
    const auto answers_from = [&] {
      return std::ceil(by_depth ? depth_answer_from(draw.none, request)
                                : quantile_answer_from(*draw.none, request));
    };
    draw.inside_from = answers_from();
    request.log_best = log_expected_weight(task.measure);
    if (draw.expected_inside_from) draw.expected_inside_from = answers_from();
    draw.abstains = true;
  } catch (const OutOfRange&) {
    // Thrown for public numbers only.
    if (task.must_abstain) throw;
  }
}

/// The form with the best promise for plain answers. If the task may abstain: with abstaining parameters if
/// that form is the stable one, or if the draw must abstain.
CutFormDraw cut_form(const RankTask& task, CutFormRequest request) {
  const bool can = task.abstain && !task.quantile && task.loss.delta > 0;
  if (!can || !task.must_abstain) {
    CutFormDraw plain = best_cut_form(request);
    if (!can || plain.form != CutForm::stable) return plain;
  }
  request.choice.abstain = true;
  return best_cut_form(request);
}

RankDraw cut_choice(const RankTask& task) {
  CutFormRequest request;
  request.choice.bits = task.bits;
  request.choice.loss = task.loss;
  request.choice.neighbors = task.neighbors;
  request.choice.beta = beta_of(task);
  request.quantile = task.quantile;
  request.size = task.size;
  const CutFormDraw best = cut_form(task, request);
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

/// TreeLog or HeavyPaths: the declared size is that of all records, or of the window.
template <typename Request, typename Calibrate>
RankDraw with_declared_size(const RankTask& task, const Calibrate& calibrate) {
  Request request;
  request.bits = task.bits;
  request.loss = task.loss;
  request.neighbors = run_neighbors(task);
  request.beta = beta_of(task);
  if (!task.quantile) request.size = task.size;
  const auto parameters = calibrate(request);
  RankDraw draw{parameters};
  if (parameters.least_records == 0) {
    reject("size", "large enough to promise anything at this loss and confidence",
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
    case InteriorAlgorithm::cut:
      return cut_choice(task);
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

/// Whether it finds quantiles by itself.
bool is_of_ranks(InteriorAlgorithm algorithm) {
  return algorithm == InteriorAlgorithm::exponential || algorithm == InteriorAlgorithm::cut;
}

/// Whether an algorithm may be the best one. Quantiles in the windows of other algorithms err more than in cut
/// choice's; TreeLog by slices needs more records than TreeLog.
bool is_compared(InteriorAlgorithm algorithm, const RankTask& task) {
  if (is_of_ranks(algorithm)) return true;
  if (task.quantile || task.loss.delta == 0) return false;
  if (algorithm == InteriorAlgorithm::tree_log_slices) return false;
  return !needs_size(algorithm) || task.size;
}

/// The rank error of a quantile, the records that an interior point needs.
double promise_of(const RankTask& task, const RankDraw& draw) {
  if (task.quantile) return *draw.rank_error;
  return std::max(static_cast<double>(draw.least_records), draw.inside_from.value_or(0));
}

/// Whether data of this kind have a typical shape for the exponential mechanism.
bool is_usual_known(const RankTask& task) { return task.text || task.bits <= kMaxSmoothBits; }

std::optional<double> usual_of(InteriorAlgorithm algorithm, const RankTask& task,
                               const RankDraw& draw) {
  const double promise = promise_of(task, draw);
  if (const auto* parameters = std::get_if<ExponentialParameters>(&draw.parameters)) {
    if (!is_usual_known(task)) return std::nullopt;
    if (task.quantile) return (task.text ? kTextGaps : 1) * usual_exponential_error(*parameters);
    const double for_none = draw.abstains ? usual_records_for_none(*parameters, beta_of(task)) : 0;
    return task.text ? usual_exponential_text_records(*parameters, promise, for_none)
                     : usual_exponential_records(*parameters, task.bits, promise, for_none);
  }
  if (draw.form) {
    return promise * (task.quantile ? usual_error_share(*draw.form)
                                    : usual_records_share(*draw.form, task.bits));
  }
  const auto share = task.quantile ? usual_error_share(algorithm) : usual_records_share(algorithm);
  return promise * *share;  // the exponential mechanism and cut choice have returned
}

/// The figures that best_algorithm compares; without usual figures of all algorithms, promises decide.
ErrorFigures figures_of(const RankTask& task, const RankDraw& draw) {
  const double promise = promise_of(task, draw);
  const bool by_promise = task.choice == AlgorithmChoice::least_promise || !is_usual_known(task);
  return {promise, by_promise ? 0 : draw.usual.value_or(promise)};
}

struct Run {
  const RankDraw& draw;
  const RankTask& task;
  KeyArray keys;
  Randomness& randomness;

  std::optional<WideKey> operator()(const ExponentialParameters& p) {
    const WideInterval& domain = task.domain;
    if (keys.limbs() > 1) {
      return draw_exponential_rank(std::move(keys), domain, p, draw.none, randomness);
    }
    const KeyInterval narrow{domain.lowest[0], domain.highest[0]};
    const auto key =
        draw_exponential_rank(std::move(keys).words(), narrow, p, draw.none, randomness);
    if (!key) return std::nullopt;
    return WideKey{*key};
  }
  std::optional<WideKey> operator()(const CutChoiceParameters& p) {
    if (!task.quantile) {
      if (draw.size) complete(*draw.size);
      return draw_cut_choice(std::move(keys), task.domain, p, randomness);
    }
    return draw.size ? draw_cut_quantile_of_declared(std::move(keys), task.domain, *task.quantile,
                                                     *draw.size, p, randomness)
                     : draw_cut_quantile_in_window(std::move(keys), task.domain, *task.quantile, p,
                                                   randomness);
  }
  std::optional<WideKey> operator()(const TwoRatesParameters& p) {
    return draw_two_rates(std::move(keys), task.domain, p, randomness);
  }
  std::optional<WideKey> operator()(const RecConcaveParameters& p) {
    return draw_rec_concave_interior(windowed(), task.domain, p, randomness);
  }
  std::optional<WideKey> operator()(const TreeLogParameters& p) {
    return tree_log(sized(p.declared), task.domain, p, randomness);
  }
  std::optional<WideKey> operator()(const HeavyPathsParameters& p) {
    return heavy_paths(sized(p.declared), task.domain, p, randomness);
  }
  std::optional<WideKey> operator()(const TreeLogSlicesParameters& p) {
    return tree_log_slices(windowed(), task.domain, p, randomness);
  }

 private:
  KeyArray windowed() {
    if (draw.window == 0) return std::move(keys);
    keys.sort();
    return rank_window(keys, task.domain, *task.quantile, draw.window);
  }
  KeyArray sized(const DeclaredSize& declared) {
    keys = windowed();
    if (declared.epsilon == 0) complete(declared.size);
    return std::move(keys);
  }
  /// If the number of records is public, a dropped record counts as the lowest key: its absence would show.
  void complete(std::uint64_t records) {
    if (keys.size() > records) {
      reject("values", std::to_string(records) + " records, as declared",
             std::to_string(keys.size()));
    }
    while (keys.size() < records) keys.append(task.domain.lowest);
  }
};

}  // namespace

bool RankDraw::is_pure() const {
  return (form && logstar::is_pure(*form)) ||
         std::holds_alternative<ExponentialParameters>(parameters);
}

Natural RankTask::size_of_domain() const {
  return natural_of(domain.highest) - natural_of(domain.lowest) + 1;
}

RankDraw calibrate_rank_draw(InteriorAlgorithm algorithm, const RankTask& task) {
  check_confidence(task.confidence);
  check_measure(task.measure, task.domain);
  RankDraw draw = calibrated(algorithm, task);
  if (task.abstain && algorithm == InteriorAlgorithm::exponential) abstain(draw, task);
  if (task.abstain && task.must_abstain && !draw.abstains) {
    reject("algorithm", "one that can abstain here", std::string(name_of(algorithm)));
  }
  if (task.quantile && !is_of_ranks(algorithm)) {
    const std::uint64_t window = draw.least_records;
    take_window(draw, window, *task.quantile);
    if (!fit_memory(window, 8 * words_of_window(algorithm, task.bits))) {
      reject("epsilon", "large enough for a window that fits into memory", task.loss.epsilon);
    }
    draw.least_records = 0;
    draw.most_records.reset();
  }
  draw.usual = usual_of(algorithm, task, draw);
  return draw;
}

InteriorAlgorithm best_algorithm(const RankTask& task) {
  check_delta_or_zero("delta", task.loss.delta);
  if (guess_decides(task.choice, task.measure)) return InteriorAlgorithm::exponential;
  // By the promises of plain answers: abstaining algorithms are compared only if all must abstain.
  RankTask compared = task;
  compared.abstain = task.abstain && task.must_abstain;
  std::array<ErrorFigures, std::size(kInteriorAlgorithms)> figures;
  for (std::size_t place = 0; place < figures.size(); ++place) {
    const InteriorAlgorithm algorithm = kInteriorAlgorithms[place];
    if (!is_compared(algorithm, task)) continue;
    try {
      figures[place] = figures_of(compared, calibrate_rank_draw(algorithm, compared));
    } catch (const OutOfRange&) {
      // The exponential mechanism serves every task, so an error of its is the caller's.
      if (algorithm == InteriorAlgorithm::exponential) throw;
    }
  }
  return kInteriorAlgorithms[place_of_best(
      figures, task.quantile ? kUsualErrorMargin : kUsualRecordsMargin)];
}

std::optional<WideKey> draw_rank(const RankDraw& draw, const RankTask& task, KeyArray keys,
                                 Randomness& randomness) {
  Run run{draw, task, std::move(keys), randomness};
  return std::visit(run, draw.parameters);
}

}  // namespace logstar
