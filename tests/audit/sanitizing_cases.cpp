// Sanitizers: noisy counts of items, and distributions of numbers.
#include <algorithm>
#include <cmath>

#include "audit.hpp"
#include "logstar/sanitizing/distribution.hpp"
#include "logstar/sanitizing/san_points.hpp"
#include "logstar/sanitizing/san_thresholds.hpp"
#include "logstar/sanitizing/stable_histogram.hpp"
#include "logstar/sanitizing/value_counts.hpp"
#include "neighbors.hpp"

namespace logstar::testing {
namespace {

/// The noisy counts of the first two items in steps of a fixed width, or whether they are missing.
std::int64_t code(const std::vector<NoisyPoint>& points, std::int64_t count, std::int64_t width) {
  std::int64_t seen[] = {0, 0};
  for (const NoisyPoint& point : points) {
    if (point.index > 1) continue;
    const auto steps = static_cast<double>(point.count - count) / static_cast<double>(width);
    seen[point.index] = static_cast<std::int64_t>(std::clamp(std::floor(steps), -4.0, 4.0)) + 5;
  }
  return seen[0] * 10 + seen[1];
}

/// Two hundred items, of which two are frequent. The neighbour has one more of the first; under replace it
/// replaces one of the second.
std::vector<std::int64_t> counts_of(std::int64_t count, Neighbors neighbors, bool second) {
  std::vector<std::int64_t> counts(200, 5);
  counts[0] = count + second;
  counts[1] = count + (neighbors == Neighbors::replace && !second);
  return counts;
}

void require_counts(std::int64_t count, Neighbors neighbors) {
  require_counts_of_neighbors(counts_of(count, neighbors, false), counts_of(count, neighbors, true),
                              neighbors, 1);
}

AuditCase histogram_case(Neighbors neighbors) {
  require_counts(100, neighbors);
  const Loss loss{1, 1e-3};
  const auto parameters = calibrate_stable_histogram(loss, neighbors);
  return {"sanitizePoints", "stable", text_of(neighbors), loss, [=](bool second, Randomness& r) {
            return code(stable_histogram(counts_of(100, neighbors, second), parameters, r), 101, 1);
          }};
}

AuditCase rounds_case(const std::string& mode, SanPointsCalibration calibration,
                      Neighbors neighbors, double epsilon, std::int64_t count, std::int64_t width) {
  const Loss loss{epsilon, 1e-3};
  require_counts(count, neighbors);
  const auto parameters = calibrate_san_points(calibration, 1, loss, neighbors, 0.05);
  return {"sanitizePoints", mode, text_of(neighbors), loss, [=](bool second, Randomness& r) {
            const auto counts = counts_of(count, neighbors, second);
            return code(san_points(counts, parameters, r), count + 1, width);
          }};
}

/// The median of four hundred records, ten of them at one value between a short gap and a long one;
/// the neighbour has one more above them; under replace it replaces one below.
AuditCase distribution_case(Neighbors neighbors) {
  const KeyInterval domain{0, UINT32_MAX};
  const auto parameters = calibrate_distribution(1, domain.size(), 1, neighbors, 0.95);
  const auto records = [=](bool second) {
    const std::size_t goes = second && neighbors == Neighbors::replace ? 1 : 0;
    std::vector<std::uint64_t> keys(195 - goes, 1'000'000'000);
    keys.insert(keys.end(), 10, 1'000'100'000);
    keys.insert(keys.end(), 195 + second, 1'000'500'000);
    return keys;
  };
  require_neighbors(records(false), records(true), neighbors);
  return {"sanitizeThresholds",
          "quantiles",
          text_of(neighbors),
          {1, 0},
          [=](bool second, Randomness& r) {
            const auto found = sanitize_distribution(records(second), domain, parameters, r);
            return static_cast<std::int64_t>(found[0] / 50'000);
          }};
}

/// As many records as slices need, in two clusters around a few records in the middle. The neighbour has one more
/// above them; under replace it replaces one below. The answer: the middle one of three points.
AuditCase sliced_distribution_case(Neighbors neighbors) {
  const KeyInterval domain{0, UINT32_MAX};
  const auto parameters =
      calibrate_distribution_of(3, domain, {1, 1e-6}, neighbors, 0.95, DistributionMethod::slices);
  const auto half = static_cast<std::size_t>(parameters.least_records / 2);
  const auto records = [=](bool second) {
    const std::size_t goes = second && neighbors == Neighbors::replace ? 1 : 0;
    std::vector<std::uint64_t> keys(half - goes, 1'000'000'000);
    keys.insert(keys.end(), 10, 1'000'100'000);
    keys.insert(keys.end(), half + second, 1'000'500'000);
    return keys;
  };
  require_neighbors(records(false), records(true), neighbors);
  return {"sanitizeThresholds",
          "slices",
          text_of(neighbors),
          {1, 1e-6},
          [=](bool second, Randomness& r) {
            const auto found = sanitize_distribution(records(second), domain, parameters, r);
            return static_cast<std::int64_t>(found[1] / 50'000);
          }};
}

/// Twenty records of each of a hundred values. The neighbour has one more of one value; under replace it
/// replaces another. The answer: the number of synthetic records with both.
AuditCase value_counts_case(Neighbors neighbors) {
  const KeyInterval domain{0, 99};
  const auto parameters = calibrate_value_counts(domain, 1, neighbors, 0.95);
  const auto records = [=](bool second) {
    std::vector<std::uint64_t> keys;
    for (std::uint64_t key = 0; key < 100; ++key) keys.insert(keys.end(), 20, key);
    if (second || neighbors == Neighbors::replace) keys.push_back(second ? 30 : 70);
    return keys;
  };
  require_neighbors(records(false), records(true), neighbors);
  return {
      "sanitizeThresholds", "counts", text_of(neighbors), {1, 0}, [=](bool second, Randomness& r) {
        const auto found = draw_value_counts(records(second), domain, parameters, r);
        std::vector<NoisyPoint> points;
        for (std::size_t i = 0; i < found.size(); ++i) {
          const auto count = static_cast<std::int64_t>(found.counts[i]);
          if (found.keys[i] == 30) points.push_back({0, count});
          if (found.keys[i] == 70) points.push_back({1, count});
        }
        return code(points, 21, 1);
      }};
}

/// A call of SanThresholds, with its least declared size, on thirty records of 16 bits with the same value, and
/// one more; a replaced record had another value. The answer: the number of synthetic records with it.
AuditCase paper_case(Neighbors neighbors) {
  SanThresholdsRequest request;
  request.accuracy = 1;
  request.size = 32;
  request.bits = 16;
  request.loss = {16, 1e-3};
  request.neighbors = neighbors;
  request.calls = 1;
  const auto parameters = calibrate_san_thresholds(request);
  const auto records = [=](bool second) {
    std::vector<std::uint64_t> keys(second ? 31 : 30, 40'000);
    if (!second && neighbors == Neighbors::replace) keys.push_back(5);
    return keys;
  };
  require_neighbors(records(false), records(true), neighbors);
  return {"sanitizeThresholds", "paper", text_of(neighbors), request.loss,
          [=](bool second, Randomness& r) {
            const auto found = san_thresholds(grouped(records(second)), {0, 0xffff}, parameters, r);
            std::int64_t code = found.complete;
            for (std::size_t i = 0; i < found.records.size(); ++i) {
              const auto count = static_cast<std::int64_t>(found.records.counts[i]);
              if (found.records.keys[i] == 40'000) code += 2 * (count + 1);
            }
            return code;
          }};
}

}  // namespace

AuditCases sanitizing_cases() {
  using enum Neighbors;
  using enum SanPointsCalibration;
  return {
      histogram_case(add_remove),
      histogram_case(replace),
      rounds_case("rounds", tight, add_remove, 4, 10, 1),
      rounds_case("rounds", tight, replace, 4, 20, 1),
      rounds_case("paper", paper, add_remove, 8, 400, 10),
      rounds_case("paper", paper, replace, 8, 400, 10),
      distribution_case(add_remove),
      distribution_case(replace),
      sliced_distribution_case(add_remove),
      sliced_distribution_case(replace),
      value_counts_case(add_remove),
      value_counts_case(replace),
      paper_case(add_remove),
      paper_case(replace),
  };
}

}  // namespace logstar::testing
