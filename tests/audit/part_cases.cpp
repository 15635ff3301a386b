// Parts of mechanisms with their own claims.
#include "audit.hpp"
#include "logstar/interior_point/rec_concave/rec_concave.hpp"
#include "logstar/interior_point/tree/cumulative_tree_log.hpp"
#include "logstar/interior_point/tree/heavy_path_steps.hpp"
#include "logstar/interior_point/tree/tree_log_steps.hpp"
#include "neighbors.hpp"

namespace logstar::testing {
namespace {

/// The given number of records of each key.
KeyArray counted_keys(std::uint32_t bits,
                      const std::vector<std::pair<std::uint64_t, std::size_t>>& counts) {
  std::vector<std::uint64_t> keys;
  for (const auto& [key, count] : counts) keys.insert(keys.end(), count, key);
  KeyArray sorted(bits, std::move(keys));
  sorted.sort();
  return sorted;
}

/// A quality with four good points in a row and, far away, a second best by the distance that the gap test
/// needs. The neighbour votes for the first of the four; a replaced record voted for the other three.
AuditCase any_quality_case(Neighbors neighbors) {
  RecConcaveRequest request;
  request.size = 1000;
  request.neighbors = neighbors;
  request.loss = {8, 1e-6};
  const auto kind = RecConcaveCalibration::balanced;
  const std::int64_t promise = rec_concave_least_promise(request, 0.05, kind);
  const auto parameters = calibrate_rec_concave(request, promise, 1, kind);
  const bool replace = neighbors == Neighbors::replace;
  const std::int64_t gap = parameters.levels.front().gap->threshold - (replace ? 2 : 1);
  return {"rec_concave (C++)", "part of quasiConcaveMax by rec-concave: any quality",
          text_of(neighbors), request.loss, [=](bool second, Randomness& r) {
            const std::int64_t good = promise + (replace && !second);
            const std::int64_t bad = good - 200;
            const Quality quality = {{500, bad}, {1, promise + second}, {3, good},
                                     {300, bad}, {1, good - gap},       {195, bad}};
            const auto found = rec_concave(quality, parameters, r);
            return found
                       ? static_cast<std::int64_t>(*found >= 500 && *found < 504) + (*found == 500)
                       : std::int64_t(-1);
          }};
}

/// All records at two keys; one record moves from the lower key to the upper.
AuditCase cumulative_case(std::size_t upper) {
  CumulativeTreeLogRequest request;
  request.bits = 10;
  request.loss = {8, 1e-6};
  const auto parameters = calibrate_cumulative_tree_log(request);
  return {"cumulative_tree_log (C++)", "part of quasiConcaveMax by cumulative-tree-log",
          "distance 1", request.loss, [=](bool second, Randomness& r) {
            const std::size_t high = upper + second;
            const auto found = cumulative_tree_log(
                counted_keys(10, {{0, parameters.records - high}, {500, high}}), parameters, r);
            return found ? static_cast<std::int64_t>(found->front() == 500) : std::int64_t(-1);
          }};
}

/// Two prefixes of equal weight, of which one loses two records and the other gains two.
AuditCase prefix_case(std::size_t weight) {
  const Loss loss{2, 1e-6};
  const auto choice = calibrate_moving_choice(loss, 2, 2 * weight + 2);
  return {"choose_prefix (C++)", "part of quasiConcaveMax by cumulative-tree-log", "distance 1",
          loss, [=](bool second, Randomness& r) {
            const auto keys = second ? counted_keys(4, {{3, 2}, {5, weight - 2}, {6, weight + 2}})
                                     : counted_keys(4, {{3, 1}, {5, weight}, {6, weight}, {8, 1}});
            const auto drawn = choose_prefix(keys, 3, choice, r);
            return drawn ? static_cast<std::int64_t>(keys[*drawn].front() >> 1) : std::int64_t(-1);
          }};
}

/// The path keeps the promise where it ends. Above that lies a node nearly as balanced as the threshold, whose
/// lighter child receives a record.
AuditCase heavy_round_case() {
  const Loss loss{1, 1e-6};
  const HeavyRound round = calibrate_heavy_round(loss.epsilon, loss.delta);
  const auto promise = static_cast<std::size_t>(round.promise);
  const auto lighter = static_cast<std::size_t>(round.threshold) - 1;
  return {"one_heavy_round (C++)", "part of tree-log-slices", "add-remove", loss,
          [=](bool second, Randomness& r) {
            const auto found = one_heavy_round(
                counted_keys(3, {{0, lighter + second}, {4, promise}, {7, promise + 1}}), round, r);
            return found ? static_cast<std::int64_t>(found->front()) : std::int64_t(-1);
          }};
}

}  // namespace

AuditCases part_cases() {
  return {any_quality_case(Neighbors::add_remove), any_quality_case(Neighbors::replace),
          cumulative_case(201), prefix_case(45), heavy_round_case()};
}

}  // namespace logstar::testing
