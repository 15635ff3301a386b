// The privacy loss of calibrated RecConcave parameters and quantiles, added up again from the proofs.
#include <catch2/catch.hpp>
#include <cmath>

#include "logstar/interior_point/rank/quantiles.hpp"
#include "logstar/interior_point/rec_concave/rec_concave.hpp"

namespace logstar::testing {
namespace {

constexpr double kRounding = 1 + 1e-9;

TEST_CASE("RecConcave's draws and gap tests spend the total, for qualities of either kind") {
  for (const ScoreMoves moves : {ScoreMoves::one_way, ScoreMoves::both_ways}) {
    for (const Neighbors neighbors : {Neighbors::add_remove, Neighbors::replace}) {
      for (const unsigned levels : {2u, 3u}) {
        RecConcaveRequest request;
        request.size = Natural(1) << 4096;
        request.moves = moves;
        request.neighbors = neighbors;
        request.loss = {1, 1e-6};
        request.levels = levels;
        const auto p = calibrate_rec_concave(request, 5000, 1, RecConcaveCalibration::paper);
        REQUIRE(p.levels.size() == levels);
        double epsilon = 0;
        double delta = 0;
        for (std::size_t i = 0; i < p.levels.size(); ++i) {
          // The inner qualities move both ways; under replace all qualities do.
          const bool one =
              i == 0 && moves == ScoreMoves::one_way && neighbors == Neighbors::add_remove;
          const double step = one ? 1 : 2;
          epsilon += step * p.levels[i].draw_epsilon;
          if (!p.levels[i].gap) continue;
          const double rate = p.levels[i].gap->noise_epsilon;
          epsilon += 2 * step * rate;  // two partitions
          const double q = std::exp(-rate);
          const auto above = static_cast<double>(p.levels[i].gap->threshold) - step;
          delta += 2 * std::pow(q, above) / (1 + q);
        }
        CHECK(epsilon <= kRounding);
        CHECK(epsilon > 0.999);
        CHECK(delta <= 1e-6 * kRounding);
        CHECK(delta > 1e-8);
      }
    }
  }
}

TEST_CASE("quantiles divide epsilon among the levels of the recursion, and halve it for replace") {
  for (const Neighbors neighbors : {Neighbors::add_remove, Neighbors::replace}) {
    for (const auto& [count, levels] : {std::pair{1u, 1.0}, {2u, 2.0}, {3u, 2.0}, {8u, 4.0}}) {
      std::vector<QuantileFraction> taus;
      for (std::uint32_t i = 1; i <= count; ++i) taus.push_back({i, count + 1});
      const auto p = calibrate_quantiles(taus, 2, neighbors);
      const double all = neighbors == Neighbors::replace ? 1 : 2;
      CHECK(p.level_epsilon * levels <= all * kRounding);
      CHECK(p.level_epsilon * levels >= all / kRounding);
    }
  }
}

}  // namespace
}  // namespace logstar::testing
