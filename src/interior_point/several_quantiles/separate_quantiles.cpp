#include "logstar/interior_point/several_quantiles/separate_quantiles.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "logstar/domain/key_array.hpp"
#include "logstar/interior_point/cut_choice/calibration.hpp"
#include "logstar/interior_point/cut_choice/quantile.hpp"
#include "logstar/interior_point/cut_choice/two_rates_calibration.hpp"
#include "logstar/privacy/per_step.hpp"
#include "logstar/privacy/rounding.hpp"
#include "logstar/support/errors.hpp"

namespace logstar {
namespace {

/// So many calibrations at two rates take a second at most.
constexpr std::size_t kMostAtTwoRates = 16;

/// At two rates draws miss by 0.8 to 0.95 of what windows do, so that it need not be tried below.
constexpr double kLeastOfWindow = 0.7;

/// What each of the draws may cost, and how often it may miss.
struct Share {
  Loss loss;
  double failure = 0;
};

Share share_of(const QuantilesTask& task) {
  const std::size_t m = task.taus.size();
  return {basic_per_step(task.loss, m),
          divide_down(subtract_down(1, task.confidence), count_up(m))};
}

SeparateQuantiles by_exponential(const QuantilesTask& task, const Share& share) {
  SeparateQuantiles plan{task.taus, task.domain, {}, {}};
  std::vector<ExponentialParameters> draws;
  const Natural size = task.domain.size();
  for (const QuantileFraction& tau : task.taus) {
    draws.push_back(calibrate_exponential_quantile(tau, share.loss.epsilon, task.neighbors));
    plan.promise.rank_error =
        std::max(plan.promise.rank_error,
                 exponential_rank_error(size, draws.back(), subtract_up(1, share.failure)));
  }
  plan.draws = std::move(draws);
  return plan;
}

/// Under either kind of neighbours one record of a window is replaced.
SeparateQuantiles by_window(const QuantilesTask& task, const Share& share) {
  const auto choice = calibrate_cut_choice_of_public_size(
      {task.domain.bits(), share.loss, Neighbors::replace, share.failure});
  check_cut_window(choice);
  const auto error = static_cast<double>(cut_quantile_error(choice));
  return {task.taus, task.domain, choice, {error, 0, false}};
}

/// Nothing as soon as one of them may miss by `most`.
std::optional<SeparateQuantiles> at_two_rates(const QuantilesTask& task, const Share& share,
                                              double most) {
  SeparateQuantiles plan{task.taus, task.domain, {}, {}};
  std::vector<TwoRatesParameters> draws(task.taus.size());
  // Those at the ends miss by most, so they come first.
  for (std::size_t i = 0; i < draws.size(); ++i) {
    const std::size_t place = i % 2 == 0 ? i / 2 : draws.size() - 1 - i / 2;
    draws[place] =
        calibrate_two_rates(task.taus[place], task.domain.bits(), share.loss, share.failure);
    plan.promise.rank_error = std::max(plan.promise.rank_error, two_rates_error(draws[place]));
    if (plan.promise.rank_error >= most) return std::nullopt;
  }
  plan.draws = std::move(draws);
  return plan;
}

/// What is better than `best`, if it is possible at this loss at all.
template <typename Plan>
void improve(std::optional<SeparateQuantiles>& best, const Plan& make) {
  try {
    std::optional<SeparateQuantiles> other = make();
    if (other && (!best || other->promise.rank_error < best->promise.rank_error)) {
      best = std::move(other);
    }
  } catch (const OutOfRange&) {
    // Thrown for public numbers only: such draws promise nothing here.
  }
}

WideKey drawn_in_window(const KeyArray& sorted, const KeyInterval& domain,
                        const QuantileFraction& tau, const CutChoiceParameters& choice,
                        Randomness& randomness) {
  // Without "nothing" there is always an answer.
  return *draw_cut_quantile_in_window(sorted, {{domain.lowest}, {domain.highest}}, tau, choice,
                                      randomness);
}

}  // namespace

SeparateQuantiles calibrate_separate_quantiles(const QuantilesTask& task) {
  check_quantiles_task(task);
  const Share share = share_of(task);
  SeparateQuantiles plan = by_exponential(task, share);
  if (share.loss.delta > 0) {
    std::optional<SeparateQuantiles> best = std::move(plan);
    double window = kInfinity;
    improve(best, [&] {
      auto other = by_window(task, share);
      window = other.promise.rank_error;
      return other;
    });
    // Under replace they would be two steps, which costs more than a window.
    if (task.neighbors == Neighbors::add_remove && task.taus.size() <= kMostAtTwoRates &&
        window * kLeastOfWindow < best->promise.rank_error) {
      improve(best, [&] { return at_two_rates(task, share, best->promise.rank_error); });
    }
    plan = std::move(*best);
  }
  plan.promise.inside_from = all_inside_from(plan.promise.rank_error, task.taus);
  return plan;
}

const char* name_of_draws(const SeparateQuantiles& plan) {
  constexpr const char* kNames[] = {"exponential", "two-rates", "window"};
  return kNames[plan.draws.index()];
}

std::vector<std::uint64_t> draw_separate_quantiles(const SeparateQuantiles& plan,
                                                   std::vector<std::uint64_t> keys,
                                                   Randomness& randomness) {
  const std::size_t m = plan.taus.size();
  std::vector<std::uint64_t> drawn;
  if (const auto* exponential = std::get_if<0>(&plan.draws)) {
    for (std::size_t k = 0; k < m; ++k) {
      drawn.push_back(draw_exponential_rank(keys, plan.domain, (*exponential)[k], randomness));
    }
  } else {
    KeyArray records(plan.domain.bits(), std::move(keys));
    records.sort();
    const WideInterval domain{{plan.domain.lowest}, {plan.domain.highest}};
    for (std::size_t k = 0; k < m; ++k) {
      const auto* at_rates = std::get_if<1>(&plan.draws);
      const WideKey key = at_rates != nullptr
                              ? draw_two_rates(records, domain, (*at_rates)[k], randomness)
                              : drawn_in_window(records, plan.domain, plan.taus[k],
                                                std::get<2>(plan.draws), randomness);
      drawn.push_back(key.front());
    }
  }
  std::sort(drawn.begin(), drawn.end());
  return drawn;
}

}  // namespace logstar
