// Noisy slices: the law of their noise, and their privacy over small databases with draws that reveal the most
// allowed about the slices.
#include <catch2/catch.hpp>
#include <cmath>

#include "small_slices.hpp"

namespace logstar::testing {
namespace {

TEST_CASE("noise within a bound has the two-sided geometric law conditioned on the bound") {
  for (const TruncatedNoise noise : {TruncatedNoise{0.5, 3}, {2, 1}, {1e-3, 5}, {1, 0}}) {
    const TruncatedNoiseDraw draw(noise);
    const auto law = enumerate([&](Randomness& randomness) { return draw(randomness); });
    long double all = 0;
    for (std::int64_t k = -noise.most; k <= noise.most; ++k) {
      all += std::exp(-static_cast<long double>(noise.epsilon) * std::abs(k));
    }
    for (std::int64_t k = -noise.most; k <= noise.most; ++k) {
      const long double p = std::exp(-static_cast<long double>(noise.epsilon) * std::abs(k)) / all;
      CHECK(std::fabs(law.of(k) - p) < 1e-15L);
    }
    CHECK(law.of(noise.most + 1) == 0);
    CHECK(edge_probability_up(noise) >= static_cast<double>(law.of(noise.most)) * (1 - 1e-15));
    CHECK(edge_probability_up(noise) == Approx(static_cast<double>(law.of(noise.most))));
  }
}

/// Checks all data of `least` to `most` records against the stated loss, for any query on the slices.
void check_all(const NoisySlicesParameters& p, std::size_t values, std::size_t least,
               std::size_t most) {
  const Loss loss = noisy_slices_loss(p);
  const double inner = p.inner.epsilon;
  for (const Question& question : {contains(1), odd_count(0)}) {
    CHECK(check_add_remove(values, least, most, loss.epsilon,
                           slices_asking(p, question, inner, p.fallback.epsilon))
              .within(loss.delta));
  }
}

TEST_CASE("two noisy slices keep their stated loss, also near the size where slices begin") {
  // (V + B + 1)/(3/4 - 1/4): from this size on a record lies between the two.
  check_all(small_slices({{1, 4}, {3, 4}}, {1.5, 3}, 1, 1.5, 1.5, 10), 3, 7, 13);
  check_all(small_slices({{1, 4}, {3, 4}}, {0.5, 2}, 3, 0.25, 0.25, 12), 3, 9, 14);
  check_all(small_slices({{1, 100}, {99, 100}}, {1, 5}, 2, 1, 1, 9), 2, 0, 16);
}

TEST_CASE("three noisy slices, with noise on both sides of the second, keep their stated loss") {
  check_all(small_slices({{1, 4}, {1, 2}, {3, 4}}, {2, 2}, 1, 1.5, 1.5, 16), 3, 15, 18);
  check_all(small_slices({{1, 4}, {1, 2}, {3, 4}}, {0.7, 1}, 2, 0.3, 0.3, 16), 2, 14, 20);
}

TEST_CASE("four noisy slices, with a block without noise between them, keep their stated loss") {
  check_all(small_slices({{1, 5}, {2, 5}, {3, 5}, {4, 5}}, {2, 2}, 1, 1.5, 1.5, 20), 2, 18, 23);
  check_all(small_slices({{1, 5}, {2, 5}, {3, 5}, {4, 5}}, {0.7, 1}, 2, 0.3, 0.3, 20), 2, 18, 23);
}

TEST_CASE("five noisy slices, with both kinds of blocks, keep their stated loss") {
  check_all(small_slices({{1, 6}, {1, 3}, {1, 2}, {2, 3}, {5, 6}}, {3, 1}, 1, 1, 1, 18), 2, 17, 20);
}

TEST_CASE("noisy slices requested for replace keep their loss under replace") {
  const Loss asked{2, 0.3};
  const Loss each = loss_for_group(asked, 2);
  const auto noise = truncated_noise(each.epsilon / 2, 1, each.delta);
  const double inner = each.epsilon / 2;
  const auto least = 2 * (1 + noise.most + 1);
  const auto p = small_slices({{1, 4}, {3, 4}}, noise, 1, inner, inner, least);
  const Loss loss = group_loss(noisy_slices_loss(p), 2);
  REQUIRE(loss.epsilon <= asked.epsilon);
  REQUIRE(loss.delta <= asked.delta);
  for (const std::size_t size : {std::size_t(least) - 2, std::size_t(least) + 1}) {
    CHECK(check_replace(2, size, asked.epsilon, slices_asking(p, contains(1), inner, inner))
              .within(asked.delta));
  }
}

TEST_CASE("a record can use up the loss of noise and slice together") {
  // The first slice of 12 contains it, the second one does not change.
  Database without(20, 0);
  without.insert(without.end(), 60, 9);
  const auto p = small_slices({{1, 4}, {3, 4}}, {1, 12}, 12, 1, 1, 50);
  CHECK(noisy_slices_loss(p).epsilon == Approx(2));
  auto nearly = p;
  nearly.inner.epsilon = nearly.fallback.epsilon = 0.99;  // less than the loss of the draw
  CHECK(excess(p, slices_asking(p, contains(5), 1, 1), without, with(without, 5)) <= kExactTo);
  CHECK(excess(nearly, slices_asking(p, contains(5), 1, 1), without, with(without, 5)) > 1e-6L);
}

}  // namespace
}  // namespace logstar::testing
