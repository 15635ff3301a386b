// From labelled records to an interior point: the sensitivity to one record, and the whole learner.
#include "logstar/learning/threshold_reduction.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <functional>
#include <iterator>

#include "labelled_databases.hpp"
#include "logstar/interior_point/cut_choice/calibration.hpp"

namespace logstar::testing::threshold_reduction_test {
namespace {

constexpr std::uint32_t kBits = 2;
constexpr std::size_t kRecords = 8;
const WideInterval kAll = WideInterval::all(kBits);

using Points = std::vector<std::uint64_t>;
using Reduction = std::function<Points(const Database&)>;

Points sorted(Points points) {
  std::sort(points.begin(), points.end());
  return points;
}

Reduction padded(std::uint64_t each, std::uint64_t tolerance = 0) {
  return [=](const Database& database) {
    const KeyArray points = reduced_problem(labelled(kBits, database), kAll, each, tolerance).all();
    return sorted(points.words());
  };
}

std::int64_t fewest_errors(const Database& database) {
  std::int64_t fewest = errors_of(-1, database);
  for (std::int64_t last = 0; last <= 3; ++last) {
    fewest = std::min(fewest, errors_of(last, database));
  }
  return fewest;
}

/// A control: it leaves out as many records of either label as a third of the data are.
Points counted_tolerance(const Database& database) {
  return padded(2, database.size() / 3)(database);
}

/// The points without padding.
Points unpadded(const Database& database) {
  LabelledKeys data = labelled(kBits, database);
  data.ones.sort();
  data.zeros.sort();
  Points points;
  for (std::size_t i = 0; i < std::min<std::size_t>(2, data.ones.size()); ++i) {
    points.push_back(data.ones.words()[data.ones.size() - 1 - i] + 1);
  }
  for (std::size_t i = 0; i < std::min<std::size_t>(2, data.zeros.size()); ++i) {
    points.push_back(data.zeros.words()[i]);
  }
  return sorted(points);
}

/// A control: the m ones and m zeros next to the threshold of fewest errors.
Points around_the_best(const Database& database) {
  std::int64_t best = -1;
  for (std::int64_t last = 0; last <= 3; ++last) {
    if (errors_of(last, database) < errors_of(best, database)) best = last;
  }
  LabelledKeys data = labelled(kBits, database);
  Points points;
  const auto nearest = [&](Points keys, std::uint64_t shift, std::uint64_t filling) {
    const auto distance = [best](std::uint64_t key) {
      return std::abs(2 * static_cast<std::int64_t>(key) - 2 * best - 1);
    };
    std::sort(keys.begin(), keys.end(), [&](auto a, auto b) { return distance(a) < distance(b); });
    for (std::size_t i = 0; i < 2; ++i) {
      points.push_back(i < keys.size() ? keys[i] + shift : filling);
    }
  };
  nearest(data.ones.words(), 1, 0);
  nearest(data.zeros.words(), 0, 4);
  return sorted(points);
}

/// The number of replaced points between two multisets; 1000 if their sizes differ.
std::size_t replacements(const Points& a, const Points& b) {
  if (a.size() != b.size()) return 1000;
  Points common;
  std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(common));
  return a.size() - common.size();
}

/// The largest number of points that an added (or replaced) labelled record changes, over all databases of up
/// to `most` records.
std::size_t distance(const Reduction& reduction, std::size_t most, Neighbors neighbors) {
  std::size_t largest = 0;
  for (std::size_t size = 0; size <= most; ++size) {
    for_each_multiset(kRecords, size, [&](const Database& database) {
      for (std::size_t a = 0; a < kRecords; ++a) {
        const Points first = reduction(with(database, a));
        if (neighbors == Neighbors::add_remove) {
          largest = std::max(largest, replacements(reduction(database), first));
          continue;
        }
        for (std::size_t b = 0; b < a; ++b) {
          largest = std::max(largest, replacements(first, reduction(with(database, b))));
        }
      }
    });
  }
  return largest;
}

TEST_CASE(
    "one added or removed labelled record replaces at most one point, a replaced record two") {
  for (const std::uint64_t each : {1u, 2u, 3u}) {
    CHECK(distance(padded(each), 5, Neighbors::add_remove) == 1);
    CHECK(distance(padded(each), 4, Neighbors::replace) == 2);
  }
  for (const std::uint64_t tolerance : {1u, 2u}) {
    CHECK(distance(padded(2, tolerance), 5, Neighbors::add_remove) == 1);
    CHECK(distance(padded(2, tolerance), 4, Neighbors::replace) == 2);
  }
}

TEST_CASE("control: a tolerance counted in the data moves more than one point") {
  CHECK(distance(counted_tolerance, 5, Neighbors::add_remove) > 1);
}

TEST_CASE("controls: the unpadded number of points leaks, and the best cut's neighbourhood leaks") {
  CHECK(distance(unpadded, 5, Neighbors::add_remove) == 1000);
  CHECK(distance(around_the_best, 5, Neighbors::add_remove) > 1);
}

auto learner(const ThresholdReductionParameters& parameters) {
  return [=](const Database& database, Randomness& randomness) {
    return number(
        learn_threshold_reduction(labelled(kBits, database), kAll, parameters, randomness));
  };
}

TEST_CASE("the learner by cut choice on the reduced problem is (epsilon, delta)-DP") {
  for (const auto& [epsilon, delta] :
       {std::pair{1.0, 0.2}, {4.0, 0.3}, {12.0, 0.05}, {30.0, 0.3}}) {
    for (const Neighbors neighbors : {Neighbors::add_remove, Neighbors::replace}) {
      const std::uint64_t tolerance = epsilon > 20 ? 1 : 0;
      const auto parameters = calibrate_threshold_reduction(
          InteriorAlgorithm::cut, kBits, {epsilon, delta}, neighbors, 0.3, tolerance);
      // At the largest losses m is so small that these few records fill it.
      if (epsilon > 10) CHECK(parameters.each <= (neighbors == Neighbors::replace ? 4 : 2));
      if (neighbors == Neighbors::add_remove) {
        CHECK(check_add_remove(kRecords, 0, 4, epsilon, learner(parameters)).within(delta));
      } else {
        CHECK(check_replace(kRecords, 3, epsilon, learner(parameters)).within(delta));
      }
    }
  }
}

TEST_CASE("control: a learner at the rate of one replaced point is rejected under replace") {
  auto parameters = calibrate_threshold_reduction(InteriorAlgorithm::cut, kBits, {4, 0.05},
                                                  Neighbors::add_remove, 0.3);
  parameters.each = 2;
  for (const std::uint64_t tolerance : {0u, 1u}) {
    parameters.tolerance = tolerance;
    CHECK_FALSE(check_replace(kRecords, 4, 4, learner(parameters)).within(0.05));
  }
}

TEST_CASE("control: cut choice calibrated for added points, not replaced, is rejected") {
  auto parameters = calibrate_threshold_reduction(InteriorAlgorithm::cut, kBits, {4, 0.05},
                                                  Neighbors::add_remove, 0.3);
  parameters.search = calibrate_cut_choice({kBits + 1, {4, 0.05}, Neighbors::add_remove, 0.3});
  parameters.each = 2;
  CHECK_FALSE(check_add_remove(kRecords, 0, 5, 4, learner(parameters)).within(0.05));
}

TEST_CASE("the learners by RecConcave and TreeLog are (epsilon, delta)-DP") {
  for (const InteriorAlgorithm algorithm :
       {InteriorAlgorithm::rec_concave, InteriorAlgorithm::tree_log}) {
    auto parameters =
        calibrate_threshold_reduction(algorithm, kBits, {4, 0.3}, Neighbors::add_remove, 0.3);
    if (algorithm == InteriorAlgorithm::rec_concave) parameters.each = 2;
    auto report = check_add_remove(kRecords, 0, 3, 4, learner(parameters));
    report.mode = name_of(algorithm);
    CHECK(report.within(0.3));
  }
}

/// The most errors of an interior point of the reduced problem, over all databases of up to `most` records that some
/// threshold labels with at most `tolerance` errors.
std::int64_t most_errors(std::uint64_t each, std::uint64_t tolerance, std::size_t most) {
  std::int64_t errors = 0;
  for (std::size_t size = 0; size <= most; ++size) {
    for_each_multiset(kRecords, size, [&](const Database& database) {
      if (fewest_errors(database) > static_cast<std::int64_t>(tolerance)) return;
      const Points points = padded(each, tolerance)(database);
      for (std::uint64_t cut = points.front(); cut <= points.back(); ++cut) {
        errors = std::max(errors, errors_of(static_cast<std::int64_t>(cut) - 1, database));
      }
    });
  }
  return errors;
}

TEST_CASE(
    "any interior point of the reduced problem makes at most 2 T + m - 1 errors, and some make as "
    "many, if one makes T") {
  for (const std::uint64_t tolerance : {0u, 1u, 2u}) {
    for (const std::uint64_t each : {1u, 2u, 3u}) {
      CHECK(most_errors(each, tolerance, 6) == static_cast<std::int64_t>(2 * tolerance + each) - 1);
    }
  }
}

}  // namespace
}  // namespace logstar::testing::threshold_reduction_test
