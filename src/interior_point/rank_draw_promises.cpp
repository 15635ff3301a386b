#include "logstar/interior_point/rank_draw_promises.hpp"

#include <algorithm>

namespace logstar {
namespace {

/// The rank error of a quantile, the records that an interior point needs.
double promise_of(const RankTask& task, const RankDraw& draw) {
  if (task.quantile) return *draw.rank_error;
  return std::max(static_cast<double>(draw.least_records), draw.inside_from.value_or(0));
}

/// Whether data of this kind have a typical shape for the exponential mechanism.
bool is_usual_known(const RankTask& task) { return task.text || task.bits <= kMaxSmoothBits; }

}  // namespace

bool is_of_ranks(InteriorAlgorithm algorithm) {
  return algorithm == InteriorAlgorithm::exponential || algorithm == InteriorAlgorithm::cut;
}

std::optional<double> usual_of(InteriorAlgorithm algorithm, const RankTask& task,
                               const RankDraw& draw) {
  const double promise = promise_of(task, draw);
  if (const auto* parameters = std::get_if<ExponentialParameters>(&draw.parameters)) {
    if (!is_usual_known(task)) return std::nullopt;
    if (task.quantile) return (task.text ? kTextGaps : 1) * usual_exponential_error(*parameters);
    const double for_none =
        draw.abstains ? usual_records_for_none(*parameters, 1 - task.confidence) : 0;
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

ErrorFigures figures_of(const RankTask& task, const RankDraw& draw) {
  const double promise = promise_of(task, draw);
  const bool by_promise = task.choice == AlgorithmChoice::least_promise || !is_usual_known(task);
  return {promise, by_promise ? 0 : draw.usual.value_or(promise)};
}

}  // namespace logstar
