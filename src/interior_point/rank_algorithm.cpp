// Chooses the algorithm for a rank if the task names none.
#include <array>
#include <iterator>

#include "logstar/interior_point/rank/usual_error.hpp"
#include "logstar/interior_point/rank_draw.hpp"
#include "logstar/interior_point/rank_draw_promises.hpp"
#include "logstar/support/checks.hpp"

namespace logstar {
namespace {

bool needs_size(InteriorAlgorithm algorithm) {
  return algorithm == InteriorAlgorithm::tree_log || algorithm == InteriorAlgorithm::heavy_paths;
}

/// Whether an algorithm may be the best one. Quantiles in the windows of other algorithms err more than in cut
/// choice's; TreeLog by slices needs more records than TreeLog.
bool is_compared(InteriorAlgorithm algorithm, const RankTask& task) {
  if (is_of_ranks(algorithm)) return true;
  if (task.quantile || task.loss.delta == 0) return false;
  if (algorithm == InteriorAlgorithm::tree_log_slices) return false;
  return !needs_size(algorithm) || task.size;
}

}  // namespace

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
    const auto draw = possible_rank_draw(algorithm, compared);
    if (draw) {
      figures[place] = figures_of(compared, *draw);
    } else if (algorithm == InteriorAlgorithm::exponential) {
      refuse(draw.obstacle());  // serves every task, so an obstacle is the caller's error
    }
  }
  return kInteriorAlgorithms[place_of_best(
      figures, task.quantile ? kUsualErrorMargin : kUsualRecordsMargin)];
}

}  // namespace logstar
