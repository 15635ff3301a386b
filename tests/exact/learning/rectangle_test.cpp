// The learner of boxes: its exact law on tiny grids, a control, and its errors on real sizes.
#include "learning/rectangle.hpp"

#include <catch2/catch.hpp>

#include "labelled_databases.hpp"
#include "randomness/exact_randomness.hpp"
#include "seeded_bits.hpp"
#include "statistics.hpp"

namespace logstar::testing {
namespace {

RectangleAxis axis(std::uint32_t bits) { return {bits, WideInterval::all(bits)}; }

std::vector<std::int64_t> numbers(const std::optional<RectangleHypothesis>& box) {
  std::vector<std::int64_t> result;
  if (!box) return result;
  for (const auto& side : {box->lowest, box->highest}) {
    for (const WideKey& key : side) result.push_back(static_cast<std::int64_t>(key.front()));
  }
  return result;
}

/// Record r has label r % 2 and the coordinates of r / 2, `bits` bits an axis.
auto learner(const RectangleParameters& parameters) {
  return [=](const Database& database, Randomness& randomness) {
    std::vector<KeyArray> ones;
    std::uint32_t shift = 1;
    for (const RectangleAxis& one : parameters.axes) {
      KeyArray keys(one.bits);
      for (const std::size_t record : database) {
        const WideKey key{record >> shift & ((std::size_t(1) << one.bits) - 1)};
        if (record % 2 == 1) keys.append(key);
      }
      ones.push_back(std::move(keys));
      shift += one.bits;
    }
    return numbers(learn_rectangle(ones, parameters, randomness));
  };
}

TEST_CASE("intervals and boxes of two dimensions are (epsilon, delta)-DP") {
  for (const auto& [epsilon, delta] : {std::pair{4.0, 0.3}, {2.0, 0.2}}) {
    auto interval = calibrate_rectangle({axis(2)}, {epsilon, delta}, Neighbors::add_remove, 0.3);
    for (const std::uint64_t m : {interval.outermost, std::uint64_t(1), std::uint64_t(2)}) {
      interval.outermost = m;
      CHECK(check_add_remove(8, 0, 4, epsilon, learner(interval)).within(delta));
    }
    auto replace = calibrate_rectangle({axis(2)}, {epsilon, delta}, Neighbors::replace, 0.3);
    replace.outermost = 1;
    CHECK(check_replace(8, 3, epsilon, learner(replace)).within(delta));
  }
  auto box = calibrate_rectangle({axis(1), axis(1)}, {6, 0.3}, Neighbors::add_remove, 0.3);
  box.outermost = 1;
  CHECK(check_add_remove(8, 0, 2, 6, learner(box)).within(0.3));
}

TEST_CASE(
    "control: sides calibrated for points added, not replaced, and for one draw, are rejected") {
  auto parameters = calibrate_rectangle({axis(2)}, {4, 0.05}, Neighbors::add_remove, 0.3);
  parameters.search[0] = calibrate_prefix_median(2, {4, 0.05}, Neighbors::add_remove);
  parameters.outermost = 2;
  CHECK_FALSE(check_add_remove(8, 0, 4, 4, learner(parameters)).within(0.05));
}

TEST_CASE("in 2 and in 8 dimensions a box keeps its promise in at least 95 of 100 runs") {
  REQUIRE(binomial_at_most(100, 0.95L, 81) < 1e-6L);
  SeededBits source(71);
  ExactRandomness randomness(source);
  SeededBits data_source(72);
  BitPool bits(data_source);
  for (const std::size_t dimensions : {2u, 8u}) {
    const std::vector<RectangleAxis> axes(dimensions, axis(32));
    const auto parameters = calibrate_rectangle(axes, {2, 1e-6}, Neighbors::add_remove, 0.05);
    int kept = 0;
    for (int run = 0; run < 100; ++run) {
      // Points of label 1 lie in a box; those of label 0 outside, on either side of one axis.
      std::vector<KeyArray> ones(dimensions, KeyArray(32));
      const auto n = static_cast<std::size_t>(4 * parameters.outermost);
      const std::uint64_t low = 1'000'000'000;
      const std::uint64_t high = 1'100'000'000;
      for (std::size_t i = 0; i < n; ++i) {
        for (KeyArray& coordinates : ones) {
          coordinates.append(WideKey{low + bits.below(high - low + 1)});
        }
      }
      const auto box = learn_rectangle(ones, parameters, randomness);
      if (!box) continue;
      bool inside = true;
      for (std::size_t d = 0; d < dimensions; ++d) {
        inside &= box->lowest[d].front() >= low && box->highest[d].front() <= high;
      }
      // Each side on its own cuts off fewer points than the outermost ones it saw.
      for (std::size_t d = 0; d < dimensions; ++d) {
        std::uint64_t below = 0;
        std::uint64_t above = 0;
        for (const std::uint64_t x : ones[d].words()) {
          below += x < box->lowest[d].front();
          above += x > box->highest[d].front();
        }
        inside &= below < parameters.outermost && above < parameters.outermost;
      }
      kept += inside;
    }
    CHECK(kept >= 82);
  }
}

}  // namespace
}  // namespace logstar::testing
