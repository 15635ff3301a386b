// Cut choice of rows of users: laws over all small tables, of one group and of two, and controls.
#include "logstar/interior_point/cut_choice/weighted.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <map>
#include <utility>

#include "databases.hpp"
#include "logstar/randomness/exact_randomness.hpp"
#include "passing_randomness.hpp"
#include "seeded_bits.hpp"
#include "statistics.hpp"

namespace logstar::testing::weighted_test {
namespace {

using Database = std::vector<std::size_t>;

/// A user has one row of weight 2 or two of weight 1, in any of `places`; users are numbered by pairs of places
/// in order.
std::vector<std::pair<std::size_t, std::size_t>> users_of(std::size_t places) {
  std::vector<std::pair<std::size_t, std::size_t>> users;
  for (std::size_t a = 0; a < places; ++a) {
    for (std::size_t b = a; b < places; ++b) users.emplace_back(a, b);
  }
  return users;
}

/// Draws over all groups and keys of `bits` bits: a place is a group and a key.
auto mechanism(const WeightedCutParameters& parameters, std::uint32_t bits, std::size_t groups) {
  const std::size_t keys = std::size_t(1) << bits;
  const auto users = users_of(keys * groups);
  return [=](const Database& database, Randomness& randomness) {
    std::vector<std::int64_t> answers;
    for (std::size_t group = 0; group < groups; ++group) {
      KeyArray rows(bits);
      std::vector<std::uint32_t> weights;
      const auto add = [&](std::size_t place, std::uint32_t weight) {
        if (place / keys != group) return;
        rows.append(WideKey{place % keys});
        weights.push_back(weight);
      };
      for (const std::size_t user : database) {
        const auto& [a, b] = users[user];
        if (a == b) {
          add(a, 2);
        } else {
          add(a, 1);
          add(b, 1);
        }
      }
      const auto z = draw_weighted_cut_choice({std::move(rows), std::move(weights)},
                                              WideInterval::all(bits), parameters, randomness);
      answers.push_back(z ? static_cast<std::int64_t>(z->front()) : -1);
    }
    return answers;
  };
}

WeightedCutParameters of_two(std::uint32_t bits, double epsilon, double delta, std::int64_t offset,
                             Neighbors neighbors = Neighbors::add_remove) {
  auto parameters = calibrate_weighted_cut_choice({bits, {epsilon, delta}, neighbors, 0.1}, 2);
  parameters.offset = offset;
  return parameters;
}

const std::pair<double, double> kLosses[] = {{0.5, 0.05}, {1, 0.2}, {2, 0.3}, {4, 0.01}};

TEST_CASE(
    "weighted cut choice is (epsilon, delta)-DP for users of several rows, with all of delta") {
  for (const auto& [epsilon, delta] : kLosses) {
    for (const std::int64_t offset : {0, 1, 2, 4}) {
      const auto draw = mechanism(of_two(2, epsilon, delta, offset), 2, 1);
      const auto report = check_add_remove(10, 0, 4, epsilon, draw);
      CHECK(report.within(delta));
      if (offset >= 2) CHECK(report.worst_delta > 0.999 * delta);
      const auto replace = mechanism(of_two(2, epsilon, delta, offset, Neighbors::replace), 2, 1);
      CHECK(check_replace(10, 3, epsilon, replace).within(delta));
    }
  }
}

TEST_CASE("weighted draws of two groups together have the loss of one, with one delta") {
  for (const auto& [epsilon, delta] : kLosses) {
    for (const std::int64_t offset : {0, 2}) {
      const auto draw = mechanism(of_two(1, epsilon, delta, offset), 1, 2);
      CHECK(check_add_remove(10, 0, 4, epsilon, draw).within(delta));
      const auto replace = mechanism(of_two(1, epsilon, delta, offset, Neighbors::replace), 1, 2);
      CHECK(check_replace(10, 3, epsilon, replace).within(delta));
    }
  }
}

TEST_CASE("controls: weighted draws with a lighter bottom, or for rows as if they were users'") {
  for (const auto& [epsilon, delta] : kLosses) {
    auto light = of_two(2, epsilon, delta, 2);
    const double score = static_cast<double>(light.bottom.whole) +
                         std::ldexp(light.bottom.fraction, -BottomScore::kFractionBits);
    light.bottom = BottomScore::above(0, score + std::log(0.9) / light.draw_epsilon);
    CHECK_FALSE(check_add_remove(10, 0, 2, epsilon, mechanism(light, 2, 1)).within(delta));
    // The rate for users of weight 1, used for users of weight 2.
    auto rows = calibrate_weighted_cut_choice({2, {epsilon, delta}, Neighbors::add_remove, 0.1}, 1);
    rows.offset = 2;
    CHECK_FALSE(check_add_remove(10, 0, 3, epsilon, mechanism(rows, 2, 1)).within(delta));
  }
}

/// The weights of plain cut choice: a new row of little weight is as likely as a row of a whole user.
class Unthinned final : public PassingRandomness {
 public:
  using PassingRandomness::PassingRandomness;
  std::size_t thinned_choice(ThinnedRuns& runs, double epsilon,
                             const BottomScore& bottom) override {
    return inner_.weighted_choice(runs, epsilon, bottom);
  }
};

TEST_CASE("control: weighted candidates without thinning are rejected") {
  for (const auto& [epsilon, delta] : {std::pair{0.5, 0.05}, {1.0, 0.2}, {2.0, 0.3}}) {
    const auto draw = mechanism(of_two(2, epsilon, delta, 2), 2, 1);
    const auto unthinned = [&](const Database& database, Randomness& randomness) {
      Unthinned plain(randomness);
      return draw(database, plain);
    };
    CHECK_FALSE(check_add_remove(10, 0, 3, epsilon, unthinned).within(delta));
  }
}

TEST_CASE(
    "weighted cut choice promises from 39 users at 64 bits and 54 at 8,192, 44 with abstain") {
  constexpr std::uint64_t kUnits = 720720;
  const auto users = [](std::uint32_t bits, bool abstain) {
    const auto parameters = calibrate_weighted_cut_choice(
        {bits, {1, 1e-6}, Neighbors::add_remove, 0.05, abstain}, kUnits);
    return static_cast<double>(parameters.least_weight) / kUnits;
  };
  CHECK(users(64, false) <= 39.1);
  CHECK(users(8192, false) <= 53.6);
  CHECK(users(64, true) <= 43.2);
}

// Inside the data, a candidate's weight is large only if it has depth. With h <= c, which a beta near 1
// allowed, the proof had no depth.
TEST_CASE("weighted cut choice promises nothing for fewer users than its offset, for any beta") {
  for (const double beta : {0.05, 0.9, 0.999, 1 - 1e-9}) {
    for (const std::uint32_t bits : {1u, 64u}) {
      const auto parameters =
          calibrate_weighted_cut_choice({bits, {1, 1e-6}, Neighbors::add_remove, beta}, 720720);
      CHECK(parameters.least_weight > static_cast<std::uint64_t>(parameters.offset));
    }
  }
}

TEST_CASE("thinned candidates drawn from bits have the enumerated law (alpha 1e-6)") {
  const auto parameters = of_two(2, 1, 0.2, 1);
  const auto draw = mechanism(parameters, 2, 1);
  const Database database = {1, 1, 4, 7};
  const auto law = enumerate([&](Randomness& randomness) { return draw(database, randomness); });
  SeededBits source(81);
  ExactRandomness randomness(source);
  constexpr int kRuns = 20000;
  std::map<std::vector<std::int64_t>, int> counts;
  for (int run = 0; run < kRuns; ++run) ++counts[draw(database, randomness)];
  for (const auto& [answer, p] : law.mass) {
    // Each count lies within 5.5 standard deviations except with probability 4e-8; there are 5 counts.
    const double mean = kRuns * static_cast<double>(p);
    CHECK(std::fabs(counts[answer] - mean) <= 5.5 * std::sqrt(mean));
  }
}

}  // namespace
}  // namespace logstar::testing::weighted_test
