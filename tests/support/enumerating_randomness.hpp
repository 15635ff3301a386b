// A `Randomness` that enumerates every outcome of every draw.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

#include "logstar/randomness/randomness.hpp"

namespace logstar::testing {

/// Replays a mechanism once per path of outcomes. In each run the first calls repeat the outcomes of the
/// current path; the first new call branches over its stated law. Infinite laws are cut where their tails have
/// less mass than `cut`; the result's total lacks the cut mass.
class EnumeratingRandomness final : public Randomness {
 public:
  explicit EnumeratingRandomness(long double cut = 1e-12L) : cut_(cut) {}

  /// Call before each run of the mechanism.
  void restart() { depth_ = 0; }
  /// Call after each run: the probability of its path.
  long double probability() const;
  /// Moves to the next path; false after the last one.
  bool advance();

  std::uint64_t uniform_below(std::uint64_t n) override;
  Natural uniform_below(const Natural& n) override;
  bool bernoulli_exp(const Rational& x) override;
  std::int64_t geometric(const Rational& rate) override;
  std::int64_t discrete_laplace(const Rational& rate) override;
  std::int64_t discrete_laplace_at_most(const Rational& rate, std::int64_t most) override;
  std::pair<std::int64_t, std::int64_t> discrete_laplace_pair_at_most(const Rational& rate,
                                                                      std::int64_t most) override;
  std::int64_t discrete_gaussian(const Rational& variance) override;
  std::int64_t discrete_gaussian_at_most(const Rational& variance, std::int64_t most) override;
  std::size_t weighted_choice(CandidateRuns& runs, double epsilon,
                              const std::optional<BottomScore>& bottom) override;
  std::size_t thinned_choice(ThinnedRuns& runs, double epsilon, const BottomScore& bottom) override;
  std::vector<std::size_t> peel(std::span<const std::int64_t> scores, double epsilon, std::size_t k,
                                const std::optional<BottomScore>& bottom) override;

 private:
  struct Branch {
    std::vector<long double> law;
    std::size_t outcome;
    long double before;  // the probability of the path before this branch
  };
  /// The outcome at this place of the path. `law` is called only at the end of the path.
  std::size_t choose(const std::function<std::vector<long double>()>& law);

  long double cut_;
  std::vector<Branch> path_;
  std::size_t depth_ = 0;
};

/// A distribution over outputs; `missing` is the mass of the dropped tails.
template <typename Output>
struct Law {
  std::map<Output, long double> mass;
  long double missing = 0;

  long double of(const Output& output) const {
    const auto found = mass.find(output);
    return found == mass.end() ? 0 : found->second;
  }
};

/// The output distribution of `mechanism`, a callable taking Randomness&.
template <typename Mechanism>
auto enumerate(const Mechanism& mechanism, long double cut = 1e-12L) {
  EnumeratingRandomness randomness(cut);
  using Output = std::decay_t<decltype(mechanism(static_cast<Randomness&>(randomness)))>;
  Law<Output> law;
  long double total = 0;
  do {
    randomness.restart();
    Output output = mechanism(static_cast<Randomness&>(randomness));
    const long double p = randomness.probability();
    law.mass[std::move(output)] += p;
    total += p;
  } while (randomness.advance());
  law.missing = total < 1 ? 1 - total : 0;
  return law;
}

}  // namespace logstar::testing
