// Counts, choices among candidates, and two mistakes with them.
#include "audit.hpp"
#include "selection/exponential.hpp"
#include "selection/gap_test.hpp"
#include "selection/laplace_count.hpp"
#include "selection/permute_and_flip.hpp"
#include "selection/stable_choice.hpp"

namespace logstar::testing {
namespace {

using Scores = std::vector<std::int64_t>;

/// Twenty candidates, of which the first two lead; the neighbour's first one has 1 more.
Scores leading(bool second) {
  Scores scores(20, 480);
  scores[0] = second ? 501 : 500;
  scores[1] = 500;
  return scores;
}

AuditCase count(double epsilon, const Rational& rate, const char* mistake) {
  return {"laplaceCount",
          "",
          "add-remove",
          {epsilon, 0},
          [=](bool second, Randomness& r) { return laplace_count(second ? 5001 : 5000, rate, r); },
          mistake};
}

AuditCase noisy_maximum(bool with_value) {
  const double epsilon = 1;
  return {"selectBest",
          with_value ? "permute-and-flip and its value" : "permute-and-flip",
          "add-remove",
          {epsilon, 0},
          [=](bool second, Randomness& r) {
            const Scores scores = leading(second);
            const auto best = permute_and_flip(scores, epsilon, r);
            if (!with_value) return static_cast<std::int64_t>(best);
            return static_cast<std::int64_t>(best) * 1'000'000 + scores[best];
          },
          with_value ? "a noisy maximum that also releases its value" : ""};
}

}  // namespace

std::vector<AuditCase> selection_cases() {
  std::vector<AuditCase> cases;
  cases.push_back(count(1, calibrate_laplace_count(1, 1), ""));
  cases.push_back(count(0.5, Rational{1, 1} / Rational::of(0.5), "scale and rate mixed up"));
  cases.push_back(noisy_maximum(false));
  cases.push_back(noisy_maximum(true));
  cases.push_back(
      {"selectBest", "exponential", "add-remove", {1, 0}, [](bool second, Randomness& r) {
         return static_cast<std::int64_t>(exponential_choice(leading(second), 1, r));
       }});
  const auto stable = calibrate_stable_choice({1, 1e-3}, 1, Neighbors::add_remove);
  cases.push_back(
      {"selectBest", "stable", "add-remove", stable.loss, [=](bool second, Randomness& r) {
         // A lead of so much that bottom is as likely as the best.
         const Scores scores = {stable.bottom.whole + (second ? 1 : 0), 1, 1};
         ScoreList candidates(scores);
         const auto found = stable_choice(candidates, stable, r);
         return found ? static_cast<std::int64_t>(*found) : -1;
       }});
  // A_dist as printed in BNS13: gap + Laplace(1/e) >= ln(1/delta)/e, under replace with counts.
  GapTestParameters printed;
  printed.loss = {1, 0.01};
  printed.noise_epsilon = 1;
  printed.threshold = 5;  // ln 100, rounded up
  cases.push_back({"A_dist", "as printed in BNS13", "replace", printed.loss,
                   [=](bool second, Randomness& r) {
                     const Scores scores = second ? Scores{499, 501} : Scores{501, 499};
                     const auto best = gap_test(scores, std::nullopt, printed, r);
                     return best ? static_cast<std::int64_t>(*best) : -1;
                   },
                   "A_dist as printed in BNS13"});
  return cases;
}

}  // namespace logstar::testing
