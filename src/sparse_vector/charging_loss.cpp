#include "logstar/sparse_vector/charging_loss.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <tuple>
#include <utility>

#include "logstar/privacy/bisection.hpp"
#include "logstar/privacy/count_tails.hpp"
#include "logstar/privacy/normal_noise.hpp"
#include "logstar/privacy/rounding.hpp"
#include "logstar/sparse_vector/noise_rate.hpp"
#include "logstar/support/remembered.hpp"

namespace logstar {
namespace {

using ChargingArguments = std::tuple<std::uint64_t, double, double>;

/// At least p - e^epsilon q.
double excess_up(const ProbabilityBounds& p, double epsilon, const ProbabilityBounds& q) {
  const double factor = exp_down(epsilon);
  const double shifted = q.down == 0 ? 0 : multiply_down(factor, q.down);
  return std::fmax(0, subtract_up(p.up, shifted));
}

/// Beyond this the mean loss alone, about hits rate^2, is some 400 more than epsilon. It only
/// bounds the search.
double greatest_sensible_rate(std::uint64_t hits, double epsilon) {
  return std::sqrt(4 * (epsilon + 100) / static_cast<double>(hits));
}

/// Deltas of rates at one number of hits and one epsilon: heavy hitters ask for the rates of several deltas.
struct KnownDeltas {
  std::pair<std::uint64_t, double> of;
  Evaluated deltas;

  Evaluated& at(std::uint64_t hits, double epsilon) {
    const std::pair asked{hits, epsilon};
    if (of != asked) deltas.clear();
    of = asked;
    return deltas;
  }
};

/// Of the normal law, the greatest mu with that delta, on a scale of logarithms.
double normal_mu(double epsilon, double delta) {
  double low = 1e-9;
  double high = 1e6;
  for (int i = 0; i < 60; ++i) {
    const double middle = std::sqrt(low * high);
    // What cancels to nothing, or is not a number, is far below.
    (delta_of_normal(middle, epsilon) > delta ? high : low) = middle;
  }
  return low;
}

/// The delta at rates of 24 bits, which are floats. No delta is computed twice.
class RateSearch {
 public:
  using DeltaOfRate = double (*)(std::uint64_t hits, double rate, double epsilon);

  /// `variance`: of the loss of a hit at a rate of 1, about.
  RateSearch(DeltaOfRate delta_of_rate, std::uint64_t hits, double variance, double epsilon,
             double delta, Evaluated& known)
      : delta_of_rate_(delta_of_rate),
        hits_(hits),
        root_(std::sqrt(variance * count_up(hits))),
        epsilon_(epsilon),
        delta_(delta),
        known_(known) {}

  /// The largest rate up to this one with at most that delta; 0 if there is none.
  double up_to(double greatest) {
    low_ = kMinChargingRate;
    high_ = short_rate_down(greatest);
    take_known();
    begin_near();
    if (high_ == kMinChargingRate) return 0;
    while (places_between() > 1) evaluate(next());
    if (high_ == short_rate_down(greatest) && is_enough(high_)) return high_;
    return low_ > kMinChargingRate || is_enough(low_) ? low_ : 0;
  }

 private:
  static std::uint32_t place(double rate) {
    return std::bit_cast<std::uint32_t>(static_cast<float>(rate));
  }
  std::uint32_t places_between() const { return place(high_) - place(low_); }

  bool is_enough(double rate) {
    const auto found = known_.find(rate);
    return (found != known_.end() ? found->second : evaluate(rate)) <= delta_;
  }

  double evaluate(double rate) {
    const double at = delta_of_rate_(hits_, rate, epsilon_);
    known_.emplace(rate, at);
    move(rate, at);
    return at;
  }

  void move(double rate, double at) {
    (bracket_.move(rate, at, at <= delta_) ? low_ : high_) = rate;
  }

  void take_known() {
    for (const auto& [rate, at] : known_) {
      move(rate, at);
      if (at > delta_) return;
    }
  }

  /// Finds a rate on either side of the answer: that of the normal law, corrected by how far the law was off at the
  /// last rate, and beyond it by a part of the correction.
  void begin_near() {
    double last = low_;
    double off = 1;
    const auto known = known_.find(low_);
    if (known != known_.end()) off = delta_of_normal(low_ * root_, epsilon_) / known->second;
    double beyond = 0;
    for (int tries = 0; tries < 6 && !(high_ < low_ * kNear); ++tries) {
      const double aimed = delta_ * off;
      if (!(aimed > 0 && aimed < 1)) return;
      const double crossing = normal_mu(epsilon_, aimed) / root_;
      if (tries > 0) beyond = std::fmax(kNear - 1, std::fabs(crossing / last - 1)) / 4;
      last = short_rate_down(crossing * (last == low_ ? 1 + beyond : 1 - beyond));
      // Where no rate may do, the least one is asked first.
      if (last <= kMinChargingRate) last = kMinChargingRate;
      if (!(last >= low_ && last < high_) || known_.contains(last)) return;
      off = delta_of_normal(last * root_, epsilon_) / evaluate(last);
    }
  }

  /// A place strictly between both ends.
  double next() {
    const std::uint32_t low = place(low_);
    const std::uint32_t high = place(high_);
    const double guess = bracket_.guess();
    if (!(guess > low_ && guess < high_)) return std::bit_cast<float>(low + (high - low) / 2);
    return std::bit_cast<float>(std::clamp(place(short_rate_down(guess)), low + 1, high - 1));
  }

  /// Ends so near to each other that the bracket's guesses are good.
  static constexpr double kNear = 1.0004;

  DeltaOfRate delta_of_rate_;
  std::uint64_t hits_;
  double root_;
  double epsilon_;
  double delta_;
  Evaluated& known_;
  LogBracket bracket_{delta_};
  double low_ = 0;
  double high_ = 0;
};

}  // namespace

// The log-ratio of the process with the record to the one without, stopped at its hits-th event at
// time T (rate 1 without), is hits * rate - (e^rate - 1) T. It exceeds epsilon where T < u and falls below
// -epsilon where T > v, so these sets attain the two divergences. u and v are known between two roundings;
// every probability uses the end that makes the divergence larger.
double intensity_charging_delta(std::uint64_t hits, double rate, double epsilon) {
  const double k = count_up(hits);
  const double growth = exp_up(rate);
  const double total_up = multiply_up(k, rate);
  const double total_down = multiply_down(k, rate);

  double with_record = 0;
  if (total_up > epsilon) {
    const double u_up = divide_up(subtract_up(total_up, epsilon), expm1_down(rate));
    const double u_down =
        std::fmax(0, divide_down(subtract_down(total_down, epsilon), expm1_up(rate)));
    // P[T < u] with the record and without it.
    const ProbabilityBounds p = poisson_tails(multiply_up(growth, u_up), hits).at_least;
    const ProbabilityBounds q = poisson_tails(u_down, hits).at_least;
    with_record = excess_up(p, epsilon, q);
  }
  // P[T > v] without the record and with it.
  const double v_up = divide_up(add_up(total_up, epsilon), expm1_down(rate));
  const double v_down = divide_down(add_down(total_down, epsilon), expm1_up(rate));
  const ProbabilityBounds p = poisson_tails(v_down, hits).fewer;
  const ProbabilityBounds q = poisson_tails(multiply_up(growth, v_up), hits).fewer;
  return std::min(1.0, std::fmax(with_record, excess_up(p, epsilon, q)));
}

// With n noes before the last yes the log-ratio is (hits - n) rate, so the divergences are attained
// by {n < m} and {n >= m} for an m that rounding leaves one or two candidates for.
double laplace_charging_delta(std::uint64_t hits, double rate, double epsilon) {
  // A test's probability of the less likely answer, and of the other.
  const double rare_down = divide_down(1, add_up(1, exp_up(rate)));
  const double rare_up = divide_up(1, add_down(1, exp_down(rate)));
  const double usual_down = subtract_down(1, rare_up);
  const double usual_up = subtract_up(1, rare_down);
  const double k = count_up(hits);
  const double steps_down = divide_down(epsilon, rate);
  const double steps_up = divide_up(epsilon, rate);

  double worst = 0;
  double m = std::fmax(0, std::ceil(subtract_down(k, steps_up)));
  for (; m <= std::ceil(subtract_up(k, steps_down)); ++m) {
    const auto below = static_cast<std::uint64_t>(m);
    const ProbabilityBounds p = failure_tails(hits, rare_down, rare_up, below).fewer;
    const ProbabilityBounds q = failure_tails(hits, usual_down, usual_up, below).fewer;
    worst = std::fmax(worst, excess_up(p, epsilon, q));
  }
  m = std::floor(add_down(k, steps_down)) + 1;
  for (; m <= std::floor(add_up(k, steps_up)) + 1; ++m) {
    const auto from = static_cast<std::uint64_t>(m);
    const ProbabilityBounds p = failure_tails(hits, usual_down, usual_up, from).at_least;
    const ProbabilityBounds q = failure_tails(hits, rare_down, rare_up, from).at_least;
    worst = std::fmax(worst, excess_up(p, epsilon, q));
  }
  return std::min(1.0, worst);
}

double intensity_charging_rate(std::uint64_t hits, double epsilon, double delta) {
  static thread_local Cache<ChargingArguments, double> remembered;
  static thread_local KnownDeltas known;
  return remembered.of({hits, epsilon, delta}, [&] {
    return RateSearch(intensity_charging_delta, hits, 1, epsilon, delta, known.at(hits, epsilon))
        .up_to(std::fmin(kMaxChargingRate, greatest_sensible_rate(hits, epsilon)));
  });
}

double likely_charging_rate(std::uint64_t hits, double epsilon, double delta) {
  return normal_mu(epsilon, delta) / std::sqrt(count_up(hits));
}

bool intensity_charging_rate_is_below(double rate, std::uint64_t hits, double epsilon,
                                      double delta) {
  const double tried = short_rate_down(rate);
  if (!(tried > kMinChargingRate)) return false;
  if (tried >= kMaxChargingRate) return true;
  return intensity_charging_delta(hits, tried, epsilon) > delta;
}

double laplace_charging_rate(std::uint64_t hits, double epsilon, double delta) {
  static thread_local Cache<ChargingArguments, double> remembered;
  static thread_local KnownDeltas known;
  return remembered.of({hits, epsilon, delta}, [&] {
    // The number of noes before a yes, 0 or more with halving chances, has a variance of 2.
    return RateSearch(laplace_charging_delta, hits, 2, epsilon, delta, known.at(hits, epsilon))
        .up_to(std::fmin(kMaxLaplaceChargingRate, greatest_sensible_rate(hits, epsilon)));
  });
}

}  // namespace logstar
