#include "logstar/learning/rectangle_outermost.hpp"

#include <algorithm>
#include <utility>

#include "logstar/interior_point/cut_choice/calibration.hpp"
#include "logstar/privacy/per_step.hpp"

// Privacy. Of each side the m outermost coordinates, filled up beyond all others, are the m
// outermost of the multiset and infinitely many fillings: one point more of label 1 replaces at
// most one of them, one of label 0 none. So every side's draw, which is private under replace, is
// private for one point more or fewer; the 2 d draws compose. One point changed is one fewer and
// one more: twice the group.
//
// Utility. Let a box label all points rightly, and all draws give interior points. The lower side
// of an axis is at least the smallest coordinate of label 1, so at least the box's side, and
// likewise above: what the result contains the box contains, and no point of label 0 is labelled
// wrongly. At most m - 1 points of label 1 lie below the lower side (if one of their coordinates is
// at or below it; if only fillings are above the smallest, there are fewer than m in all).

namespace logstar {
namespace {

Loss per_side(const Loss& total, std::uint64_t sides) {
  const Loss basic = basic_per_step(total, sides);
  const Loss drift = drift_per_step(total, sides, total.delta / 2);
  return drift.epsilon > basic.epsilon ? drift : basic;
}

/// The m smallest (or largest) of sorted keys, filled up with the domain's other end.
KeyArray outermost(const KeyArray& sorted, std::uint64_t count, const WideInterval& domain,
                   bool smallest) {
  KeyArray chosen(sorted.bits());
  chosen.reserve(static_cast<std::size_t>(count));
  for (std::size_t i = 0; i < count; ++i) {
    if (i < sorted.size()) {
      chosen.append(sorted[smallest ? i : sorted.size() - 1 - i]);
    } else {
      chosen.append(smallest ? domain.highest : domain.lowest);
    }
  }
  return chosen;
}

}  // namespace

RectangleOutermostParameters calibrate_rectangle_outermost(const std::vector<RectangleAxis>& axes,
                                                           const Loss& loss, Neighbors neighbors,
                                                           double beta) {
  check_rectangle(axes, loss, beta);
  const std::uint64_t sides = 2 * std::uint64_t(axes.size());
  const Loss one = neighbors == Neighbors::replace ? loss_for_group(loss, 2) : loss;
  const Loss side = per_side(one, sides);
  RectangleOutermostParameters parameters;
  for (const RectangleAxis& axis : axes) {
    // So many coordinates in both of two neighbours: no "nothing" is needed.
    CutChoiceRequest request;
    request.bits = axis.bits;
    request.loss = side;
    request.neighbors = Neighbors::replace;
    request.beta = beta / static_cast<double>(sides);
    const auto search = calibrate_cut_choice_of_public_size(request);
    parameters.outermost = std::max(parameters.outermost, search.least_records);
    parameters.search.push_back(search);
  }
  parameters.errors =
      static_cast<std::int64_t>(sides) * (static_cast<std::int64_t>(parameters.outermost) - 1);
  return parameters;
}

RectangleSides rectangle_sides_outermost(const std::vector<KeyArray>& ones,
                                         const std::vector<RectangleAxis>& axes,
                                         const RectangleOutermostParameters& parameters,
                                         Randomness& randomness) {
  check_points(ones, axes.size());
  RectangleSides sides;
  for (std::size_t axis = 0; axis < ones.size(); ++axis) {
    const WideInterval& domain = axes[axis].domain;
    KeyArray sorted = ones[axis];
    sorted.sort();
    for (const bool smallest : {true, false}) {
      // All sides are drawn, found or not: the price is paid for all of them.
      sides.push_back(draw_cut_choice(outermost(sorted, parameters.outermost, domain, smallest),
                                      domain, parameters.search[axis], randomness));
    }
  }
  return sides;
}

}  // namespace logstar
