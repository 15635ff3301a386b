// Noisy slices: the figures of their page, that they hold, and what a request may be.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

#include "interior_point/exponential.hpp"
#include "interior_point/prefix_choice.hpp"
#include "interior_point/quantile_slices/noisy_slices.hpp"
#include "randomness/exact_randomness.hpp"
#include "seeded_bits.hpp"
#include "support/errors.hpp"

namespace logstar::testing {
namespace {

NoisySlicesRequest equal_steps(std::uint32_t parts) {
  NoisySlicesRequest request;
  for (std::uint32_t i = 1; i < parts; ++i) request.quantiles.push_back({i, parts});
  request.loss = {1, 1e-6};
  return request;
}

SliceRecords by_exponential(const Natural& domain_size) {
  return [=](const Loss& inner, double failure) {
    const auto median = calibrate_exponential_median(inner.epsilon, Neighbors::replace);
    return exponential_least_records(domain_size, median, 1 - failure);
  };
}

SliceRecords by_prefix_choice(std::uint32_t bits) {
  return [=](const Loss& inner, double failure) {
    const auto median = calibrate_prefix_median(bits, inner, Neighbors::replace);
    return prefix_median_least_records(bits, median, failure);
  };
}

double stated(std::uint32_t parts, const SliceRecords& records) {
  const auto p = calibrate_noisy_slices(equal_steps(parts), records);
  REQUIRE(p);
  const Loss loss = noisy_slices_loss(*p);
  CHECK(loss.epsilon <= 1);
  CHECK(loss.delta <= 1e-6);
  CHECK(loss.epsilon > 0.999999);
  return p->rank_error;
}

TEST_CASE("quartiles, deciles and percentiles of 128 values are within 36, 47 and 87 ranks") {
  // The recursion states 229 for the deciles, single draws 163.
  CHECK(std::ceil(stated(4, by_exponential(128))) == 36);
  CHECK(std::ceil(stated(10, by_exponential(128))) == 47);
  CHECK(std::ceil(stated(100, by_exponential(128))) == 87);
}

TEST_CASE("with slices by prefix choice, at 64 bits, within 103, 121 and 178 ranks") {
  // The recursion states 180, 682 and 2,076.
  CHECK(std::ceil(stated(4, by_prefix_choice(64))) == 103);
  CHECK(std::ceil(stated(10, by_prefix_choice(64))) == 121);
  CHECK(std::ceil(stated(100, by_prefix_choice(64))) == 178);
}

TEST_CASE("deciles keep their stated error with the stated confidence, on data of each kind") {
  const auto p = calibrate_noisy_slices(equal_steps(10), by_exponential(128));
  REQUIRE(p);
  const KeyInterval domain{0, 127};
  const WideInterval wide{{0}, {127}};
  const auto median = calibrate_exponential_median(p->inner.epsilon, Neighbors::replace);
  SeededBits seeded(19);
  BitPool pool(seeded);
  ExactRandomness randomness(seeded);
  constexpr std::int64_t kRecords = 3'000;
  constexpr int kRuns = 200;
  for (const int kind : {0, 1, 2, 3}) {
    int kept = 0;
    for (int run = 0; run < kRuns; ++run) {
      KeyArray keys(7);
      for (std::int64_t i = 0; i < kRecords; ++i) {
        const std::uint64_t any = pool.below(128);
        // Uniform, nearly all in few values, two values, all at one end.
        const std::uint64_t key = kind == 0   ? any
                                  : kind == 1 ? 40 + any % 3
                                  : kind == 2 ? any & 64
                                              : 127;
        keys.append(WideKey{key});
      }
      keys.sort();
      const auto result = draw_noisy_slices(
          keys, wide, *p,
          [&](const KeyArray& slice, Randomness& r) {
            return WideKey{draw_exponential_rank(slice.words(), domain, median, r)};
          },
          [](Randomness&) -> std::vector<std::optional<WideKey>> { throw std::logic_error("few"); },
          randomness);
      REQUIRE(result.sliced);
      bool all = true;
      for (std::size_t k = 0; k < 9; ++k) {
        const std::uint64_t z = result.points[k]->front();
        const auto& sorted = keys.words();
        const auto less = std::lower_bound(sorted.begin(), sorted.end(), z) - sorted.begin();
        const auto at_most = std::upper_bound(sorted.begin(), sorted.end(), z) - sorted.begin();
        const double target = static_cast<double>(kRecords) * static_cast<double>(k + 1) / 10;
        all = all && static_cast<double>(less) <= target + p->rank_error &&
              static_cast<double>(at_most) >= target - p->rank_error;
      }
      kept += all;
    }
    // 0.95 of 200 is 190; 175 or fewer has probability 2 * 10^-5 at exactly 0.95.
    INFO("kind " << kind);
    CHECK(kept > 175);
  }
}

TEST_CASE("too small a noisy size takes the other mechanism, with quantiles as close as 1/1000") {
  auto request = equal_steps(3);
  request.quantiles = {{1, 2}, {501, 1000}};
  const auto p = calibrate_noisy_slices(request, by_exponential(128));
  REQUIRE(p);
  CHECK(p->least_size == 1000 * (static_cast<std::int64_t>(p->window) + p->noise.most + 1));
  SeededBits seeded(1);
  ExactRandomness randomness(seeded);
  const auto result = draw_noisy_slices(
      KeyArray(7, std::vector<std::uint64_t>(1000, 3)), {{0}, {127}}, *p,
      [](const KeyArray&, Randomness&) -> std::optional<WideKey> {
        throw std::logic_error("many");
      },
      [](Randomness&) {
        return std::vector<std::optional<WideKey>>{WideKey{9}, std::nullopt};
      },
      randomness);
  CHECK_FALSE(result.sliced);
  CHECK(result.points == std::vector<std::optional<WideKey>>{WideKey{9}, std::nullopt});
}

TEST_CASE("a slice whose draw promises nothing has no parameters") {
  CHECK_FALSE(calibrate_noisy_slices(
      equal_steps(4), [](const Loss&, double) { return std::optional<std::uint64_t>(); }));
  CHECK_FALSE(calibrate_noisy_slices(
      equal_steps(4), [](const Loss&, double) { return std::optional(std::uint64_t(1) << 40); }));
}

TEST_CASE("what is asked for replace is asked of half the loss, and a little more of delta") {
  auto request = equal_steps(10);
  request.neighbors = Neighbors::replace;
  const auto p = calibrate_noisy_slices(request, by_exponential(128));
  REQUIRE(p);
  const Loss loss = group_loss(noisy_slices_loss(*p), 2);
  CHECK(loss.epsilon <= 1);
  CHECK(loss.delta <= 1e-6 * (1 + 1e-12));
  CHECK(loss.epsilon > 0.999999);
}

TEST_CASE("a request that cannot be is refused by name") {
  const auto refused = [](auto change) {
    auto request = equal_steps(4);
    change(request);
    CHECK_THROWS_AS(calibrate_noisy_slices(request, by_exponential(128)), OutOfRange);
  };
  refused([](auto& r) { r.loss.epsilon = 0; });
  refused([](auto& r) { r.loss.delta = 0; });
  refused([](auto& r) { r.loss.delta = 1; });
  refused([](auto& r) { r.confidence = 1; });
  refused([](auto& r) { r.quantiles.clear(); });
  refused([](auto& r) { r.quantiles.resize(1); });
  refused([](auto& r) { r.quantiles[1] = r.quantiles[0]; });
  refused([](auto& r) { std::swap(r.quantiles[0], r.quantiles[2]); });
}

}  // namespace
}  // namespace logstar::testing
