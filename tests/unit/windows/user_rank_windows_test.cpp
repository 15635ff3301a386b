// Windows as a session: its requests, its rejections, and its round trips.
#include "logstar/windows/user_rank_windows.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine_table.hpp"
#include "logstar/privacy/ledger.hpp"
#include "logstar/randomness/exact_randomness.hpp"
#include "logstar/support/errors.hpp"
#include "logstar/windows/window_shape.hpp"
#include "scripted_randomness.hpp"
#include "seeded_bits.hpp"

namespace logstar::testing {
namespace {

UserRankTask windowed(std::uint32_t bits, UserAlgorithm algorithm, double epsilon = 1) {
  UserRankTask task;
  task.bits = bits;
  task.domain = WideInterval::all(bits);
  task.algorithm = algorithm;
  task.loss = {epsilon, algorithm == UserAlgorithm::cut ? 1e-6 : 0};
  return task;
}

/// A group of users with a row each and sorted keys, cut into key ranges of a given weight around a rank, and
/// one at either end.
class SortedTable {
 public:
  explicit SortedTable(std::vector<std::uint64_t> keys, std::uint64_t whole = kUserWeight)
      : keys_(std::move(keys)), whole_(whole) {
    std::sort(keys_.begin(), keys_.end());
  }

  std::vector<Region> window(const WindowShape& shape) const {
    const auto n = static_cast<double>(keys_.size());
    const double centre = n * shape.centre.numerator / shape.centre.denominator;
    const double margin = static_cast<double>(shape.margin.value_or(0)) / double(whole_);
    const auto at = [&](double rank) { return static_cast<std::size_t>(std::clamp(rank, 0.0, n)); };
    const std::size_t from = shape.margin ? at(centre - margin) : 0;
    const std::size_t to = shape.margin ? at(centre + margin) + 1 : keys_.size();
    const std::size_t step =
        static_cast<std::size_t>(std::max<std::uint64_t>(1, shape.bin / whole_));
    std::vector<std::size_t> ends;
    for (std::size_t i = from; i < to; i += step) ends.push_back(i);
    ends.push_back(to);
    return regions(0, keys_.size(), ends);
  }

  /// The contents of a key range, cut into `count` parts.
  std::vector<Region> inside(const Region& region, std::size_t count) const {
    const std::size_t from = below(region.first);
    const std::size_t to = below(region.last + 1);
    std::vector<std::size_t> ends;
    for (std::size_t i = 1; i < count; ++i) ends.push_back(from + (to - from) * i / count);
    return regions(from, to, ends);
  }

  std::size_t below(const Natural& key) const {
    const auto found = std::partition_point(keys_.begin(), keys_.end(),
                                            [&](std::uint64_t k) { return Natural(k) < key; });
    return static_cast<std::size_t>(found - keys_.begin());
  }

 private:
  /// Rows from..to - 1, cut before these ranks; rows of one key stay together.
  std::vector<Region> regions(std::size_t from, std::size_t to,
                              std::vector<std::size_t> ends) const {
    ends.push_back(to);
    std::vector<Region> regions;
    for (std::size_t end : ends) {
      end = std::min(end, to);
      while (end < to && end > 0 && keys_[end] == keys_[end - 1]) ++end;
      if (end <= from) continue;
      regions.push_back({keys_[from], keys_[end - 1], (end - from) * whole_});
      from = end;
    }
    return regions;
  }

  std::vector<std::uint64_t> keys_;
  std::uint64_t whole_;
};

std::vector<std::uint64_t> scattered_keys(std::size_t count) {
  std::vector<std::uint64_t> keys;
  std::uint64_t key = 1;
  for (std::size_t i = 0; i < count; ++i) keys.push_back(key *= 0x9e3779b97f4a7c15);
  return keys;
}

/// The number of trips of a draw, with each region refined into `parts` regions.
std::size_t trips_of(const UserRankTask& task, const SortedTable& table, std::vector<Region> window,
                     std::uint32_t ahead, std::size_t parts, std::uint64_t seed) {
  SeededBits bits(seed);
  ExactRandomness randomness(bits);
  const auto conversation = UserRankWindows::draw(task, UserRankWindows::plan(task),
                                                  {{std::move(window)}, ahead}, randomness);
  std::size_t trips = 0;
  for (; !conversation->wanted().empty(); ++trips) {
    std::vector<std::vector<Region>> contents;
    for (const auto& wanted : conversation->wanted()) {
      contents.push_back(table.inside(wanted.region, parts));
    }
    conversation->provide(contents);
  }
  return trips;
}

TEST_CASE("with a sufficient window a rank of a hundred thousand users takes about one trip") {
  const SortedTable table(scattered_keys(100000));
  for (const std::optional<QuantileFraction> rank :
       {std::optional<QuantileFraction>(), {{1, 2}}, {{9, 10}}}) {
    auto task = windowed(64, UserAlgorithm::exponential, 0.01);
    task.quantile = rank;
    const auto window = table.window(window_shape(task, UserRankWindows::plan(task)));
    CHECK(window.size() > 400);
    CHECK(window.size() <= 700);
    const int least = static_cast<int>(static_cast<double>(window.front().weight) / kUserWeight);
    CHECK(least > 1000);  // each tail is one region
    std::size_t trips = 0;
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
      trips += trips_of(task, table, window, 4, 1000, seed);
    }
    CHECK(trips > 20);
    CHECK(trips <= 42);
  }
}

TEST_CASE("a draw works from one range of everything, by every algorithm") {
  const SortedTable table(scattered_keys(5000));
  const auto all = table.inside({0, ~std::uint64_t(0), 1}, 1);
  for (const UserAlgorithm algorithm : {UserAlgorithm::exponential, UserAlgorithm::cut}) {
    const auto task = windowed(64, algorithm);
    for (std::uint64_t seed = 0; seed < 5; ++seed) {
      const std::size_t trips = trips_of(task, table, all, 8, 32, seed);
      CHECK(trips >= 2);
      CHECK(trips <= 8);
    }
  }
}

TEST_CASE("a window is as wide as 78 users over epsilon at 64 bits, in bins of a quarter user") {
  const auto shape_of = [](std::optional<QuantileFraction> rank, UserAlgorithm algorithm) {
    auto task = windowed(64, algorithm);
    task.quantile = rank;
    return window_shape(task, UserRankWindows::plan(task));
  };
  const auto depth = shape_of(std::nullopt, UserAlgorithm::exponential);
  CHECK(static_cast<double>(*depth.margin) / kUserWeight == Approx(64 * M_LN2 + 48 * M_LN2));
  CHECK(depth.bin == kUserWeight / 4);
  // A quantile's score falls by b a rank, at a rate of e/(2 s).
  const auto quantile = shape_of(QuantileFraction{9, 10}, UserAlgorithm::exponential);
  CHECK(static_cast<double>(*quantile.margin) / kUserWeight == Approx(112 * M_LN2 * 18 / 10));
  CHECK(quantile.bin == Approx(kUserWeight * 18 / 40).margin(1));
  CHECK(quantile.centre.numerator == 9);
  CHECK(quantile.centre.denominator == 10);
  const auto cut = shape_of(std::nullopt, UserAlgorithm::cut);
  CHECK_FALSE(cut.margin);
  CHECK(cut.bin == kUserWeight / 4);
}

/// A session on keys 0..7 in two regions, the second of which is a single key.
std::unique_ptr<WindowSession> begun(Randomness& randomness, std::uint32_t ahead = 1) {
  auto task = windowed(3, UserAlgorithm::exponential);
  task.user_weight = 1;
  const UserRankWindows::Data data{{{{2, 5, 40}, {7, 7, 1}}}, ahead};
  return UserRankWindows::draw(task, UserRankWindows::plan(task), data, randomness);
}

TEST_CASE(
    "a window session requests the key range of a drawn candidate and continues once it has it") {
  // It draws the second run (gap 0..1 is the first): key 2, offset 1 of the region. It is rejected; the second
  // time there is no key range to request.
  ScriptedRandomness randomness({1, 1, 0, 4, 0});
  const auto conversation = begun(randomness);
  const RangeRequest wanted{0, {2, 5, 40}};
  REQUIRE(conversation->wanted() == std::vector{wanted});
  CHECK(conversation->answers().empty());
  CHECK(conversation->provide({{{2, 2, 39}, {4, 4, 1}}}));
  CHECK(conversation->wanted().empty());
  CHECK(randomness.finished());
  CHECK(conversation->answers() == std::vector<GroupAnswer>{{0, WideKey{5}}});
}

TEST_CASE("a session proposes candidates up to a fully known one, and judges them in order") {
  // Draws keys 3 and 2 of the region, then the key 7. Key 3 is rejected, key 2 is accepted.
  ScriptedRandomness randomness({1, 1, 1, 0, 3, 0, 0, 1});
  const auto conversation = begun(randomness, 4);
  CHECK(conversation->wanted().size() == 1);
  CHECK(conversation->provide({{{2, 2, 30}, {4, 4, 10}}}));
  CHECK(randomness.finished());
  CHECK(conversation->answers() == std::vector<GroupAnswer>{{0, WideKey{2}}});
}

TEST_CASE("contents of another table end a session without an answer") {
  ScriptedRandomness randomness({1, 1});
  const auto conversation = begun(randomness);
  CHECK_FALSE(conversation->provide({{{2, 2, 39}, {4, 4, 2}}}));
  CHECK(conversation->wanted().empty());
  CHECK(conversation->answers().empty());
}

TEST_CASE("contents outside the requested key range are rejected, and the request stays") {
  ScriptedRandomness randomness({1, 1});
  const auto conversation = begun(randomness);
  CHECK_THROWS_AS(conversation->provide({}), OutOfRange);
  CHECK_THROWS_AS(conversation->provide({{{2, 5, 40}}}), OutOfRange);
  CHECK_THROWS_AS(conversation->provide({{{2, 6, 40}}}), OutOfRange);
  CHECK_THROWS_AS(conversation->provide({{{4, 4, 1}, {2, 2, 39}}}), OutOfRange);
  CHECK(conversation->wanted().size() == 1);
  CHECK(conversation->provide({{{3, 3, 40}}}));
  CHECK(conversation->answers() == std::vector<GroupAnswer>{{0, WideKey{3}}});
}

TEST_CASE("windows reject ranges beyond the domain, and undeclared groups, before drawing") {
  ScriptedRandomness randomness({});  // throws on any draw
  auto task = windowed(3, UserAlgorithm::exponential);
  task.domain = {{1}, {6}};
  const auto plan = UserRankWindows::plan(task);
  const auto draw = [&](UserRankWindows::Data data) {
    return UserRankWindows::draw(task, plan, std::move(data), randomness);
  };
  CHECK_THROWS_AS(draw({{{{0, 3, 1}}}}), OutOfRange);
  CHECK_THROWS_AS(draw({{{{5, 7, 1}}}}), OutOfRange);
  CHECK_THROWS_AS(draw({{{{3, 2, 1}}}}), OutOfRange);
  CHECK_THROWS_AS(draw({{{{3, 3, 1}}, {}}}), OutOfRange);
  CHECK_THROWS_AS(draw({{{{3, 3, 1}}}, 0}), OutOfRange);
}

TEST_CASE("windows accept keys of any width, and cut choice keys of 1024 bits") {
  const Natural far = Natural(1) << 1000;
  for (const UserAlgorithm algorithm : {UserAlgorithm::exponential, UserAlgorithm::cut}) {
    auto task = windowed(1024, algorithm);
    task.user_weight = 1;
    SeededBits bits(5);
    ExactRandomness randomness(bits);
    const UserRankWindows::Data data{{{{far, far + 100, 3000}}}};
    const auto conversation =
        UserRankWindows::draw(task, UserRankWindows::plan(task), data, randomness);
    while (!conversation->wanted().empty()) {
      conversation->provide({{{far + 7, far + 7, 1000}, {far + 50, far + 50, 2000}}});
    }
    const Natural answer = natural_of(conversation->answers().front().value.value());
    CHECK(answer >= far + 7);
    CHECK(answer <= far + 50);
  }
}

TEST_CASE("windows plan, claim and draw like ranks of users") {
  for (const UserAlgorithm algorithm : {UserAlgorithm::exponential, UserAlgorithm::cut}) {
    const auto task = windowed(64, algorithm);
    const auto plan = UserRankWindows::plan(task);
    CHECK(to_text(UserRankWindows::claim(task, plan)) ==
          to_text(UserRankRelease::claim(task, UserRankRelease::plan(task))));
    Budget budget;
    budget.total = {1, 1e-5};
    Ledger ledger(budget);
    SeededBits bits(1);
    ExactRandomness randomness(bits);
    const auto released =
        release<UserRankWindows>(ledger, task, UserRankWindows::Data{}, randomness);
    CHECK(ledger.entries().front().asked == charge_of(UserRankWindows::claim(task, plan)));
    CHECK(released.answer->answers().size() == 1);
  }
}

TEST_CASE("cut choice from a window accepts keys of up to 1024 bits, and rates that noise has") {
  CHECK_NOTHROW(UserRankWindows::plan(windowed(1024, UserAlgorithm::cut)));
  CHECK_THROWS_AS(UserRankWindows::plan(windowed(1025, UserAlgorithm::cut)), OutOfRange);
  CHECK_NOTHROW(UserRankWindows::plan(windowed(1025, UserAlgorithm::exponential)));
  CHECK_NOTHROW(UserRankWindows::plan(windowed(64, UserAlgorithm::cut, 7e-7)));
  CHECK_THROWS_WITH(UserRankWindows::plan(windowed(64, UserAlgorithm::cut, 6e-7)),
                    Catch::Contains("epsilon"));
}

TEST_CASE("private groups return only groups with an answer, listed groups return all of them") {
  auto task = windowed(8, UserAlgorithm::cut);
  task.user_weight = 1;
  const std::vector<std::vector<Region>> groups = {{}, {{7, 7, 1000}}, {}};
  for (const GroupList list : {GroupList::occurring, GroupList::declared}) {
    task.list = list;
    task.groups = 4;
    SeededBits bits(3);
    ExactRandomness randomness(bits);
    const auto conversation =
        UserRankWindows::draw(task, UserRankWindows::plan(task), {groups}, randomness);
    const auto& answers = conversation->answers();
    CHECK(answers.size() == (list == GroupList::occurring ? 1 : 4));
    for (const auto& [group, value] : answers) CHECK(value.has_value() == (group == 1));
  }
}

}  // namespace
}  // namespace logstar::testing
