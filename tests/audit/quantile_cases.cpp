// Quantiles of some hundred to a thousand records: below the wanted rank a short gap between two
// values, above it a long one, so that the quantile mostly falls into the long one.
#include <algorithm>

#include "audit.hpp"
#include "logstar/interior_point/quantiles_release.hpp"
#include "logstar/interior_point/rank_draw.hpp"
#include "neighbors.hpp"

namespace logstar::testing {
namespace {

constexpr std::uint64_t kValue = 1'000'000'000;
constexpr std::uint64_t kShort = 100'000;
constexpr std::uint64_t kLong = 400'000;

/// So many records at kValue, a short gap above it and a long one above that; the neighbour has one
/// more of the highest, replaced: in place of one of the lowest.
KeyArray two_gaps(std::size_t low, std::size_t middle, std::size_t high, Neighbors neighbors,
                  bool second) {
  const std::size_t goes = second && neighbors == Neighbors::replace ? 1 : 0;
  std::vector<std::uint64_t> keys(low - goes, kValue);
  keys.insert(keys.end(), middle, kValue + kShort);
  keys.insert(keys.end(), high + (second ? 1 : 0), kValue + kShort + kLong);
  return KeyArray(64, std::move(keys));
}

/// Whether nothing was found, or in which of the gaps or at which value it lies.
std::int64_t place(const std::optional<WideKey>& key) {
  if (!key) return -1;
  std::int64_t before = 0;
  for (const std::uint64_t value : {kValue, kValue + kShort, kValue + kShort + kLong}) {
    before += (key->front() >= value) + (key->front() > value);
  }
  return before;
}

/// Ten of a thousand records are equal, five on either side of the wanted rank.
AuditCase quantile_case(const std::string& mechanism, InteriorAlgorithm algorithm,
                        const QuantileFraction& tau, Neighbors neighbors) {
  RankTask task;
  task.quantile = tau;
  task.neighbors = neighbors;
  task.loss = {1, algorithm == InteriorAlgorithm::exponential ? 0 : 1e-6};
  const RankDraw draw = calibrate_rank_draw(algorithm, task);
  const std::size_t low = 1000 * tau.numerator / tau.denominator - 5;
  const auto keys = [=](bool second) { return two_gaps(low, 10, 990 - low, neighbors, second); };
  require_neighbors(keys(false).words(), keys(true).words(), neighbors);
  return {
      mechanism, std::string(name_of(algorithm)), text_of(neighbors), task.loss,
      [=](bool second, Randomness& r) { return place(draw_rank(draw, task, keys(second), r)); }};
}

/// An algorithm for interior points on its window of ranks around the median: of 45 for TreeLog, of
/// which the data fill 31 only, nearly all of them equal; the others' are filled with some values.
AuditCase window_case(InteriorAlgorithm algorithm, Neighbors neighbors, std::size_t low,
                      std::size_t middle, std::size_t high) {
  RankTask task;
  task.quantile = QuantileFraction{1, 2};
  task.neighbors = neighbors;
  task.loss = {8, 1e-6};
  const RankDraw draw = calibrate_rank_draw(algorithm, task);
  const auto keys = [=](bool second) { return two_gaps(low, middle, high, neighbors, second); };
  require_neighbors(keys(false).words(), keys(true).words(), neighbors);
  return {
      "quantile", std::string(name_of(algorithm)), text_of(neighbors), task.loss,
      [=](bool second, Randomness& r) { return place(draw_rank(draw, task, keys(second), r)); }};
}

/// Two gaps at the median and two at the upper quartile of four hundred records of 32 bits.
std::vector<std::uint64_t> four_gaps(Neighbors neighbors, bool second) {
  const std::size_t goes = second && neighbors == Neighbors::replace ? 1 : 0;
  std::vector<std::uint64_t> keys;
  const std::size_t counts[] = {195 - goes, 10, 90, 10, 95u + second};
  std::uint64_t value = kValue;
  for (int i = 0; i < 5; ++i) {
    keys.insert(keys.end(), counts[i], value);
    value += i % 2 == 0 ? kShort : kLong;
  }
  return keys;
}

/// The answer: where the median and the upper quartile lie.
AuditCase quantiles_case(QuantilesAlgorithm algorithm, const Loss& loss, Neighbors neighbors) {
  const QuantilesTask task{
      {{1, 4}, {1, 2}, {3, 4}}, {0, UINT32_MAX}, loss, neighbors, 0.95, algorithm};
  const auto plan = QuantilesRelease::plan(task);
  require_neighbors(four_gaps(neighbors, false), four_gaps(neighbors, true), neighbors);
  return {"quantiles", std::string(name_of(algorithm)), text_of(neighbors), loss,
          [=](bool second, Randomness& r) {
            std::int64_t seen = 0;
            const auto found = QuantilesRelease::draw(task, plan, four_gaps(neighbors, second), r);
            for (const std::size_t i : {1u, 2u}) {
              for (const std::uint64_t border : {std::uint64_t(0), kShort, kShort + 1}) {
                const std::uint64_t start = kValue + (i - 1) * (kShort + kLong);
                seen = seen * 2 + (found[i] >= start + border);
              }
            }
            return seen;
          }};
}

}  // namespace

AuditCases quantile_cases() {
  using enum InteriorAlgorithm;
  using enum Neighbors;
  AuditCases cases;
  for (const Neighbors neighbors : {add_remove, replace}) {
    cases.push_back(quantile_case("median", exponential, {1, 2}, neighbors));
    cases.push_back(quantile_case("quantile", exponential, {9, 10}, neighbors));
    cases.push_back(quantile_case("quantile", cut, {9, 10}, neighbors));
    cases.push_back(window_case(rec_concave, neighbors, 46, 15, 46));
    cases.push_back(window_case(tree_log, neighbors, 1, 0, 30));
    cases.push_back(window_case(heavy_paths, neighbors, 351, 0, 350));
    cases.push_back(window_case(tree_log_slices, neighbors, 47, 0, 142));
    cases.push_back(quantiles_case(QuantilesAlgorithm::recursion, {1, 0}, neighbors));
    cases.push_back(quantiles_case(QuantilesAlgorithm::separate, {1, 1e-6}, neighbors));
    cases.push_back(quantiles_case(QuantilesAlgorithm::slices, {8, 1e-6}, neighbors));
  }
  return cases;
}

}  // namespace logstar::testing
