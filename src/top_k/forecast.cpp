#include "logstar/top_k/forecast.hpp"

#include <cmath>

#include "logstar/support/checks.hpp"
#include "logstar/top_k/accuracy.hpp"
#include "logstar/top_k/choose.hpp"
#include "logstar/top_k/limited_domain.hpp"
#include "logstar/top_k/optimised_threshold.hpp"

namespace logstar {

TopKForecast forecast_top_k(std::span<const std::int64_t> counts, const TopKParameters& parameters,
                            double confidence) {
  check_confidence(confidence);
  const RowHead head = head_of(counts, parameters.kbar);
  const std::uint64_t most = std::min<std::uint64_t>(head.candidates, parameters.k);
  const auto lead = [&](std::uint64_t items) {
    return static_cast<double>(counts[static_cast<std::size_t>(items) - 1] - head.left_out);
  };
  // With the number of items, leads fall and required leads grow, so the last item decides.
  TopKForecast forecast;
  forecast.left_out = head.left_out;
  std::uint64_t too_many = most + 1;
  while (too_many - forecast.surely > 1) {
    const std::uint64_t items = forecast.surely + (too_many - forecast.surely) / 2;
    const bool enough = lead(items) >= top_k_sure_gap_for(parameters, items, confidence);
    (enough ? forecast.surely : too_many) = items;
  }
  while (forecast.likely < most && lead(forecast.likely + 1) >= 1 + parameters.margin) {
    ++forecast.likely;
  }
  return forecast;
}

std::uint64_t useful_kbar(std::span<const std::int64_t> counts, const TopKTask& task,
                          double confidence) {
  std::uint64_t best = task.k;
  double lowest = INFINITY;
  for (const std::uint64_t kbar : threshold_ranks(task.k, task.kbar)) {
    TopKTask at = task;
    at.kbar = kbar;
    const double needed = static_cast<double>(head_of(counts, kbar).left_out) +
                          top_k_sure_gap(choose_top_k(at).parameters, confidence);
    if (needed < lowest) {
      lowest = needed;
      best = kbar;
    }
  }
  return best;
}

}  // namespace logstar
