// A `Randomness` whose bit source fails in the middle of a mechanism.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "logstar/randomness/randomness.hpp"
#include "logstar/support/errors.hpp"

namespace logstar::testing {

/// Draws by another Randomness. After `refuse_after` more draws the next one throws EntropyUnavailable, and
/// later ones draw again.
class FailingRandomness final : public Randomness {
 public:
  explicit FailingRandomness(Randomness& inner) : inner_(inner) {}

  void refuse_after(std::size_t draws) {
    left_ = draws;
    armed_ = true;
  }

  std::uint64_t uniform_below(std::uint64_t n) override { return drawn().uniform_below(n); }
  Natural uniform_below(const Natural& n) override { return drawn().uniform_below(n); }
  bool bernoulli_exp(const Rational& x) override { return drawn().bernoulli_exp(x); }
  std::int64_t geometric(const Rational& rate) override { return drawn().geometric(rate); }
  std::int64_t discrete_laplace(const Rational& rate) override {
    return drawn().discrete_laplace(rate);
  }
  std::size_t weighted_choice(CandidateRuns& runs, double epsilon,
                              const std::optional<BottomScore>& bottom) override {
    return drawn().weighted_choice(runs, epsilon, bottom);
  }
  std::vector<std::size_t> peel(std::span<const std::int64_t> scores, double epsilon, std::size_t k,
                                const std::optional<BottomScore>& bottom) override {
    return drawn().peel(scores, epsilon, k, bottom);
  }

 private:
  Randomness& drawn() {
    if (armed_ && left_-- == 0) {
      armed_ = false;
      throw EntropyUnavailable("refused");
    }
    return inner_;
  }

  Randomness& inner_;
  std::size_t left_ = 0;
  bool armed_ = false;
};

}  // namespace logstar::testing
