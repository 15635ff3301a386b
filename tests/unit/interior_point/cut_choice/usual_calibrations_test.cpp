#include "logstar/interior_point/cut_choice/usual_calibrations.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <vector>

#include "logstar/interior_point/cut_choice/two_rates_calibration.hpp"
#include "logstar/interior_point/quantiles_release.hpp"
#include "logstar/interior_point/rank_release.hpp"
#include "usual_quantiles.hpp"

namespace logstar::testing::usual_calibrations_test {
namespace {

CutTask task_of(const PrecomputedSize& usual) {
  CutTask task;
  task.bits = usual.bits;
  task.rate = usual.rate;
  task.beta = usual.beta;
  task.log_rival = usual.log_rival;
  task.rival_is_drawn = usual.rival_is_drawn;
  return task;
}

bool has_entry(const UsualTwoRates& x) {
  return usual_two_rates_for(x.tau, x.bits, x.loss, x.beta).has_value();
}

TEST_CASE("every precomputed number of records equals its search", "[statistics]") {
  REQUIRE(usual_sizes().size() > 100);
  for (const PrecomputedSize& usual : usual_sizes()) {
    const CutTask task = task_of(usual);
    CAPTURE(task.rate, task.beta, task.log_rival);
    const CutSize found = search_for_cut_records(task);
    CHECK(found.records == usual.records);
    CHECK(found.offset == usual.offset);
    const CutSize taken = least_cut_records(task);
    CHECK(taken.records == found.records);
    CHECK(taken.offset == found.offset);
  }
}

TEST_CASE("every precomputed quantile at two rates equals its search", "[statistics]") {
  REQUIRE(usual_two_rates().size() > 50);
  for (const UsualTwoRates& usual : usual_two_rates()) {
    const auto& [epsilon, delta] = usual.loss;
    CAPTURE(usual.tau.numerator, usual.tau.denominator, epsilon, delta, usual.beta);
    const auto found = search_for_two_rates(usual.tau, usual.bits, usual.loss, usual.beta);
    const auto taken = delta > 0
                           ? calibrate_two_rates(usual.tau, usual.bits, usual.loss, usual.beta)
                           : calibrate_pure_two_rates(usual.tau, usual.bits, epsilon, usual.beta);
    CHECK(taken.loss.epsilon == epsilon);
    CHECK(taken.loss.delta == delta);
    CHECK(taken.tau.numerator == usual.tau.numerator);
    CHECK(taken.tau.denominator == usual.tau.denominator);
    CHECK(taken.unit == found.unit);
    CHECK(taken.per_weight == found.per_weight);
    CHECK(taken.most_fall == found.most_fall);
    CHECK(taken.per_part_before == found.per_part_before);
    CHECK(taken.per_part_after == found.per_part_after);
    CHECK(taken.base == found.base);
    CHECK(taken.margin == found.margin);
    CHECK(taken.padding == found.padding);
    REQUIRE(taken.uniform_score.has_value() == found.uniform_score.has_value());
    if (!taken.uniform_score) continue;
    CHECK(taken.uniform_score->whole == found.uniform_score->whole);
    CHECK(taken.uniform_score->fraction == found.uniform_score->fraction);
  }
}

/// The number of calibrations in a plan beyond those of the table and of earlier tests.
template <typename Release>
std::size_t searched_for(const typename Release::Task& task) {
  const auto sizes_before = remembered_cut_sizes();
  const auto rates_before = remembered_two_rates();
  Release::plan(task);
  std::size_t missing = 0;
  for (const PrecomputedSize& asked : remembered_cut_sizes()) {
    const auto is_same = [&](const PrecomputedSize& x) {
      return x.bits == asked.bits && x.rival_is_drawn == asked.rival_is_drawn &&
             x.rate == asked.rate && x.beta == asked.beta && x.log_rival == asked.log_rival;
    };
    missing += !usual_size(task_of(asked)) &&
               std::none_of(sizes_before.begin(), sizes_before.end(), is_same);
  }
  for (const UsualTwoRates& asked : remembered_two_rates()) {
    const auto is_same = [&](const UsualTwoRates& x) {
      return x.tau.numerator == asked.tau.numerator && x.tau.denominator == asked.tau.denominator &&
             x.bits == asked.bits && x.loss.epsilon == asked.loss.epsilon &&
             x.loss.delta == asked.loss.delta && x.beta == asked.beta;
    };
    missing += !has_entry(asked) && std::none_of(rates_before.begin(), rates_before.end(), is_same);
  }
  return missing;
}

TEST_CASE("planning usual medians and quantiles takes all calibrations from the table") {
  for (const RankTask& task : usual_medians()) {
    CAPTURE(task.loss.epsilon, task.loss.delta);
    CHECK(searched_for<RankRelease>(task) == 0);
  }
  for (const QuantilesTask& task : usual_quantiles()) {
    CAPTURE(task.taus.size(), task.loss.epsilon, task.loss.delta, task.choice);
    CHECK(searched_for<QuantilesRelease>(task) == 0);
  }
  QuantilesTask other = usual_quantiles().back();
  other.loss.epsilon = 1.234;
  CHECK(searched_for<QuantilesRelease>(other) > 0);
  RankTask third = usual_medians().back();
  third.quantile = {1, 3};
  CHECK(searched_for<RankRelease>(third) > 0);
}

TEST_CASE("the table answers for exactly its parameters") {
  const PrecomputedSize& size = usual_sizes().front();
  const CutTask task = task_of(size);
  REQUIRE(usual_size(task));
  std::vector<CutTask> others(6, task);
  others[0].bits += 1;
  others[1].rate = std::nextafter(task.rate, 1);
  others[2].beta = std::nextafter(task.beta, 1);
  others[3].log_rival = std::nextafter(task.log_rival, 0);
  others[4].rival_is_drawn = !task.rival_is_drawn;
  others[5].most_offset = size.offset;
  for (const CutTask& other : others) CHECK(!usual_size(other));

  const UsualTwoRates& usual = usual_two_rates().front();
  REQUIRE(has_entry(usual));
  std::vector<UsualTwoRates> changed(6, usual);
  changed[0].tau.numerator += 1;
  changed[1].tau.denominator += 97;
  changed[2].bits += 1;
  changed[3].loss.epsilon = std::nextafter(usual.loss.epsilon, 1);
  changed[4].loss.delta = std::nextafter(usual.loss.delta, 1);
  changed[5].beta = std::nextafter(usual.beta, 1);
  for (const UsualTwoRates& other : changed) CHECK(!has_entry(other));
}

}  // namespace
}  // namespace logstar::testing::usual_calibrations_test
