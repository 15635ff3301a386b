#include "logstar/randomness/weighted_sampler.hpp"

#include <algorithm>

// Why every draw has its ideal law. A draw is a walk down a binary tree: at each node it goes to
// group a with probability W(a) / (W(a) + W(b)), W the exact sums, by fresh random bits. The
// product of these probabilities along a walk is the weight of the run reached over the weight of
// all, so it is enough that each decision is exact. A decision compares a uniform u with p* = W(a)
// / (W(a) + W(b)):
//
//   A single weight has relative error at most 2^-49 (ScaledExponential). A sum of r positive terms
//   adds at most 2^-53 for every addition a term passes through: 64 inside its block (they are
//   added in order), and one for each level above, fewer than 60. So both sums have relative error
//   rho <= 2^-49 + 124 * 2^-53 * 1.001 < 9.8 * 2^-50 < 2^-46.7, and the quotient p = a / (a + b)
//   differs from p* by at most p (1 - p) 2 rho (1 + small) + 3 * 2^-53 <= rho / 2 + 2^-51 <
//   2^-47.6.
//
//   This holds up to the terms that are positive and left out. One is written as 0 if it is below
//   M 2^-(2^31 - 2^24) times e^(epsilon reference_), M its multiplicity; M < 2^(2^30), as keys have
//   at most 2^26 bits. Their share of a + b depends on a + b, which may be far from the reference: runs near it
//   may have been taken, or lie elsewhere in the tree, or be only a bound on hidden runs. So doubles decide
//   only if a + b is accurate: at least 2^-(2^29) / 4. Then the terms written as 0, fewer than 2^60, are
//   together below 2^-(2^28) of a + b; the terms that an addition drops as 2^-1000 times smaller are below
//   2^-900. Otherwise the slow path decides.
//
//   The computed u is the true one cut down by less than 2^-53. Outside p +- 2^-46 the decision is
//   therefore certain. Inside, the same u is extended by more bits and the sums are bounded in
//   exact arithmetic of doubling precision, until it is certain (ExactWeights).
//
// A decision is undecided with probability below 2^-45, so a draw among up to 2^26 runs (26 to 28
// decisions) below 2^-40: draw() sees to it that the sum of all is accurate.

namespace logstar {
namespace {

/// Whether the terms written as 0 are negligible against this sum.
bool is_accurate(const Scaled& sum) {
  return sum.mantissa != 0 && sum.exponent >= -(std::int64_t(1) << 29);
}

}  // namespace

WeightedSampler::WeightedSampler(CandidateRuns& runs, double epsilon,
                                 const std::optional<BottomScore>& bottom, double filter_width,
                                 BitPool& bits)
    : runs_(runs),
      bottom_(bottom),
      filter_width_(filter_width),
      bits_(bits),
      exponential_(epsilon),
      exact_(runs, epsilon, bottom, taken_) {
  build();
}

void WeightedSampler::build() {
  const std::size_t size = runs_.size();
  any_ = bottom_.has_value();
  if (bottom_) reference_ = in_units(*bottom_);
  auto raise = [this](std::int64_t score) {
    reference_ = any_ ? std::max(reference_, in_units(score)) : in_units(score);
    any_ = true;
  };
  if (const auto best = best_score(runs_, taken_)) raise(*best);
  if (const auto hidden = runs_.hidden()) raise(hidden->score);
  tree_.emplace(runs_, 0, size, exponential_, reference_, taken_);
  bottom_weight_ = {};
  if (bottom_) {
    bottom_weight_ = exponential_.weight(reference_ - in_units(*bottom_));
  }
}

bool WeightedSampler::decide(const CandidateGroup& a, const Scaled& weight_a,
                             const CandidateGroup& b, const Scaled& weight_b) {
  const std::uint64_t word = bits_.word();
  const Scaled sum = weight_a + weight_b;
  if (is_accurate(sum)) {
    const double p = weight_a.at(sum.exponent) / sum.mantissa;
    const double u = static_cast<double>(word >> 11) * 0x1p-53;
    if (u < p - filter_width_) return true;
    if (u > p + filter_width_) return false;
  }
  return exact_.falls_in_first(a, b, word, [this] { return bits_.word(); });
}

bool WeightedSampler::falls_in_hidden(std::size_t shown) {
  const auto hidden = runs_.hidden();
  if (!hidden) return false;
  const Scaled seen = tree_->total() + bottom_weight_;
  const Scaled bound =
      exponential_.weight(reference_ - in_units(hidden->score), hidden->multiplicity);
  const std::uint64_t word = bits_.word();
  const std::int64_t exponent = std::max(seen.exponent, bound.exponent);
  const double in_seen = seen.at(exponent);
  // The true share of the shown runs is at least this, up to the error that the filter covers. (If the bound is
  // written as 0, it does not hold the reference, so `seen` is accurate: see draw.)
  const double p = in_seen / (in_seen + bound.at(exponent));
  if (static_cast<double>(word >> 11) * 0x1p-53 < p - filter_width_) return false;
  runs_.complete();
  return !exact_.falls_in_first({0, shown, bottom_.has_value()}, {shown, runs_.size()}, word,
                                [this] { return bits_.word(); });
}

std::size_t WeightedSampler::descend(const WeightTree& tree) {
  return tree.descend([this](const CandidateGroup& a, const Scaled& weight_a,
                             const CandidateGroup& b,
                             const Scaled& weight_b) { return decide(a, weight_a, b, weight_b); });
}

std::optional<std::size_t> WeightedSampler::draw_candidate() {
  // The heavy runs are taken: the rest needs a new reference, or every decision would take the slow path. If
  // nothing is hidden the new sum is at least about 1. So this recurs only after the best score left has sunk
  // by 2^29 ln 2 / epsilon more: practically never, and at most once a draw.
  if (any_ && !is_accurate(tree_->total() + bottom_weight_)) build();
  if (!any_) return std::nullopt;
  const std::size_t shown = runs_.size();
  if (falls_in_hidden(shown)) {
    return descend(WeightTree(runs_, shown, runs_.size(), exponential_, reference_, taken_));
  }
  if (bottom_ && !decide({0, shown}, tree_->total(), {0, 0, true}, bottom_weight_)) {
    return runs_.size();
  }
  return descend(*tree_);
}

void WeightedSampler::take(std::size_t index) {
  if (taken_.empty()) taken_.resize(runs_.size());
  taken_[index] = true;
  tree_->update(index);
}

}  // namespace logstar
