// The learners of boxes: their exact laws on tiny grids, and controls.
#include <catch2/catch.hpp>

#include "labelled_axes.hpp"
#include "labelled_databases.hpp"

namespace logstar::testing::rectangle_test {
namespace {

TEST_CASE("outermost: intervals and boxes of two dimensions are (epsilon, delta)-DP") {
  const std::vector<RectangleAxis> line{axis(2)};
  // At the largest losses m is small enough that these few points fill it.
  for (const auto& [epsilon, delta] : {std::pair{4.0, 0.3}, {2.0, 0.2}, {30.0, 0.3}}) {
    const Loss loss{epsilon, delta};
    const auto interval = calibrate_rectangle_outermost(line, loss, Neighbors::add_remove, 0.3);
    if (epsilon > 10) CHECK(interval.outermost <= 3);
    CHECK(check_add_remove(8, 0, 4, epsilon, outermost_learner(line, interval)).within(delta));
    const auto replace = calibrate_rectangle_outermost(line, loss, Neighbors::replace, 0.3);
    CHECK(check_replace(8, 3, epsilon, outermost_learner(line, replace)).within(delta));
  }
  const std::vector<RectangleAxis> square{axis(1), axis(1)};
  const auto box = calibrate_rectangle_outermost(square, {60, 0.3}, Neighbors::add_remove, 0.3);
  CHECK(box.outermost <= 2);
  CHECK(check_add_remove(8, 0, 2, 60, outermost_learner(square, box)).within(0.3));
}

/// The laws of sides that omit one coordinate each.
TEST_CASE("outermost: intervals that tolerate wrong labels are (epsilon, delta)-DP") {
  const std::vector<RectangleAxis> line{axis(2)};
  for (const auto& [epsilon, delta] : {std::pair{4.0, 0.3}, {30.0, 0.3}}) {
    const Loss loss{epsilon, delta};
    const auto interval = calibrate_rectangle_outermost(line, loss, Neighbors::add_remove, 0.3, 1);
    CHECK(check_add_remove(8, 0, 4, epsilon, outermost_learner(line, interval)).within(delta));
    const auto replace = calibrate_rectangle_outermost(line, loss, Neighbors::replace, 0.3, 1);
    CHECK(check_replace(8, 3, epsilon, outermost_learner(line, replace)).within(delta));
  }
}

// If each point of label 0 removes one, a single point may move all of the coordinates of a side.
TEST_CASE("control: outermost points with a tolerance counted in the data are rejected") {
  const std::vector<RectangleAxis> line{axis(2)};
  const auto parameters =
      calibrate_rectangle_outermost(line, {4, 0.01}, Neighbors::add_remove, 0.3);
  const auto counted = [&](const Database& database, Randomness& randomness) {
    auto used = parameters;
    const auto zeros =
        std::ranges::count_if(database, [](std::size_t record) { return record % 2 == 0; });
    used.tolerance = 20 * static_cast<std::uint64_t>(zeros);
    return outermost_learner(line, used)(database, randomness);
  };
  const auto report = [&](const auto& learner) {
    Database ones(20, 1);            // at key 0
    ones.insert(ones.end(), 40, 7);  // at key 3
    const auto law = [&](const Database& database) {
      return enumerate([&](Randomness& r) { return learner(database, r); }, 1e-9L);
    };
    PrivacyCheck check(4, "add-remove", "a constructed pair, a point of label 0 more");
    check.pair(law(ones), law(with(ones, 0)));
    return check.report();
  };
  CHECK_FALSE(report(counted).within(0.01 + 1e-6));
  CHECK(report(outermost_learner(line, parameters)).within(0.01 + 1e-6));
}

}  // namespace
}  // namespace logstar::testing::rectangle_test
