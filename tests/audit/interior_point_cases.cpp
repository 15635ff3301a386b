// Interior points of 64-bit numbers, by every algorithm: enough equal numbers to be found sometimes, and one
// more.
#include <bit>

#include "audit.hpp"
#include "logstar/interior_point/rank_draw.hpp"
#include "neighbors.hpp"

namespace logstar::testing {
namespace {

/// Near the upper end, so that a record at 0 makes nearly all of the domain interior.
constexpr std::uint64_t kKey = 0xf5a5'5a5a'1234'5678;

struct Data {
  std::size_t equal = 0;      ///< records at kKey
  std::size_t scattered = 0;  ///< evenly over the domain
};

/// One more record at kKey; a replaced record comes from 0.
KeyArray records(const Data& data, Neighbors neighbors, bool second) {
  KeyArray keys(64);
  keys.reserve(data.equal + data.scattered + 1);
  for (std::size_t i = 0; i < data.equal; ++i) keys.append(WideKey{kKey});
  for (std::size_t i = 0; i < data.scattered; ++i) {
    keys.append(WideKey{UINT64_MAX / data.scattered * i});
  }
  if (second) keys.append(WideKey{kKey});
  if (!second && neighbors == Neighbors::replace) keys.append(WideKey{0});
  return keys;
}

/// The number of leading bits that a result shares with kKey, or -1.
std::int64_t shared_bits(const std::optional<WideKey>& key) {
  return key ? std::countl_zero(key->front() ^ kKey) : -1;
}

AuditCase interior_case(InteriorAlgorithm algorithm, Neighbors neighbors, double epsilon,
                        const Data& data) {
  RankTask task;
  task.neighbors = neighbors;
  task.loss = {epsilon, algorithm == InteriorAlgorithm::exponential ? 0 : 1e-6};
  const RankDraw draw = calibrate_rank_draw(algorithm, task);
  require_neighbors(records(data, neighbors, false).words(), records(data, neighbors, true).words(),
                    neighbors);
  return {"interiorPoint", std::string(name_of(algorithm)), text_of(neighbors), task.loss,
          [=](bool second, Randomness& r) {
            return shared_bits(draw_rank(draw, task, records(data, neighbors, second), r));
          }};
}

}  // namespace

AuditCases interior_point_cases() {
  using enum InteriorAlgorithm;
  using enum Neighbors;
  // At epsilon 1 the loss of one part of a composed algorithm would not show.
  return {
      interior_case(exponential, add_remove, 1, {42, 0}),
      interior_case(exponential, replace, 1, {84, 0}),
      interior_case(cut, add_remove, 1, {16, 0}),
      interior_case(cut, replace, 1, {29, 0}),
      interior_case(rec_concave, add_remove, 2, {29, 0}),
      interior_case(rec_concave, replace, 2, {58, 0}),
      interior_case(tree_log, add_remove, 8, {24, 0}),
      interior_case(heavy_paths, add_remove, 8, {23, 250}),
      interior_case(tree_log_slices, add_remove, 8, {79, 0}),
      interior_case(tree_log, replace, 8, {31, 0}),
      interior_case(heavy_paths, replace, 8, {349, 0}),
      interior_case(tree_log_slices, replace, 8, {121, 0}),
  };
}

}  // namespace logstar::testing
