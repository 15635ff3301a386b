// weighted_choice and peel: the sampler's decisions next to exact arithmetic, and its laws.
#include <boost/multiprecision/cpp_bin_float.hpp>
#include <catch2/catch.hpp>
#include <cmath>
#include <map>
#include <vector>

#include "enumerating_randomness.hpp"
#include "logstar/randomness/exact_randomness.hpp"
#include "logstar/randomness/exact_weights.hpp"
#include "logstar/randomness/scaled_exponential.hpp"
#include "seeded_bits.hpp"
#include "statistics.hpp"

namespace logstar::testing::weighted_choice_test {
namespace {

using Wide = boost::multiprecision::cpp_bin_float_100;

Wide wide(Int128 value) {
  return Wide(static_cast<std::int64_t>(value >> 62)) * ldexp(Wide(1), 62) +
         Wide(static_cast<std::int64_t>(value & ((Int128(1) << 62) - 1)));
}

Wide wide(const Natural& value) {
  std::vector<std::uint64_t> words(bit_width(value) / 64 + 1);
  value.write_words(words);
  Wide result = 0;
  for (const std::uint64_t word : words) result = ldexp(result, 64) + word;
  return result;
}

TEST_CASE("exp_minus brackets e^-y at every precision, within three units") {
  for (const unsigned precision : {64u, 128u, 256u}) {
    for (const double y : {0x1p-60, 1e-9, 0.3, 0.6931471805599453, 1.0, 17.25, 40.0, 83.0}) {
      const Rational exact = Rational::of(y);
      const FixedInterval found =
          exp_minus(exact.numerator, bit_width(exact.denominator) - 1, precision);
      const Wide truth = exp(-Wide(y)) * ldexp(Wide(1), static_cast<int>(precision));
      CHECK(wide(found.low) <= truth);
      CHECK(truth <= wide(found.high));
      CHECK(found.high - found.low <= 3);
    }
  }
}

TEST_CASE("exp_minus of a huge exponent lies between 0 and one unit") {
  const FixedInterval found = exp_minus(Natural(1) << 80, 10, 128);
  CHECK(found.low == 0);
  CHECK(found.high == 1);
}

TEST_CASE("ScaledExponential stays within its stated relative error") {
  SeededBits source(11);
  BitPool bits(source);
  for (const double epsilon : {1e-9, 1e-3, 0.1, 1.0, 3.7, 100.0, 1e4}) {
    const ScaledExponential exponential(epsilon);
    for (int i = 0; i < 2000; ++i) {
      const unsigned width = static_cast<unsigned>(bits.below(std::uint64_t(70)));
      const Int128 gap = static_cast<Int128>(((Uint128(bits.word()) << 64 | bits.word()) >> 1) >>
                                             (127 - width - 1));
      const Wide y = Wide(epsilon) * wide(gap) / ldexp(Wide(1), 20);
      const Scaled found = exponential.weight(gap);
      if (y > 1.4e9) {
        CHECK((found.mantissa == 0 || y < 1.5e9));
        continue;
      }
      const Wide truth = exp(-y - Wide(found.exponent) * log(Wide(2)));
      CHECK(abs(Wide(found.mantissa) / truth - 1) <= Wide(ScaledExponential::kRelativeError));
    }
  }
}

TEST_CASE("ScaledExponential takes multiplicities of any width") {
  const ScaledExponential exponential(0.5);
  const Natural huge = (Natural(7) << 5000) + 3;
  const Scaled found = exponential.weight(Int128(3) << 20, huge);
  const Wide truth = 7 * exp(Wide(-1.5));
  const Wide value = Wide(found.mantissa) * ldexp(Wide(1), static_cast<int>(found.exponent - 5000));
  CHECK(abs(value / truth - 1) <= Wide(ScaledExponential::kRelativeError));
}

struct Case {
  std::vector<CandidateRun> runs;
  double epsilon;
  std::optional<BottomScore> bottom;
};

std::vector<Case> cases() {
  const Natural wide_multiplicity = Natural(1) << 100;
  return {
      {{{0, 1}, {1, 1}, {2, 1}}, 1.0, std::nullopt},
      {{{5, 2}, {-3, 0}, {4, 7}, {5, 1}}, 0.3, std::nullopt},
      {{{0, 1}, {1, 3}}, 0.5, BottomScore{1, 1u << 19}},
      {{{0, wide_multiplicity}, {138, 1}, {139, 1}}, 0.5, std::nullopt},
      {{}, 1.0, BottomScore{3, 0}},
      {{{1'000'000'000'000, 1}, {1'000'000'000'001, 1}}, 1e-3, std::nullopt},
      {{{7, 0}, {7, 0}, {7, 1}}, 2.0, std::nullopt},
  };
}

Law<std::size_t> law_of(const Case& c) {
  return enumerate([&c](Randomness& randomness) {
    RunList runs(c.runs);
    return randomness.weighted_choice(runs, c.epsilon, c.bottom);
  });
}

bool draws_fit(const Case& c, double filter_width, std::uint64_t seed, std::size_t draws) {
  SeededBits source(seed);
  ExactRandomness randomness(source, filter_width);
  std::vector<std::size_t> counts(c.runs.size() + 1);
  for (std::size_t i = 0; i < draws; ++i) {
    RunList runs(c.runs);
    ++counts[randomness.weighted_choice(runs, c.epsilon, c.bottom)];
  }
  const auto law = law_of(c);
  std::vector<long double> expected;
  for (std::size_t i = 0; i < counts.size(); ++i) expected.push_back(law.of(i));
  return fits_law(counts, expected);
}

TEST_CASE("weighted_choice has the law m e^(epsilon s), with and without bottom (100,000 draws)") {
  for (const Case& c : cases()) CHECK(draws_fit(c, kFilterWidth, 21, 100'000));
}

TEST_CASE("weighted_choice has the same law when every decision takes the slow path") {
  for (const Case& c : cases()) CHECK(draws_fit(c, 2, 22, 5'000));
}

TEST_CASE("the fast and the slow path make equal choices from equal bits") {
  // The slow path extends the fast path's uniform, so both agree on the first word of every decision that the
  // fast path makes. Sources that never need a second word stay in step.
  for (const Case& c : cases()) {
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
      SeededBits fast_source(seed), slow_source(seed);
      ExactRandomness fast(fast_source), slow(slow_source, 2);
      RunList fast_runs(c.runs), slow_runs(c.runs);
      CHECK(fast.weighted_choice(fast_runs, c.epsilon, c.bottom) ==
            slow.weighted_choice(slow_runs, c.epsilon, c.bottom));
    }
  }
}

/// Repeats one word: a uniform number as close as possible to a chosen boundary.
class ConstantBits final : public BitSource {
 public:
  explicit ConstantBits(std::byte value) : value_(value) {}
  void fill(std::span<std::byte> bytes) override { std::fill(bytes.begin(), bytes.end(), value_); }

 private:
  std::byte value_;
};

TEST_CASE("the smallest uniform number chooses the first candidate, the largest the last") {
  const std::vector<CandidateRun> runs = {{3, 1}, {900, 1}, {2, 1}};
  for (const double width : {kFilterWidth, 2.0}) {
    ConstantBits zeros(std::byte{0});
    ExactRandomness low(zeros, width);
    RunList list(runs);
    CHECK(low.weighted_choice(list, 1.0, std::nullopt) == 0);
  }
}

TEST_CASE("a candidate far below the filter's resolution keeps its exact weight") {
  // e^-60 against 1: 64 bits cannot decide with certainty, and 64 zero bits may choose it.
  const std::vector<CandidateRun> runs = {{0, 1}, {60, 1}};
  ConstantBits zeros(std::byte{0});
  ExactRandomness randomness(zeros);
  RunList list(runs);
  CHECK(randomness.weighted_choice(list, 1.0, std::nullopt) == 0);
}

/// Exposes the first `shown` runs and bounds the rest.
class PartlyHidden final : public CandidateRuns {
 public:
  PartlyHidden(std::vector<CandidateRun> runs, std::size_t shown, Hidden bound)
      : runs_(std::move(runs)), shown_(shown), bound_(bound) {}
  std::size_t size() const override { return completed ? runs_.size() : shown_; }
  CandidateRun run(std::size_t index) const override { return runs_[index]; }
  std::optional<Hidden> hidden() const override {
    return completed ? std::nullopt : std::optional(bound_);
  }
  void complete() override { completed = true; }

  bool completed = false;

 private:
  std::vector<CandidateRun> runs_;
  std::size_t shown_;
  Hidden bound_;
};

TEST_CASE("hiding runs changes the cost of a draw but not its law (100,000 draws)") {
  const std::vector<CandidateRun> runs = {{5, 1}, {4, 2}, {1, 3}, {2, 1}};
  const Case whole{runs, 0.7, BottomScore{3, 0}};
  const auto law = law_of(whole);
  SeededBits source(31);
  ExactRandomness randomness(source);
  std::vector<std::size_t> counts(5);
  std::size_t completed = 0;
  for (int i = 0; i < 100'000; ++i) {
    PartlyHidden list(runs, 2, {2, 10});
    // Bottom's index depends on the number of exposed runs; by its position it is always the last.
    const std::size_t drawn = randomness.weighted_choice(list, 0.7, whole.bottom);
    ++counts[drawn == list.size() ? 4 : drawn];
    completed += list.completed;
  }
  CHECK(fits_law(counts, {law.of(0), law.of(1), law.of(2), law.of(3), law.of(4)}));
  CHECK(completed > 10'000);
  CHECK(completed < 90'000);
}

TEST_CASE("a draw among 100,000 equal candidates is uniform over blocks (300 draws)") {
  const std::vector<std::int64_t> scores(100'000, 12);
  SeededBits source(41);
  ExactRandomness randomness(source);
  std::vector<std::size_t> counts(10);
  ScoreList list(scores);
  for (int i = 0; i < 300; ++i) {
    ++counts[randomness.weighted_choice(list, 1.0, std::nullopt) / 10'000];
  }
  CHECK(fits_law(counts, std::vector<long double>(10, 0.1L)));
}

TEST_CASE("peel has the law of repeated weighted choice without replacement (60,000 draws)") {
  const std::vector<std::int64_t> scores = {4, 1, 3, 3};
  const double epsilon = 0.8;
  for (const auto& bottom :
       {std::optional<BottomScore>(), std::optional(BottomScore{2, 1u << 18})}) {
    const auto law = enumerate([&](Randomness& r) { return r.peel(scores, epsilon, 2, bottom); });
    for (const double width : {kFilterWidth, 2.0}) {
      SeededBits source(51);
      ExactRandomness randomness(source, width);
      std::map<std::vector<std::size_t>, std::size_t> found;
      const std::size_t draws = width > 1 ? 5'000 : 60'000;
      for (std::size_t i = 0; i < draws; ++i) ++found[randomness.peel(scores, epsilon, 2, bottom)];
      std::vector<std::size_t> counts;
      std::vector<long double> expected;
      for (const auto& [outcome, p] : law.mass) {
        counts.push_back(found[outcome]);
        expected.push_back(p);
      }
      CHECK(found.size() == law.mass.size());
      CHECK(fits_law(counts, expected));
    }
  }
}

TEST_CASE("peel equals sorting the scores with Gumbel noise (DR19 Lemma 4.2), by closed form") {
  const std::vector<std::int64_t> scores = {2, 0, 1};
  const auto law = enumerate([&](Randomness& r) { return r.peel(scores, 0.5, 3, std::nullopt); });
  std::vector<long double> weight;
  for (const std::int64_t score : scores) {
    weight.push_back(std::exp(0.5L * static_cast<long double>(score)));
  }
  const long double total = weight[0] + weight[1] + weight[2];
  CHECK(std::fabs(law.of({0, 2, 1}) - weight[0] / total * weight[2] / (weight[1] + weight[2])) <
        1e-15L);
  CHECK(std::fabs(law.of({1, 0, 2}) - weight[1] / total * weight[0] / (weight[0] + weight[2])) <
        1e-15L);
}

TEST_CASE("without a bottom, peel returns every candidate if k exceeds the number of scores") {
  const std::vector<std::int64_t> scores = {1, 2, 3};
  SeededBits source(61);
  ExactRandomness randomness(source);
  CHECK(randomness.peel(scores, 1.0, 10, std::nullopt).size() == 3);
  CHECK(randomness.peel({}, 1.0, 10, std::nullopt).empty());
  CHECK(randomness.peel({}, 1.0, 10, BottomScore{0, 0}) == std::vector<std::size_t>{0});
}

TEST_CASE("peel continues below a gap that no double can bridge") {
  // Regression: after the heavy scores are taken, all other weights relative to the old maximum are 0 in
  // doubles, so the tree must be rebuilt.
  const std::vector<std::int64_t> scores = {4'000'000'000'000, 5, 1, 4'000'000'000'001, 5};
  SeededBits source(71);
  ExactRandomness randomness(source);
  const auto drawn = randomness.peel(scores, 3.0, 5, std::nullopt);
  REQUIRE(drawn.size() == 5);
  CHECK((drawn[0] == 0 || drawn[0] == 3));
  CHECK((drawn[1] == 0 || drawn[1] == 3));
}

TEST_CASE("BottomScore::above rounds up, to less than 2^-20 above") {
  for (const double margin : {0.0, 0.5, 1e-9, 13.999999999, 2e6 + 0.1, 7e11 + 0.25}) {
    const BottomScore bottom = BottomScore::above(-3, margin);
    CHECK(bottom.fraction < (1u << 20));
    const Wide value = Wide(bottom.whole) + Wide(bottom.fraction) / ldexp(Wide(1), 20);
    CHECK(value >= Wide(margin) - 3);
    CHECK(value < Wide(margin) - 3 + ldexp(Wide(1), -20));
  }
}

}  // namespace
}  // namespace logstar::testing::weighted_choice_test
