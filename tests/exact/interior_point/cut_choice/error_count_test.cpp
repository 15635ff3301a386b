// Cut choice by a score that moves both ways, an error count: its law at half epsilon, and at full
// epsilon as a control.
#include <catch2/catch.hpp>

#include "databases.hpp"
#include "mistakes/cut_choice.hpp"

namespace logstar::testing::error_count_test {
namespace {

using Database = std::vector<std::size_t>;

/// Labelled records: value = 2 key + label, keys 0..3.
auto fewest_errors(const StableChoiceParameters& choice, std::int64_t m) {
  return [=](const Database& database, Randomness& randomness) {
    std::vector<LabelledKey> records;
    for (const std::size_t record : database) records.push_back({record / 2, record % 2 == 1});
    const auto last = cut_choice_by_errors(records, 2, choice, m, randomness);
    return last ? static_cast<std::int64_t>(last->front()) : std::int64_t(-1);
  };
}

TEST_CASE("cut choice by a score that moves both ways is private at half epsilon") {
  for (const auto& [epsilon, delta] : {std::pair{4.0, 0.05}, {1.0, 0.2}}) {
    const auto choice = calibrate_cut_choice_by_errors(2, {epsilon, delta}, Neighbors::replace);
    for (const std::int64_t m : {1, 2, 3}) {
      CHECK(check_add_remove(8, 0, 5, epsilon, fewest_errors(choice, m)).within(delta));
    }
  }
}

TEST_CASE("control: an error count drawn at full epsilon is rejected") {
  const auto choice = calibrate_cut_choice_by_errors(2, {4, 0.05}, Neighbors::add_remove);
  const auto report = check_add_remove(8, 0, 5, 4, fewest_errors(choice, 3));
  CHECK_FALSE(report.within(0.05));
  CHECK(report.worst_delta > 0.3);
}

}  // namespace
}  // namespace logstar::testing::error_count_test
