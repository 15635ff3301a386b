#include "logstar/interior_point/column_slices.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>
#include <utility>

#include "logstar/support/checks.hpp"
#include "logstar/support/errors.hpp"

namespace logstar {
namespace {

/// A margin for the ledger, which may grant slightly less than the request: plans with slightly less delta, and
/// charges slightly more epsilon.
constexpr double kHair = 0x1p-20;

KeyArray sorted(KeyArray keys) {
  keys.sort();
  return keys;
}

std::vector<std::uint32_t> places(std::size_t size) {
  std::vector<std::uint32_t> all(size);
  std::iota(all.begin(), all.end(), 0);
  return all;
}

}  // namespace

ColumnSlices::ColumnSlices(KeyArray column, const SliceBudget& budget, Randomness& randomness)
    : keys_(sorted(std::move(column))), session_(places(keys_.size()), budget, randomness) {}

std::size_t ColumnSlices::take(std::size_t length, bool from_high) {
  slices_.push_back(session_.slice(length, [from_high](std::vector<Place> left) {
    std::sort(left.begin(), left.end());
    if (from_high) std::reverse(left.begin(), left.end());
    return left;
  }));
  return slices_.size() - 1;
}

Released<std::optional<WideKey>> ColumnSlices::compute(std::size_t slice, const RankTask& asked) {
  const RankRelease::Plan plan = RankRelease::plan(asked);
  const Claim claim = RankRelease::claim(asked, plan);
  const RankTask task = RankRelease::with_loss(asked, plan, claim.loss);
  const auto mechanism = [&](std::span<const Place> records, Randomness& random) {
    KeyArray keys(keys_.bits());
    keys.reserve(records.size());
    for (const Place place : records) keys.append(keys_[place]);
    return RankRelease::draw(task, plan, std::move(keys), random);
  };
  return {session_.compute(slices_.at(slice), claim.loss, mechanism), claim};
}

ColumnSlicesRelease::Plan ColumnSlicesRelease::plan(const Task& task) {
  check_slice_budget(task.budget);
  check_delta_or_zero("delta", task.delta);  // the charged delta; the plan uses slightly less
  const double epsilon = slice_epsilon_of(task.budget, task.delta * (1 - kHair));
  if (!std::isfinite(epsilon)) {
    reject("delta", "above the part that the computations take", task.delta);
  }
  return {epsilon * (1 + kHair)};
}

Claim ColumnSlicesRelease::claim(const Task& asked, const Plan& plan) {
  Claim claim;
  claim.mechanism = std::to_string(asked.budget.slices) + " slices";
  claim.loss = {plan.epsilon, asked.delta};
  claim.also_public = "the parameters";
  claim.proof = "docs/guarantees/slices.md";
  claim.parameters = Facts()
                         .with("slices", static_cast<double>(asked.budget.slices))
                         .with("computes", static_cast<double>(asked.budget.computes))
                         .with("sliceEpsilon", asked.budget.slice_epsilon);
  return claim;
}

ColumnSlicesRelease::Task ColumnSlicesRelease::with_loss(const Task& task, const Plan&,
                                                         const Loss&) {
  return task;  // its rates are declared, and cost slightly less than the charge
}

std::unique_ptr<ColumnSlices> ColumnSlicesRelease::draw(const Task& task, const Plan&, Data column,
                                                        Randomness& randomness) {
  return std::make_unique<ColumnSlices>(std::move(column), task.budget, randomness);
}

}  // namespace logstar
