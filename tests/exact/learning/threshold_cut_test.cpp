// The learner of thresholds by cut choice: its exact law over all small labelled databases, at calibrated
// parameters and at parameters for few records, with controls.
#include "logstar/learning/threshold_cut.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <map>

#include "labelled_databases.hpp"
#include "logstar/learning/threshold_cut_calibration.hpp"

namespace logstar::testing::threshold_cut_test {
namespace {

/// Keys 0..3 with labels: records 0..7. Places 0..7; a record of key x is at place 2 x + 1.
constexpr std::uint32_t kBits = 2;
constexpr std::size_t kRecords = 8;
const WideInterval kAll = WideInterval::all(kBits);
/// A record lies below one prefix of each length 2 and 3 without records before. The other prefixes contain the
/// ends of the domain.
constexpr double kNew = 2;

auto learner(const ThresholdCutParameters& parameters, const WideInterval& domain = kAll) {
  return [=](const Database& database, Randomness& randomness) {
    return number(learn_threshold_cut(labelled(kBits, database), domain, parameters, randomness));
  };
}

std::int64_t fewest_errors(const Database& database, unsigned bits = kBits) {
  std::int64_t fewest = errors_of(-1, database);
  for (std::int64_t last = 0; last < std::int64_t(1) << bits; ++last) {
    fewest = std::min(fewest, errors_of(last, database));
  }
  return fewest;
}

/// The weights of the definition, prefix by prefix, for keys of `bits` bits.
std::map<std::int64_t, long double> weights_of(const Database& database,
                                               const ThresholdCutParameters& p,
                                               unsigned bits = kBits) {
  std::map<std::int64_t, long double> weights;
  const std::int64_t fewest = fewest_errors(database, bits);
  for (unsigned length = 0; length <= bits + 1; ++length) {
    for (unsigned prefix = 0; prefix < 1U << length; ++prefix) {
      const unsigned below = bits + 1 - length;
      std::int64_t weight = 0;
      for (const unsigned end : {0U, (2U << bits) - 1}) {
        weight += end >> below == prefix ? p.copies : 0;
      }
      for (const std::size_t record : database) weight += (record / 2 * 2 + 1) >> below == prefix;
      if (weight == 0) continue;
      // The largest place below the left child, or the key.
      const unsigned place = below == 0 ? prefix : (2 * prefix + 1) * (1U << below) / 2 - 1;
      const std::int64_t last = (static_cast<std::int64_t>(place) + 1) / 2 - 1;
      const std::int64_t excess = errors_of(last, database) - fewest;
      const std::int64_t score =
          std::min(p.per_weight * (weight - 1), p.base + p.per_error * (p.excess - excess));
      weights[last] += std::exp(static_cast<long double>(p.unit) * score);
    }
  }
  return weights;
}

long double total_of(const Database& database, const ThresholdCutParameters& p,
                     unsigned bits = kBits) {
  long double total = 0;
  for (const auto& [last, weight] : weights_of(database, p, bits)) total += weight;
  return total;
}

/// The least total weight over all databases of up to `most` records.
long double least_total(unsigned bits, const ThresholdCutParameters& p, std::size_t most) {
  long double least = total_of({}, p, bits);
  for (std::size_t size = 1; size <= most; ++size) {
    for_each_multiset(std::size_t(2) << bits, size, [&](const Database& database) {
      least = std::min(least, total_of(database, p, bits));
    });
  }
  return least;
}

/// Rates of e_w = rise/8 and rho = fall/8.
ThresholdCutParameters parameters_of(std::int64_t rise, std::int64_t fall, std::int64_t base,
                                     std::int64_t excess, std::int64_t copies) {
  ThresholdCutParameters p;
  p.unit = 0.125;
  p.per_weight = rise;
  p.per_error = fall;
  p.base = base;
  p.excess = excess;
  p.copies = copies;
  return p;
}

/// Here a few records already feel the rates and ends.
const ThresholdCutParameters kTight = parameters_of(16, 16, 64, 1, 4);
const ThresholdCutParameters kSmall[] = {kTight, parameters_of(8, 8, 40, 2, 6),
                                         parameters_of(16, 8, 40, 1, 4),
                                         parameters_of(24, 24, 48, 2, 4)};

/// The share of K new candidates in the total weight, on the lightest database.
double delta_of(const ThresholdCutParameters& p, std::size_t most, double candidates) {
  return static_cast<double>(candidates / least_total(kBits, p, most));
}

/// The loss at the rates of the theorem, or at others.
double epsilon_of(const ThresholdCutParameters& p, double falls, double delta) {
  const double rise = p.unit * static_cast<double>(p.per_weight);
  const double rho = p.unit * static_cast<double>(p.per_error);
  return falls * rho + std::log(std::exp(rise) + delta);
}

/// Under replace: max(2 rho, e_w) for what falls.
double replace_epsilon_of(const ThresholdCutParameters& p, double delta) {
  const double both = 2 * static_cast<double>(p.per_error);
  const double falls = std::max(both, static_cast<double>(p.per_weight)) / both * 2;
  return epsilon_of(p, falls, delta);
}

TEST_CASE(
    "a threshold by cut choice is drawn with a weight that depends on its mass and its errors") {
  for (const ThresholdCutParameters& p : kSmall) {
    for (std::size_t size = 0; size <= 4; ++size) {
      for_each_multiset(kRecords, size, [&](const Database& database) {
        const auto law = enumerate([&](Randomness& r) { return learner(p)(database, r); });
        const auto weights = weights_of(database, p);
        const long double total = total_of(database, p);
        for (const auto& [last, weight] : weights) {
          REQUIRE(std::fabs(law.of(last) - weight / total) < 1e-12L);
        }
      });
    }
  }
}

TEST_CASE("the learner by cut choice is (epsilon, delta)-DP under add-remove and under replace") {
  for (const ThresholdCutParameters& p : kSmall) {
    const double delta = delta_of(p, 5, kNew);
    CHECK(delta < 0.01);
    CHECK(check_add_remove(kRecords, 0, 4, epsilon_of(p, 1, delta), learner(p)).within(delta));
    CHECK(check_replace(kRecords, 3, replace_epsilon_of(p, delta), learner(p)).within(delta));
  }
  for (const auto& [epsilon, delta] : {std::pair{0.5, 0.05}, {1.0, 0.2}, {4.0, 0.01}, {8.0, 0.3}}) {
    const auto add = calibrate_threshold_cut(kBits, {epsilon, delta}, Neighbors::add_remove, 0.3);
    CHECK(check_add_remove(kRecords, 0, 4, epsilon, learner(add)).within(delta));
    const auto replace = calibrate_threshold_cut(kBits, {epsilon, delta}, Neighbors::replace, 0.3);
    CHECK(check_replace(kRecords, 3, epsilon, learner(replace)).within(delta));
  }
  // A domain in the middle of the keys.
  const auto p = calibrate_threshold_cut(kBits, {4, 0.05}, Neighbors::add_remove, 0.3);
  const auto inside = [&](const Database& database, Randomness& randomness) {
    Database moved;
    for (const std::size_t record : database) moved.push_back(2 + record);
    return learner(p, {{1}, {2}})(moved, randomness);
  };
  CHECK(check_add_remove(4, 0, 5, 4, inside).within(0.05));
}

TEST_CASE("control: a learner by cut choice that charges the rise only is rejected") {
  const double delta = delta_of(kTight, 5, kNew);
  const double epsilon = epsilon_of(kTight, 0, delta);
  CHECK_FALSE(check_add_remove(kRecords, 0, 4, epsilon, learner(kTight)).within(delta));
}

TEST_CASE(
    "control: a learner by cut choice that charges errors once, though they count both ways") {
  const double delta = delta_of(kTight, 3, kNew);
  const double epsilon = epsilon_of(kTight, 1, delta);
  CHECK_FALSE(check_replace(kRecords, 3, epsilon, learner(kTight)).within(delta));
}

/// Keys of 4 bits and ends so light that a new record is visible, at any number of errors. A record of key 5
/// adds one candidate of each length from 2 to 5, each at two thresholds that the ends of the domain lack. The
/// proof counts the same number.
TEST_CASE("control: a learner by cut choice is rejected with K one less, and accepted with K") {
  constexpr std::uint32_t kWide = 4;
  const auto p = parameters_of(16, 1, 32, 0, 3);
  const auto run = [&](const Database& database, Randomness& randomness) {
    return number(
        learn_threshold_cut(labelled(kWide, database), WideInterval::all(kWide), p, randomness));
  };
  const auto claimed = [&](double candidates) {
    return static_cast<double>(candidates / least_total(kWide, p, 2));
  };
  const auto report_at = [&](double candidates) {
    return check_add_remove(32, 0, 2, epsilon_of(p, 1, claimed(candidates)), run);
  };
  CHECK(report_at(kWide).within(claimed(kWide)));
  CHECK_FALSE(report_at(kWide - 1).within(claimed(kWide - 1)));
}

TEST_CASE("a threshold keeps its promised errors with the promised probability on all small data") {
  // On every database, the exact law: the probability of more errors than promised is at most the allowed one,
  // whatever the labels.
  for (const Loss& loss : {Loss{3, 0.3}, {6, 0.05}, {12, 0.05}}) {
    for (const std::uint64_t tolerance : {0U, 1U, 2U}) {
      for (const Neighbors neighbors : {Neighbors::add_remove, Neighbors::replace}) {
        const auto p = calibrate_threshold_cut(kBits, loss, neighbors, 0.3, tolerance);
        std::size_t with_many = 0;
        for (std::size_t size = 0; size <= 6; ++size) {
          for_each_multiset(kRecords, size, [&](const Database& database) {
            const std::int64_t fewest = fewest_errors(database);
            if (fewest > static_cast<std::int64_t>(tolerance)) return;
            with_many += size > static_cast<std::size_t>(p.excess);
            long double bad = 0;
            const auto weights = weights_of(database, p);
            for (const auto& [last, weight] : weights) {
              if (errors_of(last, database) > fewest + p.excess) bad += weight;
            }
            REQUIRE(bad <= 0.3L * total_of(database, p));
            REQUIRE(total_of(database, p) * static_cast<long double>(loss.delta) >=
                    kNew * (1 - 1e-9L));
          });
        }
        if (loss.epsilon > 10) CHECK(with_many > 100);
      }
    }
  }
}

}  // namespace
}  // namespace logstar::testing::threshold_cut_test
