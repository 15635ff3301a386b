// Medians and quantiles of some hundred to some thousand numbers of 32 bits, by every algorithm.
#include <algorithm>
#include <string>

#include "audit.hpp"
#include "interior_point/quantiles.hpp"
#include "interior_point/quasi_concave_max.hpp"
#include "interior_point/rank_draw.hpp"
#include "interior_point/slices.hpp"

namespace logstar::testing {
namespace {

constexpr std::uint32_t kBits = 32;

/// n numbers in two clusters of equal size, and a record more in the upper one.
KeyArray clusters(std::size_t n, bool second) {
  KeyArray keys(kBits);
  keys.reserve(n + 1);
  for (std::size_t i = 0; i < n; ++i) {
    keys.append(WideKey{(i % 2 == 0 ? 1'000'000'000u : 3'000'000'000u) + i / 2 * 5});
  }
  if (second) keys.append(WideKey{3'100'000'000u});
  return keys;
}

/// Where a number lies: below, between or above the clusters, or where in them.
std::int64_t place(std::uint64_t key) {
  for (const std::uint64_t start : {1'000'000'000u, 3'000'000'000u}) {
    const auto base = static_cast<std::int64_t>(start / 1'000'000'000u) * 1000;
    if (key < start) return base;
    if (key < start + 50'000) return base + 1 + static_cast<std::int64_t>((key - start) / 250);
  }
  return 9000;
}

AuditCase rank_case(const std::string& mechanism, const std::string& mode,
                    InteriorAlgorithm algorithm, std::optional<QuantileFraction> rank,
                    std::size_t n) {
  RankTask task;
  task.bits = kBits;
  task.domain = WideInterval::all(kBits);
  task.rank = rank;
  task.loss = {1, algorithm == InteriorAlgorithm::exponential ? 0 : 1e-6};
  const RankDraw draw = calibrate_rank_draw(algorithm, task);
  n = std::max(n, static_cast<std::size_t>(draw.least_records));
  const KeyArray first = clusters(n, false);
  const KeyArray second = clusters(n, true);
  return {mechanism, mode, "add-remove", task.loss, [=](bool other, Randomness& r) {
            const auto key = draw_rank(draw, task, other ? second : first, r);
            return key ? place(key->front()) : -1;
          }};
}

AuditCase quantiles_case() {
  const auto parameters = calibrate_quantiles({{1, 4}, {1, 2}, {3, 4}}, 1, Neighbors::add_remove);
  return {"quantiles", "", "add-remove", {1, 0}, [=](bool second, Randomness& r) {
            const auto found = draw_quantiles(clusters(400, second).words(),
                                              {0, (std::uint64_t(1) << kBits) - 1}, parameters, r);
            return place(found[0]) * 100'000'000 + place(found[1]) * 10'000 + place(found[2]);
          }};
}

/// The sum of two peaks, at one of which the neighbour has a vote more.
AuditCase peaks_case(const std::string& mode, QuasiConcaveAlgorithm algorithm) {
  QuasiConcaveRequest request;
  request.size = 1000;
  request.moves = ScoreMoves::one_way;
  request.loss = {1, 1e-6};
  const auto parameters = calibrate_quasi_concave(algorithm, request);
  return {"quasiConcaveMax", mode, "add-remove", parameters.loss, [=](bool second, Randomness& r) {
            const std::int64_t top = second ? 401 : 400;
            const Quality quality = {{499, 0}, {1, 390}, {1, top}, {1, 390}, {498, 0}};
            const auto found = quasi_concave_max(quality, parameters, r);
            if (!found) return std::int64_t(-1);
            const auto point = static_cast<std::int64_t>(*found);
            return point < 499 ? std::int64_t(0) : point > 501 ? std::int64_t(2) : point;
          }};
}

AuditCase slices_case() {
  const SliceBudget budget{0.5, {0.5, 0}, 1, 4};
  const double delta = 1e-3;
  return {"SliceSession",
          "noisy lengths",
          "add-remove",
          {slice_epsilon_of(budget, delta), delta},
          [=](bool second, Randomness& r) {
            std::vector<int> records(200);
            for (int i = 0; i < 200; ++i) records[static_cast<std::size_t>(i)] = i + 1;
            if (second) records.push_back(0);
            SliceSession<int> session(records, budget, r);
            std::int64_t seen = 0;
            for (int i = 0; i < 4; ++i) {
              const auto slice = session.slice(20, [](std::vector<int> left) {
                std::sort(left.begin(), left.end());
                return left;
              });
              // Is the first record of the slice odd?
              seen = 2 * seen +
                     session.compute(slice, budget.compute, [&](auto part, Randomness& own) {
                       const std::int64_t votes[] = {part.front() % 2 == 0, part.front() % 2 == 1};
                       return static_cast<std::int64_t>(exponential_choice(votes, 0.5, own));
                     });
            }
            return seen;
          }};
}

}  // namespace

std::vector<AuditCase> interior_point_cases() {
  std::vector<AuditCase> cases;
  using enum InteriorAlgorithm;
  cases.push_back(rank_case("median", "exponential", exponential, QuantileFraction{1, 2}, 1000));
  cases.push_back(rank_case("median", "prefix", prefix, QuantileFraction{1, 2}, 300));
  cases.push_back(rank_case("interiorPoint", "exponential", exponential, std::nullopt, 60));
  cases.push_back(rank_case("interiorPoint", "prefix", prefix, std::nullopt, 70));
  cases.push_back(rank_case("interiorPoint", "rec-concave", rec_concave, std::nullopt, 1000));
  cases.push_back(rank_case("interiorPoint", "tree-log", tree_log, std::nullopt, 300));
  cases.push_back(rank_case("interiorPoint", "heavy-paths", heavy_paths, std::nullopt, 300));
  cases.push_back(
      rank_case("interiorPoint", "tree-log-slices", tree_log_slices, std::nullopt, 700));
  cases.push_back(rank_case("quantile", "exponential", exponential, QuantileFraction{9, 10}, 1000));
  cases.push_back(rank_case("quantile", "prefix", prefix, QuantileFraction{9, 10}, 300));
  cases.push_back(quantiles_case());
  cases.push_back(peaks_case("exponential", QuasiConcaveAlgorithm::exponential));
  cases.push_back(peaks_case("rec-concave", QuasiConcaveAlgorithm::rec_concave));
  cases.push_back(peaks_case("tree-log", QuasiConcaveAlgorithm::tree_log));
  cases.push_back(slices_case());
  return cases;
}

}  // namespace logstar::testing
