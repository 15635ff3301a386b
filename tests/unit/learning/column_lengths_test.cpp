// Columns of the same records with different lengths: every function read past the end of the shorter column,
// or paired records with their neighbours' values.
#include <catch2/catch.hpp>

#include "failing_randomness.hpp"
#include "logstar/domain/grouped_keys.hpp"
#include "logstar/learning/public_rules.hpp"
#include "logstar/learning/rectangle.hpp"
#include "logstar/learning/rectangle_by_sanitizer.hpp"
#include "logstar/learning/rule_choice.hpp"
#include "logstar/learning/threshold_by_sanitizer.hpp"
#include "logstar/randomness/exact_randomness.hpp"
#include "logstar/sanitizing/san_thresholds.hpp"
#include "seeded_bits.hpp"

namespace logstar::testing {
namespace {

/// Refuses every draw, so a call that throws another error threw it earlier.
class NoRandomness {
 public:
  NoRandomness() { failing_.refuse_after(0); }
  operator Randomness&() { return failing_; }

 private:
  SeededBits bits_{1};
  ExactRandomness exact_{bits_};
  FailingRandomness failing_{exact_};
};

KeyArray keys(std::size_t size) { return KeyArray(4, std::vector<std::uint64_t>(size, 3)); }

TEST_CASE("points with axes of different lengths are rejected before any draw") {
  RectangleTask task;
  task.axes = {{4, WideInterval::all(4)}, {4, WideInterval::all(4)}};
  task.loss = {1, 1e-6};
  for (const auto algorithm : {RectangleAlgorithm::outermost, RectangleAlgorithm::slices,
                               RectangleAlgorithm::axis_by_axis}) {
    const RectangleDraw draw = calibrate_rectangle(algorithm, task);
    const auto learn = [&](const std::vector<KeyArray>& ones) {
      NoRandomness none;
      const std::vector<bool> labels(ones.empty() ? 0 : ones.front().size(), true);
      return learn_rectangle(draw, task, {ones, labels}, none);
    };
    CHECK_THROWS_WITH(learn({keys(5), keys(4)}),
                      "an axis' coordinates must be as many as the first one's, 5, got 4");
    CHECK_THROWS_WITH(learn({keys(0), keys(1)}),
                      "an axis' coordinates must be as many as the first one's, 0, got 1");
    CHECK_THROWS_WITH(learn({keys(5)}), "columns must be as many as axes, 2, got 1");
    CHECK_THROWS_WITH(learn({keys(5), keys(5), keys(5)}),
                      "columns must be as many as axes, 2, got 3");
    CHECK_THROWS_WITH(learn({}), "columns must be as many as axes, 2, got 0");
    CHECK_THROWS_AS(learn({keys(5), keys(5)}), EntropyUnavailable);  // control
  }
}

TEST_CASE("boxes from public points reject axes and labels of different lengths") {
  const auto boxes = [](const std::vector<KeyArray>& building, const LabelledPoints& records) {
    return PublicBoxes(building, records).rules();
  };
  const std::vector<bool> labels{true, false, true};
  CHECK_NOTHROW(boxes({keys(2), keys(2)}, {{keys(3), keys(3)}, labels}));
  CHECK_THROWS_WITH(boxes({keys(2), keys(1)}, {{keys(3), keys(3)}, labels}),
                    "an axis' coordinates must be as many as the first one's, 2, got 1");
  CHECK_THROWS_WITH(boxes({keys(2), keys(2)}, {{keys(3), keys(2)}, labels}),
                    "an axis' coordinates must be as many as the first one's, 3, got 2");
  CHECK_THROWS_WITH(boxes({keys(2), keys(2)}, {{keys(4), keys(4)}, labels}),
                    "labels must be as many as records, 4, got 3");
  CHECK_THROWS_WITH(boxes({keys(2), keys(2)}, {{keys(3)}, labels}),
                    "columns must be as many as axes, 2, got 1");
  CHECK_THROWS_WITH(boxes({keys(2)}, {{}, labels}), "columns must be as many as axes, 1, got 0");
}

TEST_CASE(
    "a box through sanitizers rejects axes of different points, and axes without a sanitizer") {
  const KeyInterval domain{0, 15};
  const auto parameters =
      calibrate_rectangle_by_sanitizer(2, 1, {1, 0}, Neighbors::add_remove, 0.1);
  const ThresholdSanitizer sanitizer = [](const GroupedKeys& data, Randomness&) { return data; };
  const auto axis = [&](std::uint64_t ones, std::uint64_t zeros) {
    return LabelledAxis{domain, grouped({3}, {ones}), grouped({5}, {zeros})};
  };
  const auto learn = [&](const std::vector<LabelledAxis>& axes, std::size_t sanitizers) {
    NoRandomness none;
    return learn_rectangle_by_sanitizer(
        axes, parameters, std::vector<ThresholdSanitizer>(sanitizers, sanitizer), none);
  };
  const auto message = "an axis' coordinates must be as many as the first one's, 4, got 5";
  CHECK_THROWS_WITH(learn({axis(4, 7), axis(5, 7)}, 2), message);
  CHECK_THROWS_WITH(learn({axis(7, 4), axis(7, 5)}, 2), message);
  CHECK_THROWS_WITH(learn({axis(4, 7), axis(4, 7)}, 1),
                    "sanitizers must be as many as axes, 2, got 1");
  CHECK_THROWS_WITH(learn({axis(4, 7)}, 1), "axes must be as many as calibrated for, 2, got 1");
  LabelledAxis torn = axis(4, 7);
  torn.ones.counts.push_back(0);
  CHECK_THROWS_WITH(learn({axis(4, 7), torn}, 2), "counts must be as many as keys, 1, got 2");
  CHECK_THROWS_AS(learn({axis(4, 7), axis(4, 7)}, 2), EntropyUnavailable);  // control
}

TEST_CASE("keys and counts of different lengths are rejected before any draw") {
  const auto message = "counts must be as many as keys, 2, got 1";
  CHECK_THROWS_WITH(grouped({1, 2}, {3}), message);
  CHECK_THROWS_WITH(grouped({1}, {3, 4}), "counts must be as many as keys, 1, got 2");
  const GroupedKeys torn{{1, 2}, {3}};
  CHECK_THROWS_WITH(records_before(torn), message);
  CHECK_THROWS_WITH(filled_up(torn, 5, 15), message);
  const auto learner = calibrate_threshold_by_sanitizer({1, 0}, Neighbors::add_remove);
  const ThresholdSanitizer sanitizer = [](const GroupedKeys& data, Randomness&) { return data; };
  NoRandomness none;
  CHECK_THROWS_WITH(learn_threshold_by_sanitizer(torn, {}, {0, 15}, learner, sanitizer, none),
                    message);
  CHECK_THROWS_WITH(learn_threshold_by_sanitizer({}, torn, {0, 15}, learner, sanitizer, none),
                    message);
  SanThresholdsRequest request;
  request.size = 1u << 20;
  request.bits = 4;
  request.loss = {1, 1e-6};
  CHECK_THROWS_WITH(san_thresholds(torn, {0, 15}, calibrate_san_thresholds(request), none),
                    message);
}

TEST_CASE("rules never predict for more or fewer values than labels") {
  const std::vector<int> values{1, 2, 3};
  const auto rule = [](int value) { return value > 1; };
  CHECK_THROWS_WITH(right_labels(rule, std::span<const int>(values), {true, true}),
                    "labels must be as many as values, 3, got 2");
  CHECK(right_labels(rule, std::span<const int>(values), {true, true, true}) == 2);
}

}  // namespace
}  // namespace logstar::testing
