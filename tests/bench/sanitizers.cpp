// How much data each sanitizer needs: the table of docs/guarantees/sanitizers.md, from the
// theorems.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <vector>

#include "interior_point/exponential.hpp"
#include "sanitizing/distribution.hpp"
#include "sanitizing/san_points.hpp"
#include "sanitizing/stable_histogram.hpp"

namespace logstar::bench {
namespace {

constexpr double kBeta = 0.05;
const Loss kLoss{1, 1e-6};

/// The least n (to 1%) at which every round finds an item of count above accuracy n / 2 while one
/// above accuracy n is left, and no noise exceeds accuracy n.
template <typename Missed>
double least_records(double accuracy, const SanPointsParameters& parameters, double draw_epsilon,
                     const Missed& missed) {
  for (double n = 10;; n *= 1.01) {
    const double worse = n * std::exp(-draw_epsilon * accuracy * n / 2);
    const double noise = 2 * std::exp(-parameters.noise_epsilon * accuracy * n);
    const double round = missed(accuracy * n) + worse + noise;
    if (static_cast<double>(parameters.rounds) * round <= kBeta) return n;
  }
}

void points_rows() {
  std::printf("n for counts within accuracy n: accuracy, stable, rounds tight, rounds paper\n");
  for (const double accuracy : {0.2, 0.1, 0.05, 0.01}) {
    const auto stable = calibrate_stable_histogram(kLoss, Neighbors::add_remove);
    const auto items = static_cast<std::uint64_t>(2 / accuracy);
    const double error = static_cast<double>(stable_histogram_error(stable, kBeta, items));
    const auto rounds = [&](SanPointsCalibration calibration) {
      return calibrate_san_points(calibration, accuracy, kLoss, Neighbors::add_remove, kBeta);
    };
    const auto tight = rounds(SanPointsCalibration::tight);
    const auto& choice = std::get<StableChoiceParameters>(tight.choice);
    const auto paper = rounds(SanPointsCalibration::paper);
    const auto& choosing = std::get<ChoosingParameters>(paper.choice);
    std::printf("%6.2f %10.0f %10.0f %10.0f\n", accuracy, error / accuracy,
                least_records(accuracy, tight, choice.draw_epsilon,
                              [&](double best) {
                                return stable_choice_failure(choice,
                                                             static_cast<std::int64_t>(best));
                              }),
                least_records(accuracy, paper, choosing.draw_epsilon, [&](double best) {
                  const double ahead = best - static_cast<double>(choosing.threshold) + 1;
                  return std::exp(-choosing.noise_epsilon * std::max(0.0, ahead)) / 2;
                }));
  }
}

/// The error of m quantiles one by one, each at epsilon / m.
double one_by_one(std::uint32_t m, const Natural& size) {
  double worst = 0;
  for (std::uint32_t i = 1; i <= m; ++i) {
    const auto parameters =
        calibrate_exponential_quantile({i, m + 1}, kLoss.epsilon / m, Neighbors::add_remove);
    worst = std::max(worst, exponential_rank_error(size, parameters, 1 - kBeta / m));
  }
  return worst;
}

void thresholds_rows() {
  std::printf("error in percent of n, all doubles: n, recursive (m), one by one (m)\n");
  const Natural size = Natural(1) << 64;
  std::vector<std::pair<double, double>> errors;
  std::vector<std::uint32_t> counts;
  for (std::uint32_t m = 1; m <= 511; m = 2 * m + 1) {
    counts.push_back(m);
    errors.emplace_back(
        calibrate_distribution(m, size, kLoss.epsilon, Neighbors::add_remove, 1 - kBeta).rank_error,
        one_by_one(m, size));
  }
  for (const double n : {1e3, 1e4, 1e5, 1e6}) {
    std::pair<double, std::uint32_t> recursive{1, 0};
    std::pair<double, std::uint32_t> single{1, 0};
    for (std::size_t i = 0; i < counts.size(); ++i) {
      const double step = 0.5 / (counts[i] + 1);
      recursive = std::min(recursive, {errors[i].first / n + step, counts[i]});
      single = std::min(single, {errors[i].second / n + step, counts[i]});
    }
    std::printf("%9.0f %6.1f%% (%u) %6.1f%% (%u)\n", n, 100 * recursive.first, recursive.second,
                100 * single.first, single.second);
  }
}

}  // namespace
}  // namespace logstar::bench

int main() {
  logstar::bench::points_rows();
  logstar::bench::thresholds_rows();
}
