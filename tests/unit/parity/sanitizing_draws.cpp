#include <algorithm>

#include "draws.hpp"
#include "sanitizing/distribution.hpp"
#include "sanitizing/san_points.hpp"
#include "sanitizing/stable_histogram.hpp"

namespace logstar::testing {
namespace {

/// Items i with floor(60 / (i + 1)) records.
std::string points(std::istream& line, Randomness& randomness) {
  const auto method = read<std::string>(line);
  const Loss total = loss(line);
  const Neighbors declared = neighbors(line);
  const auto accuracy = read<double>(line);
  std::vector<std::int64_t> counts;
  for (std::int64_t i = 0, n = read<std::int64_t>(line); i < n; ++i) counts.push_back(60 / (i + 1));
  const auto found =
      method == "rounds"
          ? san_points(
                counts,
                calibrate_san_points(SanPointsCalibration::tight, accuracy, total, declared, kBeta),
                randomness)
          : stable_histogram(counts, calibrate_stable_histogram(total, declared), randomness);
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

}  // namespace

Draws sanitizing_draws() {
  return {{"sanitize-points", points}, {"sanitize-thresholds", distribution}};
}

}  // namespace logstar::testing
