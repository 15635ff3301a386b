#include <algorithm>

#include "draws.hpp"
#include "logstar/sanitizing/distribution.hpp"
#include "logstar/sanitizing/san_points.hpp"
#include "logstar/sanitizing/san_thresholds.hpp"
#include "logstar/sanitizing/stable_histogram.hpp"
#include "logstar/sanitizing/value_counts.hpp"

namespace logstar::testing {
namespace {

/// Items i with floor(60 / (i + 1)) records, or 100 times that number.
std::string points(std::istream& line, Randomness& randomness) {
  const auto method = read<std::string>(line);
  const Loss total = loss(line);
  const Neighbors declared = neighbors(line);
  const auto accuracy = read<double>(line);
  std::vector<std::int64_t> counts = decreasing(read<std::int64_t>(line));
  const auto by_rounds = [&](SanPointsCalibration calibration) {
    return san_points(counts, calibrate_san_points(calibration, accuracy, total, declared, kBeta),
                      randomness);
  };
  std::vector<NoisyPoint> found;
  if (method == "rounds") {
    found = by_rounds(SanPointsCalibration::tight);
  } else if (method == "paper") {
    for (std::int64_t& count : counts) count *= 100;
    found = by_rounds(SanPointsCalibration::paper);
  } else {
    found = stable_histogram(counts, calibrate_stable_histogram(total, declared), randomness);
  }
  std::vector<std::string> shown;
  for (const NoisyPoint& one : found) {
    shown.push_back(std::to_string(one.index) + ":" +
                    std::to_string(std::max<std::int64_t>(0, one.count)));
  }
  std::sort(shown.begin(), shown.end());
  return joined(shown);
}

std::string distribution(std::istream& line, Randomness& randomness) {
  const auto epsilon = read<double>(line);
  const Neighbors declared = neighbors(line);
  const auto m = read<std::uint32_t>(line);
  const auto parameters = calibrate_distribution(m, 1000000, epsilon, declared, 0.95);
  const auto keys = whole_column(read<std::uint64_t>(line));
  return joined(sanitize_distribution(keys, {0, 999999}, parameters, randomness));
}

std::string distribution_by_slices(std::istream& line, Randomness& randomness) {
  const Loss total = loss(line);
  const Neighbors declared = neighbors(line);
  const auto m = read<std::uint32_t>(line);
  const KeyInterval domain{0, 999999};
  const auto parameters =
      calibrate_distribution_of(m, domain, total, declared, 0.95, DistributionMethod::slices);
  const auto keys = whole_column(read<std::uint64_t>(line));
  return joined(sanitize_distribution(keys, domain, parameters, randomness));
}

/// The numbers 3001 i, i < n, size / n times each.
std::string intervals(std::istream& line, Randomness& randomness) {
  SanThresholdsRequest request;
  request.loss = loss(line);
  request.neighbors = neighbors(line);
  request.accuracy = read<double>(line);
  request.size = static_cast<std::uint64_t>(read<double>(line));
  request.bits = 20;
  const auto n = read<std::uint64_t>(line);
  GroupedKeys data;
  for (std::uint64_t i = 0; i < n; ++i) {
    data.keys.push_back(3001 * i);
    data.counts.push_back(request.size / n);
  }
  const auto drawn =
      san_thresholds(data, {0, 999999}, calibrate_san_thresholds(request), randomness);
  std::vector<std::string> shown;
  for (std::size_t i = 0; i < drawn.records.size(); ++i) {
    shown.push_back(std::to_string(drawn.records.keys[i]) + ":" +
                    std::to_string(drawn.records.counts[i]));
  }
  return shown.empty() ? "null" : joined(shown);
}

/// The numbers i^2 mod 50, i < n, over 0..59.
std::string value_counts(std::istream& line, Randomness& randomness) {
  const auto epsilon = read<double>(line);
  const Neighbors declared = neighbors(line);
  std::vector<std::uint64_t> keys;
  for (std::uint64_t i = 0, n = read<std::uint64_t>(line); i < n; ++i) keys.push_back(i * i % 50);
  const KeyInterval domain{0, 59};
  const auto parameters = calibrate_value_counts(domain, epsilon, declared, 0.95);
  const GroupedKeys drawn = draw_value_counts(keys, domain, parameters, randomness);
  std::vector<std::string> shown;
  for (std::size_t i = 0; i < drawn.size(); ++i) {
    shown.push_back(std::to_string(drawn.keys[i]) + ":" + std::to_string(drawn.counts[i]));
  }
  return joined(shown);
}

const AddDraws sanitizing_draws(Draws{{"sanitize-points", points},
                                      {"sanitize-thresholds", distribution},
                                      {"sanitize-thresholds-by-slices", distribution_by_slices},
                                      {"san-thresholds", intervals},
                                      {"count-values", value_counts}});

}  // namespace
}  // namespace logstar::testing
