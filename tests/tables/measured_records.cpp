// The measured half of docs/least-records.md. The least number of records at which each algorithm, calibrated
// for (1, 1e-6, 0.05), finds an interior point in 95 of 100 runs on the hardest of six kinds of data, next to
// the theorem's. CSV on standard output.
#include <algorithm>
#include <cstdio>
#include <functional>
#include <optional>
#include <string>

#include "logstar/interior_point/cut_choice/calibration.hpp"
#include "logstar/interior_point/planner.hpp"
#include "logstar/interior_point/rank/exponential.hpp"
#include "logstar/interior_point/rec_concave/rec_concave.hpp"
#include "logstar/interior_point/slices/tree_log_slices.hpp"
#include "logstar/interior_point/tree/heavy_paths.hpp"
#include "logstar/interior_point/tree/tree_log.hpp"
#include "logstar/randomness/exact_randomness.hpp"
#include "sample_data.hpp"
#include "seeded_bits.hpp"

namespace logstar::tables {
namespace {

constexpr int kRuns = 300;
constexpr double kBeta = 0.05;
const Loss kLoss{1, 1e-6};

using testing::DataKind;
using Draw = std::function<std::optional<WideKey>(const KeyArray&, Randomness&)>;

/// The least n, to within a hundredth, at which at most 5 of 100 runs fail.
std::uint64_t least_n(const Draw& draw, DataKind kind, std::uint32_t bits, std::uint64_t most) {
  testing::SeededBits source(81);
  ExactRandomness randomness(source);
  testing::SeededBits data_source(82);
  BitPool pool(data_source);
  const auto enough = [&](std::uint64_t n) {
    int failed = 0;
    for (int run = 0; run < kRuns && failed <= kRuns * kBeta; ++run) {
      const KeyArray keys = testing::sample_data(kind, n, bits, pool);
      failed += !testing::is_interior(draw(keys, randomness), keys);
    }
    return failed <= kRuns * kBeta;
  };
  std::uint64_t low = 0;
  std::uint64_t high = most;
  while (high - low > 1 + most / 100) {
    const std::uint64_t half = low + (high - low) / 2;
    (enough(half) ? high : low) = half;
  }
  return high;
}

void measure(const std::string& algorithm, std::uint32_t bits, std::uint64_t theorem,
             const Draw& draw) {
  std::uint64_t hardest = 0;
  std::string kind_of_hardest;
  for (const DataKind kind : testing::kDataKinds) {
    const std::uint64_t n = least_n(draw, kind, bits, theorem);
    if (n > hardest) kind_of_hardest = testing::name_of(kind);
    hardest = std::max(hardest, n);
  }
  std::printf("%s,%u,%llu,%llu,%s\n", algorithm.c_str(), bits,
              static_cast<unsigned long long>(theorem), static_cast<unsigned long long>(hardest),
              kind_of_hardest.c_str());
  std::fflush(stdout);
}

Draw draw_of(InteriorAlgorithm algorithm, std::uint32_t bits) {
  const WideInterval domain = WideInterval::all(bits);
  switch (algorithm) {
    case InteriorAlgorithm::exponential: {
      // Uses the runs of the depth, because draw_exponential_rank takes at most 64 bits.
      const double draw_epsilon =
          calibrate_exponential_median(kLoss.epsilon, Neighbors::add_remove).draw_epsilon;
      return [=](const KeyArray& keys, Randomness& randomness) {
        KeyArray sorted = keys;
        sorted.sort();
        const Quality depth = depth_quality(sorted, domain);
        return key_of(draw_point(depth, {{0, size_of(depth) - 1}}, draw_epsilon, randomness), bits);
      };
    }
    case InteriorAlgorithm::cut: {
      const auto p = calibrate_cut_choice({bits, kLoss, Neighbors::add_remove, kBeta});
      return
          [=](const KeyArray& keys, Randomness& r) { return draw_cut_choice(keys, domain, p, r); };
    }
    case InteriorAlgorithm::rec_concave: {
      RecConcaveRequest request;
      request.size = Natural(1) << bits;
      request.loss = kLoss;
      const auto promise =
          rec_concave_least_promise(request, kBeta, RecConcaveCalibration::balanced);
      const auto p = calibrate_rec_concave(request, promise, 1, RecConcaveCalibration::balanced);
      return [=](const KeyArray& keys, Randomness& r) {
        return draw_rec_concave_interior(keys, domain, p, r);
      };
    }
    case InteriorAlgorithm::tree_log: {
      TreeLogRequest request;
      request.bits = bits;
      request.loss = kLoss;
      const auto p = calibrate_tree_log(request);
      return [=](const KeyArray& keys, Randomness& r) { return tree_log(keys, domain, p, r); };
    }
    case InteriorAlgorithm::heavy_paths: {
      HeavyPathsRequest request;
      request.bits = bits;
      request.loss = kLoss;
      const auto p = calibrate_heavy_paths(request);
      return [=](const KeyArray& keys, Randomness& r) { return heavy_paths(keys, domain, p, r); };
    }
    case InteriorAlgorithm::tree_log_slices: {
      TreeLogSlicesRequest request;
      request.bits = bits;
      request.loss = kLoss;
      const auto p = calibrate_tree_log_slices(request);
      return
          [=](const KeyArray& keys, Randomness& r) { return tree_log_slices(keys, domain, p, r); };
    }
  }
  return {};
}

void measure_pure_cut(std::uint32_t bits) {
  const auto p =
      calibrate_pure_cut_choice({bits, {kLoss.epsilon, 0}, Neighbors::add_remove, kBeta});
  const WideInterval domain = WideInterval::all(bits);
  measure("cut without delta", bits, p.least_records,
          [=](const KeyArray& keys, Randomness& r) { return draw_cut_choice(keys, domain, p, r); });
}

}  // namespace
}  // namespace logstar::tables

int main() {
  using namespace logstar;
  std::printf("algorithm,bits,theorem,measured,hardest\n");
  for (const std::uint32_t bits : {64u, 1024u}) {
    InteriorRequest request;
    request.bits = bits;
    request.loss = tables::kLoss;
    request.beta = tables::kBeta;
    for (const InteriorPlan& plan : plan_interior_point(request).algorithms) {
      tables::measure(std::string(name_of(plan.algorithm)), bits, plan.least_records,
                      tables::draw_of(plan.algorithm, bits));
    }
    tables::measure_pure_cut(bits);
  }
}
