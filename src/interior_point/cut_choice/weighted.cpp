#include "logstar/interior_point/cut_choice/weighted.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "logstar/interior_point/cut_choice/candidates.hpp"
#include "logstar/privacy/rounding.hpp"
#include "logstar/support/checks.hpp"
#include "logstar/users/spread.hpp"

// Privacy. Weights in users: a user has x_g in group g, the sum of x_g at most 1. Candidates form K
// = L + 1 families, the prefixes of each length, in each of which a user's weights add up to x_g at
// most. Write e for the rate per user and psi = e^(e s) (1 - e^(-e w)) for a candidate's weight in
// the draw, s <= w its score, b >= K (e^e - 1)(1/delta - 1) for bottom's, delta <= 1 - e^-e. In one
// group let D' be D and a user of weight x there.
//   (1) If w' = w + a and s' is in s..s + x and at most w', psi' - e^(e x) psi <= e^(e a) - 1: psi
//       grows with s, so e^(e x) psi >= e^(e s')(1 - e^(-e w)), and the difference is at most e^(e
//       (s'
//       - w)) (1 - e^(-e a)).
//   (2) e^(e a) - 1 is superadditive, so these excesses are at most N = K (e^(e x) - 1) in all.
//   (3) D to D': no psi falls, and Z' <= e^(e x) (Z - b) + N + b <= e^(e x) Z, as N <= (e^(e x) -
//   1) b.
//       So probabilities fall by at most e^(e x).
//   (4) D' to D: P' = G + E with G <= e^(e x) P and |E| <= N/(N + b), that is 1 - |E| >= 1/(1 + rho
//       phi(x)), rho = delta/(1 - delta), phi(x) = (e^(e x) - 1)/(e^e - 1).
//   (5) All groups: 1 + rho phi(x) = 1 - k + k e^(e x) with k = rho/(e^e - 1) <= 1, whose logarithm
//       is convex and 0 at 0: the product over the groups is at most that at x = 1, 1 + rho, and
//       the mass outside of the product of the G at most 1 - 1/(1 + rho) = delta.
// So (e, delta). Under replace a user of weights x_g becomes a user of weights y_g. (1) holds from D to D' with
// y and the weight a of the new rows, since without them no score would rise; so |E| <= N/(N + b) with N = K
// (e^(e y) - 1). (3) holds from D' to D with x: Z <= e^(e x) Z'. So G <= e^(e (x + y)) P, over all groups e^(2
// e), and the mass outside is at most delta as in (5): (2 e, delta).
//
// Accuracy, in users. Let h = c + d, d > 0, n >= h + 2 d the total weight. The longest prefix with weight
// h or more is a key, or has an end next to it with d or more beyond, or its own cut has more than
// n - d - h >= d on either side: so some good candidate has s, w >= h, and psi >= e^(e h) - 1.
// Outside the data are at most 2 L candidates of at most e^(e c). P[nothing or outside] <= B/(B +
// e^(e h) - 1), B = b + 2 L e^(e c).

namespace logstar {
namespace {

/// min(weight, depth + offset) for weighted rows.
class WeightedDepthScore final : public CutScore {
 public:
  WeightedDepthScore(const std::vector<std::uint64_t>& weight_before, std::int64_t offset)
      : before_(weight_before), offset_(offset) {}

  std::optional<std::int64_t> at(std::size_t first, std::size_t last, std::size_t less,
                                 std::size_t at_most) const override {
    const std::uint64_t depth = std::min(before_[at_most], before_.back() - before_[less]);
    return std::min(static_cast<std::int64_t>(weight(first, last)),
                    static_cast<std::int64_t>(depth) + offset_);
  }
  std::int64_t limit(std::size_t first, std::size_t last) const override {
    return *at(first, last, first, last);
  }
  std::uint64_t weight(std::size_t first, std::size_t last) const override {
    return before_[last] - before_[first];
  }

 private:
  const std::vector<std::uint64_t>& before_;
  std::int64_t offset_;
};

/// The least total weight, in users, at which 1 - beta is promised with the offset c, in users, of
/// which a unit is a part.
double least_users(const CutChoiceRequest& request, double e_down, double e_up, double log_bottom,
                   double c, double unit) {
  const double outside = add_up(log_up(2.0 * request.bits), multiply_up(e_up, c));
  const double larger = std::max(log_bottom, outside);
  const double smaller = std::min(log_bottom, outside);
  const double rivals = add_up(larger, log1p_up(exp_up(subtract_up(smaller, larger))));
  // e^(e h) - 1 >= B (1 - beta)/beta. The 1 is at most as much as adding it to the logarithm.
  const double odds = subtract_up(log1p_up(-request.beta), log_down(request.beta));
  const double needed = add_up(rivals, odds);
  const double log_h = add_up(std::max(needed, 0.0), log1p_up(exp_up(-std::fabs(needed))));
  // d > 0 keeps the candidate inside the data; at a beta near 1 the formula alone would allow a lower h.
  const double h = std::max(divide_up(log_h, e_down), add_up(c, unit));
  return add_up(h, multiply_up(2, subtract_up(h, c)));
}

}  // namespace

WeightedCutParameters calibrate_weighted_cut_choice(const CutChoiceRequest& request,
                                                    std::uint64_t per_user) {
  check_cut_choice(request);
  check_delta("delta", request.loss.delta);
  check_count("perUser", per_user, 1, kMaxUserWeight);
  WeightedCutParameters parameters;
  parameters.loss = request.loss;
  parameters.per_user = per_user;
  const auto units = static_cast<double>(per_user);
  const bool halved = request.neighbors == Neighbors::replace;
  parameters.draw_epsilon =
      divide_down(halved ? request.loss.epsilon / 2 : request.loss.epsilon, units);
  const double rate = parameters.draw_epsilon;
  const double e_down = multiply_down(rate, units);
  const double e_up = multiply_up(rate, units);
  const double delta = std::min(request.loss.delta, -expm1_up(-e_down));
  // ln of K (e^e - 1)(1/delta - 1), where e^e - 1 = e^e (1 - e^-e).
  const double grown = add_up(e_up, log_up(-expm1_down(-e_up)));
  const double odds = subtract_up(log1p_up(-delta), log_down(delta));
  double log_bottom = std::max(0.0, add_up(add_up(log_up(request.bits + 1.0), grown), odds));
  // More than privacy requires if delta is large: with less not even c = 0 would be enough.
  if (request.abstain) log_bottom = std::max(log_bottom, log_abstaining_up(request));
  parameters.bottom = BottomScore::above(0, divide_up(log_bottom, rate));
  const double score = add_up(static_cast<double>(parameters.bottom.whole),
                              std::ldexp(parameters.bottom.fraction, -BottomScore::kFractionBits));
  const double log_drawn = multiply_up(rate, score);
  const double balanced = (log_bottom - std::log(2.0 * request.bits)) / e_down;
  // 2 L e^(e c) (1 - beta) <= beta b: with a few rows the draw then abstains instead of returning a key
  // outside. (The subtracted part exceeds all roundings and is negligible.)
  const double spare = std::max(0.0, log_bottom - log_abstaining_up(request)) / e_down;
  const double most = request.abstain ? spare * (1 - 0x1p-36) : 0x1p50;
  double best = kInfinity;
  for (int i = -100; i <= 100; ++i) {
    const double c = std::floor(std::clamp(balanced + 0.05 * i / e_down, 0.0, most) * units);
    const double users =
        least_users(request, e_down, e_up, log_drawn, c / units, divide_up(1, units));
    if (users >= best) continue;
    best = users;
    parameters.offset = static_cast<std::int64_t>(c);
  }
  parameters.least_weight = static_cast<std::uint64_t>(std::ceil(multiply_up(best, units)));
  return parameters;
}

std::optional<WideKey> draw_weighted_cut_choice(WeightedKeys rows, const WideInterval& domain,
                                                const WeightedCutParameters& parameters,
                                                Randomness& randomness) {
  const SortedWeights sorted_rows = sorted(std::move(rows));
  const KeyArray& keys = sorted_rows.keys;
  const WeightedDepthScore score(sorted_rows.before, parameters.offset);
  const std::int64_t margin = shown_cut_margin(keys.size(), keys.bits(), parameters.draw_epsilon);
  CutCandidates candidates(keys, score, margin, parameters.bottom.whole);
  const std::size_t drawn =
      randomness.thinned_choice(candidates, parameters.draw_epsilon, parameters.bottom);
  if (drawn == candidates.size()) return std::nullopt;
  return domain.clamp(candidates.draw_key(drawn, randomness));
}

}  // namespace logstar
