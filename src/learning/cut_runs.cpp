#include "logstar/learning/cut_runs.hpp"

#include <algorithm>

namespace logstar {

// Thresholds are numbered by the key after their last 1: lowest..highest + 1. Thresholds with label 1 for the
// first `count` records run from the key after record count - 1 to the key of record `count`.

template <typename Visit>
void CutRuns::for_each_run(const Visit& visit) const {
  const KeyArray& keys = sample_.keys();
  visit(std::size_t(0));
  for (std::size_t count = 1; count <= keys.size(); ++count) {
    const bool ends_group = count == keys.size() || !keys.equal(count - 1, count);
    if (ends_group) visit(count);
  }
}

CutRuns::CutRuns(const SortedSample& sample, const WideInterval& domain, std::int64_t margin)
    : sample_(sample), domain_(domain) {
  std::int64_t fewest = sample.errors(0);
  for_each_run([&](std::size_t count) { fewest = std::min(fewest, sample_.errors(count)); });
  worst_shown_ = fewest + margin;
  bool hides = false;
  for_each_run([&](std::size_t count) {
    if (sample_.errors(count) <= worst_shown_) {
      shown_.push_back(count);
    } else {
      hides = true;
    }
  });
  complete_ = !hides;
}

void CutRuns::complete() {
  if (complete_) return;
  for_each_run([&](std::size_t count) {
    if (sample_.errors(count) > worst_shown_) shown_.push_back(count);
  });
  complete_ = true;
}

std::optional<CandidateRuns::Hidden> CutRuns::hidden() const {
  if (complete_) return std::nullopt;
  return Hidden{-worst_shown_ - 1, natural_of(domain_.highest) - natural_of(domain_.lowest) + 2};
}

Natural CutRuns::first_of(std::size_t count) const {
  return count == 0 ? natural_of(domain_.lowest) : natural_of(sample_.keys()[count - 1]) + 1;
}

Natural CutRuns::width_of(std::size_t count) const {
  const Natural end =
      count == sample_.size() ? natural_of(domain_.highest) + 1 : natural_of(sample_.keys()[count]);
  return end + 1 - first_of(count);
}

CandidateRun CutRuns::run(std::size_t index) const {
  return {-sample_.errors(shown_[index]), width_of(shown_[index])};
}

ThresholdHypothesis CutRuns::draw_threshold(std::size_t index, Randomness& randomness) const {
  const std::size_t count = shown_[index];
  const Natural offset = randomness.uniform_below(width_of(count));
  const Natural cut = first_of(count) + offset;
  if (cut == natural_of(domain_.lowest)) return {std::nullopt};
  return {key_of(cut - 1, sample_.keys().bits())};
}

}  // namespace logstar
