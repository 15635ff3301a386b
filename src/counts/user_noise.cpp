#include "logstar/counts/user_noise.hpp"

#include <algorithm>
#include <cmath>

#include "logstar/counts/user_share.hpp"
#include "logstar/selection/laplace_count.hpp"
#include "logstar/support/checks.hpp"
#include "logstar/support/errors.hpp"

namespace logstar {
namespace {

UserNoise plan_gaussian(const NoiseTask& task) {
  UserNoise noise;
  noise.sensitivity = task.sensitivity;
  noise.variance = least_gaussian_variance(task.loss, *task.shifts);
  noise.delta = task.loss.delta;
  noise.rho = gaussian_rho(*noise.variance, *task.shifts);
  noise.error = gaussian_error(*noise.variance, task.numbers, task.confidence);
  return noise;
}

}  // namespace

std::string_view name_of(NoiseKind noise) {
  return noise == NoiseKind::gaussian ? "gaussian" : "laplace";
}

NoiseKind kind_of(const UserNoise& noise) {
  return noise.variance ? NoiseKind::gaussian : NoiseKind::laplace;
}

UserNoise plan_user_noise(const NoiseTask& task) {
  if (task.loss.delta != 0) check_delta("delta", task.loss.delta);
  const bool possible = task.shifts && task.loss.delta > 0;
  if (task.noise == NoiseKind::gaussian) {
    if (!task.shifts) {
      reject("noise", "laplace where users are not counted in a number of groups each", "gaussian");
    }
    if (!possible) reject("noise", "laplace without a delta", "gaussian");
    return plan_gaussian(task);
  }
  UserNoise laplace =
      plan_user_noise(task.loss.epsilon, task.sensitivity, task.numbers, task.confidence);
  if (task.noise || !possible) return laplace;
  const UserNoise gaussian = plan_gaussian(task);
  return gaussian.error < laplace.error ? gaussian : laplace;
}

Facts noise_facts(const UserNoise& noise, double epsilon, double parts) {
  if (!noise.variance) {
    return Facts().with("scale", static_cast<double>(noise.sensitivity) / epsilon / parts);
  }
  return Facts()
      .with("noise", std::string(name_of(NoiseKind::gaussian)))
      .with("deviation", std::sqrt(*noise.variance) / parts);
}

const char* words_of(const UserNoise& noise) {
  return noise.variance ? "discrete Gaussian noise" : "discrete Laplace noise";
}

UserNoise plan_user_noise(double epsilon, std::uint64_t sensitivity, std::uint64_t numbers,
                          double confidence) {
  UserNoise noise;
  noise.sensitivity = sensitivity;
  noise.rate = calibrate_user_noise(epsilon, sensitivity);
  noise.error = user_noise_error(noise.rate, numbers, confidence);
  return noise;
}

double usual_error(const UserNoise& noise) {
  if (noise.variance) {
    return static_cast<double>(
        std::max<std::int64_t>(0, gaussian_tail_start(*noise.variance, 0.25) - 1));
  }
  // The least t with P[|Y| > t] = 2 q^(t + 1)/(1 + q) <= 1/2.
  const double rate = noise.rate.approximate();
  return std::fmax(0, std::ceil(std::log(4 / (1 + std::exp(-rate))) / rate - 1e-9) - 1);
}

std::vector<std::int64_t> add_user_noise(const std::vector<std::int64_t>& numbers,
                                         const UserNoise& noise, Randomness& randomness) {
  std::vector<std::int64_t> noisy;
  noisy.reserve(numbers.size());
  const Rational variance = Rational::of(noise.variance.value_or(0));
  for (const std::int64_t number : numbers) {
    if (noise.variance) {
      const std::int64_t drawn = randomness.discrete_gaussian(variance);
      noisy.push_back(clamp_sum(number) + drawn);
    } else {
      noisy.push_back(laplace_count(clamp_sum(number), noise.rate, randomness));
    }
  }
  return noisy;
}

}  // namespace logstar
