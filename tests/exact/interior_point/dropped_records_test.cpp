// Several quantiles by slices under replace, where a record may also drop out or return. The outcome is
// everything published: the list, the noisy size and the mechanism that answered.
#include <catch2/catch.hpp>
#include <string>

#include "logstar/interior_point/several_quantiles/sliced_quantiles.hpp"
#include "small_slices.hpp"

namespace logstar::testing::dropped_records_test {
namespace {

/// The rows of values other than `dropped`.
Database kept(Database rows, std::size_t dropped) {
  std::erase(rows, dropped);
  return rows;
}

/// Checks all pairs of `rows` rows over 0..values-1 and a value that drops.
template <typename Mechanism>
PrivacyReport check_dropping(std::size_t values, std::size_t rows, double epsilon,
                             const Mechanism& mechanism) {
  return check_replace(values + 1, rows, epsilon, [&](const Database& database, Randomness& bits) {
    return mechanism(kept(database, values), bits);
  });
}

/// Slices for half of the loss, and another mechanism that answers its query with odds e^`other`.
template <typename Check>
void with_slices_for(const Loss& asked, const Check& check) {
  const Loss each = loss_for_group({asked.epsilon, asked.delta / 2}, 2);
  const auto noise = truncated_noise(each.epsilon / 2, 1, each.delta);
  const double inner = each.epsilon / 2;
  const std::int64_t least = 2 * (1 + noise.most + 1);
  check(small_slices({{1, 4}, {3, 4}}, noise, 1, inner, 0, least), inner);
}

TEST_CASE(
    "noisy slices for replace keep their loss where rows drop, with another mechanism at what "
    "noise leaves") {
  const Loss asked{4, 0.3};
  with_slices_for(asked, [&](const NoisySlicesParameters& p, double inner) {
    const double left = asked.epsilon - p.noise.epsilon;
    for (const std::int64_t rows : {p.least_size - 2, p.least_size, p.least_size + 2}) {
      CHECK(check_dropping(2, static_cast<std::size_t>(rows), asked.epsilon,
                           slices_asking(p, contains(1), inner, left))
                .within(asked.delta));
    }
  });
}

TEST_CASE("control: another mechanism at all of epsilon is rejected under replace if rows drop") {
  const Loss asked{4, 1e-3};
  with_slices_for(asked, [&](const NoisySlicesParameters& p, double inner) {
    const auto rows = static_cast<std::size_t>(p.least_size);
    const auto whole = slices_asking(p, contains(1), inner, asked.epsilon);
    CHECK(check_replace(2, rows, asked.epsilon, whole).within(asked.delta));
    CHECK_FALSE(check_dropping(2, rows, asked.epsilon, whole).within(asked.delta));
    const auto left = slices_asking(p, contains(1), inner, asked.epsilon - p.noise.epsilon);
    CHECK(check_dropping(2, rows, asked.epsilon, left).within(asked.delta));
  });
}

struct Example {
  QuantilesTask task;
  const char* draws;  ///< of the other mechanism
  Database rows;      ///< a record of value 0 or of the highest value drops
  std::size_t dropped;
};

Database rows_of(std::initializer_list<std::pair<std::size_t, std::size_t>> counts) {
  Database rows;
  for (const auto& [count, value] : counts) rows.insert(rows.end(), count, value);
  return rows;
}

QuantilesTask task_of(std::vector<QuantileFraction> taus, std::uint64_t highest, const Loss& loss,
                      double confidence) {
  return {std::move(taus),    {0, highest}, loss,
          Neighbors::replace, confidence,   QuantilesAlgorithm::slices};
}

/// Rows around the ranks of both quantiles, near the size from which slices are drawn. One row less moves both
/// draws by nearly the most possible.
std::vector<Example> examples() {
  return {{task_of({{1, 4}, {3, 4}}, 60, {4, 1e-6}, 0.5), "pure-window",
           rows_of({{31, 0}, {52, 30}, {22, 60}}), 0},
          {task_of({{9, 10}, {19, 20}}, 27, {6, 1e-6}, 0.5), "exponential",
           rows_of({{557, 0}, {2, 1}, {29, 14}, {2, 15}, {31, 27}}), 27}};
}

/// Delta at the task's epsilon, for everything published.
long double delta_of(const SlicedQuantiles& plan, const Example& example) {
  const auto law = [&](const Database& rows) {
    return enumerate([&](Randomness& randomness) {
      return released(draw_sliced_points(plan, {rows.begin(), rows.end()}, randomness));
    });
  };
  Database fewer = example.rows;
  fewer.erase(std::find(fewer.begin(), fewer.end(), example.dropped));
  const Apart found = apart(law(example.rows), law(fewer), example.task.loss.epsilon);
  return std::max(found.delta, found.reverse_delta);
}

TEST_CASE(
    "quantiles by slices under replace keep their loss if a row drops, with another mechanism of "
    "each kind") {
  for (const Example& example : examples()) {
    const auto plan = calibrate_sliced_quantiles(example.task);
    REQUIRE(plan);
    CAPTURE(example.draws);
    CHECK(delta_of(*plan, example) <= example.task.loss.delta);
  }
}

TEST_CASE(
    "control: quantiles by slices whose other mechanism spends all of epsilon are rejected if a "
    "row drops") {
  for (const Example& example : examples()) {
    auto plan = calibrate_sliced_quantiles(example.task);
    REQUIRE(plan);
    QuantilesTask whole = example.task;
    whole.algorithm = QuantilesAlgorithm::separate;
    whole.loss.delta /= 2;
    whole.confidence = 1 - (1 - whole.confidence) / 2;
    plan->fallback = calibrate_plain_quantiles(whole);
    CHECK(std::string(name_of_draws(std::get<SeparateQuantiles>(plan->fallback))) == example.draws);
    CHECK(delta_of(*plan, example) > 20 * example.task.loss.delta);
  }
}

TEST_CASE("quantiles by slices under replace keep their loss on all small data if rows drop") {
  for (const QuantilesTask& task : {task_of({{1, 4}, {3, 4}}, 1, {8, 0.3}, 0.1),
                                    task_of({{1, 10}, {9, 10}}, 1, {8, 0.3}, 0.5)}) {
    const auto plan = calibrate_sliced_quantiles(task);
    REQUIRE(plan);
    for (const std::int64_t rows : {plan->slices.least_size, plan->slices.least_size + 2}) {
      CHECK(check_dropping(2, static_cast<std::size_t>(rows), task.loss.epsilon,
                           [&](const Database& database, Randomness& randomness) {
                             return released(draw_sliced_points(
                                 *plan, {database.begin(), database.end()}, randomness));
                           })
                .within(task.loss.delta));
    }
  }
}

}  // namespace
}  // namespace logstar::testing::dropped_records_test
