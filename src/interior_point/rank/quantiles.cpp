#include "logstar/interior_point/rank/quantiles.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "logstar/interior_point/rank/quantile_recursion.hpp"
#include "logstar/interior_point/rank/tied_keys.hpp"
#include "logstar/privacy/rounding.hpp"
#include "logstar/support/checks.hpp"

namespace logstar {
namespace {

/// How many ranks around the centre to show: what lies further out weighs less than 2^-48 of one
/// point in the middle, even if it is all the 2^96 points there are.
std::uint64_t tied_margin_for(const RankScore& score, double epsilon) {
  constexpr double kNegligible = 100;  // more than ln 2^(96 + 48)
  const double ranks = kNegligible / (epsilon * static_cast<double>(score.per_rank()));
  return static_cast<std::uint64_t>(std::min(ranks, 1e18)) + 2;
}

}  // namespace

/// A record more moves the score by at most max(a, b - a) either way (exponential.cpp).
double quantile_draw_epsilon(const QuantilesParameters& parameters,
                             const QuantileFraction& relative) {
  const double moves = std::max(relative.numerator, relative.denominator - relative.numerator);
  return divide_down(parameters.level_epsilon, 2 * moves);
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

std::vector<std::uint64_t> draw_quantiles(std::vector<std::uint64_t> keys,
                                          const KeyInterval& domain,
                                          const QuantilesParameters& parameters,
                                          Randomness& randomness) {
  const unsigned bits = parameters.tie_bits;
  const TiedKeys records(std::move(keys), bits, randomness);
  std::vector<std::uint64_t> found(parameters.taus.size());
  const auto draw = [&](const QuantileNode& node, const TiedPart& part) {
    const QuantileFraction& relative = node.relative.fraction;
    const RankScore score{RankScore::Kind::quantile, static_cast<std::int64_t>(part.size()),
                          relative};
    const double epsilon = quantile_draw_epsilon(parameters, relative);
    TiedRankRuns runs(records, part, score, tied_margin_for(score, epsilon));
    const std::size_t run = randomness.weighted_choice(runs, epsilon, std::nullopt);
    const Uint128 z = runs.draw_point(run, randomness);
    found[node.index] = static_cast<std::uint64_t>(z >> bits);
    // A record at z is on neither side. The point z belongs to both, so that neither is empty.
    return std::pair<TiedPart, TiedPart>{
        {part.first, records.not_below(z, part.first, part.last), part.lowest, z},
        {records.first_above(z, part.first, part.last), part.last, z, part.highest}};
  };
  const Uint128 lowest = Uint128(domain.lowest) << bits;
  const Uint128 highest = (Uint128(domain.highest) << bits) | ((Uint128(1) << bits) - 1);
  halve(parameters.taus, 0, found.size(), TiedPart{0, records.size(), lowest, highest}, draw);
  return found;
}

}  // namespace logstar
