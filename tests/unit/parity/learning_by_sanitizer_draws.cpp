#include "draws.hpp"
#include "logstar/learning/quantile_sanitizer.hpp"
#include "logstar/learning/rectangle_by_sanitizer.hpp"
#include "logstar/learning/rectangle_by_sanitizer_release.hpp"
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

const KeyInterval kAxis{0, 999};

std::vector<LabelledAxis> axes_of(std::uint64_t dimensions, std::uint64_t n) {
  std::vector<LabelledAxis> axes;
  for (std::uint64_t axis = 0; axis < dimensions; ++axis) {
    std::vector<std::uint64_t> ones, zeros;
    for (std::uint64_t i = 0; i < n; ++i) {
      (in_box(i, dimensions) ? ones : zeros).push_back(coordinate(i, axis));
    }
    axes.push_back({kAxis, grouped(ones), grouped(zeros)});
  }
  return axes;
}

std::string rectangle_by_sanitizer(std::istream& line, Randomness& randomness) {
  const Loss total = loss(line);
  const Neighbors declared = neighbors(line);
  const auto m = read<std::uint32_t>(line);
  const auto dimensions = read<std::uint64_t>(line);
  const auto parameters =
      calibrate_rectangle_by_sanitizer(dimensions, m + 2, total, declared, kBeta / 2);
  const std::vector<ThresholdSanitizer> sanitizers(
      dimensions, by_quantiles(m, kAxis, parameters.sanitizer.epsilon, declared));
  const auto axes = axes_of(dimensions, read<std::uint64_t>(line));
  const auto box = learn_rectangle_by_sanitizer(axes, parameters, sanitizers, randomness);
  return box ? sides(*box) : "null";
}

/// The lengths of slices depend on the confidence, 0.95 by default.
std::string rectangle_by_slices(std::istream& line, Randomness& randomness) {
  RectangleBySanitizerRelease::Task task;
  task.loss = loss(line);
  task.neighbors = neighbors(line);
  task.quantiles = read<std::uint64_t>(line);
  task.domains.assign(read<std::size_t>(line), kAxis);
  task.method = DistributionMethod::slices;
  const auto plan = RectangleBySanitizerRelease::plan(task);
  std::vector<ThresholdSanitizer> sanitizers;
  for (const auto& axis : plan.quantiles) sanitizers.push_back(sanitizer_by_quantiles(axis, kAxis));
  const auto axes = axes_of(task.domains.size(), read<std::uint64_t>(line));
  const auto box = learn_rectangle_by_sanitizer(axes, plan.learner, sanitizers, randomness);
  return box ? sides(*box) : "null";
}

const AddDraws learning_by_sanitizer_draws(Draws{
    {"learn-threshold-by-sanitizer", threshold_by_sanitizer},
    {"learn-rectangle-by-sanitizers", rectangle_by_sanitizer},
    {"learn-rectangle-by-slices", rectangle_by_slices}});

}  // namespace
}  // namespace logstar::testing
