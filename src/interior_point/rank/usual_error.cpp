#include "logstar/interior_point/rank/usual_error.hpp"

#include <algorithm>
#include <cmath>

namespace logstar {
namespace {

constexpr double kLn2 = 0.6931471805599453;

/// Records times rate: measured on log-normal numbers at random places and scales.
struct InteriorRate {
  static constexpr double even = 20;
  /// For doubles weighed by magnitude. Whole numbers so weighed need 10, but 25 in clusters far from 0: they
  /// count as even.
  static constexpr double doubles = 13;
};
constexpr double kTextRate = 60;
constexpr std::uint32_t kBitsOfDoubles = 64;

}  // namespace

std::string_view name_of(AlgorithmChoice choice) {
  return choice == AlgorithmChoice::usual_error ? "usual-error" : "least-promise";
}

double usual_exponential_error(const ExponentialParameters& parameters) {
  const bool by_depth = parameters.kind == RankScore::Kind::depth;
  const double per_rank = by_depth ? 1.0 : parameters.tau.denominator;
  return kLn2 / (parameters.draw_epsilon * per_rank);
}

double usual_records_for_none(const ExponentialParameters& median, double beta) {
  return -2 * std::log(beta) / median.draw_epsilon;
}

double usual_exponential_records(const ExponentialParameters& median, std::uint32_t bits,
                                 double promise, double for_none) {
  const bool by_magnitude = bits == kBitsOfDoubles && !median.measure.is_even();
  const double rate = by_magnitude ? InteriorRate::doubles : InteriorRate::even;
  return for_none + std::min(rate / median.draw_epsilon, (promise - for_none) / 2);
}

double usual_exponential_text_records(const ExponentialParameters& median, double promise,
                                      double for_none) {
  return for_none + std::min(kTextRate / median.draw_epsilon, promise - for_none);
}

// Each level adds to the error of the levels above it: measured on 2 to 99 quantiles.
double usual_recursion_error(const QuantilesParameters& parameters) {
  return (0.75 + 0.1 * parameters.levels) / parameters.level_epsilon;
}

std::size_t place_of_best(std::span<const ErrorFigures> figures, double margin) {
  double least_usual = kInfinity;
  for (const ErrorFigures& each : figures) least_usual = std::min(least_usual, each.usual);
  std::size_t best = figures.size();
  for (std::size_t place = 0; place < figures.size(); ++place) {
    if (figures[place].usual > margin * least_usual) continue;
    if (best == figures.size() || figures[place].promise < figures[best].promise) best = place;
  }
  return best;
}

}  // namespace logstar
