#include "interior_point/cut_choice/two_rates.hpp"

#include <algorithm>

#include "interior_point/cut_choice/candidates.hpp"

// The score. E is the data D with `copies` of the domain's lowest and of its highest key. For a
// place z let F = #{E <= z} - copies and F' = #{E < z} - copies, n the size of D, tau = a/b. A
// candidate z at a prefix with w records of E has, in units, the least of
//
//   per_weight (w - 1),   base + per_part_before (b F - a n + margin),
//                         base + per_part_after (a n - b F' + margin).
//
// Privacy. A record more raises w by 0 or 1. It moves b F - a n by b - a or by -a, and a n - b F'
// by a or by a - b. With per_part_before (b - a) and per_part_after a at most per_weight, and
// per_part_before a and per_part_after (b - a) at most most_fall, each of the three moves by
// -most_fall to per_weight, and so does the least. (Cutting scores off at +-2^61 changes nothing of
// that.) Write e_w and e_d for these two times `unit`. Prefixes of lengths 0 and 1 hold copies
// wherever the domain has keys, so a record brings at most K = L - 1 candidates, of w = 1 and
// weight at most 1. The calibration sees to it that all candidates together weigh at least K/delta
// for every data set. With D' = D and one record:
//   from D' to D: what is new has probability at most delta. Other weights grew by at most e^e_w,
//     and Z <= e^e_d Z'.
//   from D to D': weights fell by at most e^e_d, and Z' <= e^e_w Z + K <= (e^e_w + delta) Z.
// So (e_d + ln(e^e_w + delta), delta). Clamping comes after the draw and does not look at the data.

namespace logstar {
namespace {

constexpr Int128 kMostScore = Int128(1) << 61;

class TwoRatesScore final : public CutScore {
 public:
  TwoRatesScore(const TwoRatesParameters& parameters, std::size_t records)
      : p_(parameters), target_(Int128(p_.tau.numerator) * static_cast<Int128>(records)) {}

  std::int64_t at(std::size_t weight, std::size_t less, std::size_t at_most) const override {
    const Int128 by_weight = Int128(p_.per_weight) * (static_cast<Int128>(weight) - 1);
    const Int128 before = parts(at_most) - target_ + p_.margin;
    const Int128 after = target_ - parts(less) + p_.margin;
    const Int128 least = std::min(
        {by_weight, p_.base + p_.per_part_before * before, p_.base + p_.per_part_after * after});
    return static_cast<std::int64_t>(std::clamp(least, -kMostScore, kMostScore));
  }
  std::int64_t limit(std::size_t weight, std::size_t first, std::size_t last) const override {
    return at(weight, first, last);
  }

 private:
  /// b times a position in E, less the copies before D.
  Int128 parts(std::size_t position) const {
    return Int128(p_.tau.denominator) *
           (static_cast<Int128>(position) - static_cast<Int128>(p_.copies));
  }

  const TwoRatesParameters& p_;
  Int128 target_;
};

KeyArray between_copies(const KeyArray& sorted, const WideInterval& domain, std::uint64_t copies) {
  KeyArray all(sorted.bits());
  all.reserve(sorted.size() + 2 * static_cast<std::size_t>(copies));
  for (std::uint64_t i = 0; i < copies; ++i) all.append(domain.lowest);
  for (std::size_t i = 0; i < sorted.size(); ++i) all.append(sorted[i]);
  for (std::uint64_t i = 0; i < copies; ++i) all.append(domain.highest);
  return all;
}

}  // namespace

double two_rates_error(const TwoRatesParameters& parameters) {
  return static_cast<double>(parameters.margin) / parameters.tau.denominator;
}

WideKey draw_two_rates(KeyArray keys, const WideInterval& domain,
                       const TwoRatesParameters& parameters, Randomness& randomness) {
  keys.sort();
  const TwoRatesScore score(parameters, keys.size());
  const KeyArray all = between_copies(keys, domain, parameters.copies);
  constexpr std::int64_t kNoFloor = -(std::int64_t(1) << 62);
  CutCandidates candidates(all, score, shown_cut_margin(all, parameters.unit), kNoFloor);
  const std::size_t drawn = randomness.weighted_choice(candidates, parameters.unit, std::nullopt);
  return domain.clamp(candidates.draw_key(drawn, randomness));
}

}  // namespace logstar
