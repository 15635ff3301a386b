// The table of docs/guarantees/users.md: the rank error of the median of users with 1 to 10,000 rows. It
// compares rows that share their user's weight with a limited number of rows per user, chosen at random.
// Markdown on standard output.
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdio>
#include <functional>
#include <utility>
#include <vector>

#include "logstar/domain/reals.hpp"
#include "logstar/interior_point/user_rank_release.hpp"
#include "logstar/randomness/exact_randomness.hpp"
#include "seeded_bits.hpp"

namespace logstar::tables {
namespace {

constexpr std::uint32_t kUsers = 20'000;
constexpr double kMaxRows = 10'000;
constexpr int kRuns = 100;

/// Rows user by user: user u has keys[starts[u]] up to keys[starts[u + 1]].
struct Table {
  std::vector<std::size_t> starts = {0};
  std::vector<std::uint64_t> keys;
};

double uniform(BitPool& bits) { return (static_cast<double>(bits.word() >> 11) + 0.5) * 0x1p-53; }

double normal(BitPool& bits) {
  const double radius = std::sqrt(-2 * std::log(uniform(bits)));
  return radius * std::cos(6.283185307179586 * uniform(bits));
}

/// At least m rows with probability 1/m. A value is log-normal, half of its variance the user's; with
/// `by_activity` the user's middle value is the number of rows to that power.
Table table_of(double by_activity, BitPool& bits) {
  Table table;
  std::vector<std::uint64_t> words;
  for (std::uint32_t user = 0; user < kUsers; ++user) {
    const double rows = std::floor(std::min(1 / uniform(bits), kMaxRows));
    const double middle = 3 + by_activity * std::log(rows) + 0.7 * normal(bits);
    for (double row = 0; row < rows; ++row) {
      words.push_back(std::bit_cast<std::uint64_t>(std::exp(middle + 0.7 * normal(bits))));
    }
    table.starts.push_back(words.size());
  }
  RealDomain().encode_in_place(words, Outside::clamp);
  table.keys = std::move(words);
  return table;
}

/// The share of the table at or below each key: of users, who spread one weight over their rows, or of rows.
class Shares {
 public:
  Shares(const Table& table, bool of_users) {
    for (std::size_t user = 0; user + 1 < table.starts.size(); ++user) {
      const std::size_t first = table.starts[user];
      const std::size_t end = table.starts[user + 1];
      const double weight = of_users ? 1 / static_cast<double>(end - first) : 1;
      for (std::size_t row = first; row < end; ++row) rows_.emplace_back(table.keys[row], weight);
    }
    std::sort(rows_.begin(), rows_.end());
    double before = 0;
    for (auto& [key, weight] : rows_) weight = before += weight;
    for (auto& [key, share] : rows_) share /= before;
  }

  /// The distance from 50% of the share at or below this key, in percent.
  double miss(std::uint64_t key) const {
    const auto above = std::upper_bound(rows_.begin(), rows_.end(), std::pair(key, 2.0));
    const double share = above == rows_.begin() ? 0 : std::prev(above)->second;
    return 100 * std::fabs(share - 0.5);
  }

 private:
  std::vector<std::pair<std::uint64_t, double>> rows_;
};

/// One private median.
using Median = std::function<std::uint64_t(const Table&, Randomness&, BitPool&)>;

Median spread_median(double epsilon) {
  UserRankTask task;
  task.quantile = QuantileFraction{1, 2};
  task.loss.epsilon = epsilon;
  return [task, plan = UserRankRelease::plan(task)](const Table& table, Randomness& randomness,
                                                    BitPool&) {
    UserRows rows{{}, {}, KeyArray(64, table.keys)};
    for (std::uint32_t user = 0; user < kUsers; ++user) {
      rows.users.insert(rows.users.end(), table.starts[user + 1] - table.starts[user], user);
    }
    return UserRankRelease::draw(task, plan, std::move(rows), randomness)[0].value->front();
  };
}

/// A user moves the depth of a key by the number of kept rows: epsilon over that number for each.
Median clipped_median(double epsilon, std::size_t most) {
  const auto parameters =
      calibrate_exponential_median(epsilon / static_cast<double>(most), Neighbors::add_remove);
  return [=](const Table& table, Randomness& randomness, BitPool& bits) {
    std::vector<std::uint64_t> kept;
    std::vector<std::uint64_t> own;
    for (std::uint32_t user = 0; user < kUsers; ++user) {
      const auto begin = table.keys.begin();
      own.assign(begin + static_cast<std::ptrdiff_t>(table.starts[user]),
                 begin + static_cast<std::ptrdiff_t>(table.starts[user + 1]));
      for (std::size_t i = 0; i < std::min(own.size(), most); ++i) {
        if (own.size() > most) {
          std::swap(own[i], own[i + static_cast<std::size_t>(bits.below(own.size() - i))]);
        }
        kept.push_back(own[i]);
      }
    }
    return draw_exponential_rank(std::move(kept), RealDomain().keys(), parameters, randomness);
  };
}

struct Misses {
  double of_users;
  double of_rows;
};

/// The miss that 95 of 100 runs do not exceed.
Misses misses(const Median& median, const Table& table, const Shares& users, const Shares& rows) {
  testing::SeededBits source(21);
  BitPool bits(source);
  testing::SeededBits coins(22);
  ExactRandomness randomness(coins);
  std::vector<double> of_users;
  std::vector<double> of_rows;
  for (int run = 0; run < kRuns; ++run) {
    const std::uint64_t key = median(table, randomness, bits);
    of_users.push_back(users.miss(key));
    of_rows.push_back(rows.miss(key));
  }
  std::sort(of_users.begin(), of_users.end());
  std::sort(of_rows.begin(), of_rows.end());
  return {of_users[kRuns * 95 / 100], of_rows[kRuns * 95 / 100]};
}

void rows_of(const char* name, double by_activity) {
  testing::SeededBits source(20);
  BitPool bits(source);
  const Table table = table_of(by_activity, bits);
  const Shares users(table, true);
  const Shares rows(table, false);
  for (const double epsilon : {1.0, 0.1, 0.01}) {
    std::vector<Misses> all = {misses(spread_median(epsilon), table, users, rows)};
    for (const std::size_t most : {1u, 5u, 20u}) {
      all.push_back(misses(clipped_median(epsilon, most), table, users, rows));
    }
    for (const bool of_users : {true, false}) {
      std::printf("| %s | %s | %g |", name, of_users ? "users" : "rows", epsilon);
      for (const Misses& one : all) std::printf(" %.3f |", of_users ? one.of_users : one.of_rows);
      std::printf("\n");
    }
  }
}

}  // namespace
}  // namespace logstar::tables

int main() {
  using namespace logstar::tables;
  std::printf(
      "| values | median of | epsilon | weights | 1 row | 5 rows | 20 rows |\n"
      "|---|---|---:|---:|---:|---:|---:|\n");
  rows_of("unlike activity", 0);
  rows_of("with activity", 0.2);
}
