// The common base of every Randomness that changes one kind of draw of another.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "logstar/randomness/randomness.hpp"

namespace logstar::testing {

/// Passes every draw on; a base class for those that change some draws.
class PassingRandomness : public Randomness {
 public:
  explicit PassingRandomness(Randomness& inner) : inner_(inner) {}

  std::uint64_t uniform_below(std::uint64_t n) override { return inner_.uniform_below(n); }
  Natural uniform_below(const Natural& n) override { return inner_.uniform_below(n); }
  bool bernoulli_exp(const Rational& x) override { return inner_.bernoulli_exp(x); }
  std::int64_t geometric(const Rational& rate) override { return inner_.geometric(rate); }
  std::int64_t discrete_laplace(const Rational& rate) override {
    return inner_.discrete_laplace(rate);
  }
  std::int64_t discrete_laplace_at_most(const Rational& rate, std::int64_t most) override {
    return inner_.discrete_laplace_at_most(rate, most);
  }
  std::pair<std::int64_t, std::int64_t> discrete_laplace_pair_at_most(const Rational& rate,
                                                                      std::int64_t most) override {
    return inner_.discrete_laplace_pair_at_most(rate, most);
  }
  std::int64_t discrete_gaussian_at_most(const Rational& variance, std::int64_t most) override {
    return inner_.discrete_gaussian_at_most(variance, most);
  }
  std::int64_t discrete_gaussian(const Rational& variance) override {
    return inner_.discrete_gaussian(variance);
  }
  std::size_t weighted_choice(CandidateRuns& runs, double epsilon,
                              const std::optional<BottomScore>& bottom) override {
    return inner_.weighted_choice(runs, epsilon, bottom);
  }
  std::size_t thinned_choice(ThinnedRuns& runs, double epsilon,
                             const BottomScore& bottom) override {
    return inner_.thinned_choice(runs, epsilon, bottom);
  }
  std::vector<std::size_t> peel(std::span<const std::int64_t> scores, double epsilon, std::size_t k,
                                const std::optional<BottomScore>& bottom) override {
    return inner_.peel(scores, epsilon, k, bottom);
  }

 protected:
  Randomness& inner_;
};

}  // namespace logstar::testing
