#include "logstar/interior_point/cut_choice/good_weight.hpp"

#include <algorithm>
#include <cmath>

#include "logstar/privacy/rounding.hpp"

// Groups of one record. Write v(s) for the weight of score s and c for the offset. Let G(a, m) be
// the least total weight of keys, and of cuts at prefixes that split their records, below a prefix
// with m of the n records below it and a before it:
//
//   G(a, m) = min( v(m),  min over m0 = 1..m-1 of v(min(m, c + min(l, n - l))) + G(a, m0) +
//                         G(a + m0, m - m0) ),   l = a + m0.
//
// Proof by induction on the height: below it all records are equal, which makes a key of weight m;
// or the first prefix to split them has its cut between them, with l records at or before it and
// n - l after it. Its depth is at least the smaller of the two. Prefixes with one child only add
// weight. All of these candidates lie between records.
//   G is symmetric, G(a, m) = G(n - a - m, m), as the formula is. Where m <= c every split weighs
// at least v(m), so G(a, m) = v(m). Where m > c a split is lighter than v(m) only if l or n - l is
// below m - c; these grow along the loops, so a loop may stop when the cut alone is too heavy.
//
// Groups of g records. Let n' = floor(n / g) and leave of the data the records of ranks g, 2 g,
// ..., n' g. Every prefix that splits these splits the data too. A prefix with w' of them has at least g (w' -
// 1) + 1 records. If l' of them lie at or before a cut and r' = n' - l' after it, at least g l' records do, and
// more than g r' - g. So a score min(w', c' + min(l', r')) = s' of the groups means at least g (s' - 1) + 1 of
// the records with the offset g c': of weight at least e^(g rate (s' - 1)). That is the formula above at rate g
// rate, n' and c'.
//
// Rounding: single weights are rounded down, and a sum of positive numbers passes fewer than 2 k
// additions, each of relative error 2^-53: below 2^-40 for k < 2^12.

namespace logstar {
namespace {

double weight_down(const CutWeights& weights, std::uint64_t score) {
  const double beyond_first =
      score == 0 ? -count_up(weights.group) : count_down(weights.group * (score - 1));
  const double exponent =
      subtract_down(multiply_down(weights.rate, beyond_first), weights.log_unit);
  return exp_down(std::min(exponent, kMaxExponent));
}

}  // namespace

GoodWeight::GoodWeight(const CutWeights& weights, Splits splits)
    : offset_(weights.offset), reach_(static_cast<std::size_t>(weights.records - weights.offset)) {
  const std::size_t k = reach_;
  for (std::size_t i = 0; i <= std::min<std::uint64_t>(offset_, k); ++i) {
    light_.push_back(weight_down(weights, i));
  }
  for (std::size_t i = 0; i <= k; ++i) heavy_.push_back(weight_down(weights, offset_ + i));
  // Every number of it that is read was written before: to make it zero first takes a tenth of all.
  table_ = std::make_unique_for_overwrite<double[]>((k + 1) * (k + 1));
  lightest_.resize(k + 1);
  for (std::size_t j = 1; j <= k; ++j) {
    for (std::size_t before = 0; 2 * before <= k - j; ++before) {
      const std::size_t after = k - j - before;
      double best = heavy_[j];
      if (splits == Splits::all) {
        best = best_split(best, before, j);
        best = best_split(best, after, j);
      } else {
        best = likely_split(best, before, j);
      }
      table_[j * (k + 1) + before] = best;
      table_[j * (k + 1) + after] = best;
    }
  }
}

/// G of a prefix. (The number of records after it follows.)
double GoodWeight::below(std::size_t before, std::size_t records) const {
  if (records <= offset_) return light_[records];
  return table_[(records - static_cast<std::size_t>(offset_)) * (reach_ + 1) + before];
}

/// The weight of the split with `at_most` records at or before the cut, below a prefix of offset +
/// beyond records.
double GoodWeight::with_split(std::size_t before, std::size_t at_most, std::size_t beyond) const {
  const std::size_t left = at_most - before;
  const double right = table_[(beyond - left) * (reach_ + 1) + at_most];
  return heavy_[at_most] + below(before, left) + right;
}

/// The least of `best` and of the splits with fewer than `beyond` records at or before the cut.
double GoodWeight::best_split(double best, std::size_t before, std::size_t beyond) const {
  for (std::size_t at_most = before + 1; at_most < beyond && heavy_[at_most] < best; ++at_most) {
    best = std::min(best, with_split(before, at_most, beyond));
  }
  return best;
}

/// As best_split, for the splits near the last lightest one for this number before, which is the fewer on either side.
double GoodWeight::likely_split(double best, std::size_t before, std::size_t beyond) {
  constexpr std::size_t kNear = 1;
  std::size_t& lightest = lightest_[before];
  const std::size_t first = lightest > kNear ? lightest - kNear : 1;
  const std::size_t last = lightest > 0 ? lightest + kNear : beyond;
  double here = kInfinity;
  lightest = 0;
  for (std::size_t left = first; left <= last && before + left < beyond; ++left) {
    if (heavy_[before + left] >= std::min(best, here)) break;
    const double split = with_split(before, before + left, beyond);
    if (split >= here) continue;
    here = split;
    lightest = left;
  }
  return std::min(best, here);
}

double GoodWeight::split(std::size_t fewer) const {
  return heavy_[fewer] + below(0, fewer) + table_[(reach_ - fewer) * (reach_ + 1) + fewer];
}

std::size_t GoodWeight::most_fewer() const {
  return static_cast<std::size_t>(std::min<std::uint64_t>(reach_ - 1, (offset_ + reach_) / 2));
}

double GoodWeight::least() const {
  double least = whole();
  for (std::size_t fewer = 1; fewer <= most_fewer(); ++fewer) least = std::min(least, split(fewer));
  return least;
}

}  // namespace logstar
