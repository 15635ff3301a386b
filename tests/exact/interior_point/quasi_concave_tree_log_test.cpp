// quasiConcaveMax by Cumulative TreeLog, as calibrated: for qualities that one record moves one way or both
// ways, under add-remove and replace.
#include <catch2/catch.hpp>

#include "divergence.hpp"
#include "logstar/interior_point/quasi_concave_max.hpp"
#include "rank_run.hpp"

namespace logstar::testing::quasi_concave_tree_log_test {
namespace {

constexpr std::size_t kPoints = 8;
/// The mass of the noise's tails that is cut off, carried as slack.
constexpr long double kCut = 1e-3L;

using Values = std::vector<std::int64_t>;

/// #{records <= point}: the data set of the reduction is the records themselves.
Values ranks(const std::vector<std::size_t>& records) {
  Values values(kPoints);
  for (const std::size_t record : records) {
    for (std::size_t point = record; point < kPoints; ++point) ++values[point];
  }
  return values;
}

Law<int> law_of(const Values& values, const QuasiConcaveParameters& parameters) {
  Quality quality;
  for (const std::int64_t value : values) quality.push_back({1, value});
  return enumerate(
      [&](Randomness& randomness) {
        const auto point = quasi_concave_max(quality, parameters, randomness);
        return point ? static_cast<int>(*point) : -1;
      },
      kCut);
}

/// Every quality of each ladder, next to one raised on a range of points and lowered elsewhere, or the reverse;
/// `one_way`: raised there and unchanged elsewhere.
PrivacyReport check_qualities(const std::vector<Ladder>& all, std::size_t stride, bool one_way,
                              Neighbors neighbors, const QuasiConcaveParameters& parameters,
                              double epsilon) {
  PrivacyCheck check(
      epsilon, neighbors == Neighbors::replace ? "replace" : "add-remove",
      std::string("qualities of 8 points that move ") + (one_way ? "one way" : "both ways"));
  for (const Ladder& steps : all) {
    for (std::size_t i = 0; i < steps.size(); i += stride) {
      const Values before = ranks(steps[i]);
      const auto law = law_of(before, parameters);
      for (std::size_t first = 0; first < kPoints; ++first) {
        for (std::size_t last = first; last < kPoints; ++last) {
          for (const bool inside : {true, false}) {
            Values after = before;
            for (std::size_t point = 0; point < kPoints; ++point) {
              const bool up = (first <= point && point <= last) == inside;
              after[point] += up ? 1 : one_way ? 0 : -1;
            }
            check.pair(law, law_of(after, parameters));
          }
        }
      }
    }
  }
  return check.report();
}

TEST_CASE("quasiConcaveMax by TreeLog keeps the loss of its request, one way and both ways") {
  for (const ScoreMoves moves : {ScoreMoves::one_way, ScoreMoves::both_ways}) {
    for (const Neighbors neighbors : {Neighbors::add_remove, Neighbors::replace}) {
      QuasiConcaveRequest request;
      request.size = kPoints;
      request.moves = moves;
      request.neighbors = neighbors;
      request.loss = {64, 0.1};
      request.beta = 0.9;
      const auto parameters = calibrate_quasi_concave(QuasiConcaveAlgorithm::tree_log, request);
      const auto& level = std::get<CumulativeTreeLogParameters>(parameters.draw).levels.front();
      const bool one_way = moves == ScoreMoves::one_way && neighbors == Neighbors::add_remove;
      CHECK(level.distance == (one_way ? 1 : 2));
      // A replaced record moves any quality both ways.
      const auto report =
          check_qualities(ladders(static_cast<std::size_t>(parameters.error), false), 3, one_way,
                          neighbors, parameters, request.loss.epsilon);
      CHECK(report.within(request.loss.delta));
      CHECK(report.largest_log_ratio > 0.1L * request.loss.epsilon);
    }
  }
}

TEST_CASE("control: TreeLog for qualities that move both ways, as if weights moved by 1") {
  // Two keys with half of the records each: one vote can add two records at one key and remove two at the
  // other.
  std::vector<std::size_t> tie(15, 2);
  tie.insert(tie.end(), 15, 5);
  CumulativeLevel level;
  level.distance = 2;
  level.deep = 30;
  level.threshold = 1'000'000;  // never stops
  level.test_rate = 100;
  level.end_rate = 0.05;
  const auto worst = [&](std::uint64_t moves) {
    level.node = calibrate_moving_choice({8, 0.05}, moves, level.deep);
    CumulativeTreeLogParameters draw;
    draw.bits = 3;
    draw.base_rate = 0.05;
    draw.records = 30;
    draw.levels = {level};
    return check_qualities({Ladder{tie}}, 1, false, Neighbors::add_remove,
                           {{10, 0.05}, kPoints, 30, draw}, 10);
  };
  CHECK(worst(4).within(0.05));
  CHECK_FALSE(worst(1).within(0.05));
}

}  // namespace
}  // namespace logstar::testing::quasi_concave_tree_log_test
