// Random outcomes chosen by the fuzzer: any outcome that a law allows, however unlikely. After its last byte
// the laws themselves decide, since loops of rejection end by chance only.
#pragma once

#include <algorithm>
#include <memory>

#include "fuzz_input.hpp"
#include "logstar/randomness/exact_randomness.hpp"
#include "seeded_bits.hpp"

namespace logstar::testing {

class FuzzRandomness final : public Randomness {
 public:
  FuzzRandomness(FuzzInput& input, Randomness& afterwards)
      : input_(input), afterwards_(afterwards) {}

  std::uint64_t uniform_below(std::uint64_t n) override {
    require(n >= 1, "uniform numbers have a range");
    if (input_.used_up()) return afterwards_.uniform_below(n);
    return wide_word() % n;
  }
  Natural uniform_below(const Natural& n) override {
    require(n >= 1, "uniform numbers have a range");
    if (input_.used_up()) return afterwards_.uniform_below(n);
    Natural number = 0;
    for (Natural most = n - 1; most > 0; most >>= 64) number = (number << 64) + wide_word();
    return number % n;
  }
  bool bernoulli_exp(const Rational& x) override {
    require(x.denominator > 0, "coins have a probability of at most 1");
    if (input_.used_up()) return afterwards_.bernoulli_exp(x);
    return x.numerator == 0 || input_.coin();
  }
  std::int64_t geometric(const Rational& rate) override { return noise(rate); }
  std::int64_t discrete_laplace(const Rational& rate) override {
    // After the end of the input the library's laws decide; fixed outcomes would let noise grow and rejection
    // loops run without end.
    if (input_.used_up()) return afterwards_.discrete_laplace(rate);
    const std::int64_t size = noise(rate);
    return input_.coin() ? -size : size;
  }

  std::size_t weighted_choice(CandidateRuns& runs, double epsilon,
                              const std::optional<BottomScore>& bottom) override {
    require(epsilon > 0 && std::isfinite(epsilon), "a draw has an epsilon");
    if (input_.used_up()) return afterwards_.weighted_choice(runs, epsilon, bottom);
    if (input_.coin()) runs.complete();
    std::size_t possible = bottom ? 1 : 0;
    const auto count = [&] {
      for (std::size_t i = 0; i < runs.size(); ++i) {
        const CandidateRun run = runs.run(i);
        require(run.score >= -kMaxScore && run.score <= kMaxScore, "scores lie within 2^62");
        possible += run.multiplicity > 0;
      }
    };
    count();
    if (possible == 0) {
      runs.complete();
      count();
    }
    require(possible > 0, "a draw has a candidate");
    std::size_t index = static_cast<std::size_t>(input_.word(2)) % possible;
    for (std::size_t i = 0; i < runs.size(); ++i) {
      if (runs.run(i).multiplicity == 0) continue;
      if (index-- == 0) return i;
    }
    return runs.size();
  }

  std::vector<std::size_t> peel(std::span<const std::int64_t> scores, double epsilon, std::size_t k,
                                const std::optional<BottomScore>& bottom) override {
    require(epsilon > 0 && std::isfinite(epsilon), "a draw has an epsilon");
    if (input_.used_up()) return afterwards_.peel(scores, epsilon, k, bottom);
    std::vector<std::size_t> left(scores.size());
    for (std::size_t i = 0; i < left.size(); ++i) left[i] = i;
    std::vector<std::size_t> drawn;
    while (drawn.size() < k && (bottom || !left.empty())) {
      const auto index =
          static_cast<std::size_t>(input_.word(2)) % (left.size() + (bottom ? 1 : 0));
      drawn.push_back(index == left.size() ? scores.size() : left[index]);
      if (index == left.size()) break;
      left.erase(left.begin() + static_cast<std::ptrdiff_t>(index));
    }
    return drawn;
  }

 private:
  static constexpr std::int64_t kMaxScore = std::int64_t(1) << 62;

  std::uint64_t wide_word() {
    switch (input_.choice(4)) {
      case 0:
        return input_.word();
      case 1:
        return ~input_.word(1);
      default:
        return input_.byte();
    }
  }

  std::int64_t noise(const Rational& rate) {
    require(rate.numerator > 0 && rate.denominator > 0, "noise has a rate");
    require(rate.numerator << 40 >= rate.denominator, "noise has a rate of at least 2^-40");
    if (input_.used_up()) return afterwards_.geometric(rate);
    switch (input_.choice(8)) {
      case 0:
        return std::int64_t(1) << 62;  // the cut of the law
      case 1:
        return static_cast<std::int64_t>(input_.word() >> (2 + input_.choice(60)));
      default:
        return input_.byte();
    }
  }

  FuzzInput& input_;
  Randomness& afterwards_;
};

/// Outcomes chosen by the fuzzer, or the library's laws over seeded bits.
class AnyRandomness {
 public:
  explicit AnyRandomness(FuzzInput& input)
      : bits_(input.word(2)),
        exact_(bits_),
        chosen_(input, exact_),
        exactly_(input.choice(4) == 0) {}

  Randomness& operator*() {
    if (exactly_) return exact_;
    return chosen_;
  }

 private:
  SeededBits bits_;
  ExactRandomness exact_;
  FuzzRandomness chosen_;
  bool exactly_;
};

}  // namespace logstar::testing
