// How much data RecConcave needs. The argument is BNS13 Lemma 3.14's with whole numbers and without its
// accuracy of at most 1/2; docs/guarantees/rec-concave.md has it in full.
#include <algorithm>
#include <cmath>
#include <utility>

#include "logstar/interior_point/rec_concave/rec_concave.hpp"
#include "logstar/privacy/rounding.hpp"
#include "logstar/support/checks.hpp"
#include "logstar/support/errors.hpp"

namespace logstar {
namespace {

constexpr std::int64_t kMaxPromise = std::int64_t(1) << 40;
constexpr unsigned kMaxLevels = 5;
constexpr unsigned kSmallRange = 33;  // points; BNS13 stops at T <= 32

void check_request(const RecConcaveRequest& request) {
  check_epsilon("epsilon", request.loss.epsilon);
  check_delta("delta", request.loss.delta);
  check_count("levels", request.levels, 2, kMaxLevels);
  if (request.size < 1) reject("size", "at least 1", to_text(request.size));
}

/// The numbers of points of the levels, outermost first.
std::vector<Natural> sizes_of(const RecConcaveRequest& request) {
  std::vector<Natural> sizes = {request.size};
  while (sizes.size() < request.levels && sizes.back() > kSmallRange) {
    sizes.push_back(Natural(lg_up(sizes.back() - 1)) + 1);
  }
  return sizes;
}

/// The loss of each draw and each test.
Loss loss_of_step(const Loss& loss, std::size_t count) {
  const auto levels = static_cast<double>(count);
  return {divide_down(loss.epsilon, 3 * levels - 2),
          count == 1 ? 0 : divide_down(loss.delta, 2 * levels - 2)};
}

/// What does not depend on the promise, which is all that takes long.
RecConcaveParameters of_any_promise(const RecConcaveRequest& request,
                                    const std::vector<Natural>& sizes) {
  const Loss each = loss_of_step(request.loss, sizes.size());
  RecConcaveParameters parameters;
  parameters.loss = {request.loss.epsilon, sizes.size() == 1 ? 0 : request.loss.delta};
  ScoreMoves moves = request.moves;
  for (const Natural& size : sizes) {
    RecConcaveLevel level;
    level.size = size;
    level.draw_epsilon = calibrate_exponential_choice(each.epsilon, moves, request.neighbors);
    if (parameters.levels.size() + 1 < sizes.size()) {
      level.gap = calibrate_gap_test(each, moves, request.neighbors);
    }
    parameters.levels.push_back(level);
    moves = ScoreMoves::both_ways;
  }
  return parameters;
}

/// `share`: accept over promise at the inner levels, in units of 1/20.
RecConcaveParameters with_share(RecConcaveParameters parameters, std::int64_t promise,
                                std::int64_t accept, std::int64_t share) {
  for (RecConcaveLevel& level : parameters.levels) {
    level.promise = promise;
    level.accept = accept;
    promise = (promise - accept + 1) / 2;
    accept = std::max<std::int64_t>(1, (share * promise + 19) / 20);
  }
  return parameters;
}

constexpr std::int64_t kPaperShare = 15;

RecConcaveParameters best_share(const RecConcaveParameters& parameters, std::int64_t promise,
                                std::int64_t accept, RecConcaveCalibration calibration) {
  RecConcaveParameters best = with_share(parameters, promise, accept, kPaperShare);
  if (calibration == RecConcaveCalibration::paper) return best;
  for (std::int64_t share = 1; share < 20; ++share) {
    RecConcaveParameters other = with_share(parameters, promise, accept, share);
    if (rec_concave_failure(other) < rec_concave_failure(best)) best = std::move(other);
  }
  return best;
}

void check_promise(std::int64_t promise, std::int64_t accept) {
  check_count("promise", static_cast<std::uint64_t>(promise), 1, kMaxPromise);
  check_count("accept", static_cast<std::uint64_t>(accept), 1, static_cast<std::uint64_t>(promise));
}

}  // namespace

std::optional<Obstacle> rec_concave_obstacle(const RecConcaveRequest& request) {
  check_request(request);
  const std::size_t levels = sizes_of(request).size();
  const Loss each = loss_of_step(request.loss, levels);
  if (auto obstacle = epsilon_obstacle("epsilon", each.epsilon)) return obstacle;
  if (levels == 1) return std::nullopt;
  return delta_obstacle("delta", each.delta);
}

RecConcaveParameters calibrate_rec_concave(const RecConcaveRequest& request, std::int64_t promise,
                                           std::int64_t accept, RecConcaveCalibration calibration) {
  check_request(request);
  check_promise(promise, accept);
  return best_share(of_any_promise(request, sizes_of(request)), promise, accept, calibration);
}

RecConcaveParameters with_paper_promise(RecConcaveParameters parameters, std::int64_t promise,
                                        std::int64_t accept) {
  check_promise(promise, accept);
  return with_share(std::move(parameters), promise, accept, kPaperShare);
}

double rec_concave_failure(const RecConcaveParameters& parameters) {
  double failure = 0;
  for (std::size_t i = 0; i < parameters.levels.size(); ++i) {
    const RecConcaveLevel& level = parameters.levels[i];
    const double e = level.draw_epsilon;
    if (!level.gap) {
      // All points below `accept` together against a single point of quality `promise`.
      const auto above = static_cast<double>(level.promise - level.accept + 1);
      const auto lg = static_cast<double>(lg_up(level.size));
      // size <= 2^lg keeps wide ranges out of double arithmetic; small ones are exact.
      const double log_size =
          level.size < Natural(1) << 50
              ? log_up(static_cast<double>(static_cast<std::uint64_t>(level.size)))
              : multiply_up(lg, 0x1.62e42fefa39f0p-1);
      failure = add_up(failure, exp_up(subtract_up(log_size, multiply_down(e, above))));
      continue;
    }
    // The right interval leads by `found`; a sixteenth of the points drawn from lead by it.
    const std::int64_t found = parameters.levels[i + 1].accept;
    const std::int64_t beyond = found - level.gap->threshold + 1;
    const double rate = level.gap->noise_epsilon;
    const double gap_missed =
        beyond < 0 ? 1
                   : divide_up(exp_up(-multiply_down(rate, static_cast<double>(beyond))),
                               add_down(1, exp_down(-rate)));
    const double point_missed =
        multiply_up(16, exp_up(-multiply_down(e, static_cast<double>(found + 1))));
    failure = add_up(failure, add_up(gap_missed, point_missed));
  }
  return std::min(failure, 1.0);
}

Possible<std::int64_t> possible_rec_concave_promise(const RecConcaveRequest& request, double beta,
                                                    RecConcaveCalibration calibration) {
  check_request(request);
  check_probability("beta", beta);
  if (const auto obstacle = rec_concave_obstacle(request)) return *obstacle;
  const RecConcaveParameters parameters = of_any_promise(request, sizes_of(request));
  const auto enough = [&](std::int64_t promise) {
    return rec_concave_failure(best_share(parameters, promise, 1, calibration)) <= beta;
  };
  std::int64_t high = 1;
  while (!enough(high)) {
    if (high >= kMaxPromise) return Obstacle{"epsilon", "large enough for 2^40 records", "less"};
    high *= 2;
  }
  std::int64_t low = high / 2;  // not enough, or 0
  while (high - low > 1) {
    const std::int64_t half = low + (high - low) / 2;
    (enough(half) ? high : low) = half;
  }
  return high;
}

std::int64_t rec_concave_least_promise(const RecConcaveRequest& request, double beta,
                                       RecConcaveCalibration calibration) {
  return possible_rec_concave_promise(request, beta, calibration).or_refuse();
}

double rec_concave_printed_promise(const RecConcaveRequest& request, double beta) {
  check_request(request);
  check_probability("beta", beta);
  const std::vector<Natural> sizes = sizes_of(request);
  const auto n = static_cast<double>(sizes.size());
  // lg^(N) T, each logarithm rounded up as in the paper.
  const double last = lg_up(sizes.back() - 1);
  const double log_term = std::log(192 * n * n) - std::log(beta) - std::log(request.loss.delta);
  const double eight_to_n = std::ldexp(1, 3 * static_cast<int>(sizes.size()));
  return eight_to_n * 24 * n / request.loss.epsilon * (log_term + last);
}

}  // namespace logstar
