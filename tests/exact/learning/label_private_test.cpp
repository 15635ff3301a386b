// Learning with private labels: the exponential mechanism over the rules that public values allow.
#include <catch2/catch.hpp>

#include "divergence.hpp"
#include "selection/exponential.hpp"

namespace logstar::testing {
namespace {

/// Records have the public values 0..n - 1; rule t says 1 to those below t. Labels are the bits.
auto law_of(unsigned labels, unsigned n, double draw_epsilon) {
  std::vector<std::int64_t> right(n + 1, 0);
  for (unsigned t = 0; t <= n; ++t) {
    for (unsigned x = 0; x < n; ++x) right[t] += (x < t) == ((labels >> x & 1) == 1);
  }
  return enumerate(
      [&](Randomness& r) { return static_cast<int>(exponential_choice(right, draw_epsilon, r)); });
}

PrivacyReport flip_every_label(unsigned n, double epsilon, double draw_epsilon) {
  PrivacyCheck check(epsilon);
  for (unsigned labels = 0; labels < 1u << n; ++labels) {
    for (unsigned flipped = 0; flipped < n; ++flipped) {
      check.pair(law_of(labels, n, draw_epsilon), law_of(labels ^ 1u << flipped, n, draw_epsilon));
    }
  }
  return check.report();
}

TEST_CASE("learning from private labels is epsilon-DP for one label flipped, and uses most of it") {
  for (const double epsilon : {0.5, 1.0, 4.0}) {
    const double draw =
        calibrate_exponential_choice(epsilon, ScoreMoves::both_ways, Neighbors::replace);
    const PrivacyReport report = flip_every_label(6, epsilon, draw);
    CHECK(report.within(0));
    CHECK(report.largest_log_ratio > 0.6L * epsilon);
  }
}

TEST_CASE("control: at full epsilon a flipped label is told") {
  CHECK_FALSE(flip_every_label(6, 1, 1).within(0));
}

}  // namespace
}  // namespace logstar::testing
