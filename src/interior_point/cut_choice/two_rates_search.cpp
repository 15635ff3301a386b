#include "logstar/interior_point/cut_choice/two_rates_search.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>
#include <vector>

#include "logstar/interior_point/cut_choice/two_rates_bound.hpp"
#include "logstar/privacy/rounding.hpp"
#include "logstar/support/checks.hpp"
#include "logstar/support/errors.hpp"

// The search starts from a closed form. With g = ln((L + 1)/delta), V0 = 2/(1 - e^-rho_L)
// + 2/(1 - e^-rho_R), gap = ln((L + 1) V0 (1 - beta)/beta) and T = g - gap the margin (ceil(g/e_w)
// + gap (1/rho_L + 1/rho_R))/2 suffices: among ceil(g/e_w) + 1 records in a row there is a
// candidate of weight e^g. Pure, all prefixes together weigh e^R without their records. With
// g = R + ln((1 - beta)/(s beta)), and gap with another 1/(1 - s), the share s of the allowed bad weight is for
// prefixes without records and the rest for those that occur. The search adopts only parameters for which
// two_rates_bound suffices.

namespace logstar {
namespace {

/// The most ranks on either side that fit into memory; their scores then fit into 62 bits.
constexpr double kMaxMargin = 0x1p24;
/// Computes bounds with at least and at most this many places.
constexpr double kMinPlaces = 40;
constexpr double kMaxPlaces = 160;

/// The multiple of the closed form's edges that matters.
constexpr double kNearEnds = 1.5;
/// The search finds margins to a thousandth.
constexpr double kMinStep = 1e-3;

/// The minimum share of epsilon for either rate.
constexpr double kMinShare = 0.05;
/// The same for pure draws: on wide domains nearly all of their error comes from weights that rise slowly.
constexpr double kMinPureShare = 0.005;

/// How often the closed form's margin may be raised for the losses by its rounding and groups.
constexpr int kRaises = 12;

/// The state of the search: the share of epsilon for the fall of scores, the base and the margin.
struct Shape {
  double share = 0;
  double base = 0;
  double margin = 0;
  double edges =
      0;  // by the closed form: how many ranks near both ends are worth less than those between
};

struct Rates {
  double rise;
  double fall;
  double before;  // per rank
  double after;
};

/// e_d + ln(e^e_w + delta) is at most epsilon; pure, e_d + e_w.
Rates rates_of(const TwoRatesTask& task, double share) {
  Rates rates{};
  rates.fall = task.loss.epsilon * share;
  rates.rise = subtract_down(task.loss.epsilon, rates.fall);
  if (task.delta > 0) {
    const double taken = multiply_up(task.delta, exp_up(-rates.rise));
    rates.rise = add_down(rates.rise, log1p_down(-taken));
  }
  const double q = static_cast<double>(task.tau.numerator) / task.tau.denominator;
  rates.before = std::min(rates.rise / (1 - q), rates.fall / q);
  rates.after = std::min(rates.rise / q, rates.fall / (1 - q));
  return rates;
}

double least_share(const TwoRatesTask& task) { return task.delta > 0 ? kMinShare : kMinPureShare; }

/// Whether both rates get enough of epsilon; delta reduces the rise.
bool is_possible(const TwoRatesTask& task, double share) {
  const double least = least_share(task);
  return share >= least && share <= 1 - least &&
         rates_of(task, share).rise >= least * task.loss.epsilon;
}

/// The logarithm of how many prefixes and keys there are, rounded up.
double log_of_all(const TwoRatesTask& task) { return multiply_up(task.bits + 1.0, log_up(2)); }

TwoRatesParameters parameters_of(const TwoRatesTask& task, const Shape& shape) {
  const Rates rates = rates_of(task, shape.share);
  TwoRatesParameters p;
  // Fine enough that the rates for parts of ranks, too, lose less than 2^-9.
  const int fine = 10 + static_cast<int>(std::bit_width(task.tau.denominator));
  p.unit = std::ldexp(1.0, std::ilogb(std::min(rates.rise, rates.fall)) - fine);
  p.per_weight = static_cast<std::int64_t>(rates.rise / p.unit);
  p.most_fall = static_cast<std::int64_t>(rates.fall / p.unit);
  p.base = static_cast<std::int64_t>(shape.base / p.unit);
  p.margin = static_cast<std::int64_t>(std::ceil(shape.margin * task.tau.denominator));
  return completed_two_rates(task, p);
}

/// By how much the bound is kept, in logarithms; below 0 if it is not. Returns at most `floor` if the slack is
/// no more.
double slack(const TwoRatesTask& task, const Shape& shape, std::uint64_t group, double floor) {
  if (shape.margin <= 0 || !is_possible(task, shape.share)) return -kInfinity;
  const TwoRatesParameters parameters = parameters_of(task, shape);
  const std::int64_t parts = two_rates_parts(parameters, group);
  const std::int64_t first = std::min(task.worst_part, parts - 1);
  double least = kInfinity;
  for (std::int64_t i = 0; i < parts && least > floor; ++i) {
    const std::int64_t part = (first + i) % parts;
    const TwoRatesBound bound = two_rates_bound_of_part(parameters, task.bits, group, part);
    const double left = std::min(subtract_down(log_down(task.beta), log_up(bound.failure)),
                                 subtract_down(bound.log_least_weight, task.log_needed));
    if (left >= least) continue;
    least = left;
    task.worst_part = part;
  }
  return least;
}

Shape closed_form(const TwoRatesTask& task, double share) {
  const Rates rates = rates_of(task, share);
  const double lengths = task.bits + 1.0;
  const double v = 2 / -std::expm1(-rates.before) + 2 / -std::expm1(-rates.after);
  const double odds = (1 - task.beta) / task.beta;
  const double sides = 1 / rates.before + 1 / rates.after;
  double g = std::log(lengths / task.delta);
  double gap = std::log(lengths * v * odds);
  if (task.delta == 0) {
    const double without = 1 / (1 + rates.rise * sides);  // the best s
    g = log_of_all(task) - rates.rise + std::log(odds / without);
    gap -= std::log1p(-without);
  }
  gap = std::max(0.0, gap);
  const double window = std::ceil(g / rates.rise) + gap * sides;
  return {share, g - gap, window / 2, gap * sides};
}

Shape best_closed_form(const TwoRatesTask& task) {
  Shape best = closed_form(task, 0.5);
  const auto consider = [&](double share) {
    if (!is_possible(task, share)) return;
    const Shape shape = closed_form(task, share);
    if (shape.margin < best.margin) best = shape;
  };
  for (double share = 0.1; share < 0.9; share += 0.02) consider(share);
  for (double share = 0.1; task.delta == 0 && share >= kMinPureShare; share /= 1.1) {
    consider(share);
  }
  return best;
}

/// Searches near the shape for one with the same margin that meets the bound.
bool settle(const TwoRatesTask& task, Shape& shape, std::uint64_t group) {
  double best = slack(task, shape, group, -kInfinity);
  // Shapes tried since the best one; they are no better, so the search skips them.
  std::vector<TwoRatesParameters> tried;
  const auto is_new = [&](const Shape& other) {
    if (!is_possible(task, other.share)) return false;
    const TwoRatesParameters p = parameters_of(task, other);
    for (const TwoRatesParameters& q : tried) {
      if (p.per_weight == q.per_weight && p.most_fall == q.most_fall && p.base == q.base) {
        return false;
      }
    }
    tried.push_back(p);
    return true;
  };
  is_new(shape);
  for (double by = 0.04; by > 0.004 && best < 0; by /= 2) {
    for (bool better = true; better && best < 0;) {
      better = false;
      for (const auto& [share, base] : {std::pair{0.0, 1.0},
                                        {0.0, -1.0},
                                        {1.0, 0.0},
                                        {-1.0, 0.0},
                                        {1.0, 1.0},
                                        {-1.0, 1.0},
                                        {1.0, -1.0},
                                        {-1.0, -1.0}}) {
        const Shape other{shape.share + by * share, shape.base + 10 * by * base, shape.margin};
        if (!is_new(other)) continue;
        const double there = slack(task, other, group, best);
        if (there <= best) continue;
        best = there;
        shape = other;
        better = true;
      }
    }
  }
  return best >= 0;
}

}  // namespace

TwoRatesParameters completed_two_rates(const TwoRatesTask& task, TwoRatesParameters p) {
  const auto a = static_cast<std::int64_t>(task.tau.numerator);
  const auto b = static_cast<std::int64_t>(task.tau.denominator);
  p.loss = task.loss;
  p.tau = task.tau;
  p.per_part_before = std::min(p.per_weight / (b - a), p.most_fall / a);
  p.per_part_after = std::min(p.per_weight / a, p.most_fall / (b - a));
  p.padding = static_cast<std::uint64_t>((p.margin + b - 1) / b + 1);
  if (task.delta == 0) {
    p.uniform_score = BottomScore::above(-p.per_weight, divide_up(log_of_all(task), p.unit));
  }
  return p;
}

Possible<TwoRatesParameters> search_two_rates(const TwoRatesTask& task) {
  Shape shape = best_closed_form(task);
  if (!(shape.margin <= kMaxMargin)) {
    return Obstacle{"epsilon", "large enough for a window that fits into memory",
                    task.loss.epsilon};
  }
  // In groups first, as coarse as leaves enough places; then finer ones as far as that is fast. Places in the
  // middle of many do not matter. The closed form may lie below 0 if the requested confidence is close to 0:
  // there are few places then.
  const double wide =
      task.delta > 0 ? 2 * shape.margin : std::min(2 * shape.margin, kNearEnds * shape.edges);
  const double most = std::max(wide, 0.0);
  bool found = false;
  for (std::uint64_t group = std::bit_floor(static_cast<std::uint64_t>(1 + most / kMinPlaces));
       group >= 1 && most <= static_cast<double>(group) * kMaxPlaces; group /= 2) {
    const double step = std::max({group == 1 ? 0.1 : static_cast<double>(group),
                                  1.0 / task.tau.denominator, shape.margin * kMinStep});
    // Bounds in groups lose some ranks on either side.
    Shape start = shape;
    for (int i = 0; !found && i < kRaises && !settle(task, start, group); ++i) {
      start.margin += 2 * step;
    }
    while (settle(task, start, group)) {
      shape = start;
      start.margin -= step;
      found = true;
    }
  }
  if (!found) {
    return Obstacle{"beta", "large enough to promise anything at this loss", task.beta};
  }
  return parameters_of(task, shape);
}

}  // namespace logstar
