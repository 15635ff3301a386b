#include <algorithm>

#include "decimal.hpp"
#include "draws.hpp"
#include "logstar/interior_point/quantiles_release.hpp"
#include "logstar/interior_point/quasi_concave_max.hpp"
#include "logstar/interior_point/rank/exponential.hpp"
#include "logstar/interior_point/rank_draw.hpp"
#include "logstar/selection/choice_release.hpp"
#include "logstar/selection/permute_and_flip.hpp"
#include "logstar/selection/stable_choice.hpp"
#include "logstar/support/named.hpp"

namespace logstar::testing {
namespace {

/// A choice among scores floor(60 / (i + 1)), or the best of them by exponential draws and coins.
std::string choice(std::istream& line, Randomness& randomness) {
  const auto method = read<std::string>(line);
  const Loss total = loss(line);
  const auto moves = flag(line) ? ScoreMoves::one_way : ScoreMoves::both_ways;
  const auto growth = read<std::uint64_t>(line);
  const Neighbors declared = neighbors(line);
  const std::vector<std::int64_t> scores = decreasing(read<std::int64_t>(line));
  if (method == "stable") {
    std::vector<CandidateRun> runs;
    for (const std::int64_t score : scores) runs.push_back({score, score >= 1 ? 1 : 0});
    RunList list(runs);
    const auto drawn =
        stable_choice(list, calibrate_stable_choice(total, growth, declared), randomness);
    return drawn ? std::to_string(*drawn) : "null";
  }
  if (method == "gap" || method == "choosing") {
    ChoiceTask task{.method = *named<ChoiceMethod>(method), .loss = total, .neighbors = declared};
    task.moves = moves;
    task.growth = growth;
    task.candidates = scores.size();
    const auto drawn = ChoiceRelease::draw(task, ChoiceRelease::plan(task), scores, randomness);
    return drawn ? std::to_string(*drawn) : "null";
  }
  const double epsilon = calibrate_exponential_choice(total.epsilon, moves, declared);
  return std::to_string(method == "exponential" ? exponential_choice(scores, epsilon, randomness)
                                                : permute_and_flip(scores, epsilon, randomness));
}

/// m evenly spaced quantiles of n whole numbers.
std::string quantiles(std::istream& line, Randomness& randomness) {
  QuantilesTask task;
  const auto algorithm = read<std::string>(line);
  task.algorithm = named<QuantilesAlgorithm>(algorithm);
  if (algorithm == "least-promise") task.choice = AlgorithmChoice::least_promise;
  task.loss = loss(line);
  task.neighbors = neighbors(line);
  const auto m = read<std::uint32_t>(line);
  for (std::uint32_t i = 1; i <= m; ++i) {
    task.taus.push_back(nearest_fraction("q", double(i) / (m + 1)));
  }
  task.domain = {0, 999999};
  task.measure = whole_measure();
  const auto keys = whole_column(read<std::uint64_t>(line));
  return joined(QuantilesRelease::draw(task, QuantilesRelease::plan(task), keys, randomness));
}

/// 2 n + 1 ranges of points, with a quality that rises to 3 n and falls again.
std::string quasi_concave(std::istream& line, Randomness& randomness) {
  const auto algorithm = read<std::string>(line);
  QuasiConcaveRequest request;
  request.loss = loss(line);
  request.moves = flag(line) ? ScoreMoves::one_way : ScoreMoves::both_ways;
  request.neighbors = neighbors(line);
  request.beta = kBeta;
  const auto n = read<std::int64_t>(line);
  Quality quality;
  for (std::int64_t i = 0; i <= 2 * n; ++i) {
    quality.push_back({Natural(i % 7 + 1) << 20, 3 * std::min(i, 2 * n - i)});
  }
  request.size = size_of(quality);
  const auto parameters =
      calibrate_quasi_concave(algorithm == "exponential"   ? QuasiConcaveAlgorithm::exponential
                              : algorithm == "rec-concave" ? QuasiConcaveAlgorithm::rec_concave
                                                           : QuasiConcaveAlgorithm::tree_log,
                              request);
  const auto point = quasi_concave_max(quality, parameters, randomness);
  return point ? decimal(*point) : "null";
}

/// An interior point of whole numbers of 20 bits.
std::string depth(std::istream& line, Randomness& randomness) {
  RankTask task;
  task.bits = 20;
  task.domain = {{0}, {999999}};
  task.measure = whole_measure();
  task.depth = read<std::uint64_t>(line);
  const auto algorithm = *named<InteriorAlgorithm>(read<std::string>(line));
  task.loss = loss(line);
  task.neighbors = neighbors(line);
  const auto key = draw_rank(calibrate_rank_draw(algorithm, task), task,
                             KeyArray(20, whole_column(read<std::uint64_t>(line))), randomness);
  return key ? std::to_string(key->front()) : "null";
}

const AddDraws selection_draws(Draws{{"depth", depth},
                                     {"choice", choice},
                                     {"quantiles", quantiles},
                                     {"quasi-concave", quasi_concave}});

}  // namespace
}  // namespace logstar::testing
