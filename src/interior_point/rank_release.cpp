#include "logstar/interior_point/rank_release.hpp"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "logstar/interior_point/cut_choice/quantile.hpp"
#include "logstar/interior_point/rank/rank_depth.hpp"
#include "logstar/support/checks.hpp"

namespace logstar {
namespace {

const char* proof_of(InteriorAlgorithm algorithm) {
  switch (algorithm) {
    case InteriorAlgorithm::exponential:
      return "docs/guarantees/exponential.md";
    case InteriorAlgorithm::cut:
      return "docs/guarantees/cut-choice.md";
    case InteriorAlgorithm::rec_concave:
      return "docs/guarantees/rec-concave.md";
    case InteriorAlgorithm::tree_log:
      return "docs/guarantees/tree-log.md";
    case InteriorAlgorithm::heavy_paths:
      return "docs/guarantees/heavy-paths.md";
    case InteriorAlgorithm::tree_log_slices:
      return "docs/guarantees/tree-log-slices.md";
  }
  return "";
}

/// The parameters of an algorithm as facts.
struct Numbers {
  Facts operator()(const ExponentialParameters& p) const {
    return Facts().with("drawEpsilon", p.draw_epsilon);
  }
  Facts operator()(const CutChoiceParameters& p) const {
    Facts facts =
        Facts().with("drawEpsilon", p.draw_epsilon).with("offset", static_cast<double>(p.offset));
    if (const auto bottom = p.bottom_score()) facts.with("bottomScore", *bottom);
    return facts;
  }
  Facts operator()(const TwoRatesParameters& p) const {
    const auto scaled = [&](std::int64_t scores) { return p.unit * static_cast<double>(scores); };
    return Facts()
        .with("weightEpsilon", scaled(p.per_weight))
        .with("fallEpsilon", scaled(p.most_fall))
        .with("epsilonPerRankBefore", scaled(p.per_part_before * p.tau.denominator))
        .with("epsilonPerRankAfter", scaled(p.per_part_after * p.tau.denominator))
        .with("base", scaled(p.base))
        .with("margin", two_rates_error(p))
        .with("endCopies", static_cast<double>(p.padding));
  }
  Facts operator()(const RecConcaveParameters& p) const {
    return Facts()
        .with("levels", static_cast<double>(p.levels.size() - 1))
        .with("promise", static_cast<double>(p.levels.front().promise))
        .with("drawEpsilon", p.levels.front().draw_epsilon);
  }
  Facts operator()(const TreeLogParameters& p) const {
    return sized(p)
        .with("levels", static_cast<double>(p.levels))
        .with("nodeEpsilon", p.node.draw_epsilon)
        .with("baseEpsilon", p.base_epsilon);
  }
  Facts operator()(const HeavyPathsParameters& p) const {
    return sized(p)
        .with("levels", static_cast<double>(p.databases - 1))
        .with("databases", static_cast<double>(p.databases))
        .with("threshold", static_cast<double>(p.threshold))
        .with("thresholdEpsilon", p.threshold_epsilon)
        .with("queryEpsilon", p.query_epsilon)
        .with("choiceEpsilon", p.choice.draw_epsilon);
  }
  Facts operator()(const TreeLogSlicesParameters& p) const {
    return Facts()
        .with("levels", static_cast<double>(p.levels))
        .with("border", static_cast<double>(p.border))
        .with("deep", static_cast<double>(p.deep))
        .with("threshold", static_cast<double>(p.threshold))
        .with("thresholdEpsilon", p.threshold_epsilon)
        .with("queryEpsilon", p.query_epsilon)
        .with("roundThreshold", static_cast<double>(p.round.threshold))
        .with("roundEpsilon", p.round.draw_epsilon)
        .with("nodeEpsilon", p.node.draw_epsilon)
        .with("endEpsilon", p.end_epsilon)
        .with("baseEpsilon", p.base_epsilon);
  }

 private:
  template <typename Parameters>
  static Facts sized(const Parameters& p) {
    return Facts()
        .with("size", static_cast<double>(p.declared.size))
        .with("sizeEpsilon", p.declared.epsilon)
        .with("border", static_cast<double>(p.border))
        .with("unassigned", static_cast<double>(p.unassigned))
        .with("pathEpsilon", p.path_epsilon)
        .with("endEpsilon", p.end_epsilon);
  }
};

/// The usual error in the unit of the accuracy statement: an interior point by the exponential mechanism states
/// ranks.
std::optional<double> usual_in_kind(const RankTask& asked, const RankDraw& draw) {
  if (asked.quantile || !draw.rank_error || !draw.usual) return draw.usual;
  return usual_exponential_error(std::get<ExponentialParameters>(draw.parameters));
}

}  // namespace

RankRelease::Plan RankRelease::plan(const Task& task) {
  check_delta_or_zero("delta", task.loss.delta);
  if (task.size) check_count("size", *task.size, 1, kMaxDeclaredRecords);
  const InteriorAlgorithm algorithm = task.algorithm ? *task.algorithm : best_algorithm(task);
  return {algorithm, calibrate_rank_draw(algorithm, task)};
}

Claim RankRelease::claim(const Task& asked, const Plan& plan) {
  const auto& [algorithm, draw] = plan;
  Claim claim;
  claim.mechanism = mechanism_of(algorithm);
  claim.loss = {asked.loss.epsilon, draw.is_pure() ? 0 : asked.loss.delta};
  claim.neighbors = asked.neighbors;
  claim.bounded_range = draw.is_pure();
  claim.also_public = public_facts(asked.neighbors);
  const bool by_window = draw.window > 0 && algorithm != InteriorAlgorithm::cut;
  claim.proof = asked.depth ? "docs/guarantees/depth.md"
                : by_window ? "docs/guarantees/quantiles-from-interior-points.md"
                            : proof_of(algorithm);
  claim.accuracy = {draw.rank_error ? ErrorKind::rank : ErrorKind::interior,
                    draw.rank_error.value_or(static_cast<double>(draw.least_records)),
                    asked.confidence};
  claim.usual = usual_in_kind(asked, draw);
  claim.parameters = Facts().with("algorithm", std::string(name_of(algorithm)));
  if (asked.quantile) claim.parameters.with("quantile", text_of(*asked.quantile));
  if (asked.depth) claim.parameters.with("depth", static_cast<double>(*asked.depth));
  if (draw.window > 0) {
    claim.parameters.with("windowSize", static_cast<double>(draw.window));
  }
  if (draw.size) {
    const std::uint64_t outer = outside_depth(asked.depth.value_or(1));
    claim.parameters.with("size", static_cast<double>(*draw.size + outer));
  }
  if (draw.form) claim.parameters.with("form", std::string(name_of(*draw.form)));
  if (asked.abstain) claim.parameters.with("abstain", draw.abstains);
  claim.parameters.with(std::visit(Numbers(), draw.parameters));
  if (draw.none) claim.parameters.with(none_facts(*draw.none));
  claim.conditions = Facts().with("leastRecords", static_cast<double>(draw.least_records));
  if (draw.most_records) {
    claim.conditions.with("mostRecords", static_cast<double>(*draw.most_records));
  }
  if (draw.inside_from) claim.conditions.with("minRecordsInside", *draw.inside_from);
  if (draw.expected_inside_from) {
    claim.conditions.with("minInsideExpected", *draw.expected_inside_from);
  }
  return claim;
}

RankTask RankRelease::with_loss(const Task& task, const Plan& plan, const Loss& granted) {
  Task run = task;
  run.algorithm = plan.algorithm;
  run.loss = granted;
  return run;
}

std::optional<WideKey> RankRelease::draw(const Task& task, const Plan& plan, KeyColumn keys,
                                         Randomness& randomness) {
  return draw_rank(plan.draw, task, std::move(keys), randomness);
}

}  // namespace logstar
