// Learners and sanitizers on some hundred to a thousand records.
#include <string>

#include "audit.hpp"
#include "learning/point.hpp"
#include "learning/rectangle.hpp"
#include "learning/threshold.hpp"
#include "sanitizing/distribution.hpp"
#include "sanitizing/san_points.hpp"
#include "sanitizing/stable_histogram.hpp"
#include "selection/exponential.hpp"

namespace logstar::testing {
namespace {

AuditCase point_case(const std::string& mode, PointAlgorithm algorithm) {
  const Loss loss{1, 1e-3};
  const auto parameters = calibrate_point(algorithm, loss, Neighbors::add_remove, 0.5);
  // As many records of the item as are found half of the time, and one more.
  return {"learnPoint", mode, "add-remove", loss, [=](bool second, Randomness& r) {
            const std::vector<std::int64_t> ones = {parameters.errors + (second ? 1 : 0), 1, 1};
            const auto item = learn_point(ones, parameters, r);
            return item ? static_cast<std::int64_t>(*item) : -1;
          }};
}

/// Labels are 1 below 2^31; the neighbour has a record more, of the wrong label, far above.
AuditCase threshold_case(ThresholdAlgorithm algorithm, std::size_t n) {
  ThresholdTask task;
  task.bits = 32;
  task.domain = WideInterval::all(32);
  task.loss = {1, algorithm == ThresholdAlgorithm::exponential ? 0 : 1e-6};
  const ThresholdDraw draw = calibrate_threshold(algorithm, task);
  return {"learnThreshold", std::string(name_of(algorithm)), "add-remove", task.loss,
          [=](bool second, Randomness& r) {
            LabelledKeys data{KeyArray(32), KeyArray(32)};
            const std::uint64_t middle = std::uint64_t(1) << 31;
            for (std::uint64_t i = 0; i < n; ++i) {
              (i % 2 == 0 ? data.ones : data.zeros)
                  .append(WideKey{i % 2 == 0 ? middle - 1'000'000 * (i + 1)
                                             : middle + 1'000'000 * (i + 1)});
            }
            if (second) data.ones.append(WideKey{middle + 500'000});
            const auto found = learn_threshold(draw, task, std::move(data), r);
            if (!found) return std::int64_t(-2);
            if (!found->last) return std::int64_t(-1);
            const auto distance =
                static_cast<std::int64_t>(found->last->front()) - static_cast<std::int64_t>(middle);
            return std::clamp<std::int64_t>(distance / 1'000'000, -40, 40) +
                   (distance < 0 ? 100 : 200);
          }};
}

AuditCase rectangle_case(RectangleAlgorithm algorithm) {
  const RectangleAxis axis{16, WideInterval::all(16)};
  RectangleTask task;
  task.axes = {axis, axis};
  task.loss = {2, 1e-6};
  const auto draw = calibrate_rectangle(algorithm, task);
  return {"learnRectangle", std::string(name_of(algorithm)), "add-remove", task.loss,
          [=](bool second, Randomness& r) {
            std::vector<KeyArray> ones(2, KeyArray(16));
            for (std::uint64_t i = 0; i < (second ? 1001u : 1000u); ++i) {
              for (KeyArray& keys : ones) keys.append(WideKey{i == 1000 ? 0 : 20'000 + i});
            }
            const auto box = learn_rectangle(draw, task, ones, r);
            if (!box) return std::int64_t(-1);
            return static_cast<std::int64_t>(box->lowest[0].front() / 64);
          }};
}

/// 41 rules over 400 public values; one label flipped beside the border.
AuditCase rules_case(const std::string& mechanism, const std::string& neighbors, double draw) {
  return {mechanism, "", neighbors, {1, 0}, [=](bool second, Randomness& r) {
            std::vector<std::int64_t> right(41);
            for (std::int64_t t = 0; t <= 40; ++t) {
              right[static_cast<std::size_t>(t)] = 400 - (t > 20 ? t - 20 : 20 - t);
              const bool flipped = neighbors == "one label flipped";
              if (second) right[static_cast<std::size_t>(t)] += t > 20 ? 1 : flipped ? -1 : 0;
            }
            return static_cast<std::int64_t>(exponential_choice(right, draw, r));
          }};
}

std::int64_t code(const std::vector<NoisyPoint>& points) {
  for (const NoisyPoint& point : points) {
    if (point.index == 0) return point.count;
  }
  return -1'000'000;
}

AuditCase histogram_case() {
  const Loss loss{1, 1e-3};
  const auto parameters = calibrate_stable_histogram(loss, Neighbors::add_remove);
  return {"sanitizePoints", "stable", "add-remove", loss, [=](bool second, Randomness& r) {
            std::vector<std::int64_t> counts(200, 5);
            counts[0] = second ? 101 : 100;
            return code(stable_histogram(counts, parameters, r));
          }};
}

AuditCase rounds_case() {
  const Loss loss{1, 1e-3};
  const auto parameters =
      calibrate_san_points(SanPointsCalibration::tight, 0.5, loss, Neighbors::add_remove, 0.05);
  return {"sanitizePoints", "rounds", "add-remove", loss, [=](bool second, Randomness& r) {
            const std::vector<std::int64_t> counts = {second ? 101 : 100, 90, 80, 1, 1, 1};
            return code(san_points(counts, parameters, r));
          }};
}

AuditCase distribution_case() {
  const auto parameters =
      calibrate_distribution(7, Natural(1) << 32, 1, Neighbors::add_remove, 0.95);
  return {"sanitizeThresholds", "", "add-remove", {1, 0}, [=](bool second, Randomness& r) {
            std::vector<std::uint64_t> keys;
            for (std::uint64_t i = 0; i < 400; ++i)
              keys.push_back(i % 2 == 0 ? 1000 : 3'000'000'000);
            if (second) keys.push_back(4'000'000'000);
            const auto found =
                sanitize_distribution(keys, {0, (std::uint64_t(1) << 32) - 1}, parameters, r);
            std::int64_t below = 0;
            for (const std::uint64_t z : found)
              below = below * 3 + (z < 2000 ? 0 : z < 3'000'000'000 ? 1 : 2);
            return below;
          }};
}

}  // namespace

std::vector<AuditCase> learning_cases() {
  return {point_case("stable", PointAlgorithm::stable_choice),
          point_case("gap", PointAlgorithm::gap_test),
          threshold_case(ThresholdAlgorithm::exponential, 100),
          threshold_case(ThresholdAlgorithm::prefix, 300),
          threshold_case(ThresholdAlgorithm::interior_point, 300),
          threshold_case(ThresholdAlgorithm::rec_concave, 1000),
          rectangle_case(RectangleAlgorithm::outermost),
          rectangle_case(RectangleAlgorithm::slices),
          rules_case("learnLabelPrivate", "one label flipped", 0.5),
          rules_case("learnSemiPrivate", "add-remove", 1),
          histogram_case(),
          rounds_case(),
          distribution_case()};
}

}  // namespace logstar::testing
