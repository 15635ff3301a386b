// Lower bounds on what any algorithm promises: the page's numbers, and that they grow with what is asked.
#include "logstar/selection/least_possible.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <limits>

#include "logstar/support/errors.hpp"

namespace logstar::testing::least_possible_test {
namespace {

const Natural k64 = Natural(1) << 64;

LeastPossibleTask task_of(PossibleTask of, double delta, Natural size) {
  LeastPossibleTask task;
  task.task = of;
  task.size = size;
  task.loss = {1, delta};
  return task;
}

double bound(PossibleTask of, double delta, Natural size = k64) {
  return least_possible(task_of(of, delta, size));
}

TEST_CASE("the least possible on 64 bits at (1, 1e-6) and (1, 0) is that of the page") {
  LeastPossibleTask one_way = task_of(PossibleTask::quasi_concave_max, 1e-6, k64);
  one_way.moves = ScoreMoves::one_way;
  CHECK(least_possible(one_way) == 16);
  one_way.loss.delta = 0;
  CHECK(least_possible(one_way) == 46);
  CHECK(bound(PossibleTask::quasi_concave_max, 1e-6) == 31);
  CHECK(bound(PossibleTask::quasi_concave_max, 0) == 91);
  CHECK(bound(PossibleTask::learn_point, 1e-6) == 15);
  CHECK(bound(PossibleTask::learn_point, 0) == 45);
  CHECK(bound(PossibleTask::learn_threshold, 1e-6) == 7);
  CHECK(bound(PossibleTask::learn_threshold, 0) == 22);
  for (const auto of : {PossibleTask::sanitize_points, PossibleTask::sanitize_thresholds}) {
    CHECK(bound(of, 1e-6) == 7.5);
    CHECK(bound(of, 0) == 22.5);
  }
  CHECK(bound(PossibleTask::top_k, 1e-6, 0) == 16);
  CHECK(bound(PossibleTask::top_k, 0, 0) == std::numeric_limits<double>::infinity());
}

TEST_CASE("the least possible of sums over 100 items is 7.5 with a delta, 489 without") {
  LeastPossibleTask sums = task_of(PossibleTask::sums, 1e-6, k64);
  sums.k = 100;
  CHECK(least_possible(sums) == 7.5);
  sums.loss.delta = 0;
  CHECK(least_possible(sums) == 489);
  sums.k = 1;
  CHECK(least_possible(sums) == 22.5);
}

TEST_CASE("the least miss of 10 of 1,000 is 16 with a delta, 56 without, less for users with few") {
  LeastPossibleTask list = task_of(PossibleTask::top_k, 1e-6, 1000);
  list.k = 10;
  CHECK(least_possible(list) == 16);
  list.loss.delta = 0;
  CHECK(least_possible(list) == 56);
  list.per_user = 10;
  CHECK(least_possible(list) == 56);
  list.per_user = 5;
  CHECK(least_possible(list) == 28);
  list.per_user = 1;
  CHECK(least_possible(list) == 6);
  list.k = 1000;
  CHECK(least_possible(list) == 0);  // all come back
}

double discrete_laplace_error(double epsilon, double beta) {
  const double q = std::exp(-epsilon);
  double error = 0;
  while (2 * std::pow(q, error + 1) / (1 + q) > beta) ++error;
  return error;
}

// The bound was once that of all items at once, 7.5 at epsilon 1.
TEST_CASE("the least error of counts asked for beforehand is below that of noise on each count") {
  for (const double epsilon : {0.1, 0.5, 1.0}) {
    for (const std::uint64_t items : {1u, 2u, 10u}) {
      const double noise = discrete_laplace_error(epsilon, 0.05 / static_cast<double>(items));
      for (const double delta : {0.0, 1e-6}) {
        LeastPossibleTask some = task_of(PossibleTask::sanitize_points, delta, items + 1);
        some.loss.epsilon = epsilon;
        INFO(epsilon << ", " << items << ", " << delta);
        CHECK(least_possible(some) <= noise);
        CHECK(least_possible(some) > 0);
      }
    }
  }
}

TEST_CASE("the least miss of scores that move both ways is about twice that of one way") {
  for (const double delta : {0.0, 1e-6}) {
    for (const Natural& size : {Natural(2), Natural(100), k64}) {
      LeastPossibleTask task = task_of(PossibleTask::select_best, delta, size);
      const double both_ways = least_possible(task);
      task.moves = ScoreMoves::one_way;
      const double one_way = least_possible(task);
      CHECK(both_ways >= 2 * one_way - 1);
      // The exponential mechanism, at half of epsilon.
      CHECK(both_ways <= std::ceil(2 * std::log(static_cast<double>(size) / 0.05)));
    }
  }
}

TEST_CASE(
    "the least errors of boxes on 64 bits are those of thresholds on one axis, and more on more") {
  LeastPossibleTask boxes = task_of(PossibleTask::learn_rectangle, 1e-6, k64);
  CHECK(least_possible(boxes) == bound(PossibleTask::learn_threshold, 1e-6));
  boxes.k = 2;
  CHECK(least_possible(boxes) == 7);
  boxes.loss.delta = 0;
  const double pure[] = {22, 30, 33, 35};
  for (std::uint64_t axes = 1; axes <= 4; ++axes) {
    boxes.k = axes;
    CHECK(least_possible(boxes) == pure[axes - 1]);
  }
  boxes.size = 2;  // one corner
  CHECK(least_possible(boxes) == 0);
}

TEST_CASE("what is possible grows with the size, and falls with epsilon, delta and beta") {
  for (const auto of : {PossibleTask::quasi_concave_max, PossibleTask::learn_point,
                        PossibleTask::learn_threshold, PossibleTask::learn_rectangle,
                        PossibleTask::sanitize_points, PossibleTask::sanitize_thresholds,
                        PossibleTask::sums, PossibleTask::select_best, PossibleTask::top_k}) {
    for (const Neighbors neighbors : {Neighbors::add_remove, Neighbors::replace}) {
      for (const std::uint64_t k : {1u, 2u}) {
        const auto at = [&](unsigned bits, Loss loss, double confidence) {
          LeastPossibleTask task = task_of(of, 0, Natural(1) << bits);
          task.loss = loss;
          task.neighbors = neighbors;
          task.k = k;
          task.confidence = confidence;
          return least_possible(task);
        };
        INFO(name_of(of) << ", " << k);
        for (const double delta : {0.0, 1e-9, 1e-3}) {
          double before = 0;
          for (const unsigned bits : {2u, 8u, 30u, 64u, 300u}) {
            const double here = at(bits, {1, delta}, 0.95);
            CHECK(here >= before);
            before = here;
            CHECK(at(bits, {2, delta}, 0.95) <= here);
            CHECK(at(bits, {1, delta + 1e-3}, 0.95) <= here);
            CHECK(at(bits, {1, delta}, 0.8) <= here);
          }
        }
      }
    }
  }
}

TEST_CASE("what is possible rejects sizes by name") {
  CHECK(bound(PossibleTask::learn_threshold, 1e-6, 1) == 0);
  CHECK_THROWS_WITH(bound(PossibleTask::sums, 0, 0), "size must be at least 1, got 0");
  LeastPossibleTask sums = task_of(PossibleTask::sums, 0, 5);
  sums.k = 6;
  CHECK_THROWS_WITH(least_possible(sums), "k must be at most the number of items, got 6");
  sums.task = PossibleTask::select_best;
  CHECK_THROWS_WITH(least_possible(sums), "k must be at most the number of candidates, got 6");
}

}  // namespace
}  // namespace logstar::testing::least_possible_test
