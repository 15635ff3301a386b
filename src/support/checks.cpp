#include "logstar/support/checks.hpp"

#include <cmath>
#include <string>

#include "logstar/support/decimal.hpp"
#include "logstar/support/errors.hpp"

namespace logstar {

std::string to_text(double value) {
  if (std::fabs(value) < 1e6 && value == std::trunc(value)) {
    return std::to_string(static_cast<int>(value));
  }
  return shortest_text(value);
}

std::optional<Obstacle> epsilon_obstacle(std::string_view option, double epsilon) {
  // Written so that NaN, which compares false with everything, is rejected.
  if (epsilon >= kMinEpsilon && epsilon <= kMaxEpsilon) return std::nullopt;
  return Obstacle{option, "a number from 1e-9 to 10000", epsilon};
}

void check_epsilon(std::string_view option, double epsilon) {
  if (const auto obstacle = epsilon_obstacle(option, epsilon)) refuse(*obstacle);
}

std::optional<Obstacle> delta_obstacle(std::string_view option, double delta) {
  if (delta > 0 && delta < 1) return std::nullopt;
  return Obstacle{option, "a number above 0 and below 1", delta};
}

void check_delta(std::string_view option, double delta) {
  if (const auto obstacle = delta_obstacle(option, delta)) refuse(*obstacle);
}

void check_delta_or_zero(std::string_view option, double delta) {
  if (!(delta >= 0 && delta < 1)) {
    reject(option, "0 or a number above 0 and below 1", delta);
  }
}

void check_probability(std::string_view option, double probability) {
  if (!(probability > 0 && probability < 1)) {
    reject(option, "a number above 0 and below 1", probability);
  }
}

std::optional<Obstacle> confidence_obstacle(double confidence) {
  const double failure = 1 - confidence;
  if (confidence > 0 && failure > 0 && failure < 1) return std::nullopt;
  const bool is_between = confidence > 0 && confidence < 1;
  return Obstacle{"confidence",
                  is_between ? "a number above 0 and below 1 by more than 1e-16"
                             : "a number above 0 and below 1",
                  confidence};
}

void check_confidence(double confidence) {
  if (const auto obstacle = confidence_obstacle(confidence)) refuse(*obstacle);
}

void check_count(std::string_view option, std::uint64_t value, std::uint64_t lowest,
                 std::uint64_t highest) {
  if (value < lowest || value > highest) {
    reject(option,
           "a whole number from " + std::to_string(lowest) + " to " + std::to_string(highest),
           std::to_string(value));
  }
}

}  // namespace logstar
