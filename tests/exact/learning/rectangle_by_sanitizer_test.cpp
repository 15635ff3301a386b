// Boxes through a sanitizer: the exact law with a sanitizer that uses all of its loss, and a
// control.
#include "logstar/learning/rectangle_by_sanitizer.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "clipped_noise.hpp"
#include "labelled_databases.hpp"

namespace logstar::testing {
namespace {

/// Tightly (epsilon, delta)-DP under add-remove: one key, drawn by its frequency, or with probability delta the
/// data themselves.
ThresholdSanitizer toy(const Loss& loss, std::uint64_t highest) {
  return [=](const GroupedKeys& data, Randomness& randomness) {
    if (randomness.bernoulli_exp(Rational::of(-std::log(loss.delta)))) return data;
    std::vector<std::int64_t> scores(static_cast<std::size_t>(highest) + 1, 0);
    for (std::size_t i = 0; i < data.size(); ++i) {
      scores[static_cast<std::size_t>(data.keys[i])] = static_cast<std::int64_t>(data.counts[i]);
    }
    ScoreList candidates(scores);
    return grouped({randomness.weighted_choice(candidates, loss.epsilon, std::nullopt)});
  };
}

/// Record r has label r % 2 and the coordinates of r / 2, `bits` bits an axis.
auto learner(const RectangleBySanitizerParameters& parameters, std::uint32_t bits,
             const Loss& sanitizer) {
  return [=](const Database& database, Randomness& randomness) {
    // Exact: no count with noise beyond it is on the other side of `significant`.
    ClippedNoise noise(randomness,
                       parameters.significant + static_cast<std::int64_t>(database.size()));
    const std::uint64_t highest = (std::uint64_t(1) << bits) - 1;
    std::vector<LabelledAxis> axes;
    for (std::uint32_t shift = 1; axes.size() < parameters.axes; shift += bits) {
      std::vector<std::uint64_t> keys[2];
      for (const std::size_t record : database) {
        keys[record % 2].push_back(record >> shift & highest);
      }
      axes.push_back({{0, highest}, grouped(keys[1]), grouped(keys[0])});
    }
    const std::vector<ThresholdSanitizer> sanitizers(axes.size(), toy(sanitizer, highest));
    const auto box = learn_rectangle_by_sanitizer(axes, parameters, sanitizers, noise);
    std::vector<std::uint64_t> sides;
    if (!box) return sides;
    for (std::size_t i = 0; i < axes.size(); ++i) {
      sides.push_back(box->lowest[i].front());
      sides.push_back(box->highest[i].front());
    }
    return sides;
  };
}

TEST_CASE("intervals and boxes through a sanitizer are (epsilon, delta)-DP") {
  for (const auto& [epsilon, delta] : {std::pair{2.0, 0.2}, {6.0, 0.05}}) {
    auto interval =
        calibrate_rectangle_by_sanitizer(1, 1, {epsilon, delta}, Neighbors::add_remove, 0.5);
    for (const std::int64_t significant : {1, 2}) {
      interval.significant = significant;
      const auto run = learner(interval, 2, interval.sanitizer);
      const auto report = check_add_remove(4, 0, 3, epsilon, run);
      CHECK(report.within(delta));
      CHECK(report.worst_delta > 0.001L * delta);
    }
    auto replace =
        calibrate_rectangle_by_sanitizer(1, 1, {epsilon, delta}, Neighbors::replace, 0.5);
    replace.significant = 1;
    const auto run = learner(replace, 2, add_remove_for_replace(replace.sanitizer));
    CHECK(check_replace(4, 2, epsilon, run).within(delta));
  }
  auto box = calibrate_rectangle_by_sanitizer(2, 1, {8, 0.3}, Neighbors::add_remove, 0.5);
  box.significant = 1;
  CHECK(check_add_remove(8, 0, 2, 8, learner(box, 1, box.sanitizer)).within(0.3));
}

TEST_CASE("control: cells counted with a quarter of the noise are rejected") {
  auto parameters = calibrate_rectangle_by_sanitizer(1, 1, {2, 0.01}, Neighbors::add_remove, 0.5);
  parameters.count_epsilon *= 4;
  parameters.significant = 1;
  const auto run = learner(parameters, 2, parameters.sanitizer);
  CHECK_FALSE(check_add_remove(6, 0, 2, 2, run).within(0.01));
}

TEST_CASE("control: cells counted for added points are rejected for changed points") {
  auto parameters = calibrate_rectangle_by_sanitizer(1, 1, {4, 0.01}, Neighbors::add_remove, 0.5);
  parameters.significant = 1;
  const auto run = learner(parameters, 2, add_remove_for_replace(parameters.sanitizer));
  CHECK_FALSE(check_replace(6, 2, 4, run).within(0.01));
}

}  // namespace
}  // namespace logstar::testing
