#include "logstar/interior_point/rank/quantiles.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "logstar/interior_point/rank/quantile_recursion.hpp"
#include "logstar/interior_point/rank/tied_rank_runs.hpp"
#include "logstar/privacy/rounding.hpp"
#include "logstar/selection/exponential.hpp"
#include "logstar/support/checks.hpp"

namespace logstar {
namespace {

/// The number of ranks around the centre to show. The points further out together weigh less than 2^-48 of one
/// point in the middle, even if they are all 2^96 points.
std::uint64_t tied_margin_for(const RankScore& score, double epsilon, const BaseMeasure& measure) {
  const double negligible = measure.is_even() ? 100   // more than ln 2^(96 + 48)
                                              : 102;  // more than that and ln 4 of a guess
  const double ranks = negligible / (epsilon * static_cast<double>(score.per_rank()));
  return static_cast<std::uint64_t>(std::min(ranks, 1e18)) + 2;
}

/// The ranks that all draws will very likely examine. Each range is centred at its quantile's rank; earlier
/// draws, if near their targets, miss by less than half a margin.
std::vector<RankRange> likely_ranks(const QuantilesParameters& parameters, std::size_t n) {
  std::vector<RankRange> likely(n == 0 ? 0 : parameters.taus.size());
  struct None {};
  const auto add = [&](const QuantileNode& node, None) {
    if (n == 0) return std::pair<None, None>{};
    const QuantileFraction& relative = node.relative.fraction;
    const RankScore score{RankScore::Kind::quantile, static_cast<std::int64_t>(n), relative};
    const std::uint64_t margin =
        tied_margin_for(score, quantile_draw_epsilon(parameters, relative), parameters.measure);
    const RankScore alone{RankScore::Kind::quantile, score.n, parameters.taus[node.index]};
    const auto centre = static_cast<std::uint64_t>(alone.centre());
    const std::uint64_t reach = std::min<std::uint64_t>(margin + margin / 2, n);
    likely[node.index] = {static_cast<std::size_t>(
                              std::min<std::uint64_t>(centre > reach ? centre - reach : 0, n - 1)),
                          static_cast<std::size_t>(std::min<std::uint64_t>(centre + reach + 1, n))};
    return std::pair<None, None>{};
  };
  halve(parameters.taus, 0, parameters.taus.size(), None{}, add);
  return likely;
}

}  // namespace

/// A record more moves the score by at most max(a, b - a) either way (exponential.cpp).
double quantile_draw_epsilon(const QuantilesParameters& parameters,
                             const QuantileFraction& relative) {
  const double moves = std::max(relative.numerator, relative.denominator - relative.numerator);
  return divide_down(parameters.level_epsilon, 2 * moves);
}

Possible<std::optional<NoneScore>> possible_none_of_node(const QuantilesParameters& parameters,
                                                         const QuantileNode& node,
                                                         const Natural& mass,
                                                         std::uint32_t user_weight) {
  if (!parameters.none_beta || (!node.from_lowest && !node.to_highest)) return std::nullopt;
  const auto& [a, b] = node.relative.fraction;
  const std::int64_t fall = !node.to_highest ? a : !node.from_lowest ? b - a : std::min(a, b - a);
  const double rate =
      divide_down(quantile_draw_epsilon(parameters, node.relative.fraction), user_weight);
  const double epsilon = multiply_up(parameters.level_epsilon, parameters.levels);
  const auto none = none_of_part(fall, {rate, mass, *parameters.none_beta, epsilon});
  if (!none) return none.obstacle();
  return *none;
}

std::optional<NoneScore> none_of_node(const QuantilesParameters& parameters,
                                      const QuantileNode& node, const Natural& mass,
                                      std::uint32_t user_weight) {
  return possible_none_of_node(parameters, node, mass, user_weight).or_refuse();
}

Possible<QuantilesParameters> with_none(QuantilesParameters parameters, const Natural& domain_size,
                                        double beta, std::uint32_t user_weight) {
  parameters.none_beta = beta;
  const Natural mass = parameters.measure.bounds(domain_size).total << parameters.tie_bits;
  struct Unused {};
  // Every part weighs at most this, so no draw needs a greater score.
  std::optional<Obstacle> first;
  const auto look = [&](const QuantileNode& node, Unused) {
    const auto none = possible_none_of_node(parameters, node, mass, user_weight);
    if (!none && !first) first = none.obstacle();
    return std::pair<Unused, Unused>{};
  };
  halve(parameters.taus, 0, parameters.taus.size(), Unused{}, look);
  if (first) return *std::move(first);
  return parameters;
}

QuantilesParameters calibrate_quantiles(std::vector<QuantileFraction> taus, double epsilon,
                                        Neighbors neighbors, unsigned tie_bits) {
  check_epsilon("epsilon", epsilon);
  check_count("tieBits", tie_bits, 16, kMaxTieBits);
  check_increasing_quantiles(taus);
  QuantilesParameters parameters;
  parameters.levels = static_cast<unsigned>(std::bit_width(taus.size()));
  parameters.taus = std::move(taus);
  parameters.tie_bits = tie_bits;
  const double add_remove = neighbors == Neighbors::replace ? epsilon / 2 : epsilon;
  parameters.level_epsilon = divide_down(add_remove, parameters.levels);
  return parameters;
}

std::optional<std::vector<std::uint64_t>> draw_tied_quantiles(TiedKeys& records,
                                                              const KeyInterval& domain,
                                                              const QuantilesParameters& parameters,
                                                              std::uint32_t user_weight,
                                                              Randomness& randomness) {
  const unsigned bits = parameters.tie_bits;
  std::vector<std::uint64_t> found(parameters.taus.size());
  bool abstained = false;
  const auto draw = [&](const QuantileNode& node, const TiedPart& part) {
    if (abstained) return std::pair{part, part};
    const QuantileFraction& relative = node.relative.fraction;
    const auto n =
        static_cast<std::int64_t>(records.before(part.last) - records.before(part.first));
    const RankScore score{RankScore::Kind::quantile, n, relative};
    const double epsilon = divide_down(quantile_draw_epsilon(parameters, relative), user_weight);
    records.forget_before(part.first);  // the draws that follow are of this part or after it
    TiedRankRuns runs(records, part, score, tied_margin_for(score, epsilon, parameters.measure),
                      parameters.measure);
    const Natural mass = parameters.measure.mass_of_points(part.lowest, part.highest, bits);
    const auto none = score_of(none_of_node(parameters, node, mass, user_weight), n);
    const std::size_t run = randomness.weighted_choice(runs, epsilon, none);
    abstained = run == runs.size();
    if (abstained) return std::pair{part, part};
    const Uint128 z = runs.draw_point(run, randomness);
    found[node.index] = static_cast<std::uint64_t>(z >> bits);
    return runs.sides(z);
  };
  const Uint128 lowest = Uint128(domain.lowest) << bits;
  const Uint128 highest = (Uint128(domain.highest) << bits) | ((Uint128(1) << bits) - 1);
  halve(parameters.taus, 0, found.size(), TiedPart{0, records.size(), lowest, highest}, draw);
  if (abstained) return std::nullopt;
  return found;
}

std::vector<std::uint64_t> draw_quantiles(std::vector<std::uint64_t> keys,
                                          const KeyInterval& domain,
                                          const QuantilesParameters& parameters,
                                          Randomness& randomness) {
  const std::vector<RankRange> likely = likely_ranks(parameters, keys.size());
  TiedKeys records(std::move(keys), parameters.tie_bits, likely, randomness);
  return draw_tied_quantiles(records, domain, parameters, 1, randomness)
      .value_or(std::vector<std::uint64_t>{});
}

}  // namespace logstar
