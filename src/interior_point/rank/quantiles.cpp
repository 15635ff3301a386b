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

/// How many ranks around the centre to show: what lies further out weighs less than 2^-48 of one
/// point in the middle, even if it is all the 2^96 points there are.
std::uint64_t tied_margin_for(const RankScore& score, double epsilon, const BaseMeasure& measure) {
  const double negligible = measure.is_even() ? 100   // more than ln 2^(96 + 48)
                                              : 102;  // more than that and ln 4 of a guess
  const double ranks = negligible / (epsilon * static_cast<double>(score.per_rank()));
  return static_cast<std::uint64_t>(std::min(ranks, 1e18)) + 2;
}

/// The ranks that all draws will look at, very likely: each has its quantile's rank as centre, as far
/// as those drawn before it are where they should be, and they miss by less than a margin.
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
    const std::uint64_t reach = std::min<std::uint64_t>(2 * margin, n);
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

std::uint32_t outside_slope(const QuantileFraction& relative, bool from_start, bool to_end) {
  const std::uint32_t below = relative.numerator;
  const std::uint32_t above = relative.denominator - relative.numerator;
  if (from_start && to_end) return std::min(below, above);
  return from_start ? below : above;
}

BottomScore QuantilesNone::score(std::uint32_t slope, std::int64_t n, const Natural& mass,
                                 double rate) const {
  const Int128 outside = -std::min(Int128(slope) * n, Int128(RankScore::kMostMiss));
  const double margin = divide_up(std::max(0.0, add_up(log_odds, log_natural_up(mass))), rate);
  return BottomScore::above(static_cast<std::int64_t>(outside), margin);
}

QuantilesParameters calibrate_quantiles(std::vector<QuantileFraction> taus, double epsilon,
                                        Neighbors neighbors, unsigned tie_bits) {
  check_epsilon("epsilon", epsilon);
  check_count("tieBits", tie_bits, 16, kMostTieBits);
  check_increasing_quantiles(taus);
  QuantilesParameters parameters;
  parameters.levels = static_cast<unsigned>(std::bit_width(taus.size()));
  parameters.taus = std::move(taus);
  parameters.tie_bits = tie_bits;
  const double add_remove = neighbors == Neighbors::replace ? epsilon / 2 : epsilon;
  parameters.level_epsilon = divide_down(add_remove, parameters.levels);
  return parameters;
}

std::optional<std::vector<std::uint64_t>> draw_tied_quantiles(
    TiedKeys& records, const KeyInterval& domain, const QuantilesParameters& parameters,
    std::uint32_t whole, const std::optional<QuantilesNone>& none, Randomness& randomness) {
  const unsigned bits = parameters.tie_bits;
  std::vector<std::uint64_t> found(parameters.taus.size());
  bool abstains = false;
  struct State {
    TiedPart part;
    bool from_start;  // of the domain
    bool to_end;
  };
  const auto draw = [&](const QuantileNode& node, const State& state) {
    if (abstains) return std::pair{state, state};
    const TiedPart& part = state.part;
    const QuantileFraction& relative = node.relative.fraction;
    const auto n =
        static_cast<std::int64_t>(records.before(part.last) - records.before(part.first));
    const RankScore score{RankScore::Kind::quantile, n, relative};
    const double epsilon = divide_down(quantile_draw_epsilon(parameters, relative), whole);
    records.forget_before(part.first);  // the draws that follow are of this part or after it
    TiedRankRuns runs(records, part, score, tied_margin_for(score, epsilon, parameters.measure),
                      parameters.measure);
    std::optional<BottomScore> bottom;
    if (none && (state.from_start || state.to_end)) {
      const std::uint32_t slope = outside_slope(relative, state.from_start, state.to_end);
      const Natural mass = parameters.measure.mass_of_points(part.lowest, part.highest, bits);
      bottom = none->score(slope, n, mass, epsilon);
    }
    const std::size_t run = randomness.weighted_choice(runs, epsilon, bottom);
    abstains = run == runs.size();
    if (abstains) return std::pair{state, state};
    const Uint128 z = runs.draw_point(run, randomness);
    found[node.index] = static_cast<std::uint64_t>(z >> bits);
    const auto [below, above] = runs.sides(z);
    return std::pair{State{below, state.from_start, false}, State{above, false, state.to_end}};
  };
  const Uint128 lowest = Uint128(domain.lowest) << bits;
  const Uint128 highest = (Uint128(domain.highest) << bits) | ((Uint128(1) << bits) - 1);
  halve(parameters.taus, 0, found.size(), State{{0, records.size(), lowest, highest}, true, true},
        draw);
  if (abstains) return std::nullopt;
  return found;
}

std::vector<std::uint64_t> draw_quantiles(std::vector<std::uint64_t> keys,
                                          const KeyInterval& domain,
                                          const QuantilesParameters& parameters,
                                          Randomness& randomness) {
  const std::vector<RankRange> likely = likely_ranks(parameters, keys.size());
  TiedKeys records(std::move(keys), parameters.tie_bits, likely, randomness);
  return *draw_tied_quantiles(records, domain, parameters, 1, std::nullopt, randomness);
}

}  // namespace logstar
