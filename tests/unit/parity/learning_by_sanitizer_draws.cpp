#include "draws.hpp"
#include "logstar/learning/rectangle_by_sanitizer.hpp"
#include "logstar/learning/threshold_by_sanitizer.hpp"
#include "logstar/sanitizing/distribution.hpp"

namespace logstar::testing {
namespace {

/// Through m quantiles. The accuracy of the calibration does not change the draw.
ThresholdSanitizer by_quantiles(std::uint32_t m, const KeyInterval& domain, double epsilon,
                                Neighbors declared) {
  const auto parameters =
      calibrate_distribution(m, domain.highest - domain.lowest + 1, epsilon, declared, 0.95);
  return [=](const GroupedKeys& data, Randomness& randomness) {
    std::vector<std::uint64_t> keys;
    for (std::size_t i = 0; i < data.size(); ++i) {
      keys.insert(keys.end(), static_cast<std::size_t>(data.counts[i]), data.keys[i]);
    }
    return synthetic_records(sanitize_distribution(keys, domain, parameters, randomness), domain);
  };
}

std::string threshold_by_sanitizer(std::istream& line, Randomness& randomness) {
  const auto epsilon = read<double>(line);
  const auto parameters = calibrate_threshold_by_sanitizer({epsilon, 0}, neighbors(line));
  const auto m = read<std::uint32_t>(line);
  std::vector<std::uint64_t> ones, zeros;
  for (const std::uint64_t key : whole_column(read<std::uint64_t>(line))) {
    (label_of(key) ? ones : zeros).push_back(key);
  }
  const KeyInterval domain{0, 999999};
  return last_of(learn_threshold_by_sanitizer(
      grouped(ones), grouped(zeros), domain, parameters,
      by_quantiles(m, domain, parameters.sanitizer.epsilon, Neighbors::replace), randomness));
}

std::string rectangle_by_sanitizer(std::istream& line, Randomness& randomness) {
  const Loss total = loss(line);
  const Neighbors declared = neighbors(line);
  const auto m = read<std::uint32_t>(line);
  const auto dimensions = read<std::uint64_t>(line);
  const auto n = read<std::uint64_t>(line);
  const auto parameters =
      calibrate_rectangle_by_sanitizer(dimensions, m + 2, total, declared, kBeta / 2);
  const KeyInterval domain{0, 999};
  std::vector<LabelledAxis> axes;
  for (std::uint64_t axis = 0; axis < dimensions; ++axis) {
    std::vector<std::uint64_t> ones, zeros;
    for (std::uint64_t i = 0; i < n; ++i) {
      (in_box(i, dimensions) ? ones : zeros).push_back(coordinate(i, axis));
    }
    axes.push_back({domain, grouped(ones), grouped(zeros)});
  }
  const std::vector<ThresholdSanitizer> sanitizers(
      dimensions, by_quantiles(m, domain, parameters.sanitizer.epsilon, declared));
  const auto box = learn_rectangle_by_sanitizer(axes, parameters, sanitizers, randomness);
  return box ? sides(*box) : "null";
}

const AddDraws learning_by_sanitizer_draws(Draws{
    {"learn-threshold-by-sanitizer", threshold_by_sanitizer},
    {"learn-rectangle-by-sanitizers", rectangle_by_sanitizer}});

}  // namespace
}  // namespace logstar::testing
