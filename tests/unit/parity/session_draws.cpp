#include <algorithm>
#include <numeric>
#include <optional>

#include "draws.hpp"
#include "logstar/interior_point/rank_draw.hpp"
#include "logstar/interior_point/slices/row_slices_release.hpp"
#include "logstar/interior_point/slices/slices.hpp"
#include "logstar/support/named.hpp"
#include "logstar/top_k/session.hpp"

namespace logstar::testing {
namespace {

/// Queries for k items with counts floor(5000 / (i + 1)), i < 200, as long as calls and outcomes remain.
std::string top_k_session(std::istream& line, Randomness& randomness) {
  TopKSessionTask task;
  task.optimised = read<std::string>(line) == "optimised-threshold";
  task.outcomes = read<std::uint64_t>(line);
  task.calls = read<std::uint64_t>(line);
  task.total = loss(line);
  task.neighbors = neighbors(line);
  TopKQuestion question;
  question.k = read<std::uint64_t>(line);
  question.kbar = read<std::uint64_t>(line);
  if (const auto per_user = read<std::uint64_t>(line); per_user > 0) question.per_user = per_user;
  std::vector<std::int64_t> counts;
  for (std::uint64_t i = 0; i <= question.kbar; ++i) {
    counts.push_back(5000 / (static_cast<std::int64_t>(i) + 1));
  }
  TopKSession session(task);
  std::string answers;
  while (session.calls_left() > 0 && session.outcomes_left() >= question.k) {
    answers += joined(session.ask(counts, question, randomness).items) + ";";
  }
  return answers;
}

/// Slices of 300 records from both ends in turn, and the median of each, over whole numbers.
std::string slice_session(std::istream& line, Randomness& randomness) {
  const auto algorithm = read<std::string>(line);
  SliceBudget budget;
  budget.slices = read<unsigned>(line);
  budget.computes = read<unsigned>(line);
  budget.compute = loss(line);
  budget.slice_epsilon = read<double>(line);
  std::vector<std::uint64_t> column = whole_column(read<std::uint64_t>(line));
  std::sort(column.begin(), column.end());
  RankTask task;
  task.bits = 20;
  task.domain = {{0}, {999999}};
  task.measure = whole_measure();
  task.quantile = nearest_fraction("q", 0.5);
  task.loss = budget.compute;
  const RankDraw draw = calibrate_rank_draw(named<InteriorAlgorithm>(algorithm).value(), task);
  SliceSession<std::uint64_t> session(column, budget, randomness);
  std::string medians;
  for (unsigned i = 0; i < budget.slices; ++i) {
    const auto slice = session.slice(300, [i](std::vector<std::uint64_t> left) {
      std::sort(left.begin(), left.end());
      if (i % 2 == 1) std::reverse(left.begin(), left.end());
      return left;
    });
    for (unsigned j = 0; j < budget.computes; ++j) {
      const auto found = session.compute(
          slice, task.loss, [&](std::span<const std::uint64_t> part, Randomness& r) {
            return draw_rank(draw, task, KeyArray(20, {part.begin(), part.end()}), r);
          });
      medians += (found ? std::to_string(found->front()) : "null") + ";";
    }
  }
  return medians;
}

/// Slices of 300 rows from both ends in turn: their lengths and first rows, which nobody may show.
std::string row_slices(std::istream& line, Randomness& randomness) {
  RowSlicesTask task;
  task.slices = read<std::uint32_t>(line);
  task.slice_epsilon = read<double>(line);
  task.compute = {1, 0};
  RowSlices<std::uint64_t> session(task, Claim{}, whole_column(read<std::uint64_t>(line)),
                                   randomness);
  std::string slices;
  for (unsigned i = 0; i < task.slices; ++i) {
    const auto own = [](std::uint64_t row) { return std::optional(row); };
    const auto rows = session.take(300, own, i % 2 == 1 ? SliceEnd::high : SliceEnd::low).rows();
    slices += std::to_string(rows.size()) + " " + std::to_string(rows.front()) + ";";
  }
  return slices;
}

const AddDraws session_draws(Draws{{"top-k-session", top_k_session},
                                   {"slice-session", slice_session},
                                   {"row-slices", row_slices}});

}  // namespace
}  // namespace logstar::testing
