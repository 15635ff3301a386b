// Draws from lists that expose their first runs and bound the hidden rest.
#include <catch2/catch.hpp>
#include <vector>

#include "enumerating_randomness.hpp"
#include "logstar/randomness/exact_randomness.hpp"
#include "seeded_bits.hpp"
#include "statistics.hpp"

namespace logstar::testing {
namespace {

class PartlyHidden final : public CandidateRuns {
 public:
  PartlyHidden(const std::vector<CandidateRun>& runs, std::size_t shown, const Hidden& bound)
      : runs_(runs), shown_(shown), bound_(bound) {}
  std::size_t size() const override { return shown_; }
  CandidateRun run(std::size_t index) const override { return runs_[index]; }
  std::optional<Hidden> hidden() const override {
    return shown_ < runs_.size() ? std::optional(bound_) : std::nullopt;
  }
  void complete() override { shown_ = runs_.size(); }

 private:
  const std::vector<CandidateRun>& runs_;
  std::size_t shown_;
  Hidden bound_;
};

TEST_CASE(
    "a hidden candidate is drawn with its own weight, by tight and loose bounds (20,000 draws)") {
  const std::vector<CandidateRun> runs = {{3, 1}, {2, 4}, {2, 2}, {1, 7}, {0, 1}};
  // The runs from the second or third on are hidden: bounds of their score and number.
  for (const auto& [shown, bound] :
       {std::pair{std::size_t(1), CandidateRuns::Hidden{2, 14}}, {2, {2, 10}}, {2, {3, 40}}}) {
    for (const auto& bottom :
         {std::optional<BottomScore>(), std::optional(BottomScore{2, 1 << 18})}) {
      const auto law = enumerate([&](Randomness& randomness) {
        RunList all(runs);
        return randomness.weighted_choice(all, 0.3, bottom);
      });
      SeededBits source(71);
      ExactRandomness randomness(source);
      std::vector<std::size_t> counts(runs.size() + 1);
      for (int i = 0; i < 20'000; ++i) {
        PartlyHidden list(runs, shown, bound);
        const std::size_t drawn = randomness.weighted_choice(list, 0.3, bottom);
        // Bottom comes after the runs that were exposed when it was drawn.
        ++counts[drawn == list.size() ? runs.size() : drawn];
      }
      std::vector<long double> expected;
      for (std::size_t i = 0; i < counts.size(); ++i) expected.push_back(law.of(i));
      CHECK(fits_law(counts, expected));
    }
  }
}

TEST_CASE(
    "a bound equal to the hidden weight draws it as often as its law requires (20,000 draws)") {
  // One run of score 0 is exposed, one of equal weight is hidden: each has half.
  const std::vector<CandidateRun> runs = {{0, 8}, {0, 8}};
  SeededBits source(72);
  ExactRandomness randomness(source);
  std::vector<std::size_t> counts(2);
  for (int i = 0; i < 20'000; ++i) {
    PartlyHidden list(runs, 1, {0, 8});
    ++counts[randomness.weighted_choice(list, 1.0, std::nullopt)];
  }
  CHECK(fits_law(counts, {0.5L, 0.5L}));
}

}  // namespace
}  // namespace logstar::testing
