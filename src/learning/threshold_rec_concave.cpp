#include "logstar/learning/threshold_rec_concave.hpp"

#include <algorithm>
#include <utility>

// The quality of every threshold moves by at most 1 with one record added, removed or replaced, and
// RecConcave needs no more for its privacy. If cut j makes no error, moving a cut towards j only corrects
// labels. So the quality rises up to j and falls after it, with m at j, and keeps the promise m; a point of
// quality 1 or more makes at most m - 1 errors.

namespace logstar {

ThresholdRecConcaveParameters calibrate_threshold_rec_concave(const Natural& domain_size,
                                                              const Loss& loss, Neighbors neighbors,
                                                              double beta) {
  return possible_threshold_rec_concave(domain_size, loss, neighbors, beta).or_refuse();
}

Possible<ThresholdRecConcaveParameters> possible_threshold_rec_concave(const Natural& domain_size,
                                                                       const Loss& loss,
                                                                       Neighbors neighbors,
                                                                       double beta) {
  RecConcaveRequest request;
  request.size = domain_size + 1;
  request.moves = ScoreMoves::both_ways;
  request.neighbors = neighbors;
  request.loss = loss;
  const auto kind = RecConcaveCalibration::balanced;
  ThresholdRecConcaveParameters parameters;
  const auto margin = possible_rec_concave_promise(request, beta, kind);
  if (!margin) return margin.obstacle();
  parameters.margin = *margin;
  parameters.search = calibrate_rec_concave(request, parameters.margin, 1, kind);
  return parameters;
}

std::optional<ThresholdHypothesis> learn_threshold_rec_concave(
    LabelledKeys data, const WideInterval& domain, const ThresholdRecConcaveParameters& parameters,
    Randomness& randomness) {
  const SortedSample sample(std::move(data));
  const KeyArray& keys = sample.keys();
  const Natural lowest = natural_of(domain.lowest);
  // Point p is the threshold before the key lowest + p; points of one run label 1 the same
  // records.
  Quality quality;
  Natural next = lowest;
  for (std::size_t count = 0; count <= keys.size(); ++count) {
    const Natural past =
        count == keys.size() ? natural_of(domain.highest) + 2 : natural_of(keys[count]) + 1;
    if (past == next) continue;
    quality.push_back(
        {past - next, std::max<std::int64_t>(0, parameters.margin - sample.errors(count))});
    next = past;
  }
  const auto point = rec_concave(quality, parameters.search, randomness);
  if (!point) return std::nullopt;
  if (*point == 0) return ThresholdHypothesis{std::nullopt};
  return ThresholdHypothesis{key_of(lowest + *point - 1, keys.bits())};
}

}  // namespace logstar
