// Quantiles by recursion from windows that depend on the rows: epsilon-DP for users, with rejected mistakes.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "asked_quantiles.hpp"
#include "databases.hpp"
#include "engine_table.hpp"
#include "logstar/windows/user_ranks_windows.hpp"
#include "user_tables.hpp"

namespace logstar::testing::quantiles_same_law_test {
namespace {

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
