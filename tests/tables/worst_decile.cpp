// The measured half of docs/guarantees/noisy-slices.md: the rank error of the worst of nine deciles of 64-bit
// keys in 95 of 100 runs. It covers each algorithm at (1, 1e-6), and separate draws without a delta. CSV on
// standard output.
#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

#include "gaps_against_recursion.hpp"
#include "logstar/interior_point/quantiles_release.hpp"
#include "logstar/randomness/exact_randomness.hpp"
#include "seeded_bits.hpp"

namespace logstar::tables {
namespace {

constexpr std::size_t kRuns = 300;
constexpr std::uint64_t kRecords = 20'000;

QuantilesTask deciles(QuantilesAlgorithm algorithm, double delta = 1e-6) {
  QuantilesTask task;
  for (std::uint32_t i = 1; i < 10; ++i) task.taus.push_back({i, 10});
  task.domain = {0, ~std::uint64_t(0)};
  task.loss = {1, delta};
  task.algorithm = algorithm;
  return task;
}

struct Data {
  const char* name;
  std::vector<std::uint64_t> keys;  // sorted
};

std::vector<Data> all_data() {
  testing::SeededBits source(92);
  BitPool pool(source);
  std::vector<Data> all = {{"uniform", {}}, {"seven clusters", {}}, {"five values", {}}};
  for (std::uint64_t i = 0; i < kRecords; ++i) {
    all[0].keys.push_back(pool.word());
    all[1].keys.push_back((pool.below(7) << 61) + pool.below(1000));
    all[2].keys.push_back(pool.below(5) << 50);
  }
  for (Data& data : all) std::sort(data.keys.begin(), data.keys.end());
  const auto parameters =
      calibrate_quantiles(deciles(QuantilesAlgorithm::recursion).taus, 1, Neighbors::add_remove);
  all.push_back({"against the recursion", testing::records_against(parameters, kRecords)});
  return all;
}

double in_95_of_100(const QuantilesTask& task, const QuantilesRelease::Plan& plan,
                    const std::vector<std::uint64_t>& keys) {
  testing::SeededBits source(91);
  ExactRandomness randomness(source);
  std::vector<double> misses;
  for (std::size_t run = 0; run < kRuns; ++run) {
    misses.push_back(
        testing::worst_miss(keys, task.taus, QuantilesRelease::draw(task, plan, keys, randomness)));
  }
  std::sort(misses.begin(), misses.end());
  return misses[kRuns * 95 / 100];
}

}  // namespace
}  // namespace logstar::tables

int main() {
  using namespace logstar;
  using namespace logstar::tables;
  std::printf("algorithm,delta,data,records,runs,stated,in 95 of 100 runs\n");
  const std::vector<Data> all = all_data();
  for (const QuantilesTask& task :
       {deciles(QuantilesAlgorithm::recursion), deciles(QuantilesAlgorithm::separate),
        deciles(QuantilesAlgorithm::separate, 0), deciles(QuantilesAlgorithm::slices)}) {
    const auto plan = QuantilesRelease::plan(task);
    const double stated = QuantilesRelease::claim(task, plan).accuracy.error;
    for (const Data& data : all) {
      std::printf("%s,%g,%s,%llu,%zu,%.0f,%.0f\n", std::string(name_of(*task.algorithm)).c_str(),
                  task.loss.delta, data.name, static_cast<unsigned long long>(kRecords), kRuns,
                  stated, in_95_of_100(task, plan, data.keys));
      std::fflush(stdout);
    }
  }
}
