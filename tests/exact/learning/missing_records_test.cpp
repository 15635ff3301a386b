// Records with missing parts. Missing records do not count. So under replace, where the number of rows is
// public, one record may change to none. The exact laws of the learners over all such neighbours.
#include <catch2/catch.hpp>

#include "labelled_databases.hpp"
#include "logstar/learning/point.hpp"
#include "logstar/learning/public_rules.hpp"
#include "logstar/learning/rectangle_outermost.hpp"
#include "logstar/learning/rule_choice.hpp"
#include "logstar/learning/threshold.hpp"
#include "logstar/learning/threshold_cut_calibration.hpp"

namespace logstar::testing::missing_records_test {
namespace {

/// Keys 0..3 with labels: records 0..7; record 8 misses something.
constexpr std::uint32_t kBits = 2;
constexpr std::size_t kMissing = 8;
const WideInterval kAll = WideInterval::all(kBits);
constexpr Neighbors kReplace = Neighbors::replace;

/// A mechanism for the records that count.
template <typename Mechanism>
PrivacyReport check_missing(double epsilon, const Mechanism& mechanism) {
  const auto of_those_that_count = [&](const Database& database, Randomness& randomness) {
    Database counting;
    for (const std::size_t record : database) {
      if (record != kMissing) counting.push_back(record);
    }
    return mechanism(counting, randomness);
  };
  return check_replace(kMissing + 1, 3, epsilon, of_those_that_count);
}

TEST_CASE("replace covers a record that becomes incomplete: thresholds") {
  for (const auto& [epsilon, delta] : {std::pair{0.5, 0.05}, {2.0, 0.3}}) {
    const auto exponential = calibrate_threshold_exponential(epsilon, kReplace);
    CHECK(check_missing(epsilon, [&](const Database& database, Randomness& randomness) {
            return number(learn_threshold_exponential(labelled(kBits, database), kAll, exponential,
                                                      randomness));
          }).within(0));
    const auto cut = calibrate_threshold_cut(kBits, {epsilon, delta}, kReplace, 0.3);
    CHECK(check_missing(epsilon, [&](const Database& database, Randomness& randomness) {
            return number(learn_threshold_cut(labelled(kBits, database), kAll, cut, randomness));
          }).within(delta));
    auto scales = calibrate_threshold_rec_concave(4, {epsilon, delta}, kReplace, 0.3);
    scales.margin = 2;
    CHECK(check_missing(epsilon, [&](const Database& database, Randomness& randomness) {
            return number(
                learn_threshold_rec_concave(labelled(kBits, database), kAll, scales, randomness));
          }).within(delta));
    const auto interior = calibrate_threshold_reduction(InteriorAlgorithm::cut, kBits,
                                                        {epsilon, delta}, kReplace, 0.3);
    CHECK(check_missing(epsilon, [&](const Database& database, Randomness& randomness) {
            return number(
                learn_threshold_reduction(labelled(kBits, database), kAll, interior, randomness));
          }).within(delta));
  }
}

TEST_CASE("replace covers a record that becomes incomplete: items") {
  for (const auto algorithm : {PointAlgorithm::stable_choice, PointAlgorithm::gap_test}) {
    const auto parameters = calibrate_point(algorithm, {2, 0.1}, kReplace, 0.2);
    CHECK(check_missing(2, [&](const Database& database, Randomness& randomness) {
            std::vector<std::int64_t> ones;
            std::vector<std::size_t> items;
            for (std::size_t item = 0; item < 4; ++item) {
              const auto count = std::count(database.begin(), database.end(), 2 * item + 1);
              if (count == 0) continue;
              ones.push_back(count);
              items.push_back(item);
            }
            const auto found = learn_point(ones, parameters, randomness);
            return found ? items[*found] : std::size_t(9);
          }).within(0.1));
  }
}

TEST_CASE("replace covers a record that becomes incomplete: boxes") {
  const std::vector<RectangleAxis> line{{kBits, kAll}};
  // Padding makes up for fewer records than the draws need, so that an answer always exists.
  const auto outermost = calibrate_rectangle_outermost(line, {8, 0.3}, kReplace, 0.3);
  CHECK(check_missing(8, [&](const Database& database, Randomness& randomness) {
          const auto sides = rectangle_sides_outermost({labelled(kBits, database).ones}, line,
                                                       outermost, randomness);
          std::vector<std::uint64_t> found;
          for (const auto& side : sides) found.push_back(side ? side->front() : 9);
          return found;
        }).within(0.3));
}

TEST_CASE("replace covers a record that becomes incomplete: public rules") {
  for (const double epsilon : {0.5, 2.0}) {
    const double draw = calibrate_rule_choice(Protects::records, epsilon, kReplace);
    CHECK(check_missing(epsilon, [&](const Database& database, Randomness& randomness) {
            return number(learn_public_threshold(KeyArray(kBits, {0, 1, 2, 3}),
                                                 labelled(kBits, database), draw, randomness)
                              .rule);
          }).within(0));
  }
}

/// Labels 0, 1 and 2 for missing, in base 3.
std::vector<unsigned> labels_of(unsigned number, std::size_t n) {
  std::vector<unsigned> labels;
  for (std::size_t i = 0; i < n; ++i, number /= 3) labels.push_back(number % 3);
  return labels;
}

TEST_CASE("label privacy covers a label that becomes missing: all values build") {
  const std::vector<std::uint64_t> values{2, 0, 3, 3};
  for (const double epsilon : {0.5, 2.0}) {
    const double draw = calibrate_rule_choice(Protects::labels, epsilon, kReplace);
    const auto law = [&](unsigned number_of_labels) {
      return enumerate([&](Randomness& randomness) {
        const auto labels = labels_of(number_of_labels, values.size());
        LabelledKeys judges{KeyArray(kBits), KeyArray(kBits)};
        for (std::size_t i = 0; i < values.size(); ++i) {
          const WideKey key{values[i]};
          if (labels[i] < 2) (labels[i] == 1 ? judges.ones : judges.zeros).append(key);
        }
        return number(
            learn_public_threshold(KeyArray(kBits, values), judges, draw, randomness).rule);
      });
    };
    PrivacyCheck check(epsilon, "one label changed, or missing", "all labels of 4 records");
    for (unsigned labels = 0; labels < 81; ++labels) {
      for (unsigned place = 1; place < 81; place *= 3) {
        const unsigned here = labels / place % 3;
        for (unsigned other = 0; other < here; ++other) {
          check.pair(law(labels), law(labels - (here - other) * place));
        }
      }
    }
    CHECK(check.report().within(0));
  }
}

TEST_CASE(
    "control: the number of complete records is private, even if the number of rows is public") {
  const auto size = [](const Database& database, Randomness&) { return database.size(); };
  CHECK(check_replace(kMissing, 3, 1, size).within(0));
  CHECK_FALSE(check_missing(1, size).within(0.5));
}

}  // namespace
}  // namespace logstar::testing::missing_records_test
