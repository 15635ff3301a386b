#include "logstar/sparse_vector/above_threshold.hpp"

#include <algorithm>
#include <string>

#include "logstar/sparse_vector/noise_rate.hpp"
#include "logstar/support/checks.hpp"
#include "logstar/support/errors.hpp"

// Privacy (one yes; the rest in docs/guarantees/above-threshold.md). Let D' be D and one more
// record, s = steps_per_record, f and f' the values, R the threshold's noise, N_i a question's
// noise.
//   Laplace: turn a run on D into one on D' with the same answers. Add s to R, so that every no stays a no, and
//     f_k - f'_k + s to N_k at the yes: at most 2 s steps in general, at most s if all values rise. Each step
//     costs a factor e^rate. Adding s to R works for f' < f as well, so general questions are covered in both
//     directions.
//   one_sided, values rise: from D to D', add s to R and at most s to N_k. From D' to D leave R and
//     add f'_k - f_k to N_k. Noise is only ever added to, so it stays >= 0.

namespace logstar {
namespace {

// Noise is capped at 2^62 steps, so sums with two of these stay inside 64 bits.
constexpr std::int64_t kMaxValue = std::int64_t(1) << 60;
constexpr std::int64_t kMaxNoise = std::int64_t(1) << 62;

/// Whether a question's noise is at least `least`: drawn instead of the noise, of which no more is ever
/// used. With q = e^-rate, geometric noise is with probability q^least, for least >= 0. Discrete Laplace
/// noise X is with probability q^least P[X >= 0] for least >= 0, as its law falls by q from each number
/// to the next from 0 on; and it is at most least - 1 as often as at least 1 - least. A question that is
/// far from the threshold takes a coin or two.
bool reaches(NoiseShape shape, const Rational& rate, std::int64_t least, Randomness& randomness) {
  const auto falls_so_far = [&](std::int64_t steps) {
    return randomness.bernoulli_exp({rate.numerator * steps, rate.denominator});
  };
  if (shape == NoiseShape::one_sided) return least <= 0 || falls_so_far(least);
  const std::int64_t steps = least > 0 ? least : 1 - least;
  const bool beyond = falls_so_far(steps) && randomness.discrete_laplace(rate) >= 0;
  return beyond == (least > 0);
}

void check_parameters(const AboveThresholdParameters& p) {
  check_count("maxAnswers", p.max_answers, 1, std::uint64_t(1) << 62);
  check_rate("rate of the threshold's noise", p.threshold_rate, p.threshold_rate, p.grid);
  check_rate("rate of the questions' noise", p.query_rate, p.query_rate, p.grid);
  if (p.answer_rate != 0)
    check_rate("rate of the numbers' noise", p.answer_rate, p.answer_rate, p.grid);
}

}  // namespace

AboveThreshold::AboveThreshold(const AboveThresholdParameters& parameters, std::int64_t threshold)
    : parameters_(parameters), threshold_(threshold) {
  check_parameters(parameters);
  if (threshold > kMaxValue || threshold < -kMaxValue) {
    reject("threshold", "from -2^60 to 2^60 steps", std::to_string(threshold));
  }
  if (parameters.shift > kMaxValue || parameters.shift < -kMaxValue) {
    reject("shift", "from -2^60 to 2^60 steps", std::to_string(parameters.shift));
  }
  threshold_ += parameters.shift;
  threshold_rate_ = rate_per_step(parameters.threshold_rate, parameters.grid);
  query_rate_ = rate_per_step(parameters.query_rate, parameters.grid);
  answer_rate_ = rate_per_step(parameters.answer_rate, parameters.grid);
}

AboveThreshold::AboveThreshold(const AboveThresholdParameters& parameters, std::int64_t threshold,
                               Randomness& randomness)
    : AboveThreshold(parameters, threshold) {
  state_.answers_left = parameters.max_answers;
  draw_threshold(randomness);
}

AboveThreshold::AboveThreshold(const AboveThresholdParameters& parameters, std::int64_t threshold,
                               const AboveThresholdState& saved)
    : AboveThreshold(parameters, threshold) {
  check_count("saved.answers_left", saved.answers_left, 0, parameters.max_answers);
  if (saved.noisy_threshold > threshold_ + kMaxNoise ||
      saved.noisy_threshold < threshold_ - kMaxNoise) {
    reject("saved.noisy_threshold", "within 2^62 steps of the threshold",
           std::to_string(saved.noisy_threshold));
  }
  state_ = saved;
}

AboveThresholdAnswer AboveThreshold::ask(std::int64_t value, Randomness& randomness) {
  if (exhausted()) {
    throw BudgetExceeded(
        "this AboveThreshold is exhausted: it has returned the charged number of yes answers, " +
        std::to_string(parameters_.max_answers) + "; make a new one to continue");
  }
  value = std::clamp(value, -kMaxValue, kMaxValue);
  const std::int64_t missing = state_.noisy_threshold - value;
  if (!reaches(parameters_.shape, query_rate_, missing, randomness)) return {};

  // If a draw fails from here on, the failure may reveal the yes, and its noisy threshold must not serve again.
  // So no yeses are left until all draws are done.
  const std::uint64_t answers_left = state_.answers_left - 1;
  state_.answers_left = 0;
  AboveThresholdAnswer answer{true, std::nullopt};
  if (parameters_.answer_rate != 0) {
    answer.value = value + randomness.discrete_laplace(answer_rate_);
  }
  if (answers_left != 0 && parameters_.threshold_noise == ThresholdNoise::redrawn) {
    draw_threshold(randomness);
  }
  state_.answers_left = answers_left;
  return answer;
}

void AboveThreshold::draw_threshold(Randomness& randomness) {
  const std::int64_t noise = parameters_.shape == NoiseShape::one_sided
                                 ? randomness.geometric(threshold_rate_)
                                 : randomness.discrete_laplace(threshold_rate_);
  state_.noisy_threshold = threshold_ + noise;
}

}  // namespace logstar
