// Cut choice: its exact law over all small databases, controls, and its answers on realistic sizes.
#include <catch2/catch.hpp>
#include <cmath>
#include <memory>

#include "databases.hpp"
#include "logstar/interior_point/cut_choice/calibration.hpp"
#include "logstar/interior_point/cut_choice/draw.hpp"
#include "logstar/randomness/exact_randomness.hpp"
#include "sample_data.hpp"
#include "seeded_bits.hpp"
#include "statistics.hpp"

namespace logstar::testing::cut_choice_test {
namespace {

using Database = std::vector<std::size_t>;

std::int64_t number(const std::optional<WideKey>& key) {
  return key ? static_cast<std::int64_t>(key->front()) : -1;
}

const WideInterval kAll = WideInterval::all(3);

auto mechanism(const CutChoiceParameters& parameters, const WideInterval& domain = kAll) {
  return [=](const Database& database, Randomness& randomness) {
    return number(draw_cut_choice(KeyArray(3, {database.begin(), database.end()}), domain,
                                  parameters, randomness));
  };
}

/// On keys of 3 bits, with any offset.
CutChoiceParameters with_offset(CutChoiceParameters parameters, std::int64_t offset) {
  parameters.offset = offset;
  return parameters;
}
CutChoiceParameters stable(double epsilon, double delta, std::int64_t offset,
                           Neighbors neighbors = Neighbors::add_remove) {
  return with_offset(calibrate_cut_choice({3, {epsilon, delta}, neighbors, 0.1}), offset);
}

/// The parameters with bottom's weight times `factor`.
CutChoiceParameters bottom_times(CutChoiceParameters parameters, double factor) {
  const double score = static_cast<double>(parameters.bottom->whole - 1) +
                       std::ldexp(parameters.bottom->fraction, -BottomScore::kFractionBits) +
                       std::log(factor) / parameters.draw_epsilon;
  parameters.bottom = BottomScore::above(1, score);
  return parameters;
}

const std::pair<double, double> kLosses[] = {{0.5, 0.05}, {1, 0.2}, {2, 0.3}, {4, 0.01}};

TEST_CASE("cut choice is (epsilon, delta)-DP under add-remove, with all of delta") {
  for (const auto& [epsilon, delta] : kLosses) {
    for (const std::int64_t offset : {0, 1, 2}) {
      const auto report =
          check_add_remove(8, 0, 5, epsilon, mechanism(stable(epsilon, delta, offset)));
      CHECK(report.within(delta));
      if (offset > 0) CHECK(report.worst_delta > 0.999 * delta);
      CHECK(report.pairs == 8 * (1 + 8 + 36 + 120 + 330));
    }
    // Clamped to 2..6, data anywhere, as the proof allows.
    const WideInterval narrow{{2}, {6}};
    const auto clamped = mechanism(stable(epsilon, delta, 1), narrow);
    CHECK(check_add_remove(8, 0, 4, epsilon, clamped).within(delta));
  }
}

TEST_CASE("cut choice is (epsilon, delta)-DP under replace") {
  for (const auto& [epsilon, delta] : kLosses) {
    for (const std::int64_t offset : {0, 1, 2}) {
      const auto parameters = stable(epsilon, delta, offset, Neighbors::replace);
      for (const std::size_t size : {1u, 2u, 3u, 4u}) {
        CHECK(check_replace(8, size, epsilon, mechanism(parameters)).within(delta));
      }
    }
  }
}

TEST_CASE("a delta beyond 1 - e^-epsilon is unused, and the law keeps the delta used instead") {
  const auto parameters = stable(0.1, 0.5, 1);
  CHECK(check_add_remove(8, 0, 4, 0.1, mechanism(parameters)).within(1 - std::exp(-0.1)));
}

TEST_CASE("controls: cut choice with bottom at 0.9, and for one new candidate less, is rejected") {
  for (const auto& [epsilon, delta] : kLosses) {
    const auto parameters = stable(epsilon, delta, 1);
    const auto light = mechanism(bottom_times(parameters, 0.9));
    CHECK_FALSE(check_add_remove(8, 0, 3, epsilon, light).within(delta));
    const auto fewer = mechanism(bottom_times(parameters, 3.0 / 4));
    CHECK_FALSE(check_add_remove(8, 0, 3, epsilon, fewer).within(delta));
  }
}

TEST_CASE("control: cut choice under replace at the rate of add-remove is rejected") {
  for (const auto& [epsilon, delta] : {std::pair{2.0, 0.01}, {4.0, 0.01}}) {
    const auto draw = mechanism(stable(epsilon, delta, 1));
    CHECK_FALSE(check_replace(8, 4, epsilon, draw).within(delta));
  }
}

TEST_CASE("pure cut choice is epsilon-DP for every outcome, under add-remove and under replace") {
  for (const double epsilon : {0.5, 1.0, 3.0}) {
    for (const std::int64_t offset : {0, 1, 2, 4}) {
      for (const Neighbors neighbors : {Neighbors::add_remove, Neighbors::replace}) {
        const auto parameters =
            with_offset(calibrate_pure_cut_choice({3, {epsilon, 0}, neighbors, 0.1}), offset);
        if (neighbors == Neighbors::add_remove) {
          const auto report = check_add_remove(8, 0, 5, epsilon, mechanism(parameters));
          CHECK(report.within(0));
          CHECK(report.within_each_outcome());
        } else {
          const auto report = check_replace(8, 4, epsilon, mechanism(parameters));
          CHECK(report.within(0));
          CHECK(report.within_each_outcome());
        }
      }
    }
  }
}

TEST_CASE(
    "controls: pure cut choice over occurring prefixes only, and at full rate under replace") {
  // If only occurring prefixes are candidates, a record brings candidates that were impossible before.
  auto occurring = calibrate_pure_cut_choice({3, {3, 0}, Neighbors::add_remove, 0.1});
  occurring.every_prefix = false;
  occurring.least_records = 1;
  CHECK_FALSE(check_add_remove(8, 1, 4, 3, mechanism(occurring)).within(0));
  const auto full =
      with_offset(calibrate_pure_cut_choice({3, {3, 0}, Neighbors::add_remove, 0.1}), 1);
  CHECK_FALSE(check_replace(8, 4, 3, mechanism(full)).within(0));
}

TEST_CASE("cut choice of a public number of records is (epsilon, delta)-DP and always answers") {
  for (const auto& [epsilon, delta] : {std::pair{8.0, 0.3}, {12.0, 0.1}}) {
    const auto parameters =
        calibrate_cut_choice_of_public_size({3, {epsilon, delta}, Neighbors::replace, 0.3});
    const std::size_t least = parameters.least_records;
    REQUIRE(least <= 5);
    for (std::size_t size = least; size <= 5; ++size) {
      CHECK(check_replace(8, size, epsilon, mechanism(parameters)).within(delta));
    }
    // Every law sums to 1, and no outcome is an abstention.
    const auto law =
        enumerate([&](Randomness& r) { return mechanism(parameters)(Database(least, 3), r); });
    CHECK(law.of(-1) == 0);
    CHECK_THROWS_WITH(draw_cut_choice(KeyArray(3, {1}), kAll, parameters,
                                      *std::make_unique<EnumeratingRandomness>()),
                      "size must be at least " + std::to_string(least) +
                          " records, which is what privacy without \"nothing\" needs, got 1");
  }
}

TEST_CASE("control: a draw that cannot abstain, on fewer records than privacy needs, is rejected") {
  auto parameters = calibrate_cut_choice_of_public_size({3, {8, 0.05}, Neighbors::replace, 0.3});
  parameters.least_records = 1;
  CHECK_FALSE(check_replace(8, 1, 8, mechanism(parameters)).within(0.05));
}

TEST_CASE("least n of cut choice at (1, 1e-6, 0.05) and (0.1, 1e-9, 0.01), 64 to 2^20 bits") {
  constexpr std::uint32_t kBits[] = {64, 1024, 8192, 1u << 20};
  constexpr std::uint64_t kMin[] = {35, 43, 50, 65};
  constexpr std::uint64_t kSmallLoss[] = {457, 541, 603, 749};
  constexpr std::uint64_t kPure[] = {61, 732, 5705, 726854};
  constexpr std::uint64_t kReplace[] = {69, 85, 98, 130};
  constexpr std::uint64_t kPublicSize[] = {59, 76, 92, 121};
  for (std::size_t i = 0; i < 4; ++i) {
    const std::uint32_t bits = kBits[i];
    INFO(bits << " bits");
    CHECK(calibrate_cut_choice({bits, {1, 1e-6}, Neighbors::add_remove, 0.05}).least_records ==
          kMin[i]);
    CHECK(calibrate_cut_choice({bits, {0.1, 1e-9}, Neighbors::add_remove, 0.01}).least_records ==
          kSmallLoss[i]);
    CHECK(calibrate_pure_cut_choice({bits, {1, 0}, Neighbors::add_remove, 0.05}).least_records ==
          kPure[i]);
    CHECK(calibrate_cut_choice({bits, {1, 1e-6}, Neighbors::replace, 0.05}).least_records ==
          kReplace[i]);
    CHECK(calibrate_cut_choice_of_public_size({bits, {1, 1e-6}, Neighbors::replace, 0.05})
              .least_records == kPublicSize[i]);
  }
}

TEST_CASE("at the least n cut choice is interior in at least 95 of 100 runs on every kind of data",
          "[statistics]") {
  // At a success rate of at least 0.95, fewer than 172 successes in 200 runs have probability at most 1e-6.
  SeededBits source(31);
  ExactRandomness randomness(source);
  SeededBits data_source(32);
  BitPool pool(data_source);
  REQUIRE(binomial_at_most(200, 0.95L, 171) < 1e-6L);
  for (const std::uint32_t bits : {64u, 1024u}) {
    const auto parameters = {
        calibrate_cut_choice({bits, {1, 1e-6}, Neighbors::add_remove, 0.05}),
        calibrate_pure_cut_choice({bits, {1, 0}, Neighbors::add_remove, 0.05}),
        calibrate_cut_choice({bits, {1, 1e-6}, Neighbors::replace, 0.05}),
        calibrate_cut_choice_of_public_size({bits, {1, 1e-6}, Neighbors::replace, 0.05})};
    for (const CutChoiceParameters& form : parameters) {
      for (const DataKind kind : kDataKinds) {
        INFO(name_of(kind) << ", " << bits << " bits, n = " << form.least_records);
        const int interior =
            interior_draws(200, kind, form.least_records, bits, pool, [&](const KeyArray& keys) {
              return draw_cut_choice(keys, WideInterval::all(bits), form, randomness);
            });
        CHECK(interior >= 172);
      }
    }
  }
}

/// The probability that a draw from `records` equal records of 62 bits returns another key.
double other_keys(std::size_t records, const CutChoiceParameters& parameters) {
  const std::uint64_t key = (std::uint64_t(1) << 61) - 1;
  const KeyArray keys(62, std::vector<std::uint64_t>(records, key));
  const auto law = enumerate([&](Randomness& randomness) {
    return number(draw_cut_choice(keys, WideInterval::all(62), parameters, randomness));
  });
  long double mass = 0;
  for (const auto& [outcome, probability] : law.mass) {
    if (outcome != -1 && outcome != static_cast<std::int64_t>(key)) mass += probability;
  }
  return static_cast<double>(mass);
}

TEST_CASE("with abstain, cut choice of a few records returns nothing instead of an outside key") {
  CutChoiceRequest request{62, {1, 1e-6}, Neighbors::add_remove, 0.05};
  const auto eager = calibrate_cut_choice(request);
  CHECK(other_keys(15, eager) > 0.25);
  request.abstain = true;
  const auto careful = calibrate_cut_choice(request);
  CHECK(careful.least_records >= eager.least_records);
  CHECK(careful.least_records <= eager.least_records + 6);
  // At a large delta or a small beta, accuracy needs a heavier bottom than privacy. With privacy's bottom,
  // draws from up to 200 keys lay outside with probability 0.27 at the first of these losses.
  for (const Loss& loss : {Loss{0.01, 0.005}, {0.1, 0.02}, {1, 1e-6}, {4, 0.1}, {4, 0.9}}) {
    for (const double beta : {0.05, 1e-7}) {
      const auto parameters = calibrate_cut_choice({62, loss, Neighbors::add_remove, beta, true});
      const auto step = static_cast<std::size_t>(std::ceil(0.5 / loss.epsilon));
      for (std::size_t records = 1; records <= 20 * step; records += step) {
        INFO(records << " records, epsilon " << loss.epsilon << ", beta " << beta);
        CHECK(other_keys(records, parameters) <= beta);
      }
    }
  }
}

TEST_CASE("cut choice of no data abstains, or if pure returns a key, and names bad parameters") {
  SeededBits source(34);
  ExactRandomness randomness(source);
  const auto parameters = calibrate_cut_choice({100, {1, 1e-6}, Neighbors::add_remove, 0.05});
  CHECK_FALSE(
      draw_cut_choice(KeyArray(100), WideInterval::all(100), parameters, randomness).has_value());
  const auto pure = calibrate_pure_cut_choice({100, {1, 0}, Neighbors::add_remove, 0.05});
  CHECK(draw_cut_choice(KeyArray(100), WideInterval::all(100), pure, randomness).has_value());
  CHECK_THROWS_WITH(calibrate_cut_choice({0, {1, 1e-6}, Neighbors::add_remove, 0.05}),
                    "bits must be a whole number from 1 to 67108864, got 0");
  CHECK_THROWS_WITH(calibrate_cut_choice({64, {1, 0}, Neighbors::add_remove, 0.05}),
                    "delta must be a number above 0 and below 1, got 0");
  CHECK_THROWS_WITH(calibrate_pure_cut_choice({64, {1, 1e-6}, Neighbors::add_remove, 0.05}),
                    "delta must be 0, got 1e-06");
  CHECK_THROWS_WITH(
      calibrate_cut_choice_of_public_size({64, {1, 1e-6}, Neighbors::add_remove, 0.05}),
      "neighbors must be replace, under which the number of records is public, got add-remove");
}

}  // namespace
}  // namespace logstar::testing::cut_choice_test
