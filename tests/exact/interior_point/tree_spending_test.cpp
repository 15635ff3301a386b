// The privacy loss of the algorithms on trees, added up again from the theorems of docs/guarantees/.
#include <catch2/catch.hpp>
#include <cmath>

#include "logstar/interior_point/slices/tree_log_slices.hpp"
#include "logstar/interior_point/tree/cumulative_tree_log.hpp"
#include "logstar/interior_point/tree/heavy_paths.hpp"
#include "logstar/interior_point/tree/tree_log.hpp"
#include "logstar/interior_point/tree/tree_log_steps.hpp"

namespace logstar::testing {
namespace {

Approx near(double value) { return Approx(value).epsilon(1e-9); }

/// P[discrete Laplace noise >= k].
double laplace_tail(double rate, double k) { return std::exp(-rate * k) / (1 + std::exp(-rate)); }

TEST_CASE("TreeLog pays for its size test and, at each level, for prefix, path and end") {
  for (const unsigned levels : {1u, 2u}) {
    TreeLogRequest request;
    request.loss = {1, 1e-6};
    request.levels = levels;
    TreeLogParameters p = calibrate_tree_log(request);
    p.unassigned -= 10;  // so that every part of delta is visible
    const Loss loss = tree_log_loss(p);
    const auto gone = static_cast<double>(p.unassigned);
    const double path = std::exp(-p.path_epsilon * gone);
    CHECK(loss.delta == near(levels * (p.node.loss.delta + path)));
    CHECK(path > 0.01 * loss.delta);
    double epsilon = p.declared.epsilon + p.base_epsilon;
    std::uint64_t records = p.declared.size;
    for (unsigned level = 0; level < levels; ++level) {
      records -= 2 * p.border;
      epsilon += random_path_loss(records, p.unassigned, p.path_epsilon);
      epsilon += p.node.draw_epsilon + p.end_epsilon;
      records -= p.unassigned;
    }
    CHECK(loss.epsilon == near(epsilon));
  }
}

TEST_CASE("HeavyPaths pays for m choices, m - 1 ends, the path and a late stop") {
  HeavyPathsRequest request;
  request.loss = {1, 1e-6};
  HeavyPathsParameters p = calibrate_heavy_paths(request);
  p.unassigned -= 20;  // so that these parts of delta exceed the size test's part
  const Loss loss = heavy_paths_loss(p);
  const auto beyond = static_cast<double>(p.unassigned) - static_cast<double>(p.threshold) + 1;
  const double late = std::exp(-p.threshold_epsilon * beyond);
  const double path = std::exp(-p.path_epsilon * static_cast<double>(p.unassigned));
  CHECK(loss.delta == near(late + p.databases * p.choice.loss.delta + path));
  CHECK(late > 0.1 * loss.delta);
  const double steps =
      random_path_loss(p.declared.size - 2 * p.border, p.unassigned, p.path_epsilon);
  CHECK(loss.epsilon ==
        near(p.declared.epsilon + p.query_epsilon +
             std::max(p.threshold_epsilon + p.path_epsilon, steps) +
             p.databases * p.choice.draw_epsilon + (p.databases - 1) * p.end_epsilon));
}

TEST_CASE("TreeLog by slices pays twice for prefixes and ends, and once for its stop") {
  for (const unsigned levels : {1u, 2u}) {
    TreeLogSlicesRequest request;
    request.loss = {1, 1e-6};
    request.levels = levels;
    TreeLogSlicesParameters p = calibrate_tree_log_slices(request);
    p.deep -= p.deep % 2;
    const Loss loss = tree_log_slices_loss(p);
    const auto early = static_cast<double>(p.threshold - p.round.promise);
    const auto balance = static_cast<double>(p.deep / 2) + 1 - static_cast<double>(p.threshold);
    const double late = std::exp(-p.threshold_epsilon * balance);
    CHECK(loss.delta == near(levels * (p.node.loss.delta + std::exp(-p.query_epsilon * early)) +
                             heavy_round_delta(p.round) + late));
    CHECK(late > 0.01 * loss.delta);
    const double last = std::max(p.query_epsilon + p.round.draw_epsilon, p.base_epsilon);
    CHECK(loss.epsilon == near(p.threshold_epsilon + last +
                               levels * (2 * p.node.draw_epsilon + 2 * p.end_epsilon)));
  }
}

TEST_CASE("Cumulative TreeLog pays for balances that move by twice the distance") {
  for (const double distance : {1.0, 2.0, 3.0}) {
    CumulativeTreeLogParameters p;
    p.bits = 8;
    p.base_rate = 0.001;
    CumulativeLevel level;
    level.distance = distance;
    level.test_rate = 0.5;
    level.promise = 400;  // passing it is nearly impossible
    level.round_threshold = 2;
    level.round_threshold_rate = level.round_query_rate = 1;
    level.threshold = level.promise + 20;
    level.deep = 2 * static_cast<std::uint64_t>(level.threshold) + 40;
    level.node.loss = {0.1, 1e-4};
    level.end_rate = 0.01;
    p.levels.push_back(level);
    const double moves = 2 * distance;
    const double early = laplace_tail(0.5, 20 + 1 - moves);
    const double most = (static_cast<double>(level.deep) - moves) / 2;
    const double late = laplace_tail(0.5, most + 2 - moves - static_cast<double>(level.threshold));
    const Loss loss = cumulative_tree_log_loss(p);
    CHECK(loss.delta == near(level.node.loss.delta + early + late));
    const double round = moves * 1 + 2 * moves * 1;
    CHECK(loss.epsilon == near(moves * 0.5 + moves * 0.01 + 0.1 + round));
  }
}

}  // namespace
}  // namespace logstar::testing
