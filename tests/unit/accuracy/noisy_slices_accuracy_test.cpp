// Noisy slices: checks of the figures on their page, of their accuracy, and of the accepted requests.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

#include "logstar/interior_point/cut_choice/calibration.hpp"
#include "logstar/interior_point/quantile_slices/noisy_slices.hpp"
#include "logstar/interior_point/rank/exponential.hpp"
#include "logstar/randomness/exact_randomness.hpp"
#include "logstar/support/errors.hpp"
#include "seeded_bits.hpp"

namespace logstar::testing::noisy_slices_accuracy_test {
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

CutChoiceParameters cut_choice(std::uint32_t bits, const Loss& inner, double failure) {
  return calibrate_cut_choice_of_public_size({bits, inner, Neighbors::replace, failure});
}

SliceRecords by_cut_choice(std::uint32_t bits) {
  return [=](const Loss& inner, double failure) {
    return std::optional(cut_choice(bits, inner, failure).least_records);
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

TEST_CASE("with slices by cut choice, at 64 bits, within 55, 70 and 113 ranks") {
  // The recursion states 180, 682 and 2,076.
  CHECK(std::ceil(stated(4, by_cut_choice(64))) == 55);
  CHECK(std::ceil(stated(10, by_cut_choice(64))) == 70);
  CHECK(std::ceil(stated(100, by_cut_choice(64))) == 113);
}

/// The miss of the worst decile, in ranks.
double worst_miss(const KeyArray& sorted, const NoisySlicesResult& result) {
  const std::vector<std::uint64_t>& keys = sorted.words();
  double worst = 0;
  for (std::size_t k = 0; k < 9; ++k) {
    const std::uint64_t z = result.points[k]->front();
    const auto less = std::lower_bound(keys.begin(), keys.end(), z) - keys.begin();
    const auto at_most = std::upper_bound(keys.begin(), keys.end(), z) - keys.begin();
    const double target = static_cast<double>(keys.size()) * static_cast<double>(k + 1) / 10;
    worst = std::max(
        {worst, static_cast<double>(less) - target, target - static_cast<double>(at_most)});
  }
  return worst;
}

/// The number of 200 runs in which all deciles of 8,000 records keep their stated error.
template <typename Record>
int kept(const NoisySlicesParameters& p, std::uint32_t bits, const SliceDraw& draw,
         const Record& record) {
  SeededBits seeded(19);
  BitPool pool(seeded);
  ExactRandomness randomness(seeded);
  constexpr std::uint64_t kRecords = 8'000;
  int kept = 0;
  for (int run = 0; run < 200; ++run) {
    KeyArray keys(bits);
    for (std::uint64_t i = 0; i < kRecords; ++i) keys.append(WideKey{record(i, pool)});
    keys.sort();
    const auto result = draw_noisy_slices(
        keys, WideInterval::all(bits), p, draw,
        [](Randomness&) -> std::vector<std::optional<WideKey>> { throw std::logic_error("few"); },
        randomness);
    kept += worst_miss(keys, result) <= p.rank_error;
  }
  return kept;
}

// 0.95 of 200 is 190; 175 or fewer has probability 2 * 10^-5 at exactly 0.95.
constexpr int kTooFew = 175;

TEST_CASE("deciles of 128 values keep their stated error with the stated confidence",
          "[statistics]") {
  const auto p = calibrate_noisy_slices(equal_steps(10), by_exponential(128));
  REQUIRE(p);
  const auto median = calibrate_exponential_median(p->inner.epsilon, Neighbors::replace);
  const SliceDraw draw = [&](const KeyArray& slice, Randomness& r) {
    return WideKey{draw_exponential_rank(slice.words(), {0, 127}, median, r)};
  };
  const auto uniform = [](std::uint64_t, BitPool& pool) { return pool.below(128); };
  const auto three = [](std::uint64_t i, BitPool&) { return 40 + i % 3; };
  const auto ends = [](std::uint64_t i, BitPool&) { return i % 2 * 127; };
  const auto equal = [](std::uint64_t, BitPool&) { return std::uint64_t(127); };
  CHECK(kept(*p, 7, draw, uniform) > kTooFew);
  CHECK(kept(*p, 7, draw, three) > kTooFew);
  CHECK(kept(*p, 7, draw, ends) > kTooFew);
  CHECK(kept(*p, 7, draw, equal) > kTooFew);
}

TEST_CASE("deciles at 64 bits keep their error too, on data with gaps where the recursion misses",
          "[statistics]") {
  const auto p = calibrate_noisy_slices(equal_steps(10), by_cut_choice(64));
  REQUIRE(p);
  const auto choice = cut_choice(64, p->inner, p->inner_failure);
  const SliceDraw draw = [&](const KeyArray& slice, Randomness& r) {
    return draw_cut_choice(slice, WideInterval::all(64), choice, r);
  };
  const auto uniform = [](std::uint64_t, BitPool& pool) { return pool.below(~std::uint64_t(0)); };
  const auto clusters = [](std::uint64_t, BitPool& pool) {
    const std::uint64_t cluster = pool.below(7) << 61;
    return cluster + pool.below(1000);
  };
  // Ranges of 2^60 keys without a record, 40 ranks above each decile.
  const auto gaps = [](std::uint64_t i, BitPool&) { return (i + 760) / 800 << 60; };
  const auto equal = [](std::uint64_t, BitPool&) { return std::uint64_t(1) << 63; };
  CHECK(kept(*p, 64, draw, uniform) > kTooFew);
  CHECK(kept(*p, 64, draw, clusters) > kTooFew);
  CHECK(kept(*p, 64, draw, gaps) > kTooFew);
  CHECK(kept(*p, 64, draw, equal) > kTooFew);
}

TEST_CASE("too small a noisy size uses the other mechanism, with quantiles as close as 1/1000") {
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

TEST_CASE("noisy slices have no parameters if the draw from a slice promises nothing") {
  CHECK_FALSE(calibrate_noisy_slices(
      equal_steps(4), [](const Loss&, double) { return std::optional<std::uint64_t>(); }));
  CHECK_FALSE(calibrate_noisy_slices(
      equal_steps(4), [](const Loss&, double) { return std::optional(std::uint64_t(1) << 40); }));
}

TEST_CASE("a request for replace uses half of the loss, and slightly more delta") {
  auto request = equal_steps(10);
  request.neighbors = Neighbors::replace;
  const auto p = calibrate_noisy_slices(request, by_exponential(128));
  REQUIRE(p);
  const Loss loss = group_loss(noisy_slices_loss(*p), 2);
  CHECK(loss.epsilon <= 1);
  CHECK(loss.delta <= 1e-6 * (1 + 1e-12));
  CHECK(loss.epsilon > 0.999999);
}

TEST_CASE("an impossible request is rejected by name") {
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

// The numbers of records take most of the time. Quartiles of 8 bits took a tenth of a second, three quarters of
// it for slices by cut choice with an error a third above the best.
TEST_CASE("calibration rejects slices much worse than the rival after two evaluations") {
  const auto asked = [](std::optional<double> rival, int& calls) {
    const SliceRecords records = by_cut_choice(64);
    const SliceRecords counted = [&](const Loss& inner, double failure) {
      ++calls;
      return records(inner, failure);
    };
    return calibrate_noisy_slices(equal_steps(10), counted, rival);
  };
  int all = 0;
  const auto p = asked(std::nullopt, all);
  REQUIRE(p);
  CHECK(all > 2);
  int few = 0;
  CHECK_FALSE(asked(p->rank_error / 1.4, few));
  CHECK(few == 2);
  int as_good = 0;
  const auto same = asked(p->rank_error, as_good);
  REQUIRE(same);
  CHECK(same->rank_error == p->rank_error);
}

}  // namespace
}  // namespace logstar::testing::noisy_slices_accuracy_test
