#include "logstar/learning/rectangle_outermost.hpp"

#include <algorithm>
#include <utility>

#include "logstar/interior_point/cut_choice/calibration.hpp"
#include "logstar/interior_point/rank/rank_window.hpp"
#include "logstar/learning/tolerance.hpp"
#include "logstar/privacy/per_step.hpp"

// Privacy. For each side, take the m coordinates after the T outermost ones, filled up beyond all others. These
// are places T + 1 to T + m of the multiset and infinitely many fillings: one point more of label 1 replaces at
// most one of them, one of label 0 none. So every side's draw, which is private under replace, is private for
// one point more or fewer; the 2 d draws compose. One point changed is one fewer and one more: twice the group.
//
// Utility. Let a box make at most T errors, and all draws give interior points. At most T points of label 1 lie
// below the box's lower side, so coordinate T + 1 is at least that side, and the drawn key too; likewise above.
// So the box contains the result, which makes at most the box's errors on label 0. At most m - 1 + T points of
// label 1 lie below the lower side: coordinate T + m is at least the drawn key; if it is a filling, there are
// fewer than m + T in all.

namespace logstar {
namespace {

Loss per_side(const Loss& total, std::uint64_t sides) {
  const Loss basic = basic_per_step(total, sides);
  const Loss drift = drift_per_step(total, sides, total.delta / 2);
  return drift.epsilon > basic.epsilon ? drift : basic;
}

/// The m smallest (or largest) of sorted keys after the first few, filled up with the domain's other
/// end.
PaddedKeys outermost(const KeyArray& sorted, const RectangleOutermostParameters& parameters,
                     const WideInterval& domain, bool smallest) {
  const auto left_out = static_cast<std::int64_t>(parameters.tolerance);
  const auto size = static_cast<std::int64_t>(parameters.outermost);
  const auto records = static_cast<std::int64_t>(sorted.size());
  const std::int64_t first = smallest ? left_out : records - left_out - size;
  return padded_window_from(sorted, domain, first, size);
}

}  // namespace

RectangleOutermostParameters calibrate_rectangle_outermost(const std::vector<RectangleAxis>& axes,
                                                           const Loss& loss, Neighbors neighbors,
                                                           double beta, std::uint64_t tolerance) {
  return possible_rectangle_outermost(axes, loss, neighbors, beta, tolerance).or_refuse();
}

Possible<RectangleOutermostParameters> possible_rectangle_outermost(
    const std::vector<RectangleAxis>& axes, const Loss& loss, Neighbors neighbors, double beta,
    std::uint64_t tolerance) {
  check_rectangle(axes, loss, beta);
  check_tolerance(tolerance);
  const std::uint64_t sides = 2 * std::uint64_t(axes.size());
  const Loss one = neighbors == Neighbors::replace ? loss_for_group(loss, 2) : loss;
  const Loss side = per_side(one, sides);
  if (const auto obstacle = epsilon_obstacle("epsilon", side.epsilon)) return *obstacle;
  if (const auto obstacle = delta_obstacle("delta", side.delta)) return *obstacle;
  RectangleOutermostParameters parameters;
  for (const RectangleAxis& axis : axes) {
    // Both neighbours have this many coordinates, so "nothing" is unnecessary.
    CutChoiceRequest request;
    request.bits = axis.bits;
    request.loss = side;
    request.neighbors = Neighbors::replace;
    request.beta = beta / static_cast<double>(sides);
    const auto search = calibrate_cut_choice_of_public_size(request);
    parameters.outermost = std::max(parameters.outermost, search.least_records);
    parameters.search.push_back(search);
  }
  parameters.tolerance = tolerance;
  parameters.errors =
      static_cast<std::int64_t>(tolerance + sides * (parameters.outermost - 1 + tolerance));
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
      // Draws all sides, found or not: all of them are charged.
      sides.push_back(draw_cut_choice(outermost(sorted, parameters, domain, smallest), domain,
                                      parameters.search[axis], randomness));
    }
  }
  return sides;
}

}  // namespace logstar
