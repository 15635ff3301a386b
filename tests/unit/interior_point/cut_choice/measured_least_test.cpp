// The slack in the least n of cut choice: worst-case data for the analysis, and common kinds.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <map>

#include "logstar/interior_point/cut_choice/calibration.hpp"
#include "logstar/interior_point/cut_choice/candidates.hpp"
#include "logstar/randomness/exact_randomness.hpp"
#include "sample_data.hpp"
#include "seeded_bits.hpp"

namespace logstar::testing::measured_least_test {
namespace {

constexpr std::uint32_t kBits = 64;

/// The probability that the draw fails on these data, by the weights of all candidates.
double failure_on(KeyArray keys, const CutChoiceParameters& parameters) {
  keys.sort();
  const PaddedKeys records(keys);
  const CutDepthScore score(records, parameters.offset);
  CutCandidates candidates(keys, score, 1, 0);
  candidates.complete();
  const double rate = parameters.draw_epsilon;
  const auto bottom = static_cast<double>(parameters.bottom->whole) +
                      std::ldexp(parameters.bottom->fraction, -BottomScore::kFractionBits);
  double bad = std::exp(rate * bottom);
  double good = 0;
  SeededBits source(70);
  ExactRandomness randomness(source);
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    const CandidateRun run = candidates.run(i);
    // All candidates of a run have the same rank, so one of them suffices.
    const bool interior = is_interior(candidates.draw_key(i, randomness), keys);
    (interior ? good : bad) +=
        static_cast<double>(run.multiplicity) * std::exp(rate * static_cast<double>(run.score));
  }
  return bad / (bad + good);
}

/// Data that nearly attain the programme's least weight in a tree of 64 levels. The first split is at the root,
/// the cuts of the middle levels lie outside the data, the rest in the last level.
class WorstData {
 public:
  WorstData(std::size_t records, const CutChoiceParameters& parameters)
      : records_(records),
        offset_(static_cast<std::size_t>(parameters.offset)),
        rate_(parameters.draw_epsilon) {}

  KeyArray keys(std::size_t left) {
    keys_ = KeyArray(kBits);
    const std::uint32_t levels = depth(0, left);
    place(0, left, (std::uint64_t(1) << 63) - 1, levels);
    place(left, records_ - left, std::uint64_t(1) << 63, depth(left, records_ - left));
    return keys_;
  }

 private:
  struct Best {
    double weight;
    std::size_t split;  // 0: all equal
  };

  double weight(std::size_t score) const { return std::exp(rate_ * static_cast<double>(score)); }

  const Best& best(std::size_t a, std::size_t m) {
    const auto found = known_.find({a, m});
    if (found != known_.end()) return found->second;
    Best best{weight(m), 0};
    for (std::size_t m0 = 1; m0 < m; ++m0) {
      const std::size_t l = a + m0;
      const double total = weight(std::min(m, offset_ + std::min(l, records_ - l))) +
                           this->best(a, m0).weight + this->best(l, m - m0).weight;
      if (total < best.weight) best = {total, m0};
    }
    return known_[{a, m}] = best;
  }

  std::uint32_t depth(std::size_t a, std::size_t m) {
    const std::size_t m0 = best(a, m).split;
    return m0 == 0 ? 0 : 1 + std::max(depth(a, m0), depth(a + m0, m - m0));
  }

  /// Records that share the bits of `key` except the last `levels`, which are free.
  void place(std::size_t a, std::size_t m, std::uint64_t key, std::uint32_t levels) {
    const std::size_t m0 = best(a, m).split;
    if (m0 == 0) {
      for (std::size_t i = 0; i < m; ++i) keys_.append(WideKey{key});
      return;
    }
    const std::uint64_t bit = std::uint64_t(1) << (levels - 1);
    place(a, m0, key & ~bit, levels - 1);
    place(a + m0, m - m0, key | bit, levels - 1);
  }

  std::size_t records_, offset_;
  double rate_;
  std::map<std::pair<std::size_t, std::size_t>, Best> known_;
  KeyArray keys_{kBits};
};

double worst_failure(std::size_t records, const CutChoiceParameters& parameters) {
  double worst = 0;
  for (std::size_t left = 1; left < records; ++left) {
    WorstData data(records, parameters);
    worst = std::max(worst, failure_on(data.keys(left), parameters));
  }
  return worst;
}

TEST_CASE("data built against cut choice break 30 records at 64 bits, where 35 are promised",
          "[statistics]") {
  const auto parameters = calibrate_cut_choice({kBits, {1, 1e-6}, Neighbors::add_remove, 0.05});
  REQUIRE(parameters.least_records == 35);
  CHECK(worst_failure(30, parameters) > 0.05);
  CHECK(worst_failure(34, parameters) > 0.03);
  for (std::size_t records = 35; records <= 45; ++records) {
    CHECK(worst_failure(records, parameters) <= 0.05);
  }
}

TEST_CASE("the least n measured is 32 for clusters of random keys, at most 26 for other kinds",
          "[statistics]") {
  const auto parameters = calibrate_cut_choice({kBits, {1, 1e-6}, Neighbors::add_remove, 0.05});
  SeededBits source(71);
  BitPool pool(source);
  for (const DataKind kind : kDataKinds) {
    std::uint64_t least = 60;
    const auto worst = [&](std::uint64_t records) {
      double failure = 0;
      for (int run = 0; run < 20; ++run) {
        failure =
            std::max(failure, failure_on(sample_data(kind, records, kBits, pool), parameters));
      }
      return failure;
    };
    while (worst(least - 1) <= 0.05) --least;
    INFO(name_of(kind) << ": " << least);
    // No kind of data needs less than the lower bound for all algorithms.
    CHECK(least >= 17);
    CHECK(least <= (kind == DataKind::clustered ? 33 : 26));
  }
}

}  // namespace
}  // namespace logstar::testing::measured_least_test
