// SanThresholds: its exact law on four and eight keys, with parameters loose enough to reach every branch, and
// controls.
#include "logstar/sanitizing/san_thresholds.hpp"

#include <catch2/catch.hpp>

#include "clipped_noise.hpp"
#include "databases.hpp"
#include "erratum.hpp"
#include "smallest_pair.hpp"

namespace logstar::testing::san_thresholds_test {
namespace {

using Database = std::vector<std::size_t>;
using Released = std::vector<std::pair<std::uint64_t, std::int64_t>>;  // key, count

/// u = 1: ranges with a noisy count of 4 or more are cut.
SanThresholdsParameters smallest(const Loss& loss, std::uint64_t calls, Neighbors neighbors) {
  SanThresholdsRequest request;
  request.accuracy = 1;
  request.size = 32;
  request.bits = 3;
  request.loss = loss;
  request.neighbors = neighbors;
  request.calls = calls;
  return calibrate_san_thresholds(request);
}

GroupedKeys keys_of(const Database& database) {
  return grouped(std::vector<std::uint64_t>(database.begin(), database.end()));
}

/// Exact if no count, no cut's threshold and no threshold of the choice exceeds `most`. Noise beyond it is one
/// result, and larger counts are reported as `most`.
auto mechanism(const SanThresholdsParameters& parameters, std::uint64_t highest,
               std::int64_t most) {
  return [=](const Database& database, Randomness& randomness) {
    ClippedNoise noise(randomness, most);
    const auto result = san_thresholds(keys_of(database), {0, highest}, parameters, noise);
    Released points;
    for (std::size_t i = 0; i < result.records.size(); ++i) {
      const auto count = static_cast<std::int64_t>(result.records.counts[i]);
      points.emplace_back(result.records.keys[i], std::min(most, count));
    }
    points.emplace_back(0, result.complete);
    return points;
  };
}

TEST_CASE("one call of SanThresholds on four keys is (epsilon, delta)-DP") {
  for (const auto& [epsilon, delta] : {std::pair{4.0, 0.5}, {8.0, 0.3}, {16.0, 0.1}}) {
    const auto parameters = smallest({epsilon, delta}, 1, Neighbors::add_remove);
    const std::int64_t most = 5;
    REQUIRE(parameters.choice.threshold <= most + 1);
    const auto report = check_add_remove(4, 0, 5, epsilon, mechanism(parameters, 3, most));
    CHECK(report.within(delta));
    CHECK(report.largest_log_ratio > 0.9L * epsilon);
  }
  const auto replace = smallest({16, 0.1}, 1, Neighbors::replace);
  REQUIRE(replace.choice.threshold == 6);
  CHECK(check_replace(4, 5, 16, mechanism(replace, 3, 5)).within(0.1));
}

TEST_CASE("SanThresholds with the maximum number of calls on two keys is (epsilon, delta)-DP") {
  for (const auto& [epsilon, delta] : {std::pair{16.0, 0.6}, {32.0, 0.2}}) {
    const auto parameters = smallest({epsilon, delta}, 2, Neighbors::add_remove);
    REQUIRE(parameters.choice.threshold <= 5);
    const auto report = check_add_remove(2, 0, 4, epsilon, mechanism(parameters, 1, 4));
    CHECK(report.within(delta));
    // A record lies in only one of the intervals, so at most 7 of the 8 mechanisms see it.
    CHECK(report.largest_log_ratio > 0.45L * epsilon);
  }
}

TEST_CASE("SanThresholds is private on eight keys where either call may choose a new key") {
  const Loss loss{16, 0.6};
  const auto parameters = smallest(loss, 2, Neighbors::add_remove);
  const auto run = mechanism(parameters, 7, 4);
  const auto law = [&](const Database& database) {
    return enumerate([&](Randomness& randomness) { return run(database, randomness); });
  };
  PrivacyCheck check(loss.epsilon, "add-remove", "a constructed pair, 8 keys");
  const auto before = law({2, 2});
  for (const std::size_t added : {2u, 5u}) check.pair(before, law({2, 2, added}));
  CHECK(check.report().within(loss.delta));
}

TEST_CASE("control: the choosing mechanism's threshold as printed, alpha m / 128, is rejected") {
  auto parameters = smallest({8, 0.05}, 1, Neighbors::add_remove);
  const auto corrected = mechanism(parameters, 3, 5);
  parameters.choice.threshold = 1;  // u / 4 rounded up
  const auto printed = mechanism(parameters, 3, 5);
  CHECK_FALSE(check_add_remove(4, 0, 5, 8, printed).within(0.05));

  const auto law_of = [](const auto& run) {
    return [&run](const Database& d, std::size_t) {
      return enumerate([&](Randomness& r) { return run(d, r); });
    };
  };
  const auto smallest = smallest_pair(Neighbors::add_remove, {8, 0.05}, 1, 4, 5, law_of(printed));
  REQUIRE(smallest);
  const long double held =
      divergence(law_of(corrected)(smallest->before, 4), law_of(corrected)(smallest->after, 4), 8);
  CHECK(held <= 0.05);
  const Erratum slip("san-thresholds");
  slip.says("claimed (ε, δ)", loss_text(8, 0.05));
  slip.says("input",
            "4 keys, accuracy 1, declared size 32, one call, all but the threshold corrected");
  slip.says("its four mechanisms, rates of their noise and of the choice's",
            loss_text(parameters.step.epsilon, parameters.step.delta) + ", " +
                Erratum::figure(parameters.step.epsilon) + " and " +
                Erratum::figure(parameters.choice.noise_epsilon));
  slip.says("printed", "best count + noise ≥ 32/128, that is 1 in whole numbers");
  slip.says("smallest neighbours, add-remove", smallest->text());
  slip.says("true δ", smallest->delta);
  slip.says("of anything smaller", smallest->smaller);
  slip.says("with the least absolute threshold", held);
}

TEST_CASE("control: thresholds computed from the number of records in the data are rejected") {
  const auto report =
      check_add_remove(2, 3, 4, 8, [](const Database& database, Randomness& randomness) {
        auto parameters = smallest({8, 0.05}, 1, Neighbors::add_remove);
        parameters.unit = static_cast<std::int64_t>(1 + database.size() / 4);
        return mechanism(parameters, 3, 8)(database, randomness);
      });
  CHECK_FALSE(report.within(0.05));
}

}  // namespace
}  // namespace logstar::testing::san_thresholds_test
