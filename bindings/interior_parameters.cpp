#include "bindings/interior_parameters.hpp"

#include <cmath>
#include <variant>

#include "bindings/border.hpp"

namespace logstar::bindings {
namespace {

struct Describe {
  Object operator()(const ExponentialParameters& p) const {
    return Object().with("drawEpsilon", p.draw_epsilon);
  }
  Object operator()(const PrefixChoiceParameters& p) const {
    const BottomScore& bottom = p.choice.bottom;
    const double fraction = std::ldexp(bottom.fraction, -BottomScore::kFractionBits);
    return Object()
        .with("drawEpsilon", p.choice.draw_epsilon)
        .with("bottomScore", static_cast<double>(bottom.whole) + fraction);
  }
  Object operator()(const RecConcaveParameters& p) const {
    return Object()
        .with("levels", static_cast<double>(p.levels.size()))
        .with("promise", static_cast<double>(p.levels.front().promise))
        .with("drawEpsilon", p.levels.front().draw_epsilon);
  }
  Object operator()(const TreeLogParameters& p) const {
    return sized(p).with("nodeEpsilon", p.node.draw_epsilon).with("baseEpsilon", p.base_epsilon);
  }
  Object operator()(const HeavyPathsParameters& p) const {
    return sized(p)
        .with("databases", static_cast<double>(p.databases))
        .with("threshold", static_cast<double>(p.threshold))
        .with("thresholdEpsilon", p.threshold_epsilon)
        .with("queryEpsilon", p.query_epsilon)
        .with("choiceEpsilon", p.choice.draw_epsilon);
  }
  Object operator()(const TreeLogSlicesParameters& p) const {
    return Object()
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
  static Object sized(const Parameters& p) {
    return Object()
        .with("size", static_cast<double>(p.declared.size))
        .with("sizeEpsilon", p.declared.epsilon)
        .with("border", static_cast<double>(p.border))
        .with("unassigned", static_cast<double>(p.unassigned))
        .with("pathEpsilon", p.path_epsilon)
        .with("endEpsilon", p.end_epsilon);
  }
};

}  // namespace

val parameters_of(const RankDraw& draw) {
  return std::visit([](const auto& parameters) -> val { return Describe()(parameters); },
                    draw.parameters);
}

}  // namespace logstar::bindings
