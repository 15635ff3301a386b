// Windows around ranks of users: their width, and the number of round trips.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "engine_table.hpp"
#include "logstar/randomness/exact_randomness.hpp"
#include "logstar/support/errors.hpp"
#include "logstar/windows/user_rank_windows.hpp"
#include "logstar/windows/window_shape.hpp"
#include "scripted_randomness.hpp"
#include "seeded_bits.hpp"
#include "windowed_tasks.hpp"

namespace logstar::testing::user_rank_windows_test {
namespace {

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

}  // namespace
}  // namespace logstar::testing::user_rank_windows_test
