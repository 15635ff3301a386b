// The privacy loss of a random path, computed again from docs/guarantees/tree-log.md.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <limits>

#include "logstar/interior_point/tree/tree_log.hpp"

namespace logstar::testing {
namespace {

TEST_CASE("a random path costs its steps into light children and a share of all records") {
  for (const double e : {0.05, 0.3, 1.0}) {
    for (const std::uint64_t stop : {1u, 10u, 200u}) {
      for (const std::uint64_t records : {1u, 15u, 250u, 100'000u}) {
        if (records <= stop) {
          CHECK(random_path_loss(records, stop, e) == 0);
          continue;
        }
        // The path lemma: after s costly steps, each of which halves w - a, none is left if
        // (w - a) / 2^s < stop + 1 - a; the others cost e^(-e a) each and lose a record each.
        const auto w = static_cast<double>(records);
        const auto end = static_cast<double>(stop + 1);
        double least = std::numeric_limits<double>::infinity();
        for (int s = 1; s <= 50; ++s) {
          const double a = (std::ldexp(end, s) - w) / (std::ldexp(1, s) - 1);
          if (a > 0) least = std::min(least, e * (s + w * std::exp(-e * a)));
        }
        CHECK(random_path_loss(records, stop, e) == Approx(least).epsilon(1e-6));
      }
    }
  }
}

}  // namespace
}  // namespace logstar::testing
