// Found bounds, and means and sums within them: exact laws over all small tables of users, and controls.
#include <catch2/catch.hpp>

#include "clipped_noise.hpp"
#include "logstar/counts/within_found_release.hpp"
#include "logstar/selection/laplace_count.hpp"
#include "mistakes/counts.hpp"
#include "small_users.hpp"

namespace logstar::testing::found_bounds_test {
namespace {

/// One exponent: three bins, of -1, 0 and 1.
constexpr ExponentBins kThree{0, 0};
const std::vector<std::int64_t> kValues = {code_of(-1), code_of(0), code_of(1)};

/// The confidence is so low that thresholds are a few units.
FoundBoundsTask task_of(double epsilon, std::uint32_t whole, Neighbors neighbors) {
  FoundBoundsTask task;
  task.epsilon = epsilon;
  task.user_weight = whole;
  task.neighbors = neighbors;
  task.confidence = 0.1;
  task.scale.bins = kThree;
  return task;
}

/// Enough noise to decide if a bin of weight up to `heaviest` passes.
std::int64_t noise_for(const FoundBounds::Plan& plan, std::int64_t heaviest) {
  return std::max(plan.threshold + 1, heaviest - plan.threshold + 1);
}

using Ends = std::pair<double, double>;
Ends ends_of(const std::optional<FoundRange>& range) {
  return range ? Ends(range->lowest, range->highest) : Ends(9, 9);
}

struct Tables {
  std::vector<SmallUser> everybody;
  std::vector<SmallUser> base = {};
  std::size_t users = 1;

  std::int64_t heaviest(std::uint32_t whole) const {
    return static_cast<std::int64_t>((users + base.size()) * whole);
  }
};

/// The release's own draw.
auto bounds(const FoundBoundsTask& task, const FoundBounds::Plan& plan, const Tables& tables) {
  return [=](const Users& chosen, Randomness& randomness) {
    ClippedNoise noise(randomness, noise_for(plan, tables.heaviest(task.user_weight)));
    return ends_of(
        FoundBounds::draw(task, plan, table_of(chosen, tables.everybody, tables.base), noise));
  };
}

template <typename Draw>
PrivacyReport report_of(const Tables& tables, double epsilon, Neighbors neighbors,
                        const Draw& draw) {
  const std::size_t users = tables.everybody.size();
  return neighbors == Neighbors::replace ? check_replace(users, tables.users, epsilon, draw)
                                         : check_add_remove(users, 0, tables.users, epsilon, draw);
}

struct Case {
  double epsilon;
  std::uint32_t whole;
  std::size_t rows;
  std::size_t users;
};
/// The rows of a user divide the user weight evenly, or leave a remainder.
const std::vector<Case> kCases = {{2, 2, 2, 2}, {3, 3, 2, 1}, {2, 2, 3, 1}};

TEST_CASE("found bounds are epsilon-DP for users with any rows, and use all of epsilon") {
  for (const auto& [epsilon, whole, rows, users] : kCases) {
    const auto task = task_of(epsilon, whole, Neighbors::add_remove);
    const auto plan = FoundBounds::plan(task);
    REQUIRE(plan.threshold >= whole);
    const Tables tables{small_users(1, kValues, rows), {}, users};
    const auto report = report_of(tables, epsilon, task.neighbors, bounds(task, plan, tables));
    CHECK(report.within(0));
    CHECK(report.largest_log_ratio == Approx(epsilon).epsilon(1e-9));
  }
}

/// Enough users that a bin passes about half of the time without the changing user.
Tables beside_heavy(std::int64_t value, const FoundBounds::Plan& plan, std::uint32_t whole) {
  Tables tables{small_users(1, kValues, 2)};
  const auto needed = static_cast<std::size_t>(plan.threshold + whole) / whole;
  tables.base.assign(needed, {{0, value}});
  return tables;
}

TEST_CASE(
    "found bounds are epsilon-DP for users who change all rows, and tight next to a heavy bin") {
  for (const auto& [epsilon, whole] : {std::pair{2.0, 1u}, std::pair{4.0, 2u}}) {
    const auto task = task_of(epsilon, whole, Neighbors::replace);
    const auto plan = FoundBounds::plan(task);
    const Tables alone{small_users(1, kValues, 2)};
    CHECK(report_of(alone, epsilon, task.neighbors, bounds(task, plan, alone)).within(0));
    for (const std::int64_t value : kValues) {
      const Tables heavy = beside_heavy(value, plan, whole);
      const auto report = report_of(heavy, epsilon, task.neighbors, bounds(task, plan, heavy));
      CHECK(report.within(0));
      CHECK(report.largest_log_ratio == Approx(epsilon).epsilon(1e-9));
    }
  }
}

TEST_CASE("controls: found bounds at 1.1 epsilon, and at full epsilon under replace") {
  const auto keeps = [](Neighbors neighbors, const FoundBounds::Plan& plan) {
    const auto task = task_of(2, 1, neighbors);
    const Tables heavy = beside_heavy(kValues[2], plan, 1);
    return report_of(heavy, 2, neighbors, bounds(task, plan, heavy)).within(0);
  };
  for (const Neighbors neighbors : {Neighbors::add_remove, Neighbors::replace}) {
    CHECK(keeps(neighbors, FoundBounds::plan(task_of(2, 1, neighbors))));
    CHECK_FALSE(keeps(neighbors, FoundBounds::plan(task_of(2.2, 1, neighbors))));
  }
  CHECK_FALSE(keeps(Neighbors::replace, FoundBounds::plan(task_of(2, 1, Neighbors::add_remove))));
}

/// Bounds by differently formed weights of bins.
template <typename Weights, typename NoisyWeight>
PrivacyReport mistaken(const Weights& weights_of, const NoisyWeight& noisy) {
  const auto task = task_of(2, 2, Neighbors::add_remove);
  const auto plan = FoundBounds::plan(task);
  const Tables tables{small_users(1, kValues, 2)};
  return report_of(tables, 2, task.neighbors, [&](const Users& chosen, Randomness& randomness) {
    ClippedNoise noise(randomness, noise_for(plan, 2 * tables.heaviest(task.user_weight)));
    const ValuedRows rows = table_of(chosen, tables.everybody);
    CountedRows in_bins{rows.rows.users, {}};
    for (const std::int64_t code : rows.values) {
      in_bins.groups.push_back(kThree.of(value_of_code(code)));
    }
    std::vector<std::int64_t> numbers;
    for (const std::uint64_t weight : weights_of(in_bins, task.user_weight)) {
      numbers.push_back(noisy(static_cast<std::int64_t>(weight), plan, noise));
    }
    return ends_of(range_above(numbers, plan.threshold, kThree));
  });
}

TEST_CASE("controls: bounds without noise on empty bins, or with a user's rows as a user each") {
  const auto spread = [](const CountedRows& rows, std::uint32_t whole) {
    EnumeratingRandomness none;  // spread rows need no draw
    return group_weights(rows, kThree.count(), {std::nullopt, whole}, none);
  };
  const auto by_rows = [](const CountedRows& rows, std::uint32_t whole) {
    return row_weights(rows, kThree.count(), whole);
  };
  const auto all = [](std::int64_t weight, const FoundBounds::Plan& plan, Randomness& noise) {
    return laplace_count(weight, plan.noise.rate, noise);
  };
  const auto occupied = [&](std::int64_t weight, const FoundBounds::Plan& plan, Randomness& noise) {
    return weight == 0 ? 0 : all(weight, plan, noise);
  };
  CHECK(mistaken(spread, all).within(0));
  CHECK_FALSE(mistaken(spread, occupied).within(0));
  CHECK_FALSE(mistaken(by_rows, all).within(0));
}

TEST_CASE("an empty bin passes with at most beta/10, and a heavy enough bin passes as promised") {
  for (const double confidence : {0.1, 0.6, 0.95}) {
    auto task = task_of(2, 2, Neighbors::add_remove);
    task.confidence = confidence;
    const auto plan = FoundBounds::plan(task);
    const long double beta = 1 - static_cast<long double>(confidence);
    const auto chance = [&](std::int64_t weight, auto is_meant) {
      return enumerate([&](Randomness& randomness) {
               ClippedNoise noise(randomness, noise_for(plan, weight));
               const auto heavy = static_cast<std::uint64_t>(weight);
               return is_meant(FoundBounds::draw_from_sums(task, plan, {heavy, 0, heavy}, noise));
             })
          .of(true);
    };
    const auto found = [](const auto& range) { return range.has_value(); };
    CHECK(chance(0, found) <= beta / 10);
    const auto whole = [](const auto& range) { return range == FoundRange{-2, 2}; };
    CHECK(chance(plan.passes_from, whole) >= 1 - 0.9L * beta);
    CHECK(chance(plan.passes_from - 1, whole) < 1 - 0.45L * beta);
  }
}

template <typename M>
auto task_within(double epsilon, Neighbors neighbors) {
  typename WithinFound<M>::Task task;
  task.epsilon = epsilon;
  task.neighbors = neighbors;
  task.confidence = 0.1;
  task.scale = {kThree, 1};
  return task;
}

std::vector<std::int64_t> numbers_of(const std::vector<std::int64_t>& answers) { return answers; }
std::vector<std::int64_t> numbers_of(const std::vector<NoisyEnds>& answers) {
  std::vector<std::int64_t> numbers;
  for (const NoisyEnds& ends : answers) numbers.insert(numbers.end(), {ends.high, ends.low});
  return numbers;
}

/// The release's own draw over tables of one user and the base, with numbers from `least` to `most`.
template <typename M>
auto within_found(const typename WithinFound<M>::Task& task,
                  const typename WithinFound<M>::Plan& plan, const Tables& tables,
                  std::uint32_t whole, std::int64_t least, std::int64_t most) {
  return [=](const Users& chosen, Randomness& randomness) {
    const std::int64_t clip =
        std::max(noise_for(plan.bounds, tables.heaviest(whole)), most - least + 2);
    ClippedNoise noise(randomness, clip);
    const auto answer =
        WithinFound<M>::draw(task, plan, table_of(chosen, tables.everybody, tables.base), noise);
    auto numbers = numbers_of(answer.answers);
    for (std::int64_t& number : numbers) number = in_window(number, least, most);
    return std::pair(ends_of(answer.range), numbers);
  };
}

/// The report on a release that claims the epsilon of `claimed` and draws by `drawn`.
template <typename M>
PrivacyReport report_within(const typename WithinFound<M>::Task& claimed,
                            const typename WithinFound<M>::Task& drawn, std::uint32_t whole,
                            std::int64_t least, std::int64_t most) {
  const auto plan = WithinFound<M>::plan(drawn);
  const Tables tables{small_users(1, kValues, 2)};
  return report_of(tables, claimed.epsilon, claimed.neighbors,
                   within_found<M>(drawn, plan, tables, whole, least, most));
}

/// The release uses all of epsilon, and fails at 1.2 of it; under replace an added user's rates apply.
template <typename M>
void check_within(const typename WithinFound<M>::Task& task, std::int64_t least,
                  std::int64_t most) {
  const auto report = report_within<M>(task, task, 2, least, most);
  CHECK(report.within(0));
  auto mistaken = task;
  if (task.neighbors == Neighbors::replace) {
    mistaken.neighbors = Neighbors::add_remove;
  } else {
    CHECK(report.largest_log_ratio == Approx(task.epsilon).epsilon(1e-9));
    mistaken.epsilon *= 1.2;
  }
  CHECK_FALSE(report_within<M>(task, mistaken, 2, least, most).within(0));
}

TEST_CASE("means and sums within found bounds are epsilon-DP together with the bounds") {
  for (const Neighbors neighbors : {Neighbors::add_remove, Neighbors::replace}) {
    auto mean = task_within<UserMean>(10, neighbors);
    mean.user_weight = 2;
    check_within<UserMean>(mean, 0, 2);
    auto sum = task_within<UserSum>(10, neighbors);
    sum.summed_whole = 2;
    check_within<UserSum>(sum, -2, 2);
  }
}

}  // namespace
}  // namespace logstar::testing::found_bounds_test
