// Learning with private labels: the exponential mechanism over the rules that public values allow.
#include <catch2/catch.hpp>

#include "databases.hpp"
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
  PrivacyCheck check(epsilon, "one label flipped",
                     "all labels of " + std::to_string(n) + " records");
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

/// Public values 0..3 and five rules; the records, of which a value may be labelled often or never,
/// are 2 value + label.
auto semi_private(double draw_epsilon) {
  return [=](const std::vector<std::size_t>& database, Randomness& randomness) {
    std::vector<std::int64_t> right(5, 0);
    for (std::size_t t = 0; t < right.size(); ++t) {
      for (const std::size_t record : database) right[t] += (record / 2 < t) == (record % 2 == 1);
    }
    return static_cast<int>(exponential_choice(right, draw_epsilon, randomness));
  };
}

TEST_CASE("learning among rules from public values is epsilon-DP, and tight under add-remove") {
  for (const double epsilon : {0.5, 4.0}) {
    const double one =
        calibrate_exponential_choice(epsilon, ScoreMoves::one_way, Neighbors::add_remove);
    const PrivacyReport report = check_add_remove(8, 0, 5, epsilon, semi_private(one));
    CHECK(report.within(0));
    CHECK(report.largest_log_ratio > 0.75L * epsilon);
    const double two =
        calibrate_exponential_choice(epsilon, ScoreMoves::one_way, Neighbors::replace);
    CHECK(check_replace(8, 4, epsilon, semi_private(two)).within(0));
    CHECK_FALSE(check_replace(8, 4, epsilon, semi_private(one)).within(0));
  }
}

TEST_CASE("control: at full epsilon a flipped label is told") {
  CHECK_FALSE(flip_every_label(6, 1, 1).within(0));
}

}  // namespace
}  // namespace logstar::testing
