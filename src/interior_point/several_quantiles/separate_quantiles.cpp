#include "logstar/interior_point/several_quantiles/separate_quantiles.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "logstar/domain/key_array.hpp"
#include "logstar/interior_point/cut_choice/calibration.hpp"
#include "logstar/interior_point/cut_choice/quantile.hpp"
#include "logstar/interior_point/cut_choice/two_rates_calibration.hpp"
#include "logstar/interior_point/rank/usual_error.hpp"
#include "logstar/privacy/per_step.hpp"
#include "logstar/privacy/rounding.hpp"
#include "logstar/support/checks.hpp"
#include "logstar/support/errors.hpp"

namespace logstar {
namespace {

/// This many calibrations at two rates take a second at most.
constexpr std::size_t kMaxAtTwoRates = 16;

/// Draws at two rates miss by 0.8 to 0.95 of the miss of windows: they are not tried if even this share is too
/// much.
constexpr double kMinOfWindow = 0.7;

/// The losses of all draws and of each, and the failure probability of each.
struct Share {
  double epsilon = 0;
  Loss loss;
  double failure = 0;
};

Share share_of(const QuantilesTask& task, double epsilon) {
  const std::size_t m = task.taus.size();
  return {epsilon, basic_per_step({epsilon, task.loss.delta}, m),
          divide_down(subtract_down(1, task.confidence), count_up(m))};
}

/// The loss of the exponential mechanism for one record more or less, as a part of its loss for a replaced
/// record: the mean of max(tau, 1 - tau).
double single_part_up(const std::vector<QuantileFraction>& taus) {
  double sum = 0;
  for (const auto& [a, b] : taus) {
    sum = add_up(sum, divide_up(count_up(std::max(a, b - a)), count_down(b)));
  }
  return divide_up(sum, count_down(taus.size()));
}

SeparateQuantiles by_exponential(const QuantilesTask& task, const Share& share) {
  SeparateQuantiles plan{task.taus, task.domain, {}, {}, share.epsilon, {}};
  std::vector<ExponentialParameters> draws;
  const Natural size = task.domain.size();
  for (const QuantileFraction& tau : task.taus) {
    draws.push_back(calibrate_exponential_quantile(tau, share.loss.epsilon, task.neighbors));
    draws.back().measure = task.measure;
    plan.promise.rank_error =
        std::max(plan.promise.rank_error,
                 exponential_rank_error(size, draws.back(), subtract_up(1, share.failure)));
    plan.promise.usual = std::max(plan.promise.usual, usual_exponential_error(draws.back()));
  }
  plan.draws = std::move(draws);
  return plan;
}

/// Under either kind of neighbours one record of a window is replaced, also if a record is added or removed
/// under replace. Pure without a delta in the share.
std::optional<SeparateQuantiles> by_window(const QuantilesTask& task, const Share& share) {
  const CutChoiceRequest request{task.domain.bits(), share.loss, Neighbors::replace, share.failure};
  const auto choice = share.loss.delta > 0 ? calibrate_cut_choice_of_public_size(request)
                                           : calibrate_pure_cut_choice(request);
  if (cut_window_obstacle(choice, task.domain.bits())) return std::nullopt;
  const auto error = static_cast<double>(cut_quantile_error(choice));
  const double usual = share.loss.delta > 0 ? UsualErrorShare::cut : UsualErrorShare::pure_cut;
  return SeparateQuantiles{task.taus, task.domain,   choice,
                           {},        share.epsilon, {error, 0, false, error * usual}};
}

/// Pure without a delta in the share. Empty as soon as one of them may miss by `most`.
std::optional<SeparateQuantiles> at_two_rates(const QuantilesTask& task, const Share& share,
                                              double most) {
  SeparateQuantiles plan{task.taus, task.domain, {}, {}, share.epsilon, {}};
  const auto calibrated = [&](const QuantileFraction& tau) {
    const std::uint32_t bits = task.domain.bits();
    return share.loss.delta > 0
               ? possible_two_rates(tau, bits, share.loss, share.failure)
               : possible_pure_two_rates(tau, bits, share.loss.epsilon, share.failure);
  };
  std::vector<TwoRatesParameters> draws(task.taus.size());
  // The outer quantiles have the largest errors, so they come first.
  for (std::size_t i = 0; i < draws.size(); ++i) {
    const std::size_t place = i % 2 == 0 ? i / 2 : draws.size() - 1 - i / 2;
    const auto draw = calibrated(task.taus[place]);
    if (!draw) return std::nullopt;
    draws[place] = *draw;
    plan.promise.rank_error = std::max(plan.promise.rank_error, two_rates_error(draws[place]));
    if (plan.promise.rank_error >= most) return std::nullopt;
  }
  plan.promise.usual =
      plan.promise.rank_error *
      (share.loss.delta > 0 ? UsualErrorShare::two_rates : UsualErrorShare::pure_two_rates);
  plan.draws = std::move(draws);
  return plan;
}

/// Replaces `best` by a better plan, if one is possible at this loss.
void improve(SeparateQuantiles& best, std::optional<SeparateQuantiles> other) {
  if (other && other->promise.rank_error < best.promise.rank_error) best = *std::move(other);
}

/// A lower bound on the error of a window: its records, all equal, must outweigh the weight that the draw is
/// calibrated for, at half of epsilon at most.
double least_window_error(const QuantilesTask& task, const Share& share) {
  const std::uint32_t bits = task.domain.bits();
  const auto& [epsilon, delta] = share.loss;
  if (delta == 0) return least_pure_two_rates_error(bits, epsilon, share.failure);
  return (std::log(bits + 1.0) - std::log(delta)) / epsilon - 1;
}

/// A window, or two rates where they may be better; where either may miss by less than `of_use`.
void improve_by_cuts(SeparateQuantiles& best, const QuantilesTask& task, const Share& share,
                     double of_use) {
  // A limit on the loss for one record may leave a cut less epsilon than the exponential mechanism, whose share
  // suffices.
  if (share.loss.epsilon < kMinEpsilon) return;
  const auto most = [&] { return std::min(of_use, best.promise.rank_error); };
  const bool is_pure = share.loss.delta == 0;
  double window = least_window_error(task, share);
  if (window < most()) {
    auto other = by_window(task, share);
    if (other) window = other->promise.rank_error;
    improve(best, std::move(other));
  }
  // Under replace two rates would be two steps, which costs more than a window.
  if (task.neighbors == Neighbors::replace || task.taus.size() > kMaxAtTwoRates) return;
  const double least =
      is_pure ? least_pure_two_rates_error(task.domain.bits(), share.loss.epsilon, share.failure)
              : window * kMinOfWindow;
  if (least < most()) improve(best, at_two_rates(task, share, most()));
}

WideKey drawn_in_window(const KeyArray& sorted, const KeyInterval& domain,
                        const QuantileFraction& tau, const CutChoiceParameters& choice,
                        Randomness& randomness) {
  // Without "nothing" the draw always returns a key.
  return *draw_cut_quantile_in_window(sorted, {{domain.lowest}, {domain.highest}}, tau, choice,
                                      randomness);
}

/// The obstacle to a draw of the exponential mechanism for each quantile.
std::optional<Obstacle> share_obstacle(const Share& share) {
  if (auto obstacle = epsilon_obstacle("epsilon", share.loss.epsilon)) return obstacle;
  return confidence_obstacle(subtract_up(1, share.failure));
}

}  // namespace

bool SeparateQuantiles::is_pure() const {
  if (const auto* at_rates = std::get_if<1>(&draws)) return at_rates->front().loss.delta == 0;
  if (const auto* choice = std::get_if<2>(&draws)) return choice->loss.delta == 0;
  return true;
}

Possible<SeparateQuantiles> possible_separate_quantiles(const QuantilesTask& task, double of_use,
                                                        double single) {
  check_quantiles_task(task);
  const Share exponential = share_of(task, epsilon_within(task, single, single_part_up(task.taus)));
  if (const auto obstacle = share_obstacle(exponential)) return *obstacle;
  SeparateQuantiles best = by_exponential(task, exponential);
  const Share share = share_of(task, epsilon_within(task, single, 1));
  if (share.loss.delta > 0) improve_by_cuts(best, task, share, of_use);
  improve_by_cuts(best, task, {share.epsilon, {share.loss.epsilon, 0}, share.failure}, of_use);
  best.promise.inside_from = all_inside_from(best.promise.rank_error, task.taus);
  return best;
}

SeparateQuantiles calibrate_separate_quantiles(const QuantilesTask& task, double of_use,
                                               double single) {
  return possible_separate_quantiles(task, of_use, single).or_refuse();
}

std::optional<SeparateQuantiles> calibrate_exponential_quantiles(const QuantilesTask& task) {
  check_quantiles_task(task);
  const Share share = share_of(task, task.loss.epsilon);
  if (share_obstacle(share)) return std::nullopt;
  SeparateQuantiles plan = by_exponential(task, share);
  plan.promise.inside_from = all_inside_from(plan.promise.rank_error, task.taus);
  if (task.measure.expected()) {
    double worst = 0;
    for (const ExponentialParameters& draw : std::get<0>(plan.draws)) {
      worst = std::max(worst, expected_rank_error(draw, subtract_up(1, share.failure)).value());
    }
    plan.promise.expected_inside_from = all_inside_from(worst, task.taus);
  }
  return plan;
}

Possible<SeparateQuantiles> with_none(SeparateQuantiles plan, const QuantilesTask& task) {
  const auto* exponential = std::get_if<0>(&plan.draws);
  if (exponential == nullptr) return cannot_abstain(QuantilesAlgorithm::separate);
  const double failure = divide_down(subtract_down(1, task.confidence), count_up(plan.taus.size()));
  const Natural mass = task.measure.bounds(task.domain.size()).total;
  double anywhere = 0;
  double as_expected = 0;
  for (const ExponentialParameters& draw : *exponential) {
    NoneRequest request{draw.draw_epsilon, mass, failure, task.loss.epsilon};
    const auto none = none_of_quantile(draw.tau, request);
    if (!none) return none.obstacle();
    plan.none.push_back(*none);
    const auto answers_from = [&] {
      return std::ceil(quantile_answer_from(plan.none.back(), request));
    };
    anywhere = std::max(anywhere, answers_from());
    request.log_best = log_expected_weight(task.measure);
    as_expected = std::max(as_expected, answers_from());
  }
  plan.promise.inside_from = anywhere;
  plan.promise.expected_inside_from.reset();
  if (task.measure.expected()) plan.promise.expected_inside_from = as_expected;
  return plan;
}

const char* name_of_draws(const SeparateQuantiles& plan) {
  constexpr const char* kNames[] = {"exponential", "two-rates", "window"};
  constexpr const char* kPureNames[] = {"exponential", "pure-two-rates", "pure-window"};
  return (plan.is_pure() ? kPureNames : kNames)[plan.draws.index()];
}

std::vector<std::uint64_t> draw_separate_quantiles(const SeparateQuantiles& plan,
                                                   std::vector<std::uint64_t> keys,
                                                   Randomness& randomness) {
  const std::size_t m = plan.taus.size();
  std::vector<std::uint64_t> drawn;
  if (const auto* exponential = std::get_if<0>(&plan.draws)) {
    for (std::size_t k = 0; k < m; ++k) {
      std::optional<NoneScore> none;
      if (!plan.none.empty()) none = plan.none[k];
      const auto key =
          draw_exponential_rank(keys, plan.domain, (*exponential)[k], none, randomness);
      if (!key) return {};
      drawn.push_back(*key);
    }
  } else {
    KeyArray records(plan.domain.bits(), std::move(keys));
    const auto* at_rates = std::get_if<1>(&plan.draws);
    // Draws at two rates examine only the records near a rank.
    if (at_rates == nullptr) records.sort();
    const WideInterval domain{{plan.domain.lowest}, {plan.domain.highest}};
    for (std::size_t k = 0; k < m; ++k) {
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
