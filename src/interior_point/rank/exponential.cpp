#include "logstar/interior_point/rank/exponential.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "logstar/interior_point/rank/wide_rank_runs.hpp"
#include "logstar/privacy/rounding.hpp"
#include "logstar/selection/exponential.hpp"
#include "logstar/support/checks.hpp"
#include "logstar/support/errors.hpp"

// Privacy. Adding a record x to n others moves a point's score as follows.
//   depth: #{x <= z} and #{x >= z} each grow by 0 or 1, so the depth does: MONO. The weight of
//     every point and the normaliser then grow by factors between 1 and e^epsilon', so each
//     probability changes by a factor between e^-epsilon' and e^epsilon': epsilon' = epsilon. Under
//     replace the score moves by at most 1 either way: epsilon' = epsilon / 2.
//   quantile a/b: b less - a n moves by b - a or -a, and a n - b at_most by a or a - b, so the
//     score by at most s = max(a, b - a) either way: epsilon' = epsilon / (2 s). Under replace n
//     stays and less and at_most move by at most 1: s = b.
//
// Accuracy. All points of score at most OPT - c together have weight at most |X| e^(epsilon' (OPT - c)), and a
// point of score OPT has e^(epsilon' OPT): P[score <= OPT - c] <= |X| e^(-epsilon' c). With weights that add up
// to T and a key of score OPT that weighs w it is (T/w) e^(-epsilon' c). The median record has depth ceil(n /
// 2); the record of rank ceil(tau n) has quantile score 0.

namespace logstar {
namespace {

/// The distance below the best score that a draw reaches with probability at most 1 - confidence, if one of
/// `even_keys` equally heavy keys has the best score.
double score_loss(const Natural& even_keys, double draw_epsilon, double confidence) {
  check_confidence(confidence);
  return exponential_choice_shortfall(even_keys, draw_epsilon, subtract_down(1, confidence));
}

double rank_error(const Natural& even_keys, const ExponentialParameters& parameters,
                  double confidence) {
  const double loss = score_loss(even_keys, parameters.draw_epsilon, confidence);
  const double per_rank =
      parameters.kind == RankScore::Kind::depth ? 1 : parameters.tau.denominator;
  return divide_up(loss, per_rank);
}

std::uint64_t least_records(const Natural& even_keys, const ExponentialParameters& median,
                            double confidence) {
  // A point outside has depth 0, so the median's depth ceil(n / 2) has to be at least the loss.
  const double loss = score_loss(even_keys, median.draw_epsilon, confidence);
  return 2 * static_cast<std::uint64_t>(std::ceil(loss)) - 1;
}

/// For the keys that a guess expects: if all records lie there, one of these keys has the best score.
std::optional<Natural> expected_even_keys(const BaseMeasure& measure) {
  if (!measure.expected()) return std::nullopt;
  return measure.bounds_within(*measure.expected()).even_keys();
}

/// The number of ranks around the centre to show of keys of this width. The points further out together weigh less
/// than 2^-48 of a point in the middle, even if they are all 2^bits points.
std::uint64_t shown_wide_rank_margin(const RankScore& score, double draw_epsilon,
                                     std::uint32_t bits) {
  const double negligible = 0.6932 * (bits + 48.0);
  const double ranks = negligible / (draw_epsilon * static_cast<double>(score.per_rank()));
  return static_cast<std::uint64_t>(std::min(ranks, 1e18)) + 2;
}

}  // namespace

ExponentialParameters calibrate_exponential_median(double epsilon, Neighbors neighbors) {
  check_epsilon("epsilon", epsilon);
  return {
      RankScore::Kind::depth, {1, 2}, neighbors == Neighbors::add_remove ? epsilon : epsilon / 2};
}

ExponentialParameters calibrate_exponential_quantile(const QuantileFraction& tau, double epsilon,
                                                     Neighbors neighbors) {
  check_epsilon("epsilon", epsilon);
  check_quantile(tau);
  const std::uint32_t sensitivity = neighbors == Neighbors::add_remove
                                        ? std::max(tau.numerator, tau.denominator - tau.numerator)
                                        : tau.denominator;
  return {RankScore::Kind::quantile, tau, divide_down(epsilon, 2.0 * sensitivity)};
}

std::uint64_t shown_rank_margin(const RankScore& score, const ExponentialParameters& parameters) {
  const double negligible = parameters.measure.is_even()
                                ? 78   // more than ln 2^(64 + 48)
                                : 81;  // more than that and ln 4, as any guess leaves
  return static_cast<std::uint64_t>(
             negligible / (parameters.draw_epsilon * static_cast<double>(score.per_rank()))) +
         2;
}

std::optional<std::uint64_t> draw_of_runs(RankRuns& runs, double draw_epsilon,
                                          const std::optional<BottomScore>& none,
                                          Randomness& randomness) {
  const std::size_t run = randomness.weighted_choice(runs, draw_epsilon, none);
  if (run == runs.size()) return std::nullopt;
  const KeyInterval candidates = runs.keys_of(run);
  const BaseMeasure& measure = runs.measure();
  const Natural place = randomness.uniform_below(measure.mass(candidates));
  return measure.key_from(candidates.lowest, place);
}

std::optional<std::uint64_t> draw_exponential_rank(std::unique_ptr<KeySource> records,
                                                   const KeyInterval& domain,
                                                   const ExponentialParameters& parameters,
                                                   const std::optional<NoneScore>& none,
                                                   Randomness& randomness) {
  const RankScore score{parameters.kind, 0, parameters.tau};
  RankRuns runs(std::move(records), domain, score, shown_rank_margin(score, parameters),
                parameters.measure);
  return draw_of_runs(runs, parameters.draw_epsilon, score_of(none, runs.records()), randomness);
}

std::optional<std::uint64_t> draw_exponential_rank(std::vector<std::uint64_t> keys,
                                                   const KeyInterval& domain,
                                                   const ExponentialParameters& parameters,
                                                   const std::optional<NoneScore>& none,
                                                   Randomness& randomness) {
  return draw_exponential_rank(std::make_unique<StoredKeys>(std::move(keys)), domain, parameters,
                               none, randomness);
}

std::uint64_t draw_exponential_rank(std::vector<std::uint64_t> keys, const KeyInterval& domain,
                                    const ExponentialParameters& parameters,
                                    Randomness& randomness) {
  return *draw_exponential_rank(std::move(keys), domain, parameters, std::nullopt, randomness);
}

std::optional<WideKey> draw_exponential_rank(KeyArray keys, const WideInterval& domain,
                                             const ExponentialParameters& parameters,
                                             const std::optional<NoneScore>& none,
                                             Randomness& randomness) {
  const std::uint32_t bits = keys.bits();
  const RankScore score{parameters.kind, static_cast<std::int64_t>(keys.size()), parameters.tau};
  WideRankRuns runs(std::move(keys), domain, score,
                    shown_wide_rank_margin(score, parameters.draw_epsilon, bits));
  const std::size_t run =
      randomness.weighted_choice(runs, parameters.draw_epsilon, score_of(none, score.n));
  if (run == runs.size()) return std::nullopt;
  const Natural offset = randomness.uniform_below(runs.run(run).multiplicity);
  return key_of(runs.start_of(run) + offset, bits);
}

WideKey draw_exponential_rank(KeyArray keys, const WideInterval& domain,
                              const ExponentialParameters& parameters, Randomness& randomness) {
  return *draw_exponential_rank(std::move(keys), domain, parameters, std::nullopt, randomness);
}

double exponential_rank_error(const Natural& domain_size, const ExponentialParameters& parameters,
                              double confidence) {
  return rank_error(parameters.measure.bounds(domain_size).even_keys(), parameters, confidence);
}

std::uint64_t exponential_least_records(const Natural& domain_size,
                                        const ExponentialParameters& median, double confidence) {
  return least_records(median.measure.bounds(domain_size).even_keys(), median, confidence);
}

std::optional<double> expected_rank_error(const ExponentialParameters& parameters,
                                          double confidence) {
  const auto even_keys = expected_even_keys(parameters.measure);
  if (!even_keys) return std::nullopt;
  return rank_error(*even_keys, parameters, confidence);
}

std::optional<std::uint64_t> expected_least_records(const ExponentialParameters& median,
                                                    double confidence) {
  const auto even_keys = expected_even_keys(median.measure);
  if (!even_keys) return std::nullopt;
  return least_records(*even_keys, median, confidence);
}

double log_expected_weight(const BaseMeasure& measure) {
  if (!measure.expected()) return 0;
  const Natural enough = Natural(1) << 63;
  const Natural least = std::min(measure.bounds_within(*measure.expected()).least, enough);
  return log_down(count_down(static_cast<std::uint64_t>(least)));
}

}  // namespace logstar
