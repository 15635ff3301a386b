#include "logstar/interior_point/quantile_slices/rank_shift.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <tuple>
#include <utility>
#include <vector>

#include "logstar/interior_point/quantile_slices/chernoff_shift.hpp"
#include "logstar/privacy/rounding.hpp"
#include "logstar/support/remembered.hpp"

// Exact laws, without the bound of the noise (chernoff_shift.cpp). f_k is the law of a sum of k, on -W..W, of the
// paths that stay there: never more than the law itself, and short of it by at most
// 2 k E e^(lambda N)^k e^(-lambda W). f_(k+1)(i) is c times the sum of r^|i-j| f_k(j),
// c = tanh(epsilon/2) = (1 - r)/(1 + r), r = e^-epsilon, which is a pass from the left and one from the right.
// Only positive numbers are added and multiplied, so that all rounding together is a factor: a number at place i of
// f_k has been through at most 2 k (2 W + 2) rounded operations, constants known to 2^-49 among them, and the sums
// below through 4 W more.

namespace logstar {
namespace {

/// The maximum size of all laws together, in numbers; their sums take as much again at most.
constexpr double kMaxNumbers = 0x1p21;
constexpr int kPerRank = 4;  // the answer is a multiple of 1/4

/// a / b rounded down, b > 0.
std::int64_t floor_of(std::int64_t a, std::int64_t b) { return a / b - (a % b < 0 ? 1 : 0); }

class SumLaws {
 public:
  /// `missing`: the maximum mass that the laws lack.
  SumLaws(std::size_t draws, double epsilon, double missing) : missing_(missing) {
    const double at_half = reach_by(epsilon / 2, draws, epsilon);
    numbers_ = (2 * at_half + 1) * static_cast<double>(draws + 1);
    if (!computable()) return;
    // Any lambda will do. Few draws have a shorter reach by a larger one.
    double reach = at_half;
    for (int of_16 = 9; of_16 < 16; ++of_16) {
      reach = std::min(reach, reach_by(epsilon * of_16 / 16, draws, epsilon));
    }
    reach_ = static_cast<std::int64_t>(reach);
    fill(draws, epsilon);
  }

  bool computable() const { return numbers_ <= kMaxNumbers; }

  /// P[|(1 - q) X - q Y| > quarters / 4], X the noise before a slice and Y the noise after it, rounded up.
  double tail_up(const ShiftedSlice& slice, std::int64_t quarters) {
    const QuantileFraction& q = slice.q;
    const std::vector<double>& x_law = laws_[slice.before];
    const std::vector<double>& y_below = below(laws_.size() - 1 - slice.before);
    // Y has to lie below the line, which moves up with X: per_y y < step x - denominator quarters.
    const std::int64_t step = std::int64_t(kPerRank) * (q.denominator - q.numerator);
    const std::int64_t per_y = std::int64_t(kPerRank) * q.numerator;
    double sum = 0;
    // No Y lies below the line before it has passed -W: up to about two thirds of the X.
    const std::int64_t passed = std::int64_t(q.denominator) * quarters - per_y * reach_;
    std::int64_t x = std::max(-reach_, floor_of(passed, step) + 1);
    // `count` numbers y from -W on lie below the line, and the last of them by `rest` + 1.
    const std::int64_t line = step * x - std::int64_t(q.denominator) * quarters + per_y * reach_;
    std::int64_t count = floor_of(line - 1, per_y) + 1;
    std::int64_t rest = line - 1 - per_y * (count - 1);
    const std::int64_t counts_a_step = step / per_y;
    const std::int64_t rest_a_step = step % per_y;
    for (; x <= reach_; ++x) {
      sum += at(x_law, x) * y_below[static_cast<std::size_t>(std::min(count, 2 * reach_ + 1))];
      count += counts_a_step;
      rest += rest_a_step;
      if (rest >= per_y) {
        rest -= per_y;
        ++count;
      }
    }
    const double operations =
        (4 * static_cast<double>(laws_.size()) + 8) * (2 * static_cast<double>(reach_) + 2);
    const double factor = 1 + operations * 0x1p-46;  // generously
    return add_up(multiply_up(multiply_up(2, sum), factor),
                  add_up(multiply_up(2, missing_), 0x1p-900));  // and what became 0
  }

 private:
  /// A W beyond which the sum of all draws has at most the missing mass, by the moments at lambda.
  double reach_by(double lambda, std::size_t draws, double epsilon) const {
    const double moments = multiply_up(count_up(draws), log_moment_up(lambda, epsilon));
    const double needed =
        subtract_up(add_up(moments, log_up(multiply_up(2, count_up(draws)))), log_down(missing_));
    return std::ceil(divide_up(needed, lambda));
  }

  /// Of the sum of k draws: the mass of the lowest 0, 1, ..., 2 W + 1 places.
  const std::vector<double>& below(std::size_t k) {
    std::vector<double>& sums = below_[k];
    if (!sums.empty()) return sums;
    sums.reserve(laws_[k].size() + 1);
    sums.push_back(0);
    for (const double mass : laws_[k]) sums.push_back(sums.back() + mass);
    return sums;
  }

  double at(const std::vector<double>& law, std::int64_t i) const {
    return law[static_cast<std::size_t>(i + reach_)];
  }

  void fill(std::size_t draws, double epsilon) {
    const double r = std::exp(-epsilon);
    const double c = std::tanh(epsilon / 2);
    const auto size = 2 * static_cast<std::size_t>(reach_) + 1;
    laws_.reserve(draws + 1);
    below_.resize(draws + 1);
    laws_.emplace_back(size, 0).at(static_cast<std::size_t>(reach_)) = 1;
    for (std::size_t k = 1; k <= draws; ++k) {
      const std::vector<double>& law = laws_.back();
      std::vector<double> next(size);
      double carried = 0;
      for (std::size_t i = 0; i < size; ++i) next[i] = carried = r * carried + law[i];
      carried = 0;
      for (std::size_t i = size; i-- > 0;) {
        next[i] = c * (next[i] + carried);
        carried = r * (carried + law[i]);
      }
      laws_.push_back(std::move(next));
    }
  }

  double missing_;
  double numbers_ = 0;
  std::int64_t reach_ = 0;
  std::vector<std::vector<double>> laws_;   // of sums of 0, 1, ..., all draws
  std::vector<std::vector<double>> below_;  // of those that were asked for
};

/// Of a logarithm that is above 0 by less than is rounded.
constexpr double kJustAbove = 1e-300;

/// The least place with log_at(place) <= 0, which falls; `known` if that is not one. `log_of_any`: about that before
/// place 0. The logarithm bends downwards, more like a parabola than like a line: secants through its last two places
/// end beside the answer after a few.
template <typename LogAt>
std::int64_t least_place(std::int64_t known, double log_of_any, const LogAt& log_at) {
  constexpr int kSecants = 12;
  std::int64_t least = known;
  std::int64_t too_little = -1;
  double last = static_cast<double>(known);
  double last_log = log_at(known);
  if (last_log > 0) return known;
  double guess = last * std::sqrt(log_of_any / (log_of_any - last_log));
  for (int round = 0; least - too_little > 1; ++round) {
    const double halved = static_cast<double>(too_little) / 2 + static_cast<double>(least) / 2;
    if (round >= kSecants || !std::isfinite(guess)) guess = halved;
    const double inside = std::clamp(std::ceil(guess), static_cast<double>(too_little + 1),
                                     static_cast<double>(least - 1));
    const auto place = static_cast<std::int64_t>(inside);
    const double log = log_at(place);
    (log <= 0 ? least : too_little) = place;
    guess = inside - log * (inside - last) / (log - last_log);
    last = inside;
    last_log = log;
  }
  return least;
}

/// Slices with how many there are of their kind. A slice's mirror image, q and 1 - q with the noise before it and after
/// it exchanged, moves as much as itself; of both, the smaller q takes less time.
std::vector<std::pair<ShiftedSlice, double>> kinds_of(const std::vector<ShiftedSlice>& slices,
                                                      std::size_t draws) {
  using Kind = std::tuple<std::uint32_t, std::uint32_t, std::size_t>;
  std::map<Kind, std::size_t> places;
  std::vector<std::pair<ShiftedSlice, double>> kinds;
  for (const ShiftedSlice& slice : slices) {
    const auto& [a, b] = slice.q;
    const ShiftedSlice low =
        2 * std::uint64_t(a) <= b ? slice : ShiftedSlice{{b - a, b}, draws - slice.before};
    const auto [found, is_new] =
        places.try_emplace({low.q.numerator, low.q.denominator, low.before}, kinds.size());
    if (is_new) kinds.emplace_back(low, 0);
    ++kinds[found->second].second;
  }
  return kinds;
}

double exact_shift_up(const std::vector<ShiftedSlice>& slices, std::size_t draws,
                      const TruncatedNoise& noise, double failure) {
  const double by_chernoff = rank_shift_by_chernoff_up(slices, draws, noise, failure);
  const double unbounded = unbounded_failure_down(draws, noise, failure);
  if (!(unbounded > 0)) return kInfinity;
  SumLaws laws(draws, noise.epsilon,
               divide_down(unbounded, 0x1p40 * static_cast<double>(slices.size())));
  if (!laws.computable()) return by_chernoff;
  const std::vector<std::pair<ShiftedSlice, double>> kinds = kinds_of(slices, draws);
  const auto log_at = [&](std::int64_t quarters) {
    double sum = 0;
    for (const auto& [slice, times] : kinds) {
      sum = add_up(sum, multiply_up(times, laws.tail_up(slice, quarters)));
    }
    return sum <= unbounded ? std::fmin(0, std::log(sum / unbounded))
                            : std::fmax(kJustAbove, std::log(sum / unbounded));
  };
  const double log_of_any = std::log(count_up(2 * slices.size()) / unbounded);
  const auto known = static_cast<std::int64_t>(std::ceil(by_chernoff * kPerRank));
  return static_cast<double>(least_place(known, log_of_any, log_at)) / kPerRank;
}

/// As computed before: a calibration asks for some shifts again, and the next one like it for all.
template <auto shift_up>
double remembered(const std::vector<ShiftedSlice>& slices, std::size_t draws,
                  const TruncatedNoise& noise, double failure) {
  constexpr std::size_t kFew = 256;  // of which it is worth the memory
  if (slices.size() > kFew) return shift_up(slices, draws, noise, failure);
  std::vector<std::uint64_t> numbers{draws, static_cast<std::uint64_t>(noise.most)};
  for (const auto& [q, before] : slices) {
    numbers.insert(numbers.end(), {q.numerator, q.denominator, before});
  }
  static thread_local Cache<std::tuple<double, double, std::vector<std::uint64_t>>, double> shifts;
  return shifts.of({noise.epsilon, failure, std::move(numbers)},
                   [&] { return shift_up(slices, draws, noise, failure); });
}

}  // namespace

double rank_shift_up(const std::vector<ShiftedSlice>& slices, std::size_t draws,
                     const TruncatedNoise& noise, double failure) {
  return remembered<exact_shift_up>(slices, draws, noise, failure);
}

double rank_shift_by_chernoff_up(const std::vector<ShiftedSlice>& slices, std::size_t draws,
                                 const TruncatedNoise& noise, double failure) {
  return remembered<chernoff_shift_up>(slices, draws, noise, failure);
}

}  // namespace logstar
