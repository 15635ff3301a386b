#include "interior_point/quantiles.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>
#include <utility>

#include "interior_point/exponential.hpp"
#include "interior_point/tied_keys.hpp"
#include "privacy/rounding.hpp"
#include "support/checks.hpp"
#include "support/errors.hpp"

namespace logstar {
namespace {

constexpr QuantileFraction kStart{0, 1};
constexpr QuantileFraction kEnd{1, 1};
constexpr std::size_t kMostQuantiles = 100'000;

bool less(const QuantileFraction& a, const QuantileFraction& b) {
  return std::uint64_t(a.numerator) * b.denominator < std::uint64_t(b.numerator) * a.denominator;
}

/// Where t stands between a and b: (t - a) / (b - a). With denominators of at most 1000 the result
/// has one of at most 10^9.
QuantileFraction between(const QuantileFraction& t, const QuantileFraction& a,
                         const QuantileFraction& b) {
  const auto cross = [](const QuantileFraction& x, const QuantileFraction& y) {
    return std::uint64_t(x.numerator) * y.denominator - std::uint64_t(y.numerator) * x.denominator;
  };
  const std::uint64_t above = cross(t, a) * b.denominator;
  const std::uint64_t whole = cross(b, a) * t.denominator;
  const std::uint64_t common = std::gcd(above, whole);
  return {static_cast<std::uint32_t>(above / common), static_cast<std::uint32_t>(whole / common)};
}

/// One draw of the recursion: quantile `index`, between two that are known (or the ends of the
/// domain), and where these stand.
struct Node {
  std::size_t index;
  QuantileFraction relative;
};

/// Visits the middle of the quantiles first..last - 1, then those on its left, then on its right.
/// `visit(node, state)` returns the states of both sides.
template <typename State, typename Visit>
void halve(const std::vector<QuantileFraction>& taus, std::size_t first, std::size_t last,
           const State& state, const Visit& visit) {
  if (first == last) return;
  const std::size_t middle = first + (last - first) / 2;
  const QuantileFraction& from = first == 0 ? kStart : taus[first - 1];
  const QuantileFraction& to = last == taus.size() ? kEnd : taus[last];
  const std::pair<State, State> sides = visit(Node{middle, between(taus[middle], from, to)}, state);
  halve(taus, first, middle, sides.first, visit);
  halve(taus, middle + 1, last, sides.second, visit);
}

/// A record more moves the score by at most max(a, b - a) either way (exponential.cpp).
double draw_epsilon(const QuantilesParameters& parameters, const QuantileFraction& relative) {
  const double moves = std::max(relative.numerator, relative.denominator - relative.numerator);
  return divide_down(parameters.level_epsilon, 2 * moves);
}

/// How many ranks around the centre to show: what lies further out weighs less than 2^-48 of one
/// point in the middle, even if it is all the 2^96 points there are.
std::uint64_t tied_margin_for(const RankScore& score, double epsilon) {
  constexpr double kNegligible = 100;  // more than ln 2^(96 + 48)
  const double ranks = kNegligible / (epsilon * static_cast<double>(score.per_rank()));
  return static_cast<std::uint64_t>(std::min(ranks, 1e18)) + 2;
}

}  // namespace

QuantilesParameters calibrate_quantiles(std::vector<QuantileFraction> taus, double epsilon,
                                        Neighbors neighbors, unsigned tie_bits) {
  check_epsilon("epsilon", epsilon);
  check_count("tieBits", tie_bits, 16, kMostTieBits);
  check_count("number of quantiles", taus.size(), 1, kMostQuantiles);
  for (std::size_t i = 0; i < taus.size(); ++i) {
    check_count("quantile's denominator", taus[i].denominator, 2, 1000);
    check_count("quantile's numerator", taus[i].numerator, 1, taus[i].denominator - 1);
    if (i > 0 && !less(taus[i - 1], taus[i])) {
      throw OutOfRange("quantiles", "in increasing order",
                       show(static_cast<double>(taus[i].numerator) / taus[i].denominator) +
                           " at place " + std::to_string(i + 1));
    }
  }
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
  const auto draw = [&](const Node& node, const TiedPart& part) {
    const RankScore score{RankScore::Kind::quantile, static_cast<std::int64_t>(part.size()),
                          node.relative};
    const double epsilon = draw_epsilon(parameters, node.relative);
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

std::vector<double> quantiles_rank_errors(const Natural& domain_size,
                                          const QuantilesParameters& parameters, double confidence,
                                          std::uint64_t coincident) {
  check_probability("confidence", confidence);
  const double beta = subtract_down(1, confidence);
  const double each =
      subtract_up(1, divide_down(beta, static_cast<double>(parameters.taus.size())));
  const Natural points = domain_size << parameters.tie_bits;
  std::vector<double> errors(parameters.taus.size());
  using Known = std::pair<double, double>;  // errors of the two that are known
  const auto visit = [&](const Node& node, const Known& known) {
    const ExponentialParameters draw{RankScore::Kind::quantile, node.relative,
                                     draw_epsilon(parameters, node.relative)};
    const double own = exponential_rank_error(points, draw, each);
    const bool first = known.first < 0 && known.second < 0;
    const double others =
        first ? 0 : add_up(std::max(known.first, known.second), count_up(coincident));
    const double error = add_up(own, others);
    errors[node.index] = error;
    return std::pair<Known, Known>{{known.first, error}, {error, known.second}};
  };
  halve(parameters.taus, 0, errors.size(), Known{-1, -1}, visit);
  return errors;
}

std::uint64_t coincident_records(std::uint64_t equal, unsigned tie_bits, double confidence) {
  check_probability("confidence", confidence);
  check_count("tieBits", tie_bits, 1, kMostTieBits);
  // Chernoff: P[Bin(g, p) >= k] <= e^-(k ln(k / mean) - k + mean) for k > mean = g p; 2^b of them.
  const double places = std::ldexp(1, static_cast<int>(tie_bits));
  const double mean = divide_up(count_up(equal), places);
  const double needed = subtract_up(log_up(places), log_down(subtract_down(1, confidence)));
  const auto enough = [&](double k) {
    if (k <= mean) return false;
    const double whole = multiply_down(k, subtract_down(log_down(k), log_up(mean)));
    return add_down(subtract_down(whole, k), mean * (1 - 1e-15)) >= needed;
  };
  double most = std::floor(mean);  // always the greatest known k that is not enough
  double step = 1;
  while (!enough(most + step)) step *= 2;
  for (; step >= 1; step /= 2) {
    if (!enough(most + step)) most += step;
  }
  return std::min(equal, static_cast<std::uint64_t>(most));
}

}  // namespace logstar
