#include "interior_point/heavy_path_steps.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "domain/prefix_tree.hpp"
#include "interior_point/tree_log_steps.hpp"
#include "privacy/rounding.hpp"
#include "selection/discrete_tail.hpp"

namespace logstar {
namespace {

/// Records below the lighter child of a chain's bottom.
std::int64_t lighter_child(const PrefixChain& chain) {
  return static_cast<std::int64_t>(std::min(chain.middle - chain.first, chain.last - chain.middle));
}

}  // namespace

KeyArray border_of(const KeyArray& sorted, std::size_t border) {
  const std::size_t n = sorted.size();
  if (n <= border || n - border <= border) return sorted;
  KeyArray ends(sorted.bits());
  ends.reserve(2 * border);
  for (std::size_t i = 0; i < border; ++i) ends.append(sorted[i]);
  for (std::size_t i = n - border; i < n; ++i) ends.append(sorted[i]);
  return ends;
}

std::int64_t heavy_path_balance(const KeyArray& sorted) {
  std::int64_t balance = 0;
  for (const PrefixChain& chain : PrefixTree(sorted).heavy_path()) {
    if (chain.bottom < sorted.bits()) balance = std::max(balance, lighter_child(chain));
  }
  return balance;
}

HeavyPathSlice slice_heavy_path(const KeyArray& sorted, std::size_t size) {
  std::vector<std::uint64_t> level_of(sorted.size());
  for (const PrefixChain& chain : PrefixTree(sorted).heavy_path()) {
    // The records of the next chain are given its greater level afterwards.
    std::fill(level_of.begin() + static_cast<std::ptrdiff_t>(chain.first),
              level_of.begin() + static_cast<std::ptrdiff_t>(chain.last), chain.bottom);
  }
  std::vector<std::size_t> order(sorted.size());
  std::iota(order.begin(), order.end(), std::size_t(0));
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return level_of[a] > level_of[b]; });
  const std::size_t taken = std::min(size, order.size());
  KeyArray deep(sorted.bits());
  deep.reserve(taken);
  for (std::size_t i = 0; i < taken; ++i) deep.append(sorted[order[i]]);
  deep.sort();
  std::vector<std::uint64_t> levels;
  for (std::size_t i = order.size(); i > taken; --i) levels.push_back(level_of[order[i - 1]]);
  return {std::move(deep), KeyArray(level_bits(sorted.bits()), std::move(levels))};
}

HeavyRound calibrate_heavy_round(double epsilon, double delta) {
  // The condition of the proof is q^k/(1 + q) <= 1 - e^-e for k = T - 1.
  const double allowed = std::min(delta, -expm1_up(-epsilon));
  const std::int64_t tail = std::max<std::int64_t>(1, laplace_tail_start(epsilon, allowed));
  return {epsilon, tail + 1, 2 * tail};
}

std::optional<WideKey> one_heavy_round(const KeyArray& sorted, const HeavyRound& round,
                                       Randomness& randomness) {
  const Rational rate = Rational::of(round.draw_epsilon);
  for (const PrefixChain& chain : PrefixTree(sorted).heavy_path()) {
    if (chain.bottom == sorted.bits()) break;
    const std::int64_t noise = randomness.discrete_laplace(rate);
    if (lighter_child(chain) + noise >= round.threshold) {
      return inner_left_below(sorted[chain.first], chain.bottom, sorted.bits());
    }
  }
  return std::nullopt;
}

double heavy_round_delta(const HeavyRound& round) {
  const std::int64_t missed = round.promise - round.threshold + 1;
  const std::int64_t alone = round.threshold - 1;
  if (missed < 0 || alone < 0) return 1;
  const double one_plus_q = add_down(1, exp_down(-round.draw_epsilon));
  const auto tail = [&](std::int64_t k) {
    const double power = exp_up(-multiply_down(round.draw_epsilon, static_cast<double>(k)));
    return std::min(1.0, divide_up(power, one_plus_q));
  };
  if (tail(alone) > -expm1_up(-round.draw_epsilon)) return 1;
  return std::max(tail(missed), tail(alone));
}

}  // namespace logstar
