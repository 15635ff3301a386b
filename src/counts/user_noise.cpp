#include "logstar/counts/user_noise.hpp"

#include "logstar/counts/user_share.hpp"
#include "logstar/selection/laplace_count.hpp"

namespace logstar {

UserNoise plan_user_noise(double epsilon, std::uint64_t moved, std::uint64_t numbers,
                          double confidence) {
  UserNoise noise;
  noise.moved = moved;
  noise.rate = calibrate_user_noise(epsilon, moved);
  noise.error = user_noise_error(noise.rate, numbers, confidence);
  return noise;
}

std::vector<std::int64_t> with_user_noise(const std::vector<std::int64_t>& numbers,
                                          const UserNoise& noise, Randomness& randomness) {
  std::vector<std::int64_t> noisy;
  noisy.reserve(numbers.size());
  for (const std::int64_t number : numbers) {
    noisy.push_back(laplace_count(cut_sum(number), noise.rate, randomness));
  }
  return noisy;
}

}  // namespace logstar
