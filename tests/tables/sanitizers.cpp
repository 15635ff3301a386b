// The tables of docs/guarantees/sanitizers.md: the error of each sanitizer with n records, by the theorems, at
// (1, 1e-6) and 95%. Two tables in Markdown on standard output.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "logstar/interior_point/rank/exponential.hpp"
#include "logstar/sanitizing/distribution.hpp"
#include "logstar/sanitizing/san_points.hpp"
#include "logstar/sanitizing/san_thresholds.hpp"
#include "logstar/sanitizing/stable_histogram.hpp"

namespace logstar::tables {
namespace {

constexpr double kBeta = 0.05;
const Loss kLoss{1, 1e-6};
const std::vector<double> kRecords = {1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9};

/// Two digits, rounded up; a dash if it is not below 100%.
std::string percent(double error) {
  if (!(error < 1)) return "-";
  const int digits = std::max(0, 1 - static_cast<int>(std::floor(std::log10(100 * error))));
  const double unit = std::pow(10.0, digits);
  char text[32];
  std::snprintf(text, sizeof text, "%.*f%%", digits, std::ceil(100 * error * unit) / unit);
  return text;
}

void row(const std::vector<std::string>& cells) {
  for (const std::string& cell : cells) std::printf("| %s ", cell.c_str());
  std::printf("|\n");
}

std::string records(double n) { return "10^" + std::to_string(std::lround(std::log10(n))); }

/// The least accuracy, to 1%, for which this number of records is enough; 1 if no accuracy works.
double least_accuracy(double least, const std::function<bool(double)>& enough) {
  double found = 1;
  for (double accuracy = 0.99; accuracy >= least; accuracy *= 0.99) {
    if (!enough(accuracy)) break;
    found = accuracy;
  }
  return found;
}

/// Whether, with n records, every round returns an item of count above accuracy n / 2 while an item above
/// accuracy n remains, and no noise exceeds accuracy n.
bool rounds_keep(SanPointsCalibration calibration, double accuracy, double n) {
  const auto parameters =
      calibrate_san_points(calibration, accuracy, kLoss, Neighbors::add_remove, kBeta);
  double draw_epsilon = 0;
  double missed = 0;
  const double best = accuracy * n;
  if (const auto* choice = std::get_if<StableChoiceParameters>(&parameters.choice)) {
    draw_epsilon = choice->draw_epsilon;
    missed = stable_choice_failure(*choice, static_cast<std::int64_t>(best));
  } else {
    const auto& choosing = std::get<ChoosingParameters>(parameters.choice);
    draw_epsilon = choosing.draw_epsilon;
    const double ahead = best - static_cast<double>(choosing.threshold) + 1;
    missed = std::exp(-choosing.noise_epsilon * std::max(0.0, ahead)) / 2;
  }
  const double worse = n * std::exp(-draw_epsilon * best / 2);
  const double noise = 2 * std::exp(-parameters.noise_epsilon * best);
  return static_cast<double>(parameters.rounds) * (missed + worse + noise) <= kBeta;
}

/// For the at most 2/error items of that frequency, at once.
double histogram_error(double n) {
  const auto parameters = calibrate_stable_histogram(kLoss, Neighbors::add_remove);
  return least_accuracy(1e-9, [&](double accuracy) {
    const auto items = static_cast<std::uint64_t>(2 / accuracy);
    return static_cast<double>(stable_histogram_error(parameters, kBeta, items)) <= accuracy * n;
  });
}

void points_table() {
  row({"n", "stable histogram", "SanPoints, tight (`rounds`)", "SanPoints, `paper`"});
  row({"---", "---", "---", "---"});
  for (const double n : kRecords) {
    const auto rounds = [&](SanPointsCalibration calibration) {
      return percent(least_accuracy(
          1e-4, [&](double accuracy) { return rounds_keep(calibration, accuracy, n); }));
    };
    row({records(n), percent(histogram_error(n)), rounds(SanPointsCalibration::tight),
         rounds(SanPointsCalibration::paper)});
  }
}

/// The error of m separate quantiles, each at epsilon / m.
double one_by_one(std::uint32_t m, const Natural& size) {
  double worst = 0;
  for (std::uint32_t i = 1; i <= m; ++i) {
    const auto parameters =
        calibrate_exponential_quantile({i, m + 1}, kLoss.epsilon / m, Neighbors::add_remove);
    worst = std::max(worst, exponential_rank_error(size, parameters, 1 - kBeta / m));
  }
  return worst;
}

/// Whether SanThresholds keeps 25 u / n <= error for a declared size of n.
bool intervals_keep(double error, double n) {
  SanThresholdsRequest request;
  request.accuracy = std::min(1.0, error * 32 / 25);
  request.size = static_cast<std::uint64_t>(n);
  request.loss = kLoss;
  if (request.accuracy * n < 32 || request.accuracy < 1e-3) return false;
  return san_thresholds_failure(calibrate_san_thresholds(request)) <= kBeta;
}

void thresholds_table() {
  const Natural size = Natural(1) << 64;
  std::vector<std::uint32_t> counts;
  std::vector<std::pair<double, double>> errors;  // in rank
  for (const std::uint32_t m : {1u, 3u, 7u, 15u, 31u, 63u, 127u, 255u, 511u, 999u}) {
    counts.push_back(m);
    errors.emplace_back(
        calibrate_distribution(m, size, kLoss.epsilon, Neighbors::add_remove, 1 - kBeta).rank_error,
        one_by_one(m, size));
  }
  row({"n", "recursive quantiles (`quantiles`)", "exponential mechanism, m times",
       "SanThresholds (`paper`)"});
  row({"---", "---", "---", "---"});
  for (const double n : kRecords) {
    std::pair<double, std::uint32_t> recursive{1, 0};
    std::pair<double, std::uint32_t> single{1, 0};
    for (std::size_t i = 0; i < counts.size(); ++i) {
      const double step = 0.5 / (counts[i] + 1);
      recursive = std::min(recursive, {errors[i].first / n + step, counts[i]});
      single = std::min(single, {errors[i].second / n + step, counts[i]});
    }
    const auto with_count = [](const std::pair<double, std::uint32_t>& best) {
      return percent(best.first) + " (" + std::to_string(best.second) + ")";
    };
    const double intervals =
        least_accuracy(1e-3, [&](double error) { return intervals_keep(error, n); });
    row({records(n), with_count(recursive), with_count(single), percent(intervals)});
  }
}

}  // namespace
}  // namespace logstar::tables

int main() {
  std::printf("\nCounts of points, off by at most this share of n:\n\n");
  logstar::tables::points_table();
  std::printf(
      "\nShare of records at or below any value (64 bits), off by at most; the number m of "
      "quantiles, the best for the n, in parentheses:\n\n");
  logstar::tables::thresholds_table();
  std::printf("\n");
}
