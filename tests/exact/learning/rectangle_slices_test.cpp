// Boxes by slices: intervals and boxes within the price of the engine.
#include <catch2/catch.hpp>
#include <map>

#include "labelled_axes.hpp"
#include "labelled_databases.hpp"
#include "logstar/interior_point/cut_choice/calibration.hpp"

namespace logstar::testing::rectangle_test {
namespace {

auto slices_learner(const std::vector<RectangleAxis>& axes,
                    const RectangleSlicesParameters& parameters) {
  return [=](const Database& database, Randomness& randomness) {
    return numbers(rectangle_sides_slices(ones_of(database, axes), axes, parameters, randomness));
  };
}

/// Slices of `length` points plus noise, shorter than any promise would ask for.
RectangleSlicesParameters short_slices(const std::vector<RectangleAxis>& axes, double noise,
                                       const Loss& compute, std::uint64_t length) {
  RectangleSlicesParameters parameters;
  parameters.budget.slice_epsilon = noise;
  parameters.budget.compute = compute;
  parameters.budget.slices = static_cast<unsigned>(2 * axes.size());
  for (const RectangleAxis& one : axes) {
    parameters.search.push_back(
        calibrate_cut_choice({one.bits, compute, Neighbors::add_remove, 0.3}));
    parameters.lengths.push_back(length);
  }
  return parameters;
}

/// A number of records of label 1 at each corner of a square.
Database at_corners(std::vector<std::size_t> counts) {
  Database database;
  for (std::size_t corner = 0; corner < counts.size(); ++corner) {
    database.insert(database.end(), counts[corner], 2 * corner + 1);
  }
  return database;
}

TEST_CASE("slices: intervals that tolerate wrong labels are within the engine's price") {
  const std::vector<RectangleAxis> line{axis(2)};
  auto parameters = short_slices(line, 3, {1.5, 0.02}, 2);
  parameters.tolerance = 1;
  const double delta = 0.3;
  const double epsilon = slice_epsilon_of(parameters.budget, delta);
  CHECK(check_add_remove(8, 0, 4, epsilon, slices_learner(line, parameters), 1e-6L).within(delta));
}

TEST_CASE("slices: intervals are within the engine's price, over all small databases") {
  const std::vector<RectangleAxis> line{axis(2)};
  for (const std::uint64_t length : {1u, 2u}) {
    const auto parameters = short_slices(line, 3, {1.5, 0.02}, length);
    const double delta = 0.3;
    const double epsilon = slice_epsilon_of(parameters.budget, delta);
    CHECK(
        check_add_remove(8, 0, 4, epsilon, slices_learner(line, parameters), 1e-6L).within(delta));
  }
}

/// One added record in every corner of each database.
PrivacyReport report_of(const std::vector<RectangleAxis>& axes,
                        const RectangleSlicesParameters& parameters, double epsilon,
                        const std::vector<std::vector<std::size_t>>& databases, long double cut) {
  const auto law = [&](const Database& database) {
    return enumerate([&](Randomness& r) { return slices_learner(axes, parameters)(database, r); },
                     cut);
  };
  PrivacyCheck check(epsilon, "add-remove", "constructed pairs, points at corners");
  for (const auto& counts : databases) {
    const Database database = at_corners(counts);
    const auto before = law(database);
    for (std::size_t corner = 0; corner < counts.size(); ++corner) {
      check.pair(before, law(with(database, 2 * corner + 1)));
    }
  }
  return check.report();
}

// The most revealing pairs: a slice with equally many points on both sides; a slice that is just found; and a
// point that pushes another into the next slice, which pushes out a third.
TEST_CASE("slices: constructed intervals and boxes are within the engine's price") {
  const std::vector<RectangleAxis> line{axis(2)};
  const auto interval = short_slices(line, 0.7, {2, 0.01}, 6);
  const double line_epsilon = slice_epsilon_of(interval.budget, 0.25);
  const auto line_report = report_of(
      line, interval, line_epsilon,
      {{3, 3, 3, 3}, {3, 3, 0, 6}, {4, 3, 3, 4}, {3, 0, 0, 3}, {0, 6, 0, 0}, {5, 2, 2, 5}}, 1e-4L);
  CHECK(line_report.within(0.25));
  CHECK(line_report.largest_log_ratio > 0.3L * line_epsilon);

  const std::vector<RectangleAxis> square{axis(1), axis(1)};
  const auto box = short_slices(square, 2, {2, 0.002}, 5);
  const double square_epsilon = slice_epsilon_of(box.budget, 0.2);
  const auto square_report =
      report_of(square, box, square_epsilon, {{2, 0, 0, 9}, {2, 5, 5, 3}, {0, 5, 6, 0}}, 2e-3L);
  CHECK(square_report.within(0.2));
}

/// One point of each database moves to another corner, or changes to label 0.
PrivacyReport moved_report(const std::vector<RectangleAxis>& axes,
                           const RectangleSlicesParameters& parameters, double epsilon,
                           const std::vector<std::vector<std::size_t>>& databases,
                           long double cut) {
  const auto law = [&](const std::vector<std::size_t>& counts) {
    const Database database = at_corners(counts);
    return enumerate([&](Randomness& r) { return slices_learner(axes, parameters)(database, r); },
                     cut);
  };
  PrivacyCheck check(epsilon, "replace", "constructed pairs, points at corners");
  for (const auto& counts : databases) {
    const auto before = law(counts);
    for (std::size_t from = 0; from < counts.size(); ++from) {
      if (counts[from] == 0) continue;
      auto fewer = counts;
      --fewer[from];
      check.pair(before, law(fewer));  // label 0: the learner ignores its place
      for (std::size_t to = 0; to < counts.size(); ++to) {
        auto moved = fewer;
        ++moved[to];
        if (to != from) check.pair(before, law(moved));
      }
    }
  }
  return check.report();
}

/// Calibrated for replace, with slices short enough for a few points.
RectangleSlicesParameters short_for_replace(const std::vector<RectangleAxis>& axes,
                                            const Loss& total, std::uint64_t length) {
  auto parameters = calibrate_rectangle_slices(axes, total, Neighbors::replace, 0.9);
  for (std::uint64_t& each : parameters.lengths) each = length;
  return parameters;
}

TEST_CASE("slices under replace: intervals keep the calibrated loss") {
  const std::vector<RectangleAxis> line{axis(2)};
  const Loss total{16, 0.3};
  const auto run = slices_learner(line, short_for_replace(line, total, 1));
  const auto report = check_replace(8, 2, total.epsilon, run, 1e-2L);
  CHECK(report.within(total.delta));
  CHECK(report.largest_log_ratio > 0.1L * total.epsilon);
  const auto clusters = moved_report(line, short_for_replace(line, total, 6), total.epsilon,
                                     {{3, 0, 0, 3}, {5, 2, 2, 5}}, 1e-2L);
  CHECK(clusters.within(total.delta));
}

TEST_CASE("slices: the order of points does not matter") {
  const std::vector<RectangleAxis> square{axis(1), axis(1)};
  const auto parameters = short_slices(square, 3, {2.5, 0.004}, 3);
  Database database = at_corners({1, 2, 1, 2});
  const auto law = [&] {
    return enumerate([&](Randomness& r) { return slices_learner(square, parameters)(database, r); },
                     1e-5L);
  };
  const auto sorted = law().mass;
  std::swap(database[0], database[5]);
  std::swap(database[1], database[3]);
  CHECK(law().mass == sorted);
}

TEST_CASE("control: sides calibrated for added points and for a single draw are rejected") {
  const std::vector<RectangleAxis> line{axis(2)};
  auto parameters = calibrate_rectangle_outermost(line, {4, 0.05}, Neighbors::add_remove, 0.3);
  parameters.search[0] = calibrate_cut_choice({2, {4, 0.05}, Neighbors::add_remove, 0.3});
  parameters.outermost = 2;
  CHECK_FALSE(check_add_remove(8, 0, 4, 4, outermost_learner(line, parameters)).within(0.05));
}

/// The law of the number of results of each kind, for independent results of one law.
Law<std::map<int, int>> repeated(const Law<std::vector<int>>& one, int times) {
  Law<std::map<int, int>> all;
  all.mass[{}] = 1;
  for (int i = 0; i < times; ++i) {
    Law<std::map<int, int>> next;
    for (const auto& [counts, mass] : all.mass) {
      for (const auto& [output, chance] : one.mass) {
        std::map<int, int> more = counts;
        ++more[output.front()];
        next.mass[more] += mass * chance;
      }
    }
    all = std::move(next);
  }
  return all;
}

TEST_CASE(
    "control: at the slices' price, points that stay in the data are revealed by every side") {
  // Eight dimensions, eight points in the lowest corner and the others in the highest. Each lower side is
  // undecided between the two. The check covers these eight sides only. They are independent draws from the
  // same 17 coordinates.
  constexpr int kDimensions = 8;
  const std::vector<RectangleAxis> line{axis(1)};
  const auto noisy =
      short_slices(std::vector<RectangleAxis>(kDimensions, axis(1)), 0.2, {1.5, 0.001}, 17);
  const double delta = 0.05;
  const double epsilon = slice_epsilon_of(noisy.budget, delta);
  RectangleOutermostParameters broken;
  broken.search = {noisy.search.front()};
  broken.search.front().offset = 0;  // else the middle is better than both
  broken.outermost = noisy.lengths.front();
  const auto law = [&](std::size_t low) {
    return repeated(
        enumerate([&](Randomness& r) {
          return std::vector{outermost_learner(line, broken)(at_corners({low, 17}), r).front()};
        }),
        kDimensions);
  };
  PrivacyCheck check(epsilon, "add-remove", "a constructed pair, points at corners");
  check.pair(law(8), law(9));
  CHECK_FALSE(check.report().within(delta));
}

}  // namespace
}  // namespace logstar::testing::rectangle_test
