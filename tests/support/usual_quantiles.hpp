// The median, and quartiles, deciles and percentiles, in the usual queries.
#pragma once

#include <cstdint>
#include <limits>
#include <numeric>
#include <vector>

#include "logstar/interior_point/rank_draw.hpp"
#include "logstar/interior_point/several_quantiles/task.hpp"

namespace logstar::testing {

inline constexpr double kUsualEpsilons[] = {0.1, 0.25, 0.5, 1.0, 2.0};
inline constexpr double kUsualDeltas[] = {0.0, 1e-6};

/// Medians of 64-bit keys under add-remove, with 95% confidence: often the first call of a page.
inline std::vector<RankTask> usual_medians() {
  std::vector<RankTask> tasks;
  for (const double delta : kUsualDeltas) {
    for (const double epsilon : kUsualEpsilons) {
      RankTask task;
      task.quantile = {1, 2};
      task.loss = {epsilon, delta};
      tasks.push_back(task);
    }
  }
  return tasks;
}

/// For the others the first call takes about 25 ms in WebAssembly, or less.
inline bool takes_long(std::uint32_t parts, double delta, double epsilon) {
  if (delta == 0) return parts == 10 || (parts == 4 && epsilon < 0.5);
  return parts == 4 || epsilon < (parts == 10 ? 2 : 1);
}

/// Tasks on 64-bit keys under add-remove, with 95% confidence, that are slow to calibrate.
inline std::vector<QuantilesTask> usual_quantiles() {
  std::vector<QuantilesTask> tasks;
  for (const std::uint32_t parts : {4u, 10u, 100u}) {
    for (const double delta : kUsualDeltas) {
      for (const double epsilon : kUsualEpsilons) {
        if (!takes_long(parts, delta, epsilon)) continue;
        QuantilesTask task;
        for (std::uint32_t k = 1; k < parts; ++k) {
          const std::uint32_t common = std::gcd(k, parts);
          task.taus.push_back({k / common, parts / common});
        }
        task.domain = {0, std::numeric_limits<std::uint64_t>::max()};
        task.loss = {epsilon, delta};
        for (const auto choice : {AlgorithmChoice::usual_error, AlgorithmChoice::least_promise}) {
          task.choice = choice;
          tasks.push_back(task);
        }
      }
    }
  }
  return tasks;
}

}  // namespace logstar::testing
