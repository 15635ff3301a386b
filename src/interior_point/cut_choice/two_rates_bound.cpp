#include "logstar/interior_point/cut_choice/two_rates_bound.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

#include "logstar/interior_point/cut_choice/good_weight.hpp"
#include "logstar/interior_point/cut_choice/place_weights.hpp"
#include "logstar/privacy/rounding.hpp"

// Places are numbered along E, place 1 the first record of D; a/b is tau, t = tau n, m the margin
// in ranks, rho the rates per rank, T the base. Only the fractional part f/b of t matters; places
// are counted from its whole part. Bounds are for all f of first..last at once.
//
// Good are places with l = F - t >= -m and r = t - F' >= -m, where #{D <= z} >= F (or is all of D)
// and #{D < z} <= F' (or is 0). Take only the records at the places p_1 < p_2 < ... of every group,
// p_1 the first with (last - margin) <= b p_1, as far as b (p_k - 1) <= first + margin. Leaving
// records out lowers the weights of prefixes, leaves fewer candidates and moves no place. Every cut
// between two of them, and every key among them, is good: place_weights.cpp, where a key has F >=
// p_(i+k) and F' <= p_(i+1) - 1, a cut after p_j has F >= p_j and F' <= p_(j+1) - 1, and a prefix
// with k of the records has at least group (k - 1) + 1.
//
// Bad on the left are candidates with l < -m. Let x > 0 be the least that l can lack: these candidates lie
// beyond the good places, and have scores of at most T - rho x. On the right likewise, and no candidate is bad
// on both sides. There are L + 1 lengths. In the pure form, the whole
// weight of `uniform_score` counts as bad too.
//
// If places are many, the bound takes only those near either end of the good ones. In the middle the terms for
// places are larger than a draw needs, so that a cut there is no better than one near an end.
//
// Rounding: weights are counted relative to e^T and rounded down.

namespace logstar {
namespace {

/// Quotients of whole numbers, rounded down and up.
std::int64_t floor_of(std::int64_t a, std::int64_t b) {
  return a / b - (a % b != 0 && (a < 0) != (b < 0));
}
std::int64_t ceil_of(std::int64_t a, std::int64_t b) { return -floor_of(-a, b); }

/// All fractional parts first/b..last/b of tau n.
struct Fractions {
  std::int64_t first;
  std::int64_t last;
};

/// How many good places are enough on a side where scores rise by `rate` for each part of a rank. A cut this
/// many ranks further in than the last good place weighs as much as `uniform_score`; a little further in it is
/// all that a draw needs.
std::size_t enough_places(const TwoRatesParameters& p, std::int64_t rate, std::int64_t group) {
  if (!p.uniform_score) return std::numeric_limits<std::int32_t>::max();
  const auto score = static_cast<double>(p.uniform_score->whole - p.base);
  const double per_place =
      static_cast<double>(rate) * static_cast<double>(p.tau.denominator * group);
  return static_cast<std::size_t>(8 + std::clamp(1.5 * score / per_place, 0.0, 80.0));
}

/// In ranks.
constexpr std::int64_t kWideMargin = 512;

class GoodPlaces {
 public:
  GoodPlaces(const TwoRatesParameters& p, const Fractions& f, std::int64_t group)
      : p_(p), f_(f), b_(p.tau.denominator), group_(group) {
    lowest_ = ceil_of(f.last - p.margin, b_);
    const std::int64_t highest = floor_of(f.first + p.margin, b_) + 1;
    count_ = highest < lowest_ ? 0 : static_cast<std::size_t>((highest - lowest_) / group) + 1;
    const std::size_t before = enough_places(p, p.per_part_before, group);
    const std::size_t after = enough_places(p, p.per_part_after, group);
    if (count_ <= before + after) return;
    gap_ = before;
    skipped_ = count_ - before - after;
    count_ = before + after;
  }

  /// A lower bound on the total weight of the candidates among them, over e^T.
  double least_weight() const {
    if (count_ == 0) return 0;
    const std::size_t n = count_;
    // The score's terms: by weight, for F >= p_k, and for F' < p_(k + 1).
    PlaceWeights weights{std::vector<double>(n + 1), std::vector<double>(n + 1),
                         std::vector<double>(n + 1), std::vector<double>(n + 1), gap_};
    for (std::size_t k = 0; k <= n; ++k) {
      weights.by_weight[k] = by_weight(k);
      weights.by_weight_across[k] = by_weight(k + skipped_);
      weights.before[k] =
          weight(p_.base + p_.per_part_before * (b_ * place(k) - f_.last + p_.margin));
      weights.after[k] =
          weight(p_.base + p_.per_part_after * (f_.first - b_ * (place(k + 1) - 1) + p_.margin));
    }
    return least_tree_weight(weights);
  }

 private:
  std::int64_t place(std::size_t k) const {
    const std::size_t all = k > gap_ ? k + skipped_ : k;
    return lowest_ + group_ * (static_cast<std::int64_t>(all) - 1);
  }
  double by_weight(std::size_t places) const {
    return weight(p_.per_weight * group_ * (static_cast<std::int64_t>(places) - 1));
  }
  double weight(std::int64_t score) const {
    const double relative = step_down(static_cast<double>(score - p_.base));
    return exp_down(std::min(multiply_down(p_.unit, relative), kMaxExponent));
  }

  const TwoRatesParameters& p_;
  Fractions f_;
  std::int64_t b_;
  std::int64_t group_;
  std::int64_t lowest_;
  std::size_t count_;        // places taken
  std::size_t gap_ = 0;      // after this many of them
  std::size_t skipped_ = 0;  // the number of skipped places
};

/// An upper bound on the weight of the bad candidates on one side, of one length, over e^T: at `rate` for each
/// part of a rank, if they lack at least `lacking` parts.
double bad_weight(const TwoRatesParameters& p, std::int64_t rate, std::int64_t lacking) {
  const double drop = p.unit * static_cast<double>(rate) * static_cast<double>(lacking);
  const double rho = p.unit * static_cast<double>(rate) * static_cast<double>(p.tau.denominator);
  const double weight_rate = p.unit * static_cast<double>(p.per_weight);
  const double h = p.unit * static_cast<double>(p.base) - drop;
  return std::exp(-drop) * most_weight_behind(rho, weight_rate, h);
}

/// The weight of `uniform_score`, over e^T.
double everywhere_weight(const TwoRatesParameters& p) {
  if (!p.uniform_score) return 0;
  const double above = add_up(step_up(static_cast<double>(p.uniform_score->whole - p.base)),
                              std::ldexp(p.uniform_score->fraction, -BottomScore::kFractionBits));
  return exp_up(multiply_up(p.unit, above));
}

}  // namespace

std::int64_t two_rates_parts(const TwoRatesParameters& p, std::uint64_t group) {
  // Groups lose more than that anyway, and the search is coarser for wide margins.
  const bool wide = p.uniform_score && p.margin > kWideMargin * p.tau.denominator;
  return std::min<std::int64_t>(p.tau.denominator, group < 4 && !wide ? 10 : 2);
}

TwoRatesBound two_rates_bound_of_part(const TwoRatesParameters& p, std::uint32_t bits,
                                      std::uint64_t group, std::int64_t part) {
  const std::int64_t b = p.tau.denominator;
  const std::int64_t parts = two_rates_parts(p, group);
  const Fractions f{b * part / parts, b * (part + 1) / parts - 1};
  const double good = GoodPlaces(p, f, static_cast<std::int64_t>(group)).least_weight();
  // b (t - m) - b F for the greatest F below, and b F' - b (t + m) for the least F' above.
  const auto lack_before = [&](std::int64_t fraction) {
    return fraction - p.margin - b * (ceil_of(fraction - p.margin, b) - 1);
  };
  const auto lack_after = [&](std::int64_t fraction) {
    return b * (floor_of(fraction + p.margin, b) + 1) - fraction - p.margin;
  };
  const bool steady = lack_before(f.last) - lack_before(f.first) == f.last - f.first &&
                      lack_after(f.first) - lack_after(f.last) == f.last - f.first;
  const double occurring = (static_cast<double>(bits) + 1) *
                           (bad_weight(p, p.per_part_before, steady ? lack_before(f.first) : 1) +
                            bad_weight(p, p.per_part_after, steady ? lack_after(f.last) : 1)) *
                           (1 + 0x1p-50);
  const double bad = add_up(occurring, everywhere_weight(p));
  const double base = multiply_down(p.unit, static_cast<double>(p.base));
  return {good > 0 ? add_down(base, log_down(good)) : -kInfinity,
          std::isfinite(bad) ? divide_up(bad, add_down(bad, good)) : 1};
}

TwoRatesBound two_rates_bound(const TwoRatesParameters& p, std::uint32_t bits,
                              std::uint64_t group) {
  TwoRatesBound worst{kInfinity, 0};
  for (std::int64_t part = 0; part < two_rates_parts(p, group); ++part) {
    const TwoRatesBound bound = two_rates_bound_of_part(p, bits, group, part);
    worst.log_least_weight = std::min(worst.log_least_weight, bound.log_least_weight);
    worst.failure = std::max(worst.failure, bound.failure);
  }
  return worst;
}

}  // namespace logstar
