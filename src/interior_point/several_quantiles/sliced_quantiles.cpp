#include "logstar/interior_point/several_quantiles/sliced_quantiles.hpp"

#include <algorithm>
#include <utility>

#include "logstar/interior_point/cut_choice/calibration.hpp"
#include "logstar/privacy/rounding.hpp"

// Privacy. Under add-remove that of noisy slices: their fallback runs with the loss that they leave
// it. Under replace a changed record may also be dropped, or no longer be dropped, as callers may drop
// records by their values. Then the number of records moves by one, the noise hides that, and one record more
// or less costs the fallback the rest after the noise: epsilon - e0. If the number stays the same, so do the
// noisy size and the choice of mechanism, and a replaced record may cost the fallback epsilon. Slices and
// fallback get delta/2 each. docs/guarantees/noisy-slices.md, Corollary (replace).
//
// Accuracy. With M blocks of noise of at most B the noisy size of n records is at least n - M B: if
// that is least_size, slices are drawn for certain, and keep their error. With fewer records either
// may be drawn. The noise fails with probability at most beta/2. If slices are drawn, one of their points fails
// with at most beta/2. Otherwise the other mechanism fails with at most beta/2, for which it is calibrated, as
// it does not depend on the noise. So the larger of both errors is kept with probability at least 1 - beta in
// any case.

namespace logstar {
namespace {

/// The draw of a slice's point, given its loss and its failure probability.
struct ByExponential {
  Natural domain_size;

  ExponentialParameters calibrate(const Loss& inner, double) const {
    return calibrate_exponential_median(inner.epsilon, Neighbors::replace);
  }
  std::uint64_t records(const ExponentialParameters& median, double failure) const {
    return exponential_least_records(domain_size, median, subtract_up(1, failure));
  }
};

struct ByCutChoice {
  std::uint32_t bits;

  CutChoiceParameters calibrate(const Loss& inner, double failure) const {
    return calibrate_cut_choice_of_public_size({bits, inner, Neighbors::replace, failure});
  }
  std::uint64_t records(const CutChoiceParameters& choice, double) const {
    return choice.least_records;
  }
};

/// Under replace slices and fallback get half of delta each.
QuantilesTask half_of_replace(QuantilesTask task) {
  if (task.neighbors == Neighbors::replace) task.loss.delta /= 2;
  return task;
}

NoisySlicesRequest request_of(const QuantilesTask& task) {
  return {task.taus, task.loss, task.neighbors, task.confidence};
}

/// Slices with points drawn that way, if they promise less of an error than `best` has.
template <typename By>
void improve(std::optional<SlicedQuantiles>& best, const QuantilesTask& task, const By& by) {
  const auto records = [&](const Loss& inner, double failure) -> std::optional<std::uint64_t> {
    return by.records(by.calibrate(inner, failure), failure);
  };
  const auto rival = best ? std::optional(best->slices.rank_error) : std::nullopt;
  auto slices = calibrate_noisy_slices(request_of(task), records, rival);
  if (!slices || (best && best->slices.rank_error <= slices->rank_error)) return;
  const auto inner = by.calibrate(slices->inner, slices->inner_failure);
  // A slice of V records is promised its point, and its privacy if that needs V.
  if (by.records(inner, slices->inner_failure) > slices->window) return;
  best = SlicedQuantiles{task.domain, std::move(*slices), inner, RecursiveQuantiles{}, {}, 0, 0};
}

std::uint64_t blocks_with_noise(std::size_t quantiles) {
  std::uint64_t count = 0;
  for (std::size_t k = 1; k < quantiles; ++k) count += block_has_noise(k, quantiles);
  return count;
}

/// For fewer than `least_records` records. If they are too few for the least of all promises to distinguish
/// neighbouring quantiles, every promise is useless. Then it takes the recursion, which has the least error on
/// data that are not adversarial.
PlainQuantiles calibrate_fallback(const QuantilesTask& task, const NoisySlicesParameters& slices,
                                  std::uint64_t least_records) {
  QuantilesTask other = task;
  double single = kInfinity;
  if (task.neighbors == Neighbors::add_remove) {
    other.loss = slices.fallback;
  } else {
    single = subtract_down(task.loss.epsilon, slices.noise.epsilon);
  }
  other.confidence = subtract_up(1, divide_down(subtract_down(1, task.confidence), 2));
  other.algorithm.reset();
  const double useless = uninformative_error(task.taus, least_records);
  PlainQuantiles least = calibrate_plain_quantiles(other, useless, single);
  if (promise_of(least).rank_error < useless) return least;
  other.algorithm = QuantilesAlgorithm::recursion;
  return calibrate_plain_quantiles(other, kInfinity, single);
}

/// Without a fallback, and what depends on it.
std::optional<SlicedQuantiles> slices_of(const QuantilesTask& task) {
  if (task.taus.size() < 2 || task.loss.delta == 0) return std::nullopt;
  std::optional<SlicedQuantiles> plan;
  improve(plan, task, ByExponential{task.domain.size()});
  improve(plan, task, ByCutChoice{task.domain.bits()});
  if (!plan) return std::nullopt;
  const NoisySlicesParameters& slices = plan->slices;
  plan->least_records =
      static_cast<std::uint64_t>(slices.least_size) +
      blocks_with_noise(task.taus.size()) * static_cast<std::uint64_t>(slices.noise.most);
  return plan;
}

}  // namespace

std::optional<SlicesPromise> promise_of_slices(const QuantilesTask& asked) {
  check_quantiles_task(asked);
  const auto plan = slices_of(half_of_replace(asked));
  if (!plan) return std::nullopt;
  return SlicesPromise{plan->slices.rank_error, plan->least_records};
}

std::uint64_t sliced_records_at_least(const QuantilesTask& asked) {
  check_quantiles_task(asked);
  const QuantilesTask task = half_of_replace(asked);
  const ByExponential by_exponential{task.domain.size()};
  const SliceRecords records = [&](const Loss& inner, double failure) {
    const std::uint64_t exponential =
        by_exponential.records(by_exponential.calibrate(inner, failure), failure);
    const std::uint64_t cut =
        records_of_public_size_at_least({task.domain.bits(), inner, Neighbors::replace, failure});
    return std::optional(std::min(exponential, cut));
  };
  return static_cast<std::uint64_t>(noisy_slices_size_at_least(request_of(task), records));
}

double uninformative_error(const std::vector<QuantileFraction>& taus, std::uint64_t records) {
  return least_gap(taus) * static_cast<double>(records);
}

std::optional<SlicedQuantiles> calibrate_sliced_quantiles(const QuantilesTask& asked) {
  check_quantiles_task(asked);
  const QuantilesTask task = half_of_replace(asked);
  std::optional<SlicedQuantiles> plan = slices_of(task);
  if (!plan) return std::nullopt;
  const NoisySlicesParameters& slices = plan->slices;
  plan->fallback = calibrate_fallback(task, slices, plan->least_records);
  const QuantilesPromise& fewer = promise_of(plan->fallback);
  plan->fewer_error = std::max(slices.rank_error, fewer.rank_error);
  plan->promise.rank_error = slices.rank_error;
  plan->promise.usual = UsualErrorShare::noisy_slices * slices.rank_error;
  plan->promise.inside_from = std::max(all_inside_from(slices.rank_error, task.taus),
                                       std::min(static_cast<double>(plan->least_records),
                                                all_inside_from(plan->fewer_error, task.taus)));
  plan->promise.ties_count = fewer.ties_count;
  return plan;
}

NoisySlicesResult draw_sliced_points(const SlicedQuantiles& plan, std::vector<std::uint64_t> keys,
                                     Randomness& randomness) {
  const WideInterval domain{{plan.domain.lowest}, {plan.domain.highest}};
  KeyArray records(plan.domain.bits(), std::move(keys));
  records.sort();
  const SliceDraw of_slice = [&](const KeyArray& slice, Randomness& bits) {
    if (const auto* choice = std::get_if<CutChoiceParameters>(&plan.inner)) {
      return draw_cut_choice(slice, domain, *choice, bits);
    }
    const auto& median = std::get<ExponentialParameters>(plan.inner);
    return std::optional(WideKey{draw_exponential_rank(slice.words(), plan.domain, median, bits)});
  };
  const OtherQuantiles others = [&](Randomness& bits) {
    std::vector<std::optional<WideKey>> points;
    for (const std::uint64_t key : draw_plain_quantiles(plan.fallback, records.words(), bits)) {
      points.emplace_back(WideKey{key});
    }
    return points;
  };
  return draw_noisy_slices(records, domain, plan.slices, of_slice, others, randomness);
}

std::vector<std::uint64_t> draw_sliced_quantiles(const SlicedQuantiles& plan,
                                                 std::vector<std::uint64_t> keys,
                                                 Randomness& randomness) {
  const auto result = draw_sliced_points(plan, std::move(keys), randomness);
  std::vector<std::uint64_t> drawn;
  drawn.reserve(result.points.size());
  for (const auto& point : result.points) drawn.push_back(point->front());  // all are there
  return drawn;
}

}  // namespace logstar
