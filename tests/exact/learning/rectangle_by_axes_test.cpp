// Boxes learned axis by axis: their exact laws on tiny grids, and controls.
#include "logstar/learning/rectangle_by_axes.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <vector>

#include "labelled_databases.hpp"
#include "logstar/learning/distance_quantile.hpp"

namespace logstar::testing {
namespace {

std::vector<RectangleAxis> grid(std::size_t dimensions, std::uint32_t bits) {
  return std::vector<RectangleAxis>(dimensions, {bits, WideInterval::all(bits)});
}

/// The sides of the box, empty without a box.
auto learner_by_axes(const std::vector<RectangleAxis>& axes,
                     const RectangleByAxesParameters& parameters) {
  return [=](const Database& database, Randomness& randomness) {
    const auto box =
        learn_rectangle_by_axes(points_of(database, axes), axes, parameters, randomness);
    return sides_of(box);
  };
}

TEST_CASE("axis by axis: intervals and boxes of two dimensions are epsilon-DP") {
  for (const double epsilon : {0.5, 2.0}) {
    const auto line = grid(1, 2);
    const auto interval = calibrate_rectangle_by_axes(line, epsilon, Neighbors::add_remove, 0.1);
    const auto added = check_add_remove(8, 0, 3, epsilon, learner_by_axes(line, interval));
    CHECK(added.within(0));
    CHECK(added.largest_log_ratio > 0.6L * static_cast<long double>(epsilon));
    const auto replace = calibrate_rectangle_by_axes(line, epsilon, Neighbors::replace, 0.1);
    CHECK(check_replace(8, 2, epsilon, learner_by_axes(line, replace)).within(0));

    const auto square = grid(2, 1);
    const auto box = calibrate_rectangle_by_axes(square, epsilon, Neighbors::add_remove, 0.1);
    CHECK(check_add_remove(8, 0, 3, epsilon, learner_by_axes(square, box)).within(0));
    const auto moved = calibrate_rectangle_by_axes(square, epsilon, Neighbors::replace, 0.1);
    CHECK(check_replace(8, 2, epsilon, learner_by_axes(square, moved)).within(0));
  }
}

// A point may cross the centre from one side to the other, so both ends of an interval move.
TEST_CASE("control: axis by axis at a rate for added points is rejected if points are replaced") {
  const auto line = grid(1, 2);
  auto parameters = calibrate_rectangle_by_axes(line, 2, Neighbors::replace, 0.1);
  parameters.step.draw_epsilon *= 2;
  CHECK_FALSE(check_replace(8, 2, 2, learner_by_axes(line, parameters)).within(0));
}

TEST_CASE("control: axis by axis with a centre that depends on the data is rejected") {
  const auto line = grid(1, 2);
  auto parameters = calibrate_rectangle_by_axes(line, 2, Neighbors::add_remove, 0.1);
  parameters.centre.draw_epsilon = 1000;
  CHECK_FALSE(check_add_remove(8, 0, 3, 2, learner_by_axes(line, parameters)).within(0));
}

/// A number of records with one label at one place (first, second) of a 4 x 4 grid.
struct Cluster {
  std::size_t count;
  std::size_t label;
  std::size_t first;
  std::size_t second;
};
Database clusters(const std::vector<Cluster>& all) {
  Database database;
  for (const auto& [count, label, first, second] : all) {
    database.insert(database.end(), count, label | first << 1 | second << 3);
  }
  return database;
}

// With fewer ones at 0 of the second axis, its first range reaches 3 with probability 1/6. There, points of
// label 0 turn the first axis' interval away from 3.
TEST_CASE("axis by axis: a point that widens a first range is within epsilon, a control is not") {
  const double epsilon = 4;
  const auto square = grid(2, 2);
  const auto parameters = calibrate_rectangle_by_axes(square, epsilon, Neighbors::add_remove, 0.1);
  const auto report = [&](const RectangleByAxesParameters& used) {
    const auto law = [&](std::size_t ones) {
      const Database database =
          clusters({{ones, 1, 3, 0}, {1, 1, 0, 0}, {40, 1, 3, 3}, {200, 0, 3, 3}});
      return enumerate([&](Randomness& r) { return learner_by_axes(square, used)(database, r); },
                       1e-9L);
    };
    PrivacyCheck check(epsilon, "add-remove", "a constructed pair, points at three places");
    check.pair(law(119), law(120));
    return check.report();
  };
  CHECK(report(parameters).within(1e-6));
  auto read_off = parameters;
  read_off.side_epsilon = 1000;
  CHECK_FALSE(report(read_off).within(1e-6));
}

TEST_CASE("a quantile of distances is drawn by public weights and the exponential of its score") {
  const QuantileFraction tau{3, 4};
  const double rate = 0.3;
  constexpr long double kWeights[] = {1, 1, 0.5L, 0.5L, 0.25L, 0.25L};  // of distances 0 to 5
  for (const std::vector<std::uint64_t>& distances :
       {std::vector<std::uint64_t>{}, {0}, {5}, {1, 1, 4}, {0, 2, 3, 3, 5}}) {
    const auto law = enumerate(
        [&](Randomness& r) { return draw_distance_quantile(distances, 5, tau, rate, r); });
    long double total = 0;
    std::vector<long double> expected;
    for (std::uint64_t z = 0; z <= 5; ++z) {
      std::int64_t less = 0;
      std::int64_t most = 0;
      for (const std::uint64_t x : distances) {
        less += x < z;
        most += x <= z;
      }
      const RankScore score{RankScore::Kind::quantile, static_cast<std::int64_t>(distances.size()),
                            tau};
      expected.push_back(kWeights[z] *
                         std::exp(rate * static_cast<long double>(score(less, most))));
      total += expected.back();
    }
    for (std::uint64_t z = 0; z <= 5; ++z) {
      INFO(distances.size() << " distances, " << z);
      CHECK(static_cast<double>(law.mass.at(z)) ==
            Approx(static_cast<double>(expected[z] / total)).epsilon(1e-9));
    }
  }
}

}  // namespace
}  // namespace logstar::testing
