// The search behind every inverse: the edge of where a certified check still passes. The check itself has
// accepted the answer, so rounding, or a check that is not quite monotone, can make it worse but never wrong.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <map>

namespace logstar {

/// A double x in [least, greatest] for which accepts(x) holds, with accepts false at some y above
/// it, y <= x (1 + 2^-42), if accepts turns from true to false once. Returns `least` unchecked if
/// nothing above it is accepted, and `greatest` if it is accepted. 0 <= least <= greatest, finite.
template <typename Accepts>
double largest_accepted(double least, double greatest, Accepts accepts) {
  if (accepts(greatest)) return greatest;
  // Doubles >= 0 are ordered as their bit patterns are: halving those halves the exponent range
  // first, so a tiny answer takes no longer than a large one.
  auto low = std::bit_cast<std::uint64_t>(least);
  auto high = std::bit_cast<std::uint64_t>(greatest);
  constexpr std::uint64_t kCloseEnough = std::uint64_t{1} << 10;
  while (high - low > kCloseEnough) {
    const std::uint64_t middle = low + (high - low) / 2;
    (accepts(std::bit_cast<double>(middle)) ? low : high) = middle;
  }
  return std::bit_cast<double>(low);
}

/// As largest_accepted from the other side: an accepted x with y rejected just below it. Returns `greatest`
/// unchecked if nothing below it is accepted.
template <typename Accepts>
double least_accepted(double least, double greatest, Accepts accepts) {
  if (accepts(least)) return least;
  auto low = std::bit_cast<std::uint64_t>(least);
  auto high = std::bit_cast<std::uint64_t>(greatest);
  constexpr std::uint64_t kCloseEnough = std::uint64_t{1} << 10;
  while (high - low > kCloseEnough) {
    const std::uint64_t middle = low + (high - low) / 2;
    (accepts(std::bit_cast<double>(middle)) ? high : low) = middle;
  }
  return std::bit_cast<double>(high);
}

/// A bracket of the place where a value passes its limit, both on scales of logarithms: where rates and losses are
/// almost straight lines there.
class LogBracket {
 public:
  explicit LogBracket(double limit) : limit_(std::log(limit)) {}

  /// Moves the end on the side of x. Returns whether x is accepted.
  bool move(double x, double value, bool accepted) {
    const Place place{std::log(x), std::log(value) - limit_};
    (accepted ? low_ : high_) = place;
    // A guess that misses its side shows that the values bend more.
    if (aimed_ && accepted == aims_high_) curvature_ *= 8;
    aimed_ = false;
    return accepted;
  }

  /// A place near the crossing, alternately expected below it and above it; NaN as long as nothing is known or what
  /// is known is too far away, and after so many guesses that halving is as good: values that underflow are no lines.
  double guess() {
    aimed_ = false;
    if (left_ == 0) return kNone;
    --left_;
    const double width = high_.x - low_.x;
    if (!(width < kWidest) || !std::isfinite(high_.y - low_.y) || width < 4 * kClosest)
      return kNone;
    const double crossing = low_.x - low_.y * width / (high_.y - low_.y);
    const double error =
        std::fmax(kClosest, curvature_ * (crossing - low_.x) * (high_.x - crossing));
    aims_high_ = crossing - low_.x < high_.x - crossing;
    const double aimed = crossing + (aims_high_ ? error : -error);
    // As much as halving: a guess may be worse.
    const double room = width / 8;
    aimed_ = true;
    return std::exp(
        std::clamp(aimed, low_.x + std::fmin(room, error), high_.x - std::fmin(room, error)));
  }

 private:
  static constexpr double kWidest = 2;
  static constexpr double kClosest = 0x1p-41;
  static constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

  struct Place {
    double x = kNone;
    double y = kNone;
  };

  double limit_;
  Place low_;   // of the greatest accepted x
  Place high_;  // of the least rejected one
  double curvature_ = 0.5;
  bool aims_high_ = false;
  bool aimed_ = false;
  int left_ = 48;
};

/// Places and what was found there.
using Evaluated = std::map<double, double>;

/// largest_accepted for values up to a limit, where the value rises with x: from a third of the evaluations. Values
/// near the limit are followed by secants first. Then the halving repeats, and takes the places outside of their
/// bracket for known. `evaluated`: kept for another limit of the same value.
template <typename Value>
double largest_within(double least, double greatest, double limit, Value value,
                      Evaluated& evaluated) {
  LogBracket bracket(limit);
  double known_in = -1;
  double known_out = std::numeric_limits<double>::infinity();
  for (const auto& [x, at] : evaluated) {
    bracket.move(x, at, at <= limit);
    (at <= limit ? known_in : known_out) = x;
    if (at > limit) break;
  }
  const auto evaluate = [&](double x) {
    const double at = value(x);
    evaluated.emplace(x, at);
    const bool accepted = bracket.move(x, at, at <= limit);
    (accepted ? known_in : known_out) = x;
  };
  const double answer = largest_accepted(least, greatest, [&](double x) {
    for (;;) {
      if (x <= known_in) return true;
      if (x >= known_out) return false;
      const double guess = bracket.guess();
      evaluate(guess > known_in && guess < known_out ? guess : x);
    }
  });
  // Rounding can accept a place and reject one below it, which then is no answer.
  if (answer == least) return answer;
  const auto known = evaluated.find(answer);
  if ((known != evaluated.end() ? known->second : value(answer)) <= limit) return answer;
  return largest_accepted(least, greatest, [&](double x) { return value(x) <= limit; });
}

template <typename Value>
double largest_within(double least, double greatest, double limit, Value value) {
  Evaluated evaluated;
  return largest_within(least, greatest, limit, value, evaluated);
}

}  // namespace logstar
