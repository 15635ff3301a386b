// The k best of a public list of a thousand, the first few above a long tail.
#include <string>

#include "audit.hpp"
#include "logstar/top_k/ranked_list_release.hpp"
#include "neighbors.hpp"

namespace logstar::testing {
namespace {

using Scores = std::vector<std::int64_t>;

/// Leaders of equal counts. The neighbour has one more user, with the first item. A replaced user had all other
/// leaders, as many as a user may have.
Scores counts_of(Neighbors neighbors, std::size_t held, bool second) {
  Scores counts(1000, 3);
  for (std::size_t i = 0; i < 8; ++i) counts[i] = 500;
  counts[0] += second;
  const bool goes = neighbors == Neighbors::replace && !second;
  for (std::size_t i = 1; i <= held && i < 8; ++i) counts[i] += goes;
  return counts;
}

AuditCase ranked(const std::string& of, const std::string& mode, RankedListVariant variant,
                 Neighbors neighbors, double delta) {
  RankedListTask task;
  task.variant = variant;
  task.request.k = 3;
  task.request.candidates = 1000;
  task.request.loss = {2, delta};
  task.request.neighbors = neighbors;
  task.request.moves = ScoreMoves::one_way;
  const bool noisy = variant == RankedListVariant::laplace;
  if (noisy) task.request.per_user = 1;
  const std::size_t held = noisy ? 1 : 7;
  const RankedListRelease::Plan plan = RankedListRelease::plan(task);
  require_counts_of_neighbors(counts_of(neighbors, held, false), counts_of(neighbors, held, true),
                              neighbors);
  return {of, mode, text_of(neighbors), {2, delta}, [=](bool second, Randomness& r) {
            const TopKResult found =
                RankedListRelease::draw(task, plan, counts_of(neighbors, held, second), r);
            std::int64_t code = 0;
            for (std::size_t i = 0; i < found.items.size(); ++i) {
              const bool above = noisy && found.noisy_counts[i] > 500;
              code = 20 * code + 2 * static_cast<std::int64_t>(found.items[i] == 0) + above;
            }
            return code;
          }};
}

}  // namespace

AuditCases ranked_list_cases() {
  AuditCases cases;
  for (const Neighbors neighbors : {Neighbors::add_remove, Neighbors::replace}) {
    cases.push_back(
        ranked("selectBest", "exponential, k", RankedListVariant::peel, neighbors, 1e-6));
    cases.push_back(ranked("selectBest", "permute-and-flip, k", RankedListVariant::permute_and_flip,
                           neighbors, 0));
    cases.push_back(ranked("topK", "peel", RankedListVariant::peel, neighbors, 1e-6));
    cases.push_back(ranked("topK", "laplace, of a list", RankedListVariant::laplace, neighbors, 0));
  }
  return cases;
}

}  // namespace logstar::testing
