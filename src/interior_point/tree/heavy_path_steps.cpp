#include "logstar/interior_point/tree/heavy_path_steps.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "logstar/domain/prefix_tree.hpp"
#include "logstar/interior_point/tree/tree_log_steps.hpp"
#include "logstar/privacy/rounding.hpp"
#include "logstar/selection/discrete_tail.hpp"

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
  // From the root down: the remaining records are a range, and each step removes some from one side.
  std::size_t first = 0;
  std::size_t last = sorted.size();
  const std::size_t kept = std::min(size, last);
  std::vector<std::uint64_t> levels;
  for (const PrefixChain& chain : PrefixTree(sorted).heavy_path()) {
    const bool to_left = chain.middle - chain.first >= chain.last - chain.middle;
    const bool is_key = chain.bottom == sorted.bits();
    std::size_t leaving = last - first - kept;
    if (!is_key) {
      leaving = std::min(leaving, to_left ? chain.last - chain.middle : chain.middle - chain.first);
    }
    levels.insert(levels.end(), leaving, chain.bottom);
    if (to_left || is_key) {
      last -= leaving;
    } else {
      first += leaving;
    }
  }
  KeyArray deep(sorted.bits());
  deep.reserve(kept);
  for (std::size_t i = first; i < last; ++i) deep.append(sorted[i]);
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
