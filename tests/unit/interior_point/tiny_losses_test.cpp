#include <catch2/catch.hpp>

#include "logstar/interior_point/quasi_concave_max.hpp"
#include "logstar/interior_point/rank_draw.hpp"
#include "logstar/support/errors.hpp"

namespace logstar {
namespace {

// Found by fuzzing: a share of a delta (or of beta) rounded to 0, so its logarithm was infinite and the sizes
// computed from it were not numbers.
TEST_CASE("a delta or beta that underflows when divided is rejected") {
  for (const auto& [delta, beta] : {std::pair(1e-323, 0.05), std::pair(1e-6, 5e-324)}) {
    QuasiConcaveRequest request;
    request.size = 1000;
    request.loss = {1, delta};
    request.beta = beta;
    CHECK_THROWS_AS(calibrate_quasi_concave(QuasiConcaveAlgorithm::tree_log, request), OutOfRange);
  }
}

TEST_CASE("every algorithm rejects the smallest possible delta, or answers with finite numbers") {
  for (const InteriorAlgorithm algorithm : kInteriorAlgorithms) {
    RankTask task;
    task.loss = {1, 5e-324};
    try {
      const RankDraw draw = calibrate_rank_draw(algorithm, task);
      CHECK(draw.least_records < std::uint64_t(1) << 50);
    } catch (const OutOfRange& refusal) {
      CHECK(std::string(refusal.what()).find("delta") != std::string::npos);
    }
  }
}

}  // namespace
}  // namespace logstar
