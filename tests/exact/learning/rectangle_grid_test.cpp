// Boxes of a public grid: their exact laws, their accuracy statements, and controls.
#include "logstar/learning/rectangle_grid.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <vector>

#include "labelled_databases.hpp"

namespace logstar::testing {
namespace {

constexpr double kBeta = 0.2;

std::vector<RectangleAxis> cells(std::size_t dimensions, std::uint32_t bits, std::uint64_t number) {
  return std::vector<RectangleAxis>(dimensions, {bits, WideInterval::all(bits), number, {}});
}

auto learner_by_grid(const std::vector<RectangleAxis>& axes,
                     const RectangleGridParameters& parameters) {
  return [=](const Database& database, Randomness& randomness) {
    return sides_of(learn_rectangle_grid(points_of(database, axes), axes, parameters, randomness));
  };
}

TEST_CASE("grid: a box of a public grid is epsilon-DP, and uses all of epsilon") {
  const auto line = cells(1, 2, 0);
  const auto halves = cells(1, 2, 2);
  const auto square = cells(2, 1, 0);
  const auto coarse = cells(2, 2, 2);
  for (const double epsilon : {0.5, 2.0}) {
    const auto by = [&](const std::vector<RectangleAxis>& axes, Neighbors neighbors) {
      return learner_by_grid(axes, calibrate_rectangle_grid(axes, epsilon, neighbors, kBeta));
    };
    for (const auto& [axes, records, most] :
         {std::tuple{line, 8u, 4u}, std::tuple{halves, 8u, 4u}, std::tuple{square, 8u, 4u},
          std::tuple{coarse, 32u, 2u}}) {
      CHECK(check_add_remove(records, 0, most, epsilon, by(axes, Neighbors::add_remove)).within(0));
      CHECK(check_replace(records, most - 1, epsilon, by(axes, Neighbors::replace)).within(0));
    }
    const auto sharp = check_replace(8, 3, epsilon, by(line, Neighbors::replace));
    CHECK(sharp.largest_log_ratio > 0.6L * static_cast<long double>(epsilon));
  }
}

/// Boxes listed by hand; the empty one first.
std::vector<std::vector<std::uint64_t>> boxes_by_hand(const std::vector<std::uint64_t>& starts,
                                                      std::uint64_t end) {
  std::vector<std::vector<std::uint64_t>> boxes{{}};
  for (std::size_t low = 0; low < starts.size(); ++low) {
    for (std::size_t high = low; high < starts.size(); ++high) {
      boxes.push_back({starts[low], high + 1 < starts.size() ? starts[high + 1] - 1 : end});
    }
  }
  return boxes;
}

std::int64_t errors_of(const std::vector<std::uint64_t>& sides, const LabelledPoints& points) {
  std::int64_t errors = 0;
  for (std::size_t i = 0; i < points.labels.size(); ++i) {
    bool inside = !sides.empty();
    for (std::size_t axis = 0; inside && axis < points.axes.size(); ++axis) {
      const std::uint64_t x = points.axes[axis].words()[i];
      inside = sides[2 * axis] <= x && x <= sides[2 * axis + 1];
    }
    errors += inside != points.labels[i];
  }
  return errors;
}

TEST_CASE("grid: a box is drawn by the exponential of its right labels, and errs as promised") {
  const auto line = cells(1, 3, 3);  // cells 0..1, 2..4, 5..7
  auto edged = cells(1, 3, 0);
  edged[0].edges = KeyArray(3, {0, 1, 6});  // cells 0, 1..5, 6..7
  struct Grid {
    std::vector<RectangleAxis> axes;
    std::vector<std::uint64_t> starts;
  };
  for (const Grid& grid : {Grid{line, {0, 2, 5}}, Grid{edged, {0, 1, 6}}}) {
    const std::vector<RectangleAxis>& axes = grid.axes;
    for (const auto neighbors : {Neighbors::add_remove, Neighbors::replace}) {
      const auto parameters = calibrate_rectangle_grid(axes, 1.5, neighbors, kBeta);
      const auto boxes = boxes_by_hand(grid.starts, 7);
      REQUIRE(parameters.boxes == boxes.size());
      for (const Database& database :
           {Database{}, Database{1, 3, 5, 6, 8, 15}, Database{0, 0, 2, 13, 13, 13, 13, 13, 13}}) {
        const LabelledPoints points = points_of(database, axes);
        const auto law = enumerate(
            [&](Randomness& r) { return learner_by_grid(axes, parameters)(database, r); });
        const double rate = neighbors == Neighbors::replace ? 0.75 : 1.5;
        long double total = 0;
        std::int64_t best = 100;
        for (const auto& box : boxes) {
          best = std::min(best, errors_of(box, points));
          total += std::exp(-static_cast<long double>(rate * double(errors_of(box, points))));
        }
        long double missed = 0;
        for (const auto& box : boxes) {
          const auto errors = errors_of(box, points);
          const auto expected = std::exp(-static_cast<long double>(rate * double(errors))) / total;
          CHECK(static_cast<double>(law.mass.at(box)) ==
                Approx(static_cast<double>(expected)).epsilon(1e-9));
          if (errors > best + parameters.excess) missed += law.mass.at(box);
        }
        CHECK(missed <= static_cast<long double>(kBeta));
      }
    }
  }
}

TEST_CASE("control: a grid's draw at a rate for added points is rejected if points are replaced") {
  const auto line = cells(1, 2, 0);
  auto parameters = calibrate_rectangle_grid(line, 2, Neighbors::replace, kBeta);
  parameters.draw_epsilon *= 2;
  CHECK_FALSE(check_replace(8, 2, 2, learner_by_grid(line, parameters)).within(0));
}

// Treats a point as if it moved right labels by half.
TEST_CASE("control: a grid's draw with too small a sensitivity is rejected") {
  const auto line = cells(1, 2, 0);
  auto parameters = calibrate_rectangle_grid(line, 2, Neighbors::add_remove, kBeta);
  parameters.draw_epsilon *= 2;
  CHECK_FALSE(check_add_remove(8, 0, 4, 2, learner_by_grid(line, parameters)).within(0));
}

TEST_CASE("control: a grid with the data's own values as edges is rejected") {
  const auto line = cells(1, 2, 0);
  const auto own = [&](const Database& database, Randomness& randomness) {
    const LabelledPoints points = points_of(database, line);
    KeyArray sorted = points.axes[0];
    sorted.sort();
    KeyArray edges(2);
    for (std::size_t i = 0; i < sorted.size(); ++i) {
      if (i == 0 || !sorted.equal(i - 1, i)) edges.append(sorted[i]);
    }
    auto axes = line;
    axes[0].edges = edges;
    const auto parameters = calibrate_rectangle_grid(axes, 2, Neighbors::add_remove, kBeta);
    return sides_of(learn_rectangle_grid(points, axes, parameters, randomness));
  };
  CHECK_FALSE(check_add_remove(8, 0, 3, 2, own).within(0));
}

}  // namespace
}  // namespace logstar::testing
