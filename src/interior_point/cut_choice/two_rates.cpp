#include "logstar/interior_point/cut_choice/two_rates.hpp"

#include <optional>
#include <utility>

#include "logstar/interior_point/cut_choice/every_prefix.hpp"
#include "logstar/interior_point/cut_choice/two_rates_candidates.hpp"

// The score. E is the data D with `padding` copies of the domain's lowest and of its highest key. For a
// place z let F = #{E <= z} - padding and F' = #{E < z} - padding, n the size of D, tau = a/b. A
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
//   from D' to D: the new candidates have probability at most delta. Other weights grew by at most e^e_w, and
//     Z <= e^e_d Z'.
//   from D to D': weights fell by at most e^e_d, and Z' <= e^e_w Z + K <= (e^e_w + delta) Z.
// So (e_d + ln(e^e_w + delta), delta). Clamping comes after the draw and does not look at the data.
//
// Pure. All 2^(L + 1) - 1 prefixes and keys are candidates. Each weighs its part c of `uniform_score`,
// at least the weight f = e^-e_w that the score of w = 0 has; and in addition, if it occurs and its score
// s is larger, e^s - f, which is e^s (1 - e^-(s + e_w)) for thinned_choice. Together that is c - f +
// max(f, e^s), as s <= -e_w where w = 0. Scores move by -e_d to e_w as above, f and c do not, and f
// <= c: so every weight and the normaliser change by factors from e^-e_d to e^e_w. So (e_d + e_w, 0),
// and bounded-range.

namespace logstar {

double two_rates_error(const TwoRatesParameters& parameters) {
  return static_cast<double>(parameters.margin) / parameters.tau.denominator;
}

WideKey draw_two_rates(KeyArray keys, const WideInterval& domain,
                       const TwoRatesParameters& parameters, Randomness& randomness) {
  const std::uint32_t bits = keys.bits();
  TwoRatesCandidates candidates(std::move(keys), domain, parameters);
  const std::size_t drawn =
      parameters.uniform_score
          ? randomness.thinned_choice(candidates, parameters.unit, *parameters.uniform_score)
          : randomness.weighted_choice(candidates, parameters.unit, std::nullopt);
  if (drawn == candidates.size()) return domain.clamp(draw_of_every_prefix(bits, randomness));
  return domain.clamp(candidates.draw_key(drawn, randomness));
}

}  // namespace logstar
