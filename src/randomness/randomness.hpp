// The one door through which randomness reaches a mechanism.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "logstar/randomness/candidate_runs.hpp"
#include "logstar/randomness/natural.hpp"
#include "logstar/randomness/rational.hpp"

namespace logstar {

// Made complete before it is a result. Where no such pair was used yet, clang writes a virtual function that returns
// one into tables of functions without its signature: in WebAssembly a call through such a table traps.
static_assert(sizeof(std::pair<std::int64_t, std::int64_t>) == 16);

/// The random choices that every mechanism of this library uses. Each is drawn from its stated law
/// exactly, not up to rounding. A mechanism draws in no other way, so a second implementation
/// can enumerate the laws and compute a mechanism's whole output distribution.
///
/// Draw once per statement: compilers evaluate the arguments of one call in different orders.
class Randomness {
 public:
  virtual ~Randomness() = default;

  /// Uniform on {0, ..., n - 1}; n >= 1.
  virtual std::uint64_t uniform_below(std::uint64_t n) = 0;
  /// For an n of any size, 2^64 included.
  virtual Natural uniform_below(const Natural& n) = 0;

  /// True with probability e^-x; x >= 0.
  virtual bool bernoulli_exp(const Rational& x) = 0;

  /// P[k] = (1 - e^-rate) e^(-rate k) for k = 0, 1, 2, ...; rate >= 2^-40. (The 64-bit result is
  /// capped at 2^62, which no run will ever see: the probability is below e^(-4,000,000).)
  virtual std::int64_t geometric(const Rational& rate) = 0;

  /// P[k] proportional to e^(-|k| rate) over all integers k; rate >= 2^-40, capped likewise.
  virtual std::int64_t discrete_laplace(const Rational& rate) = 0;

  /// P[k] proportional to e^(-|k| rate) over all integers k <= most; most >= 0, rate >= 2^-40, capped
  /// likewise. Here: repeats discrete_laplace until one is not above `most`; so it
  /// has that law. Cost: fewer than two draws, as more than half of the noise is 0 or less.
  virtual std::int64_t discrete_laplace_at_most(const Rational& rate, std::int64_t most);

  /// Two draws of discrete_laplace, given that their sum is at most `most`; most >= 0. Here: draws both
  /// again while their sum is above `most`; so they have that law. Cost: fewer than four draws, as more
  /// than half of the sums are 0 or less.
  virtual std::pair<std::int64_t, std::int64_t> discrete_laplace_pair_at_most(const Rational& rate,
                                                                              std::int64_t most);

  /// P[k] proportional to e^(-k^2/(2 variance)) over all integers k; 2^-40 <= variance <= 2^78, capped
  /// likewise. Here: draws by discrete_laplace, kept by a coin each, until one is kept; so it has that law
  /// (docs/guarantees/discrete-gaussian.md). Cost: fewer than two draws for a variance of 1 and more.
  virtual std::int64_t discrete_gaussian(const Rational& variance);

  /// P[k] proportional to e^(-k^2/(2 variance)) over all integers k <= most; most >= 0, else as discrete_gaussian.
  /// Here: repeats it until a draw is not above `most`. Cost: fewer than two of its draws.
  virtual std::int64_t discrete_gaussian_at_most(const Rational& variance, std::int64_t most);

  /// Chooses run i with probability m_i e^(epsilon s_i) / sum, where m_i and s_i are the run's
  /// multiplicity and score, and bottom with weight e^(epsilon bottom) if it takes part. Returns
  /// the run's index, or `runs.size()` (after the call) for bottom. At least one candidate must
  /// have positive multiplicity, bottom included. epsilon is the dyadic rational that the double
  /// is, > 0 and finite. Scores lie within +-2^62. Cost: O(runs), one exponential a run.
  virtual std::size_t weighted_choice(CandidateRuns& runs, double epsilon,
                                      const std::optional<BottomScore>& bottom) = 0;

  /// Chooses run i with probability proportional to m_i e^(epsilon s_i) (1 - e^(-epsilon w_i)), w_i
  /// its weight, and bottom with weight e^(epsilon bottom). Here: repeats weighted_choice until it returns
  /// bottom, or a candidate accepted with probability 1 - e^(-epsilon w_i); so it has that law. Cost: some
  /// draws where epsilon w_i is far below 1, else about one.
  virtual std::size_t thinned_choice(ThinnedRuns& runs, double epsilon, const BottomScore& bottom);

  /// Draws up to `k` distinct indices of `scores` one after the other, each by `weighted_choice` among those
  /// not yet drawn (and bottom, if it takes part). Stops when bottom is drawn or no index is left. Returns the
  /// indices in the order drawn; the last one is `scores.size()` if bottom was drawn. This is the law of adding
  /// Gumbel noise of scale 1/epsilon to every score and sorting (DR19 Lemma 4.2). Cost: O(m + k log m) for m
  /// scores, and O(m) again each time the best score left has sunk by 3.8 * 10^8 / epsilon more.
  virtual std::vector<std::size_t> peel(std::span<const std::int64_t> scores, double epsilon,
                                        std::size_t k,
                                        const std::optional<BottomScore>& bottom) = 0;
};

}  // namespace logstar
