// Thresholds learned by each of the papers' algorithms for interior points, on constructed labelled neighbours:
// on small keys these algorithms nearly always find nothing.
#include <catch2/catch.hpp>
#include <cstddef>
#include <string>
#include <vector>

#include "labelled_databases.hpp"
#include "logstar/learning/threshold_reduction.hpp"
#include "rank_run.hpp"

namespace logstar::testing::threshold_searches_test {
namespace {

constexpr std::uint32_t kBits = 2;
/// The mass of the noise's tails that is cut off, carried as slack.
constexpr long double kCut = 1e-3L;

auto learner(const ThresholdReductionParameters& parameters) {
  return [=](const Database& database, Randomness& randomness) {
    return number(learn_threshold_reduction(labelled(kBits, database), WideInterval::all(kBits),
                                            parameters, randomness));
  };
}

/// Record 2 k + label has key k. From one key to another, each step moves one labelled record, over the sizes at
/// which the points are all filled.
std::vector<Ladder> labelled_ladders(std::size_t each) {
  const std::size_t half = each / 2;
  return {
      // Zeros at key 0 and ones at key 0: two clusters of points next to each other, to far apart.
      ladder({each, each, 0, 0, 0, 0, 0, 0}, {each, 0, 0, 0, 0, 0, 0, each}),
      // Zeros cross the ones.
      ladder({0, 0, 0, 0, 0, each, each, 0}, {each, 0, 0, 0, 0, each, 0, 0}),
      // Half of the ones change their side, and with it the outermost points.
      ladder({each - half, half, 0, half, half, 0, 0, 0},
             {each - half, 0, 0, 0, half, 0, 0, 2 * half}),
      // Zeros go from one key to another of one half of the tree, next to as many ones in the other half.
      ladder({each, 0, 0, 0, 0, 0, 0, each}, {0, 0, 0, 0, 0, 0, each, each}),
      // Ones change their label: a point goes and a filling comes, on both sides.
      ladder({0, 0, 0, each, 0, 0, 0, 0}, {0, 0, each, 0, 0, 0, 0, 0}),
  };
}

struct Asked {
  InteriorAlgorithm search;
  double epsilon;
  std::optional<std::uint32_t> levels;
};

TEST_CASE(
    "KLMNS20 and CLNSS22: thresholds learned by every algorithm for interior points keep their "
    "loss") {
  for (const Asked& asked : {Asked{InteriorAlgorithm::tree_log, 16, {}},
                             {InteriorAlgorithm::tree_log, 32, 2},
                             {InteriorAlgorithm::tree_log_slices, 32, {}},
                             {InteriorAlgorithm::rec_concave, 16, {}},
                             {InteriorAlgorithm::heavy_paths, 32, {}}}) {
    const auto parameters = calibrate_threshold_reduction(
        asked.search, kBits, {asked.epsilon, 0.3}, Neighbors::add_remove, 0.5, 0, asked.levels);
    auto report = check_ladders(labelled_ladders(static_cast<std::size_t>(parameters.each)),
                                Neighbors::add_remove, asked.epsilon, learner(parameters), kCut);
    report.mode = std::string(name_of(asked.search)) + ", shrunk " +
                  std::to_string(levels_of(parameters)) + " times";
    report.scope = counted(parameters.each, "record") + " of either label, of which one moves";
    INFO(report.mode << ", m = " << parameters.each);
    CHECK(report.within(0.3));
    CHECK(report.largest_log_ratio > 0.1L * asked.epsilon);
  }
}

}  // namespace
}  // namespace logstar::testing::threshold_searches_test
