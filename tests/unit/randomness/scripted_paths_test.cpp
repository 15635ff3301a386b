// Single paths through mechanisms, computed by hand.
#include <catch2/catch.hpp>

#include "logstar/interior_point/rank/exponential.hpp"
#include "logstar/top_k/top_k.hpp"
#include "scripted_randomness.hpp"

namespace logstar::testing {
namespace {

TEST_CASE("a median draws exactly a run and then a place in it") {
  // Data 10, 20, 30 in 0..99: runs 0..9, {10}, 11..19, {20}, 21..29, {30}, 31..99.
  const auto parameters = calibrate_exponential_median(1, Neighbors::add_remove);
  const auto drawn = [&](std::int64_t run, std::int64_t place) {
    ScriptedRandomness script({run, place});
    const auto key = draw_exponential_rank({30, 10, 20}, {0, 99}, parameters, script);
    CHECK(script.finished());
    return key;
  };
  CHECK(drawn(0, 0) == 0);
  CHECK(drawn(3, 0) == 20);
  CHECK(drawn(4, 8) == 29);
  CHECK(drawn(6, 68) == 99);
}

TEST_CASE("topK returns the items before bottom, in the order drawn") {
  const auto parameters = calibrate_top_k({3, 10, 1, {1, 1e-6}, Neighbors::add_remove});
  const std::vector<std::int64_t> counts = {9, 8, 7, 6};
  ScriptedRandomness stops({2, 0, 4});
  const auto two = draw_top_k(counts, parameters, stops);
  CHECK(two.items == std::vector<std::size_t>{2, 0});
  CHECK_FALSE(two.complete);
  ScriptedRandomness goes_on({1, 3, 0});
  CHECK(draw_top_k(counts, parameters, goes_on).complete);
}

TEST_CASE("a script that is too short or impossible is rejected, so a changed path cannot pass") {
  const auto parameters = calibrate_exponential_median(1, Neighbors::add_remove);
  ScriptedRandomness too_short({3});
  CHECK_THROWS_AS(draw_exponential_rank({10}, {0, 99}, parameters, too_short), std::out_of_range);
  ScriptedRandomness outside({1, 1});
  CHECK_THROWS_AS(draw_exponential_rank({10}, {0, 99}, parameters, outside), std::out_of_range);
}

}  // namespace
}  // namespace logstar::testing
