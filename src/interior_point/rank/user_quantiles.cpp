#include "logstar/interior_point/rank/user_quantiles.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "logstar/interior_point/rank/tied_keys.hpp"
#include "logstar/interior_point/rank/usual_error.hpp"
#include "logstar/privacy/rounding.hpp"
#include "logstar/selection/exponential.hpp"
#include "logstar/support/checks.hpp"
#include "logstar/support/errors.hpp"
#include "logstar/users/spread.hpp"

// Privacy and accuracy: docs/guarantees/users.md, Theorem 9. The failure probability 1 - confidence is shared:
//   half for draws that miss by more than stated, a quarter each for coinciding bits and clamped scores.

namespace logstar {
namespace {

constexpr double kMaxUsers = 0x1p32;
/// Scores do not distinguish misses of 2^61 or more; half of that is reserved for "none".
constexpr double kMaxHeldScore = 0x1p60;

/// ln of the weight of all points over beta: no point weighs less than 1.
double log_points_over(const UserQuantilesParameters& parameters, const KeyInterval& domain,
                       double beta) {
  const Natural total = parameters.draws.measure.bounds(domain.size()).total;
  const double points = log_natural_up(total << parameters.draws.tie_bits);
  return subtract_up(points, log_down(beta));
}

/// Rejects an epsilon with which misses that matter would be cut off.
std::optional<Obstacle> obstacle_to_scores(const UserQuantilesParameters& parameters,
                                           const KeyInterval& domain, double beta, double epsilon) {
  const double draws = count_up(parameters.draws.taus.size());
  const double needed =
      add_up(log_points_over(parameters, domain, beta), log_up(multiply_up(4, draws)));
  struct State {};
  std::optional<Obstacle> first;
  halve(parameters.draws.taus, 0, parameters.draws.taus.size(), State{},
        [&](const QuantileNode& node, State state) {
          const double rate =
              divide_down(quantile_draw_epsilon(parameters.draws, node.relative.fraction),
                          parameters.user_weight);
          const double score = divide_up(needed, rate);
          if (score > kMaxHeldScore && !first) {
            first = Obstacle("epsilon", "at least ", epsilon)
                        .append(multiply_up(epsilon, score / kMaxHeldScore),
                                " for these quantiles and so large a domain");
          }
          return std::pair{state, state};
        });
  return first;
}

double coincident_of(const UserQuantilesParameters& parameters, double beta) {
  return coincident_users(kMaxEqualUsers, parameters.user_weight, parameters.draws.tie_bits,
                          beta / 4);
}

std::vector<double> errors_of(const UserQuantilesParameters& parameters, const KeyInterval& domain,
                              double beta, DataPlace place) {
  return quantiles_weight_errors(domain.size(), parameters.draws, 1 - beta / 2,
                                 coincident_of(parameters, beta), place);
}

/// From how many users on there is an answer, inside the data. As in errors_of: of beta draws have a half,
/// which errors and "none" share.
double least_users(const UserQuantilesParameters& parameters, const KeyInterval& domain,
                   double beta, DataPlace place) {
  if (parameters.draws.none_beta) {
    return quantiles_answer_from(domain.size(), parameters.draws, 1 - beta / 2,
                                 coincident_of(parameters, beta), parameters.user_weight, place);
  }
  const std::vector<double> errors = errors_of(parameters, domain, beta, place);
  double most = 0;
  for (std::size_t i = 0; i < errors.size(); ++i) {
    most = std::max(most, inside_from(errors[i], parameters.draws.taus[i]));
  }
  return most;
}

}  // namespace

Possible<UserQuantilesParameters> possible_user_quantiles(const UserQuantilesRequest& request,
                                                          const KeyInterval& domain) {
  check_count("userWeight", request.user_weight, 1, kMaxUserWeight);
  check_confidence(request.confidence);
  UserQuantilesParameters parameters;
  parameters.draws = calibrate_quantiles(request.taus, request.epsilon, request.neighbors);
  parameters.draws.measure = request.measure;
  parameters.user_weight = request.user_weight;
  const double beta = subtract_down(1, request.confidence);
  if (const auto obstacle = obstacle_to_scores(parameters, domain, beta / 2, request.epsilon)) {
    return *obstacle;
  }
  if (const auto obstacle = confidence_obstacle(1 - beta / 2)) return *obstacle;
  const std::vector<double> errors = errors_of(parameters, domain, beta, DataPlace::anywhere);
  parameters.error = *std::max_element(errors.begin(), errors.end());
  parameters.usual = usual_recursion_error(parameters.draws);
  if (request.abstain) {
    auto draws =
        with_none(std::move(parameters.draws), domain.size(), beta, parameters.user_weight);
    if (!draws) return draws.obstacle();
    parameters.draws = *std::move(draws);
  }
  parameters.least_users = least_users(parameters, domain, beta, DataPlace::anywhere);
  if (request.measure.expected()) {
    parameters.expected_least_users = least_users(parameters, domain, beta, DataPlace::as_expected);
  }
  return parameters;
}

UserQuantilesParameters calibrate_user_quantiles(const UserQuantilesRequest& request,
                                                 const KeyInterval& domain) {
  return possible_user_quantiles(request, domain).or_refuse();
}

// Rows of one key that weigh g users: those with certain bits weigh sum w_i B_i, w_i in [0, 1], B_i of mean 2^-b. As
// E e^(l w B) <= e^(w p (e^l - 1)) for w <= 1, P[sum >= k] <= h(g/2^b) with h(m) = e^(k - m) (m/k)^k for k > m.
// h(m)/m grows up to m = k - 1: so of all keys and places 2^b U/g h(g/2^b) fail at most, U the weight of all
// rows.
double coincident_users(double equal, std::uint32_t user_weight, unsigned tie_bits, double beta) {
  check_probability("beta", beta);
  check_count("tieBits", tie_bits, 1, kMaxTieBits);
  const double places = std::ldexp(1, static_cast<int>(tie_bits));
  const double mean = divide_up(equal, places);
  const double keys = std::max(1.0, divide_up(kMaxUsers, equal));
  const double needed = subtract_up(log_up(multiply_up(places, keys)), log_down(beta));
  const double unit = divide_down(1, user_weight);
  // A weight above M is at least M and one unit.
  const auto enough = [&](double most) {
    const double k = add_down(most, unit);
    if (k < add_up(mean, 1)) return false;
    const double exponent = multiply_down(k, subtract_down(log_down(k), log_up(mean)));
    return subtract_down(add_down(exponent, step_down(mean, 2)), k) >= needed;
  };
  double high = add_up(mean, 1);
  while (!enough(high)) high *= 2;
  double low = 0;
  // To a thousandth of a user, which is negligible.
  while (high - low > 1e-3) {
    const double middle = (low + high) / 2;
    (enough(middle) ? high : low) = middle;
  }
  return std::min(high, equal);
}

std::optional<std::vector<std::uint64_t>> draw_user_quantiles(
    WeightedKeys rows, const KeyInterval& domain, const UserQuantilesParameters& parameters,
    Randomness& randomness) {
  TiedKeys records(std::move(rows), parameters.draws.tie_bits, randomness);
  return draw_tied_quantiles(records, domain, parameters.draws, parameters.user_weight, randomness);
}

}  // namespace logstar
