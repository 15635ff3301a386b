// Several quantiles by recursion from an engine: the law equals that of the recursion with all rows, and it is
// private.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "databases.hpp"
#include "engine_table.hpp"
#include "logstar/windows/user_ranks_windows.hpp"
#include "user_tables.hpp"

namespace logstar::testing::quantiles_same_law_test {
namespace {

using Numbers = std::vector<std::int64_t>;
using Quantiles = std::vector<QuantileFraction>;

const Quantiles kTwo = {{1, 3}, {3, 4}};
const Quantiles kQuartiles = {{1, 4}, {1, 2}, {3, 4}};

/// A query on small tables, and the answers that the engine defers.
struct Asking {
  std::uint32_t bits = 1;
  Quantiles quantiles = kTwo;
  unsigned tie_bits = 1;
  bool abstain = false;
  std::uint32_t groups = 1;
  Neighbors neighbors = Neighbors::add_remove;
  double epsilon = 4;
  Fetch fetch = Fetch::halves;
  bool says_rows = true;  ///< false: of single keys only
  std::uint32_t ahead = 1;
  BaseMeasure measure = {};
};

constexpr std::uint32_t kWhole = 4;  // of which a user of three rows has 1, 1 and 2

UserRanksTask task_of(const Asking& asking) {
  UserRanksTask task;
  task.each.bits = asking.bits;
  task.each.domain = WideInterval::all(asking.bits);
  task.each.quantile = asking.quantiles.front();
  task.each.loss = {asking.epsilon, 0};
  task.each.neighbors = asking.neighbors;
  task.each.confidence = 0.5;
  task.each.list = asking.groups > 1 ? GroupList::declared : GroupList::none;
  task.each.groups = asking.groups;
  task.each.abstain = asking.abstain;
  task.each.user_weight = kWhole;
  task.each.measure = asking.measure;
  task.quantiles = asking.quantiles;
  task.several = SeveralRanks::recursion;
  return task;
}

/// 16 bits would be too many to enumerate.
UserRanks::Plan plan_of(const Asking& asking) {
  UserRanks::Plan plan = UserRanksWindows::plan(task_of(asking));
  plan.recursion->draws.tie_bits = asking.tie_bits;
  return plan;
}

Numbers numbers_of(const UserRanks::Answer& answers) {
  Numbers numbers;
  for (const auto& [group, values] : answers) {
    for (const auto& value : values) {
      numbers.push_back(value ? static_cast<std::int64_t>(value->front()) : -1);
    }
  }
  return numbers;
}

/// The answers of an engine that cuts its windows here, and the number of extra round trips.
struct Conversed {
  UserRanks::Answer answers;
  std::size_t trips = 0;
};

Conversed converse(const Asking& asking, const UserRanks::Plan& plan,
                   const std::vector<KeyRows>& tables, const std::vector<std::uint64_t>& cuts,
                   Randomness& randomness) {
  const auto conversation =
      UserRanksWindows::draw(task_of(asking), plan, {asking.ahead}, randomness);
  std::vector<KeyWeights> weights;
  for (const KeyRows& table : tables) weights.push_back(weights_of(table));
  const std::uint64_t last = (std::uint64_t(1) << asking.bits) - 1;
  REQUIRE(conversation->open({windows_between(weights, last, cuts)}));
  Conversed found;
  for (; !conversation->wanted().empty(); ++found.trips) {
    std::vector<std::vector<ToldRegion>> contents;
    for (const auto& [quantile, place, cut] : conversation->wanted()) {
      auto& told = contents.emplace_back();
      for (const Region& one : contents_of(weights[place], cut.region, asking.fetch)) {
        const bool rows = cut.region.is_key() || asking.says_rows;
        told.push_back(rows ? with_rows(tables[place], {one})[0] : ToldRegion{one});
      }
    }
    REQUIRE(conversation->provide(contents));
  }
  found.answers = conversation->answers();
  return found;
}

long double difference(const Law<Numbers>& one, const Law<Numbers>& other) {
  long double most = 0;
  for (const auto& [answer, p] : one.mass) most = std::max(most, std::fabs(p - other.of(answer)));
  for (const auto& [answer, p] : other.mass) most = std::max(most, std::fabs(p - one.of(answer)));
  return most;
}

struct Compared {
  long double most_apart = 0;
  std::size_t trips = 0;
};

/// Compares all tables of up to `users` users of up to `rows` rows with the base.
Compared compare(const Asking& asking, std::size_t rows, std::size_t users, const UserBase& base,
                 const std::vector<std::uint64_t>& cuts) {
  const auto keys =
      asking.bits == 1 ? std::vector<std::uint64_t>{0, 1} : std::vector<std::uint64_t>{0, 1, 3};
  const UserPlaces places{asking.bits, keys, asking.groups};
  const auto kinds = users_of_rows(places.count(), rows);
  const UserRanksTask task = task_of(asking);
  const UserRanks::Plan plan = plan_of(asking);
  Compared found;
  for (std::size_t count = 0; count <= users; ++count) {
    for_each_multiset(kinds.size(), count, [&](const std::vector<std::size_t>& database) {
      const UserRows table = user_rows(places, kinds, database, base);
      const auto law = enumerate([&](Randomness& randomness) {
        return numbers_of(UserRanks::draw(task, plan, table, randomness));
      });
      const auto tables = key_rows(table, asking.groups, kWhole);
      const auto windowed = enumerate([&](Randomness& randomness) {
        const Conversed one = converse(asking, plan, tables, cuts, randomness);
        found.trips += one.trips;
        return numbers_of(one.answers);
      });
      found.most_apart = std::max(found.most_apart, difference(law, windowed));
    });
  }
  return found;
}

constexpr long double kRounding = 1e-12L;

TEST_CASE("quantiles by recursion from an engine have the law of all rows: keys without bits") {
  Asking asking{2};
  asking.tie_bits = 0;
  for (const Quantiles& quantiles : {kTwo, kQuartiles}) {
    for (const bool abstain : {false, true}) {
      asking.quantiles = quantiles;
      asking.abstain = abstain;
      for (const auto& cuts : std::vector<std::vector<std::uint64_t>>{{}, {1}, {1, 2}}) {
        const auto found = compare(asking, 2, 1, {1, 0, 1}, cuts);
        INFO(quantiles.size() << " quantiles, " << cuts.size() << " cuts");
        CHECK(found.most_apart < kRounding);
        CHECK(found.trips > 20);
      }
    }
  }
}

TEST_CASE("quantiles by recursion from an engine have the law of all rows: a bit for each row") {
  for (const bool abstain : {false, true}) {
    for (const bool says_rows : {true, false}) {
      Asking asking;
      asking.abstain = abstain;
      asking.says_rows = says_rows;
      const auto found = compare(asking, 3, 1, {1}, {});
      INFO((abstain ? "abstain" : "answers always") << (says_rows ? "" : ", rows asked for"));
      CHECK(found.most_apart < kRounding);
      CHECK(found.trips > 20);
    }
  }
  Asking quartiles;
  quartiles.quantiles = kQuartiles;
  quartiles.ahead = 2;
  const auto found = compare(quartiles, 2, 1, {1}, {1});
  CHECK(found.most_apart < kRounding);
  CHECK(found.trips > 20);
}

TEST_CASE(
    "quantiles by recursion from an engine have the law of all rows: unequal weights of keys") {
  for (const unsigned tie_bits : {0u, 1u}) {
    Asking asking{tie_bits == 0 ? 2u : 1u};
    asking.tie_bits = tie_bits;
    const KeyInterval all{0, (std::uint64_t(1) << asking.bits) - 1};
    asking.measure = BaseMeasure(all, {{all, 1}, {{1, all.highest}, 5}, {{1, 1}, 2}});
    const auto found = compare(asking, 2, 1, {1}, {});
    INFO(tie_bits << " bits");
    CHECK(found.most_apart < kRounding);
    CHECK(found.trips > 5);
  }
}

TEST_CASE("quantiles by recursion of listed groups from an engine have the law of all rows") {
  Asking asking;
  asking.groups = 2;
  asking.tie_bits = 0;
  const auto found = compare(asking, 3, 1, {1}, {});
  CHECK(found.most_apart < kRounding);
  CHECK(found.trips > 20);
}

TEST_CASE("control: rows of a key reported as one row change the law") {
  const Asking asking;
  const auto plan = plan_of(asking);
  const UserRows rows{{0, 1, 2}, {}, KeyArray(1, {1, 1, 0})};
  const auto law = [&](const std::vector<KeyRows>& tables) {
    return enumerate([&](Randomness& randomness) {
      return numbers_of(converse(asking, plan, tables, {}, randomness).answers);
    });
  };
  auto tables = key_rows(rows, 1, kWhole);
  const auto right = law(tables);
  tables[0][1] = {{2 * kWhole, 1}};
  CHECK(difference(right, law(tables)) > 0.01L);
}

/// Windows that end at weights of rows: before each key that begins another user's weight.
std::vector<std::uint64_t> cuts_by_weight(const KeyRows& table) {
  std::vector<std::uint64_t> cuts;
  std::uint64_t weight = 0;
  for (const auto& [key, of_key] : weights_of(table)) {
    if (weight > kWhole && cuts.empty()) cuts.push_back(key);
    weight += of_key;
  }
  return cuts;
}

TEST_CASE("quantiles by recursion from windows that depend on the rows are epsilon-DP for users") {
  for (const Neighbors neighbors : {Neighbors::add_remove, Neighbors::replace}) {
    for (const unsigned tie_bits : {0u, 1u}) {
      Asking asking{tie_bits == 0 ? 2u : 1u};
      asking.tie_bits = tie_bits;
      asking.neighbors = neighbors;
      asking.epsilon = 2;
      const auto plan = plan_of(asking);
      const UserPlaces places{asking.bits, tie_bits == 0 ? std::vector<std::uint64_t>{0, 1, 3}
                                                         : std::vector<std::uint64_t>{0, 1}};
      const auto kinds = users_of_rows(places.count(), 2, neighbors);
      const auto mechanism = [&](const std::vector<std::size_t>& database, Randomness& randomness) {
        const auto tables = key_rows(user_rows(places, kinds, database, {1}), 1, kWhole);
        const auto cuts = cuts_by_weight(tables[0]);
        return numbers_of(converse(asking, plan, tables, cuts, randomness).answers);
      };
      const auto report = neighbors == Neighbors::replace
                              ? check_replace(kinds.size(), 1, asking.epsilon, mechanism)
                              : check_add_remove(kinds.size(), 0, 1, asking.epsilon, mechanism);
      INFO(name_of(neighbors) << ", " << tie_bits << " bits");
      CHECK(report.within_each_outcome());
      CHECK(report.pairs > 2);
    }
  }
}

// Controls: three keys with wide gaps, where an added user costs most, and wrongly formed parts.

constexpr std::uint64_t kGap = std::uint64_t(1) << 57;
const std::vector<std::uint64_t> kKeys = {kGap, 2 * kGap + 1, 3 * kGap + 2};
constexpr double kEpsilon = 8;
constexpr unsigned kBits = 2;

/// All points of a long run are equivalent, as each key has rows: the middle one represents them.
class MiddleOfLongRun final : public PassingRandomness {
 public:
  using PassingRandomness::PassingRandomness;
  Natural uniform_below(const Natural& n) override {
    return n > (1 << kBits) ? n >> 1 : PassingRandomness::uniform_below(n);
  }
};

enum class PartMistake { none, fresh_bits, both_sides };

/// Users at each key with bits 0 or 3, and perhaps one more at a key with drawn bits. These bits separate all
/// runs of points without rows, except long ones.
struct WideTable {
  std::vector<std::pair<std::uint64_t, std::uint64_t>> users;
  std::optional<std::size_t> more;
};

/// Quartiles of such a table, from an engine that reports tie bits with the rows of each part.
class MistakenRecursion {
 public:
  MistakenRecursion(WideTable table, PartMistake mistake)
      : table_(std::move(table)), mistake_(mistake) {}

  Numbers operator()(Randomness& randomness) {
    draw_bits(randomness);
    const Natural end = Natural(4 * kGap + 3) << kBits;
    const Natural middle = draw({0, end}, randomness);
    if (mistake_ == PartMistake::fresh_bits) draw_bits(randomness);
    const Natural lower = draw({0, middle, false, true}, randomness);
    if (mistake_ == PartMistake::fresh_bits) draw_bits(randomness);
    const Natural upper = draw({middle, end, true, false}, randomness);
    return {place_of(lower), place_of(middle), place_of(upper)};
  }

 private:
  struct Part {
    Natural lowest;
    Natural highest;
    bool from_released = false;
    bool to_released = false;
  };

  /// Ten times the number of keys below it, and at a key its bits and 1 more.
  static std::int64_t place_of(const Natural& point) {
    const auto key = static_cast<std::uint64_t>(point >> kBits);
    const auto at = std::lower_bound(kKeys.begin(), kKeys.end(), key);
    const bool is_at_key = at != kKeys.end() && *at == key;
    const Natural bits = is_at_key ? point - (Natural(key) << kBits) + 1 : Natural(0);
    return 10 * (at - kKeys.begin()) + static_cast<std::int64_t>(bits);
  }

  void draw_bits(Randomness& randomness) {
    if (table_.more) bits_ = randomness.uniform_below(std::uint64_t(1) << kBits);
  }

  RegionWindow rows_of(const Part& part) const {
    std::map<Natural, std::uint64_t> points;
    const auto add = [&](std::size_t place, std::uint64_t bits, std::uint64_t users) {
      const Natural point = (Natural(kKeys[place]) << kBits) + bits;
      const bool keeps = mistake_ == PartMistake::both_sides;
      const bool is_at_end = (part.from_released && point == part.lowest) ||
                             (part.to_released && point == part.highest);
      if (point < part.lowest || point > part.highest || (is_at_end && !keeps)) return;
      points[point] += users;
    };
    for (std::size_t place = 0; place < kKeys.size(); ++place) {
      add(place, 0, table_.users[place].first);
      add(place, (1 << kBits) - 1, table_.users[place].second);
    }
    if (table_.more) add(*table_.more, bits_, 1);
    std::vector<Region> regions;
    for (const auto& [point, weight] : points) regions.push_back({point, point, weight});
    return RegionWindow(std::move(regions));
  }

  Natural draw(const Part& part, Randomness& randomness) const {
    RankCandidates candidates{part.lowest, part.highest, kBits, RankScore::Kind::quantile};
    candidates.rate = kEpsilon / 4;  // two levels; a median's score moves by one
    TiedDraw draw({rows_of(part), {}}, candidates, 1);
    draw.advance(randomness);
    return *draw.answer();
  }

  WideTable table_;
  PartMistake mistake_;
  std::uint64_t bits_ = 0;
};

/// Found by search, with one more user at the first key.
PrivacyReport report_of(PartMistake mistake) {
  PrivacyCheck check(kEpsilon, "add-remove", "a user more beside three keys with wide gaps");
  const auto law = [&](std::optional<std::size_t> more) {
    return enumerate([&](Randomness& randomness) {
      MiddleOfLongRun middle(randomness);
      return MistakenRecursion({{{1, 6}, {4, 8}, {12, 4}}, more}, mistake)(middle);
    });
  };
  check.pair(law({}), law(0));
  return check.report();
}

TEST_CASE("controls: bits redrawn for each part, and rows on both sides of a point, are rejected") {
  const auto right = report_of(PartMistake::none);
  CHECK(right.within_each_outcome());
  CHECK(right.largest_log_ratio > 7);
  for (const PartMistake mistake : {PartMistake::fresh_bits, PartMistake::both_sides}) {
    const auto found = report_of(mistake);
    CHECK_FALSE(found.within_each_outcome());
    CHECK(found.largest_log_ratio > 9);
  }
}

}  // namespace
}  // namespace logstar::testing::quantiles_same_law_test
