// The `Randomness` that mechanisms run on.
#pragma once

#include "logstar/randomness/bit_pool.hpp"
#include "logstar/randomness/randomness.hpp"

namespace logstar {

/// Half the width of the band around a computed probability in which 64 random bits do not decide;
/// the proofs that it is wide enough are in weighted_sampler.cpp and discrete_laws.cpp.
inline constexpr double kFilterWidth = 0x1p-46;

/// Samples every law of `Randomness` exactly from independent uniform bits.
/// Source: uniform numbers by rejection; geometric, discrete_laplace and bernoulli_exp of a non-dyadic x by
/// Canonne, Kamath, Steinke, "The Discrete Gaussian for Differential Privacy" (2020), Algorithms 1 and 2;
/// bernoulli_exp of a dyadic x, weighted_choice and peel by filtered exact arithmetic (discrete_laws.cpp,
/// weighted_sampler.cpp).
class ExactRandomness final : public Randomness {
 public:
  /// `source` must outlive this object. `filter_width`: kFilterWidth, or 1 to send every
  /// such decision down the slow path (for tests; the law is the same).
  explicit ExactRandomness(BitSource& source, double filter_width = kFilterWidth)
      : bits_(source), filter_width_(filter_width) {}

  std::uint64_t uniform_below(std::uint64_t n) override { return bits_.below(n); }
  Natural uniform_below(const Natural& n) override { return bits_.below(n); }
  bool bernoulli_exp(const Rational& x) override;
  std::int64_t geometric(const Rational& rate) override;
  std::int64_t discrete_laplace(const Rational& rate) override;
  std::size_t weighted_choice(CandidateRuns& runs, double epsilon,
                              const std::optional<BottomScore>& bottom) override;
  std::vector<std::size_t> peel(std::span<const std::int64_t> scores, double epsilon, std::size_t k,
                                const std::optional<BottomScore>& bottom) override;

 private:
  BitPool bits_;
  double filter_width_;
};

}  // namespace logstar
