// Noisy slices: the law of their noise, and their privacy over small databases with draws from the
// slices that tell as much as they may.
#include <catch2/catch.hpp>
#include <cmath>

#include "small_slices.hpp"

namespace logstar::testing {
namespace {

TEST_CASE("noise within a bound has the two-sided geometric law, given the bound") {
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

TEST_CASE("one noisy slice keeps its stated loss, for slices before, in and behind the data") {
  for (const QuantileFraction q : {QuantileFraction{1, 2}, {1, 5}, {9, 10}}) {
    for (const std::size_t window : {1u, 2u, 3u}) {
      for (const double inner : {0.25, 1.0}) {
        const auto p = small_slices({q}, {1, 5}, window, inner, inner, 1);
        const Loss loss = noisy_slices_loss(p);
        for (const Question& question : {contains(1), odd_count(0)}) {
          CHECK(check_add_remove(3, 0, 5, loss.epsilon, slices_asking(p, question, inner, inner))
                    .within(loss.delta));
        }
      }
    }
  }
}

TEST_CASE("two noisy slices keep their stated loss, about the size where slices begin too") {
  // 8 = (V + B + 1)/(3/4 - 1/4): from there on a record lies between the two.
  const auto p = small_slices({{1, 4}, {3, 4}}, {2, 2}, 1, 1.5, 1.5, 8);
  const Loss loss = noisy_slices_loss(p);
  for (const Question& question : {contains(1), odd_count(0)}) {
    CHECK(check_add_remove(3, 5, 12, loss.epsilon, slices_asking(p, question, 1.5, 1.5))
              .within(loss.delta));
  }
}

TEST_CASE("a request for replace is kept under replace") {
  const Loss asked{2, 0.3};
  const Loss each = loss_for_group(asked, 2);
  const auto noise = truncated_noise(each.epsilon / 2, 2, each.delta / 2);
  const auto p = small_slices({{1, 2}}, noise, 3, each.epsilon / 3, each.epsilon / 3, 1);
  const Loss loss = noisy_slices_loss(p);
  REQUIRE(group_loss(loss, 2).epsilon <= asked.epsilon);
  REQUIRE(group_loss(loss, 2).delta <= asked.delta);
  const double inner = p.inner.epsilon;
  CHECK(check_replace(3, 4, asked.epsilon, slices_asking(p, contains(1), inner, inner))
            .within(asked.delta));
}

TEST_CASE("a record can use up the loss of noise and slice together but for a tenth") {
  // Ten records on either side and one between, which all slices of 12 hold.
  const Database without = [] {
    Database data(10, 0);
    data.insert(data.end(), 10, 9);
    return data;
  }();
  const auto p = small_slices({{1, 2}}, {1, 12}, 12, 1, 1, 0);
  const Loss loss = noisy_slices_loss(p);
  CHECK(loss.epsilon == Approx(2));
  auto nearly = p;
  nearly.inner.epsilon = nearly.fallback.epsilon = 0.8;  // less than what is drawn with
  CHECK(excess(p, slices_asking(p, contains(5), 1, 1), without, with(without, 5)) <= 0);
  CHECK(excess(nearly, slices_asking(p, contains(5), 1, 1), without, with(without, 5)) > 0);
}

}  // namespace
}  // namespace logstar::testing
