// Interactive mechanisms: queries a second, and ratios to the same loops without noise.
#include <algorithm>
#include <cstdint>
#include <vector>

#include "logstar/randomness/exact_randomness.hpp"
#include "logstar/sparse_vector/above_threshold_calibration.hpp"
#include "logstar/sparse_vector/heavy_hitters.hpp"
#include "logstar/sparse_vector/item_counts.hpp"
#include "logstar/sparse_vector/monitor_calibration.hpp"
#include "logstar/sparse_vector/threshold_monitor.hpp"
#include "platform_entropy.hpp"
#include "stopwatch.hpp"

namespace logstar::bench {
namespace {

/// The goal is below 1,000 ms: a million queries a second.
void above_threshold_rows(Randomness& randomness, BitPool& bits) {
  constexpr std::size_t kQuestions = 1'000'000;
  std::vector<std::int64_t> counts(kQuestions);
  for (auto& count : counts) count = static_cast<std::int64_t>(bits.below(1000));
  const double plain = best_of(
      5, [] {},
      [&] {
        std::uint64_t yeses = 0;
        for (const std::int64_t count : counts) yeses += count >= 100'000;
        keep(yeses);
      });
  row("10^6 comparisons", plain, plain);
  for (const auto queries : {QueryKind::monotone, QueryKind::general}) {
    AboveThresholdOptions options;
    options.queries = queries;
    const auto parameters = calibrate_above_threshold(options).parameters;
    const double asked = best_of(
        5, [] {},
        [&] {
          AboveThreshold mechanism(parameters, 100'000, randomness);
          std::uint64_t yeses = 0;
          for (const std::int64_t count : counts) yeses += mechanism.ask(count, randomness).yes;
          keep(yeses);
        });
    const bool monotone = queries == QueryKind::monotone;
    row(monotone ? "10^6 questions to AboveThreshold, monotone"
                 : "10^6 questions to AboveThreshold, general",
        asked, plain);
  }
}

/// Changing values: at every step the flags of a range of users flip.
void move(std::vector<std::uint8_t>& flags, std::size_t step) {
  constexpr std::size_t kStretch = 1000;
  const std::size_t from = step * 7919 % (flags.size() / kStretch) * kStretch;
  for (std::size_t i = from; i < from + kStretch; ++i) flags[i] ^= 1;
}

constexpr std::size_t kUsers = 1'000'000;
constexpr std::size_t kSteps = 1000;

/// The goal is a ratio below 2.
void monitor_rows(Randomness& randomness, BitPool& bits) {
  std::vector<std::uint8_t> first(kUsers);
  for (auto& flag : first) flag = bits.below(2) != 0;
  for (const std::int64_t threshold : {600'000, 400'000}) {  // hardly any yes; some until many left
    std::vector<std::uint8_t> flags;
    std::vector<std::uint8_t> left;
    const double plain = best_of(
        3,
        [&] {
          flags = first;
          left.assign(kUsers, 5);
        },
        [&] {
          std::uint64_t yeses = 0;
          for (std::size_t step = 0; step < kSteps; ++step) {
            move(flags, step);
            std::uint32_t total = 0;
            for (std::size_t i = 0; i < kUsers; ++i) total += flags[i] & (left[i] != 0);
            if (total < threshold) continue;
            ++yeses;
            for (std::size_t i = 0; i < kUsers; ++i) {
              if (flags[i] != 0 && left[i] != 0) --left[i];
            }
          }
          keep(yeses);
        });
    row("10^6 users, 1,000 steps without noise", plain, plain);
    for (const auto method : {MonitorMethod::charging, MonitorMethod::sampled}) {
      MonitorOptions options;
      options.delta = 1e-6;
      options.per_record = 5;
      options.method = method;
      const auto parameters = calibrate_monitor(options).parameters;
      const double asked = best_of(
          3, [&] { flags = first; },
          [&] {
            ThresholdMonitor monitor(parameters, threshold, kUsers, randomness);
            std::uint64_t yeses = 0;
            for (std::size_t step = 0; step < kSteps; ++step) {
              move(flags, step);
              yeses += monitor.ask(std::span<const std::uint8_t>(flags), randomness);
            }
            keep(yeses);
          });
      const std::string name(name_of(method));
      row("  the same with ThresholdMonitor, " + name, asked, plain);
    }
  }
}

void heavy_hitter_rows(Randomness& randomness, BitPool& bits) {
  constexpr std::size_t kFewSteps = 100;
  std::vector<Holding> holdings(kUsers);
  for (std::uint32_t user = 0; user < kUsers; ++user) {
    // Items with a heavy tail: item j has about kUsers / j^2 holders.
    holdings[user] = {user, kUsers / (bits.below(kUsers) + 1)};
  }
  HeavyHitterOptions options;
  options.per_user = 200;  // no user is retired early: all steps are full
  options.steps = kFewSteps;
  const auto parameters = calibrate_heavy_hitters(options).parameters;
  std::vector<std::uint8_t> left;
  const double plain = best_of(
      3, [&] { left.assign(kUsers, 200); },
      [&] {
        ItemCounts counts;
        std::uint64_t reported = 0;
        for (std::size_t step = 0; step < kFewSteps; ++step) {
          counts.clear();
          for (const Holding& holding : holdings) {
            if (left[holding.user] != 0) counts.add(holding.item, holding.steps);
          }
          for (auto& entry : counts.entries()) {
            entry.reported = entry.steps >= parameters.threshold;
            reported += entry.reported;
          }
          for (const Holding& holding : holdings) {
            std::uint8_t& amount = left[holding.user];
            if (amount != 0 && counts.find(holding.item)->reported) --amount;
          }
        }
        keep(reported);
      });
  row("10^6 users' items, 100 steps without noise", plain, plain);
  const double stepped = best_of(
      3, [] {},
      [&] {
        HeavyHitterMonitor monitor(parameters);
        std::size_t reported = 0;
        for (std::size_t step = 0; step < kFewSteps; ++step) {
          reported += monitor.step(holdings, randomness).size();
        }
        keep(reported);
      });
  row("  the same with HeavyHitterMonitor", stepped, plain);
}

}  // namespace
}  // namespace logstar::bench

int main() {
  logstar::PlatformEntropy entropy;
  logstar::ExactRandomness randomness(entropy);
  logstar::BitPool bits(entropy);
  logstar::bench::above_threshold_rows(randomness, bits);
  logstar::bench::monitor_rows(randomness, bits);
  logstar::bench::heavy_hitter_rows(randomness, bits);
}
