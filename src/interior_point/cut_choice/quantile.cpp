#include "logstar/interior_point/cut_choice/quantile.hpp"

#include <string>

#include "logstar/interior_point/rank/rank_window.hpp"
#include "logstar/support/checks.hpp"
#include "logstar/support/errors.hpp"
#include "logstar/support/sizes.hpp"

// Trimming. A = floor(tau n) - floor(V / 2) and B = n - A - V do not depend on the data. For a
// negative A, -A copies of the lowest key join the data, for a negative B, -B copies of the highest; then
// the A+ smallest and the B+ largest are left out. Let E be the padded data in order, N of them,
// and E' those with one record x more, at place p. The rest of E is E(A+), ..., E(N - B+ - 1), and of E' it is
// E'(A+), ..., E'(N - B+), or empty.
//   N < A+ + B+: both rests are empty.
//   p < A+: the records move up by one: the rest of E, and E(A+ - 1).
//   A+ <= p <= N - B+: the rest of E, and x.
//   p > N - B+: the rest of E, and E(N - B+).
// So the rest grows by one record at most. Replacing a record removes one and adds one, so the rest loses at
// most one and gains at most one. With A and B from the real size they would move with x, which replaces a
// record: a choice for add-remove is not private then.
//
// Accuracy: with n records the rest is the window of V of rank_window.cpp.

namespace logstar {

std::optional<Obstacle> cut_window_obstacle(const CutChoiceParameters& choice, std::uint32_t bits) {
  if (choice.least_records <= kMaxCutWindow &&
      fit_memory(choice.least_records, 16 * limbs_for(bits))) {
    return std::nullopt;
  }
  return Obstacle{"epsilon", "large enough for a window that fits into memory",
                  choice.loss.epsilon};
}

void check_cut_window(const CutChoiceParameters& choice, std::uint32_t bits) {
  if (const auto obstacle = cut_window_obstacle(choice, bits)) refuse(*obstacle);
}

PaddedKeys trim_around_rank(const KeyArray& sorted, const WideInterval& domain,
                            const QuantileFraction& tau, std::uint64_t declared,
                            std::uint64_t window) {
  const Uint128 rank = Uint128(declared) * tau.numerator / tau.denominator;
  const auto smallest = static_cast<std::int64_t>(rank) - static_cast<std::int64_t>(window / 2);
  const auto largest =
      static_cast<std::int64_t>(declared) - smallest - static_cast<std::int64_t>(window);
  const auto n = static_cast<std::int64_t>(sorted.size());
  // Places smallest..n - largest - 1 of the padded data, place 0 the first record.
  return padded_window_from(sorted, domain, smallest, n - largest - smallest);
}

std::optional<WideKey> draw_cut_quantile_of_declared(KeyArray keys, const WideInterval& domain,
                                                     const QuantileFraction& tau,
                                                     std::uint64_t declared,
                                                     const CutChoiceParameters& choice,
                                                     Randomness& randomness) {
  check_quantile(tau);
  check_count("size", declared, 0, kMaxDeclaredRecords);
  check_cut_window(choice, keys.bits());
  keys.sort();
  return draw_cut_choice(trim_around_rank(keys, domain, tau, declared, choice.least_records),
                         domain, choice, randomness);
}

std::optional<WideKey> draw_cut_quantile_in_window(const KeyArray& sorted,
                                                   const WideInterval& domain,
                                                   const QuantileFraction& tau,
                                                   const CutChoiceParameters& choice,
                                                   Randomness& randomness) {
  check_quantile(tau);
  check_cut_window(choice, sorted.bits());
  const auto window = static_cast<std::size_t>(choice.least_records);
  const std::int64_t first = rank_window_start(sorted.size(), tau, window);
  return draw_cut_choice(
      padded_window_from(sorted, domain, first, static_cast<std::int64_t>(window)), domain, choice,
      randomness);
}

}  // namespace logstar
