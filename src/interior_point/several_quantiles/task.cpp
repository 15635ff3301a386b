#include "logstar/interior_point/several_quantiles/task.hpp"

#include <algorithm>
#include <cstddef>

#include "logstar/privacy/rounding.hpp"
#include "logstar/support/checks.hpp"

namespace logstar {

std::string_view name_of(QuantilesAlgorithm algorithm) {
  switch (algorithm) {
    case QuantilesAlgorithm::recursion:
      return "recursion";
    case QuantilesAlgorithm::separate:
      return "separate";
    case QuantilesAlgorithm::slices:
      return "slices";
  }
  return {};
}

Obstacle cannot_abstain(QuantilesAlgorithm algorithm) {
  return {"algorithm", "one that can abstain here", name_of(algorithm)};
}

std::optional<QuantilesAlgorithm> quantiles_algorithm_named(std::string_view name) {
  for (const auto algorithm :
       {QuantilesAlgorithm::recursion, QuantilesAlgorithm::separate, QuantilesAlgorithm::slices}) {
    if (name_of(algorithm) == name) return algorithm;
  }
  return std::nullopt;
}

void check_quantiles_task(const QuantilesTask& task) {
  check_increasing_quantiles(task.taus);
  check_epsilon("epsilon", task.loss.epsilon);
  check_delta_or_zero("delta", task.loss.delta);
  check_confidence(task.confidence);
  check_measure(task.measure, task.domain);
}

double epsilon_within(const QuantilesTask& task, double single, double part) {
  return std::min(task.loss.epsilon, divide_down(single, part));
}

double least_gap(const std::vector<QuantileFraction>& taus) {
  const auto share = [](const QuantileFraction& tau) {
    return static_cast<double>(tau.numerator) / tau.denominator;
  };
  double least = 1;
  for (std::size_t k = 1; k < taus.size(); ++k) {
    least = std::min(least, share(taus[k]) - share(taus[k - 1]));
  }
  return least;
}

double all_inside_from(double rank_error, const std::vector<QuantileFraction>& taus) {
  return std::max(inside_from(rank_error, taus.front()), inside_from(rank_error, taus.back()));
}

}  // namespace logstar
