#include "logstar/interior_point/quasi_concave_max.hpp"

#include <algorithm>
#include <cmath>

#include "logstar/privacy/rounding.hpp"
#include "logstar/support/checks.hpp"
#include "logstar/support/errors.hpp"
#include "logstar/support/sizes.hpp"

namespace logstar {
namespace {

constexpr std::uint32_t kMaxLevels = 3;
constexpr std::uint32_t kMaxBits = std::uint32_t(1) << 20;

std::int64_t best_of(const Quality& quality) {
  std::int64_t best = quality.front().quality;
  for (const QualityRun& run : quality) best = std::max(best, run.quality);
  return best;
}

/// By how much f - OPT moves: f and OPT each by 1, in the same direction if all move one way.
unsigned shifted_distance(const QuasiConcaveRequest& request) {
  const bool one_way = request.moves == ScoreMoves::one_way;
  return one_way && request.neighbors == Neighbors::add_remove ? 1 : 2;
}

QuasiConcaveParameters by_exponential(const QuasiConcaveRequest& request) {
  const double rate =
      calibrate_exponential_choice(request.loss.epsilon, request.moves, request.neighbors);
  const double shortfall = exponential_choice_shortfall(request.size, rate, request.beta);
  return {{request.loss.epsilon, 0},
          request.size,
          static_cast<std::int64_t>(std::ceil(shortfall)),
          rate};
}

/// RecConcave on f - OPT + n, which moves both ways, by 2 if f does: at two steps' loss. With a promise r on f -
/// r + n, which moves as f does.
Possible<QuasiConcaveParameters> by_rec_concave(const QuasiConcaveRequest& request) {
  RecConcaveRequest inner;
  inner.size = request.size;
  if (request.promise) {
    inner.moves = request.moves;
    inner.neighbors = request.neighbors;
    inner.loss = request.loss;
  } else {
    inner.moves = ScoreMoves::both_ways;
    inner.loss = loss_for_group(request.loss, shifted_distance(request));
  }
  if (request.levels) inner.levels = *request.levels + 1;
  if (const auto obstacle = epsilon_obstacle("epsilon", inner.loss.epsilon)) return *obstacle;
  if (const auto obstacle = delta_obstacle("delta", inner.loss.delta)) return *obstacle;
  const auto promise =
      possible_rec_concave_promise(inner, request.beta, RecConcaveCalibration::balanced);
  if (!promise) return promise.obstacle();
  return QuasiConcaveParameters{
      request.loss, request.size, *promise,
      calibrate_rec_concave(inner, *promise, 1, RecConcaveCalibration::balanced)};
}

Possible<QuasiConcaveParameters> by_tree_log(const QuasiConcaveRequest& request) {
  CumulativeTreeLogRequest inner;
  inner.bits = std::max(1u, lg_up(request.size));
  inner.loss = request.loss;
  inner.distance = request.promise ? 1 : shifted_distance(request);
  if (request.levels) inner.levels = *request.levels;
  inner.beta = request.beta;
  const auto draw = possible_cumulative_tree_log(inner);
  if (!draw) return draw.obstacle();
  // The keys, the keys without their borders, the keys of the deep slice, and a level of each in two lists.
  const std::uint64_t words = 3 * limbs_for(inner.bits) + 2;
  if (!fit_memory(draw->records, 8 * words)) {
    return Obstacle{"epsilon", "large enough for a data set that fits into memory",
                    request.loss.epsilon};
  }
  return QuasiConcaveParameters{request.loss, request.size,
                                static_cast<std::int64_t>(draw->records), *draw};
}

Possible<QuasiConcaveParameters> calibrated(QuasiConcaveAlgorithm algorithm,
                                            const QuasiConcaveRequest& request) {
  if (algorithm == QuasiConcaveAlgorithm::exponential) {
    if (!request.levels) return by_exponential(request);
    return Obstacle{"levels", "left out for an algorithm that shrinks no domain",
                    static_cast<double>(*request.levels)};
  }
  check_delta("delta", request.loss.delta);
  return algorithm == QuasiConcaveAlgorithm::rec_concave ? by_rec_concave(request)
                                                         : by_tree_log(request);
}

}  // namespace

Possible<QuasiConcaveParameters> possible_quasi_concave(QuasiConcaveAlgorithm algorithm,
                                                        const QuasiConcaveRequest& request) {
  check_epsilon("epsilon", request.loss.epsilon);
  check_probability("beta", request.beta);
  if (request.size < 2 || lg_up(request.size) > kMaxBits) {
    reject("size", "a number of points from 2 to 2^(2^20)", to_text(request.size));
  }
  if (request.levels) check_count("levels", *request.levels, 1, kMaxLevels);
  if (request.promise && std::abs(*request.promise) > kMaxPromisedQuality) {
    reject("promise", "within 2^40 either way", static_cast<double>(*request.promise));
  }
  Possible<QuasiConcaveParameters> found = calibrated(algorithm, request);
  if (found) found->promise = request.promise;
  return found;
}

QuasiConcaveParameters calibrate_quasi_concave(QuasiConcaveAlgorithm algorithm,
                                               const QuasiConcaveRequest& request) {
  return possible_quasi_concave(algorithm, request).or_refuse();
}

std::uint32_t levels_of(const QuasiConcaveParameters& parameters) {
  if (const auto* p = std::get_if<RecConcaveParameters>(&parameters.draw)) {
    return static_cast<std::uint32_t>(p->levels.size() - 1);
  }
  const auto* p = std::get_if<CumulativeTreeLogParameters>(&parameters.draw);
  return p ? static_cast<std::uint32_t>(p->levels.size()) : 0;
}

KeyArray quality_steps(const Quality& quality, std::int64_t error,
                       const std::optional<std::int64_t>& promise) {
  const std::uint32_t bits = std::max(1u, lg_up(size_of(quality)));
  KeyArray steps(bits);
  steps.reserve(static_cast<std::size_t>(error));
  const std::int64_t base = promise.value_or(best_of(quality)) - error;
  std::int64_t reached = 0;
  Natural first = 0;
  for (const QualityRun& run : quality) {
    const std::int64_t here = std::clamp<std::int64_t>(run.quality - base, 0, error);
    if (here > reached) {
      const WideKey key = key_of(first, bits);
      for (; reached < here; ++reached) steps.append(key);
    }
    first += run.width;
  }
  if (reached < error) {  // a promise that no point keeps
    const WideKey last = key_of(first - 1, bits);
    for (; reached < error; ++reached) steps.append(last);
  }
  return steps;
}

std::optional<Natural> quasi_concave_max(const Quality& quality,
                                         const QuasiConcaveParameters& parameters,
                                         Randomness& randomness) {
  if (size_of(quality) != parameters.size) {
    reject("quality", "given for " + to_text(parameters.size) + " points",
           to_text(size_of(quality)));
  }
  if (const double* rate = std::get_if<double>(&parameters.draw)) {
    return draw_point(quality, {{0, parameters.size - 1}}, *rate, randomness);
  }
  if (const auto* draw = std::get_if<RecConcaveParameters>(&parameters.draw)) {
    const std::int64_t shift = parameters.error - parameters.promise.value_or(best_of(quality));
    Quality shifted = quality;
    for (QualityRun& run : shifted) run.quality += shift;
    return rec_concave(shifted, *draw, randomness);
  }
  const auto& draw = std::get<CumulativeTreeLogParameters>(parameters.draw);
  const auto key = cumulative_tree_log(quality_steps(quality, parameters.error, parameters.promise),
                                       draw, randomness);
  if (!key) return std::nullopt;
  return std::min<Natural>(natural_of(*key), parameters.size - 1);
}

}  // namespace logstar
