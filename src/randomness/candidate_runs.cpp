#include "logstar/randomness/candidate_runs.hpp"

#include <cmath>

namespace logstar {

BottomScore BottomScore::above(std::int64_t base, double margin) {
  // Scaling by a power of two, floor and the subtraction are exact in doubles; only the ceiling
  // moves the value, upwards.
  const double whole = std::floor(margin);
  const double units = std::ceil(std::ldexp(margin - whole, kFractionBits));
  const auto carry = static_cast<std::int64_t>(units) >> kFractionBits;
  return {base + static_cast<std::int64_t>(whole) + carry,
          static_cast<std::uint32_t>(static_cast<std::int64_t>(units) - (carry << kFractionBits))};
}

std::optional<std::int64_t> best_score(const CandidateRuns& runs, const std::vector<bool>& taken) {
  if (taken.empty()) {
    if (const auto known = runs.best()) return known;
  }
  std::optional<std::int64_t> best;
  const auto look = [&](std::size_t i, std::int64_t score) {
    const bool is_taken = i < taken.size() && taken[i];
    if (!is_taken && (!best || *best < score)) best = score;
  };
  const std::size_t size = runs.size();
  if (const std::int64_t* scores = runs.plain_scores()) {
    for (std::size_t i = 0; i < size; ++i) look(i, scores[i]);
    return best;
  }
  for (std::size_t i = 0; i < size; ++i) {
    const CandidateRun run = runs.run(i);
    if (run.multiplicity != 0) look(i, run.score);
  }
  return best;
}

std::optional<std::int64_t> RunList::best() const {
  std::optional<std::int64_t> best;
  for (const auto& [score, multiplicity] : runs_) {
    if (multiplicity != 0 && (!best || *best < score)) best = score;
  }
  return best;
}

}  // namespace logstar
