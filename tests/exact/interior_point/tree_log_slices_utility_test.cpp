// The cost and record requirement of calibrated TreeLog by slices, and a check of its accuracy statement.
#include <catch2/catch.hpp>
#include <cmath>

#include "erratum.hpp"
#include "logstar/interior_point/slices/tree_log_slices.hpp"
#include "logstar/randomness/bit_pool.hpp"
#include "logstar/randomness/exact_randomness.hpp"
#include "sample_data.hpp"
#include "seeded_bits.hpp"
#include "statistics.hpp"

namespace logstar::testing::tree_log_slices_utility_test {
namespace {

TEST_CASE("calibrated TreeLog by slices keeps its loss, for either neighbours") {
  for (const std::uint32_t bits : {16u, 64u, 8192u}) {
    for (const unsigned levels : {1u, 2u}) {
      for (const Loss& loss : {Loss{1, 1e-6}, {0.1, 1e-9}, {5, 0.01}}) {
        TreeLogSlicesRequest request;
        request.bits = bits;
        request.levels = levels;
        request.loss = loss;
        auto p = calibrate_tree_log_slices(request);
        Loss spent = tree_log_slices_loss(p);
        CHECK(spent.epsilon <= loss.epsilon);
        CHECK(spent.delta <= loss.delta);
        CHECK(tree_log_slices_failure(p, p.least_records) <= 0.05);
        CHECK(tree_log_slices_failure(p, 10 * p.least_records) <= 0.05);
        request.neighbors = Neighbors::replace;
        p = calibrate_tree_log_slices(request);
        spent = to_replace(tree_log_slices_loss(p));
        CHECK(spent.epsilon <= loss.epsilon * (1 + 1e-12));
        CHECK(spent.delta <= loss.delta * (1 + 1e-9));
      }
    }
  }
}

TEST_CASE("least n of TreeLog by slices at (1, 1e-6, 0.05), and the paper's constants") {
  const auto least = [](std::uint32_t bits) {
    TreeLogSlicesRequest request;
    request.bits = bits;
    request.loss = {1, 1e-6};
    return calibrate_tree_log_slices(request).least_records;
  };
  CHECK(least(64) == 621);
  CHECK(least(1024) == 633);
  CHECK(least(65536) == 647);
  CHECK(tree_log_slices_printed_records(64, {1, 1e-6}) == Approx(954'350).margin(100));
  const Erratum slip("one-heavy-round");
  const HeavyRound round = calibrate_heavy_round(1, 1e-6);
  slip.says("printed and proved promise at ε = 1, δ = 10⁻⁶",
            std::to_string(std::llround(std::ceil(50 * std::log(1e6)))) + ", " +
                std::to_string(round.promise));
}

TEST_CASE("at the least n TreeLog by slices finds an interior point in 95 of 100 runs (200 each)",
          "[statistics]") {
  SeededBits source(62);
  ExactRandomness randomness(source);
  SeededBits data_source(63);
  BitPool pool(data_source);
  REQUIRE(binomial_at_most(200, 0.95L, 171) < 1e-6L);
  for (const std::uint32_t bits : {64u, 1024u}) {
    TreeLogSlicesRequest request;
    request.bits = bits;
    request.loss = {1, 1e-6};
    const auto parameters = calibrate_tree_log_slices(request);
    for (const DataKind kind : kDataKinds) {
      INFO(name_of(kind) << ", " << bits << " bits");
      const int interior = interior_draws(
          200, kind, parameters.least_records, bits, pool, [&](const KeyArray& keys) {
            return tree_log_slices(keys, WideInterval::all(bits), parameters, randomness);
          });
      CHECK(interior >= 172);
    }
  }
}

}  // namespace
}  // namespace logstar::testing::tree_log_slices_utility_test
