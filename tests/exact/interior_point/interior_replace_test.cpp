// Interior points by TreeLog, HeavyPaths, TreeLog by slices and RecConcave under replace, with a public number
// of records.
#include <catch2/catch.hpp>

#include "rank_run.hpp"
#include "small_tree_log.hpp"

namespace logstar::testing::interior_replace_test {
namespace {

/// The mass of the noise's tails that is cut off, carried as slack.
constexpr long double kCut = 1e-3L;

PrivacyReport named(PrivacyReport report, InteriorAlgorithm algorithm, std::size_t records) {
  report.mode = name_of(algorithm);
  report.scope = counted(records, "record") +
                 ", of which one goes from cluster to cluster or out of the domain";
  return report;
}

TEST_CASE("an interior point under replace keeps the loss of its task, in all its branches") {
  for (const InteriorAlgorithm algorithm : kOfInteriorPoints) {
    for (const double epsilon : epsilons_for(algorithm)) {
      RankTask task = small_task(algorithm, {epsilon, 0.3});
      task.neighbors = Neighbors::replace;
      const RankDraw draw = calibrate_rank_draw(algorithm, task);
      const auto records = static_cast<std::size_t>(draw.least_records);
      const auto run = rank_run(draw, task, places_for(algorithm));
      const auto report =
          named(check_ladders(ladders(records, true), Neighbors::replace, epsilon, run, kCut),
                algorithm, records);
      INFO(report.mode << ", epsilon " << epsilon);
      CHECK(report.within(task.loss.delta));
      CHECK(report.largest_log_ratio > 0.2L * epsilon);
    }
  }
}

TEST_CASE("control: TreeLog under replace at its loss for one added record is rejected") {
  const Loss claimed = tree_log_loss(sharp(24));
  CHECK(claimed.delta < 0.15);
  const RankTask task = small_task(InteriorAlgorithm::tree_log, claimed);
  const auto run = rank_run(RankDraw{sharp(24)}, task, places_for(InteriorAlgorithm::tree_log));
  const auto report =
      named(check_ladders(ladders(24, true), Neighbors::replace, claimed.epsilon, run, kCut),
            InteriorAlgorithm::tree_log, 24);
  CHECK_FALSE(report.within(claimed.delta));
}

}  // namespace
}  // namespace logstar::testing::interior_replace_test
