// Quasi-concave maximisation over a thousand points, of which one is so much better that it is
// found some of the time.
#include <bit>

#include "audit.hpp"
#include "interior_point/quasi_concave_max.hpp"
#include "neighbors.hpp"

namespace logstar::testing {
namespace {

/// A peak of some height in the middle of a plateau. The neighbour votes for it; if a record is
/// replaced, the one that goes voted for all other points.
AuditCase peak_case(const std::string& mode, QuasiConcaveAlgorithm algorithm, Neighbors neighbors,
                    double epsilon, std::int64_t height) {
  QuasiConcaveRequest request;
  request.size = 1000;
  request.moves = ScoreMoves::one_way;
  request.neighbors = neighbors;
  request.loss = {epsilon, 1e-6};
  const auto parameters = calibrate_quasi_concave(algorithm, request);
  const bool tree_log = algorithm == QuasiConcaveAlgorithm::tree_log;
  return {"quasiConcaveMax", mode, tree_log ? "distance 1" : text_of(neighbors), parameters.loss,
          [=](bool second, Randomness& r) {
            const std::int64_t top = 400 + height + (second ? 1 : 0);
            const std::int64_t plateau = neighbors == Neighbors::replace && !second ? 401 : 400;
            const Quality quality = {{499, plateau}, {1, top}, {500, plateau}};
            const auto found = quasi_concave_max(quality, parameters, r);
            if (!found) return std::int64_t(-1);
            // The peak, or how far from it.
            return static_cast<std::int64_t>(std::bit_width(static_cast<unsigned>(*found) ^ 499u));
          }};
}

}  // namespace

AuditCases quasi_concave_cases() {
  using enum QuasiConcaveAlgorithm;
  using enum Neighbors;
  return {
      peak_case("exponential", exponential, add_remove, 1, 5),
      peak_case("exponential", exponential, replace, 1, 10),
      peak_case("rec-concave", rec_concave, add_remove, 8, 8),
      peak_case("rec-concave", rec_concave, replace, 8, 20),
      peak_case("tree-log", tree_log, add_remove, 8, 201),
  };
}

}  // namespace logstar::testing
