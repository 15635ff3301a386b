// Quasi-concave maximisation over a thousand points; one or several are enough better to be found sometimes.
#include <bit>
#include <functional>

#include "audit.hpp"
#include "logstar/interior_point/quasi_concave_max.hpp"
#include "neighbors.hpp"

namespace logstar::testing {
namespace {

QuasiConcaveParameters parameters_for(QuasiConcaveAlgorithm algorithm, Neighbors neighbors,
                                      double epsilon) {
  QuasiConcaveRequest request;
  request.size = 1000;
  request.moves = ScoreMoves::one_way;
  request.neighbors = neighbors;
  request.loss = {epsilon, 1e-6};
  return calibrate_quasi_concave(algorithm, request);
}

/// The votes for each of the thousand points.
std::vector<std::int64_t> votes_of(const Quality& quality) {
  std::vector<std::int64_t> votes;
  for (const auto& [points, value] : quality) {
    votes.insert(votes.end(), static_cast<std::size_t>(points), value);
  }
  return votes;
}

AuditCase quality_case(const std::string& mode, const std::string& neighbors,
                       const QuasiConcaveParameters& parameters,
                       const std::function<Quality(bool second)>& quality) {
  require_counts_of_neighbors(votes_of(quality(false)), votes_of(quality(true)),
                              neighbors == "replace" ? Neighbors::replace : Neighbors::add_remove);
  return {"quasiConcaveMax", mode, neighbors, parameters.loss, [=](bool second, Randomness& r) {
            const auto found = quasi_concave_max(quality(second), parameters, r);
            if (!found) return std::int64_t(-1);
            // The point with the raised quality, or the distance to it.
            return static_cast<std::int64_t>(std::bit_width(static_cast<unsigned>(*found) ^ 500u));
          }};
}

/// A peak of a given height in the middle of a plateau. The neighbour votes for it; a replaced record voted for
/// all other points.
AuditCase peak_case(const std::string& mode, QuasiConcaveAlgorithm algorithm, Neighbors neighbors,
                    double epsilon, std::int64_t height) {
  return quality_case(mode, text_of(neighbors), parameters_for(algorithm, neighbors, epsilon),
                      [=](bool second) {
                        const bool goes = neighbors == Neighbors::replace && !second;
                        const std::int64_t plateau = 400 + goes;
                        return Quality{{500, plateau}, {1, 400 + height + second}, {499, plateau}};
                      });
}

/// Four good points in a row, one with the neighbour's vote, and far away a second best by the distance that
/// the gap test needs. (The quality is not quasi-concave; privacy holds without that.)
AuditCase second_best_case(Neighbors neighbors) {
  const auto parameters = parameters_for(QuasiConcaveAlgorithm::rec_concave, neighbors, 8);
  const bool replace = neighbors == Neighbors::replace;
  const auto& level = std::get<RecConcaveParameters>(parameters.draw).levels.front();
  const std::int64_t gap = level.gap->threshold - (replace ? 2 : 1);
  return quality_case("rec-concave", text_of(neighbors), parameters, [=](bool second) {
    const std::int64_t good = 400 + (replace && !second);
    const std::int64_t bad = good - 200;
    return Quality{{500, bad}, {1, 400 + second}, {3, good},
                   {300, bad}, {1, good - gap},   {195, bad}};
  });
}

}  // namespace

AuditCases quasi_concave_cases() {
  using enum QuasiConcaveAlgorithm;
  using enum Neighbors;
  return {
      peak_case("exponential", exponential, add_remove, 1, 5),
      peak_case("exponential", exponential, replace, 1, 10),
      second_best_case(add_remove),
      second_best_case(replace),
      peak_case("cumulative-tree-log", tree_log, add_remove, 8, 201),
      peak_case("cumulative-tree-log", tree_log, replace, 8, 390),
  };
}

}  // namespace logstar::testing
