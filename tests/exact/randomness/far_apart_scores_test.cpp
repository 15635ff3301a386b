// Scores so far apart that the smaller weight underflows to 0: the sampler's own law, found by bisection over
// its words, against the enumerated one.
#include <catch2/catch.hpp>
#include <cmath>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "enumerating_randomness.hpp"
#include "logstar/randomness/exact_randomness.hpp"
#include "logstar/randomness/weighted_sampler.hpp"
#include "sampler_law.hpp"
#include "seeded_bits.hpp"

namespace logstar::testing {
namespace {

// Words resolve borders to 2^-63 each; long doubles round at about the same size.
constexpr long double kTolerance = 1e-15L;

/// The least gap between whole scores at which a weight underflows to 0.
std::int64_t cutoff(double epsilon) {
  return static_cast<std::int64_t>(std::ceil(0x1p31 * 0.69 / epsilon));
}

/// The gap at which a sum of weights is 2^-(2^29).
std::int64_t trusted(double epsilon) {
  return static_cast<std::int64_t>(std::ceil(0x1p29 * std::log(2.0) / epsilon));
}

const double kEpsilons[] = {1e-6, 1e-3, 0.5, 3.0, 1e4};

void check_peel(const std::vector<std::int64_t>& scores, double epsilon,
                const std::optional<BottomScore>& bottom = std::nullopt) {
  const auto peel = [&](Randomness& r) { return r.peel(scores, epsilon, scores.size(), bottom); };
  INFO("epsilon " << epsilon << ", scores " << Catch::Detail::stringify(scores));
  const auto law = sampler_law(peel, 3 * (scores.size() + 1));
  CHECK(largest_difference(law, enumerate(peel)) < kTolerance);
}

TEST_CASE("sampler_law finds the enumerated law of peel for close scores") {
  check_peel({4, 1, 3}, 0.8);
  check_peel({4, 1, 3, 3}, 0.3, BottomScore{2, 1u << 18});
}

TEST_CASE("peel has its law if the cutoff below a taken item falls between the others") {
  for (const double epsilon : kEpsilons) {
    for (const std::int64_t gap : {cutoff(epsilon), trusted(epsilon)}) {
      for (const std::int64_t top : {std::int64_t(0), gap, std::int64_t(1) << 61}) {
        check_peel({top, top - gap + 1, top - gap}, epsilon);
        check_peel({top - gap, top - gap - 2, top, top - gap + 1}, epsilon);
      }
    }
  }
}

TEST_CASE("peel has its law if each taken item is a cutoff above the rest") {
  const double epsilon = 0.5;
  const std::int64_t gap = cutoff(epsilon);
  check_peel({4 * gap, 3 * gap, 2 * gap + 1, gap + 1, gap}, epsilon);
  check_peel({2 * gap, 2 * gap, gap + 1, gap, 1}, epsilon);
}

TEST_CASE("peel has its law if the cutoff falls between an item and bottom") {
  for (const double epsilon : kEpsilons) {
    for (const std::int64_t gap : {cutoff(epsilon), trusted(epsilon)}) {
      for (const std::int64_t ahead : {-1, 0, 1}) {
        const std::int64_t item = std::int64_t(7) - gap + ahead;
        check_peel({7, item}, epsilon, BottomScore{7 - gap, 0});
        check_peel({7, item}, epsilon,
                   BottomScore{7 - gap - 1, 31u << 15});  // a long double holds it
      }
    }
  }
}

TEST_CASE("peel makes the choices of the slow path if the cutoff divides 200 items") {
  const double epsilon = 0.5;
  std::vector<std::int64_t> scores(200);
  for (std::size_t i = 0; i < scores.size(); ++i) scores[i] = static_cast<std::int64_t>(i % 3);
  scores[77] = cutoff(epsilon) + 1;
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    SeededBits fast_source(seed), slow_source(seed);
    ExactRandomness fast(fast_source), slow(slow_source, 2);
    const auto drawn = fast.peel(scores, epsilon, 4, BottomScore{2, 0});
    CHECK(drawn == slow.peel(scores, epsilon, 4, BottomScore{2, 0}));
  }
}

/// Runs that expose the first `shown` before the list is complete.
class LooselyBounded final : public CandidateRuns {
 public:
  LooselyBounded(std::vector<CandidateRun> runs, std::size_t shown, std::int64_t bound)
      : runs_(std::move(runs)), shown_(shown), bound_(bound) {}
  std::size_t size() const override { return completed_ ? runs_.size() : shown_; }
  CandidateRun run(std::size_t index) const override { return runs_[index]; }
  std::optional<Hidden> hidden() const override {
    return completed_ ? std::nullopt : std::optional<Hidden>({bound_, 10});
  }
  void complete() override { completed_ = true; }

 private:
  std::vector<CandidateRun> runs_;
  std::size_t shown_;
  std::int64_t bound_;
  bool completed_ = false;
};

TEST_CASE("a bound far above the hidden weight changes no law") {
  const double epsilon = 0.5;
  const std::int64_t gap = cutoff(epsilon);
  for (const std::int64_t best : {std::int64_t(1), std::int64_t(0), std::int64_t(-3)}) {
    const std::vector<CandidateRun> runs = {{best, 1}, {best - 1, 2}, {1, 3}, {0, 1}};
    const auto draw = [&](Randomness& randomness) {
      LooselyBounded list(runs, 2, gap);
      const std::size_t drawn = randomness.weighted_choice(list, epsilon, BottomScore{0, 1});
      return drawn == list.size() ? runs.size() : drawn;
    };
    CHECK(largest_difference(sampler_law(draw, 6), enumerate(draw)) < kTolerance);
  }
}

/// Counts accesses to candidates.
class Watched final : public CandidateRuns {
 public:
  explicit Watched(std::vector<std::int64_t> scores) : scores_(std::move(scores)) {}
  std::size_t size() const override { return scores_.size(); }
  CandidateRun run(std::size_t index) const override {
    ++looks;
    return {scores_[index], 1};
  }

  mutable std::size_t looks = 0;

 private:
  std::vector<std::int64_t> scores_;
};

TEST_CASE("drawing 100 of 10,000 items sums them all once, and once more below a far-up item") {
  constexpr std::size_t kItems = 10'000;
  constexpr std::size_t kDraws = 100;
  for (const bool far_up : {false, true}) {
    std::vector<std::int64_t> scores(kItems);
    for (std::size_t i = 0; i < kItems; ++i) scores[i] = static_cast<std::int64_t>(i * i);
    if (far_up) scores[5] = 10 * cutoff(1.0);
    Watched list(scores);
    SeededBits source(3);
    BitPool bits(source);
    WeightedSampler sampler(list, 1.0, std::nullopt, kFilterWidth, bits);
    for (std::size_t i = 0; i < kDraws; ++i) sampler.take(sampler.draw_candidate().value());
    // A sum reads every item twice; each draw and each removal reads one block of 64.
    CHECK(list.looks <= (far_up ? 4 : 2) * kItems + kDraws * 2 * 64);
  }
}

}  // namespace
}  // namespace logstar::testing
