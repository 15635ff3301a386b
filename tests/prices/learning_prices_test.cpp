// The privacy loss of learners of thresholds and boxes: docs/guarantees/thresholds.md, rectangles.md,
// sanitizers-learn.md.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

#include "both_neighbors.hpp"
#include "logstar/learning/rectangle_by_axes.hpp"
#include "logstar/learning/rectangle_grid.hpp"
#include "logstar/learning/rectangle_outermost.hpp"
#include "logstar/learning/rectangle_slices.hpp"
#include "logstar/learning/threshold_by_sanitizer.hpp"
#include "logstar/learning/threshold_cut_calibration.hpp"
#include "logstar/learning/threshold_exponential.hpp"
#include "logstar/learning/threshold_rec_concave.hpp"
#include "logstar/learning/threshold_reduction.hpp"
#include "logstar/support/errors.hpp"
#include "option_points.hpp"
#include "selection_theorems.hpp"
#include "slice_theorems.hpp"

namespace logstar::testing {
namespace {

/// Whether too little of a loss remains for one member of a group of g, after the divisions on the way.
bool hardly_anything(const Loss& loss, unsigned g) {
  const double most = loss.epsilon * (g - 1) / g;
  return loss.epsilon < 1e-6 || std::log(loss.delta) - most < std::log(1e-290);
}

TEST_CASE("thresholds: an error count moves by one either way, right labels by one up") {
  SampledOptions options(81);
  for (const Loss& loss : loss_points(60, 82)) {
    for (const Neighbors neighbors : kBoth) {
      const auto bits = static_cast<std::uint32_t>(options.count(4000));
      INFO("epsilon " << loss.epsilon << " delta " << loss.delta << " bits " << bits);
      const auto weighed = calibrate_threshold_exponential(loss.epsilon, neighbors);
      const unsigned moves = neighbors == Neighbors::replace ? 2 : 1;
      check_spent(moves * Real(weighed.draw_epsilon), loss.epsilon, 1e-15);
      const auto cut = calibrate_threshold_cut(bits, loss, neighbors, 0.05);
      const Real rise = Real(cut.unit) * cut.per_weight;
      const Real rho = Real(cut.unit) * cut.per_error;
      // Errors relative to the best move by one in either direction, by two under replace.
      const Real falls = neighbors == Neighbors::replace ? std::max(2 * rho, rise) : rho;
      if (neighbors == Neighbors::add_remove) CHECK(rho <= rise);
      const Real delta = std::min(Real(loss.delta), real_expm1(Real(loss.epsilon) / 8));
      check_spent(falls + rise + real_log1p(delta * real_exp(-rise)), loss.epsilon, 0.01);
      CHECK(cut.copies >= cut.excess + 1);
    }
  }
}

TEST_CASE("thresholds by RecConcave and through sanitizers cost the sum of all parts") {
  SampledOptions options(83);
  for (const Loss& loss : loss_points(20, 84)) {
    for (const Neighbors neighbors : kBoth) {
      INFO("epsilon " << loss.epsilon << " delta " << loss.delta);
      const auto parts = calibrate_threshold_by_sanitizer(loss, neighbors);
      const unsigned both = neighbors == Neighbors::replace ? 2 : 1;
      check_spent(both * (Real(parts.sanitizer.epsilon) + Real(parts.count_epsilon)), loss.epsilon,
                  1e-15);
      check_spent(both * Real(parts.sanitizer.delta), loss.delta, 0);
      try {
        const Natural size = Natural(1) << static_cast<unsigned>(options.count(300));
        const auto levels = calibrate_threshold_rec_concave(size, loss, neighbors, 0.05);
        const RealLoss spent = rec_concave_price(levels.search, 2);
        check_spent(spent.epsilon, loss.epsilon, 1e-12);
        CHECK(spent.delta <= Real(loss.delta));
      } catch (const OutOfRange&) {
        CHECK((loss.epsilon < 2e-8 || loss.delta < 1e-300));
      }
    }
  }
}

/// The price without abstention and with a public number of records, one of them replaced.
RealLoss replaced_price(const CutChoiceParameters& p) {
  CHECK_FALSE(p.bottom);
  const Real rate = p.draw_epsilon;
  const Real delta = std::min(Real(p.loss.delta), real_expm1(Real(p.loss.epsilon) / 4));
  return {2 * rate + real_log1p(delta * real_exp(-rate)), delta};
}

/// The loss of a search if one record is replaced. TreeLog and its relatives state that themselves:
/// tree_prices_test.cpp.
struct ReplacedRecord {
  RealLoss operator()(const CutChoiceParameters& p) const { return replaced_price(p); }
  RealLoss operator()(const RecConcaveParameters& p) const { return rec_concave_price(p, 2); }
  RealLoss operator()(const TreeLogParameters& p) const {
    return group_price(real_loss(tree_log_loss(p)), 2);
  }
  RealLoss operator()(const HeavyPathsParameters& p) const {
    return group_price(real_loss(heavy_paths_loss(p)), 2);
  }
  RealLoss operator()(const TreeLogSlicesParameters& p) const {
    return group_price(real_loss(tree_log_slices_loss(p)), 2);
  }
};

TEST_CASE("thresholds by an interior point: one record is one point replaced, a new one two") {
  using enum InteriorAlgorithm;
  SampledOptions options(85);
  for (int i = 0; i < 60; ++i) {
    const Loss loss{options.between(1e-4, 1e4), options.delta()};
    const auto bits = static_cast<std::uint32_t>(options.count(500));
    for (const Neighbors neighbors : kBoth) {
      for (const auto algorithm : {cut, rec_concave, tree_log, heavy_paths, tree_log_slices}) {
        INFO(name_of(algorithm) << " epsilon " << loss.epsilon << " delta " << loss.delta
                                << " bits " << bits);
        try {
          const auto p = calibrate_threshold_reduction(algorithm, bits, loss, neighbors, 0.05);
          const RealLoss point = std::visit(ReplacedRecord{}, p.search);
          const RealLoss spent = group_price(point, neighbors == Neighbors::replace ? 2 : 1);
          // A search divides the loss of the trees.
          const bool exact = algorithm == cut || algorithm == rec_concave;
          check_spent(spent.epsilon, loss.epsilon, exact ? 1e-12 : 0.1);
          // (Up to the rounding of a group's price.)
          CHECK(spent.delta <= Real(loss.delta) * (1 + Real(1e-12)));
        } catch (const OutOfRange& refusal) {
          INFO(refusal.what());
          CHECK(hardly_anything(loss, 4));
        }
      }
    }
  }
}

std::vector<RectangleAxis> some_axes(SampledOptions& options, std::uint64_t most) {
  std::vector<RectangleAxis> axes(options.count(most));
  for (RectangleAxis& axis : axes) {
    axis.bits = static_cast<std::uint32_t>(options.count(200));
    axis.domain = WideInterval::all(axis.bits);
  }
  return axes;
}

/// The most expensive axis, by the price of a draw.
template <typename Price>
RealLoss side_price(const std::vector<RectangleAxis>& axes,
                    const std::vector<CutChoiceParameters>& search, const Price& price) {
  REQUIRE(search.size() == axes.size());
  RealLoss side{0, 0};
  for (std::size_t i = 0; i < axes.size(); ++i) {
    const RealLoss one = price(search[i], axes[i].bits);
    side.epsilon = std::max(side.epsilon, one.epsilon);
    side.delta = std::max(side.delta, one.delta);
  }
  return side;
}

TEST_CASE("boxes by their outermost points: 2 d draws, each of one point replaced") {
  SampledOptions options(86);
  for (const Loss& loss : loss_points(60, 87)) {
    for (const Neighbors neighbors : kBoth) {
      const auto axes = some_axes(options, 64);
      INFO("epsilon " << loss.epsilon << " delta " << loss.delta << " axes " << axes.size());
      const RealLoss total = add_remove_of(loss, neighbors);
      try {
        const auto p = calibrate_rectangle_outermost(axes, loss, neighbors, 0.05);
        const RealLoss side = side_price(
            axes, p.search,
            [](const CutChoiceParameters& draw, std::uint32_t) { return replaced_price(draw); });
        for (const CutChoiceParameters& draw : p.search) CHECK(draw.least_records <= p.outermost);
        const std::uint64_t sides = 2 * axes.size();
        const auto within = [&](const RealLoss& one) {
          return fits(one, sides, total.delta / 2, total.epsilon, total.delta, false);
        };
        CHECK(within(side));
        if (loss.delta < 0.9) CHECK_FALSE(within({side.epsilon * (1 + Real(1e-6)), side.delta}));
      } catch (const OutOfRange& refusal) {
        INFO(refusal.what());
        CHECK(hardly_anything(loss, 2));
      }
    }
  }
}

TEST_CASE("a box of a grid is one draw by right labels, which spends epsilon") {
  SampledOptions options(97);
  for (int i = 0; i < 200; ++i) {
    const double epsilon = options.between(1e-6, 1e4);
    std::vector<RectangleAxis> axes(options.count(3));
    for (RectangleAxis& axis : axes) axis.cells = options.count(12);
    for (const Neighbors neighbors : kBoth) {
      INFO("epsilon " << epsilon << " axes " << axes.size());
      const auto p = calibrate_rectangle_grid(axes, epsilon, neighbors, 0.05);
      // A changed point moves the number of right labels in either direction.
      const Real group = neighbors == Neighbors::replace ? Real(2) : Real(1);
      check_spent(group * Real(p.draw_epsilon), epsilon, 1e-12);
    }
  }
}

TEST_CASE("centres, first ranges and intervals of boxes axis by axis add up to epsilon") {
  SampledOptions options(89);
  for (int i = 0; i < 200; ++i) {
    const double epsilon = options.between(1e-6, 1e4);
    std::vector<RectangleAxis> axes(options.count(64));
    for (RectangleAxis& axis : axes) {
      axis.bits = static_cast<std::uint32_t>(options.count(64));
      axis.domain = WideInterval::all(axis.bits);
    }
    for (const Neighbors neighbors : kBoth) {
      INFO("epsilon " << epsilon << " axes " << axes.size());
      const auto p = calibrate_rectangle_by_axes(axes, epsilon, neighbors, 0.05);
      const bool one = axes.size() == 1;
      // A point moves the score of a quantile (2 d - 1)/(2 d) by at most 2 d - 1 in either direction.
      const Real moves = Real(2 * static_cast<double>(axes.size()) - 1);
      const Real sides = one ? Real(0) : 2 * moves * Real(p.side_epsilon);
      const Real of_one = Real(p.centre.draw_epsilon) + sides + Real(p.step.draw_epsilon);
      // A changed point moves a one-way score in either direction, or is in two of the disjoint sides.
      const Real group = neighbors == Neighbors::replace ? Real(2) : Real(1);
      check_spent(group * Real(static_cast<double>(axes.size())) * of_one, epsilon, 1e-12);
    }
  }
}

TEST_CASE("boxes by slices: the engine's price equals the loss of the draws on slices") {
  SampledOptions options(88);
  for (int i = 0; i < 24; ++i) {
    const Loss loss{options.between(0.5, 1e3), options.between(1e-20, 0.5)};
    const Neighbors neighbors = kBoth[i % 2];
    const auto axes = some_axes(options, 10);
    INFO("epsilon " << loss.epsilon << " delta " << loss.delta << " axes " << axes.size());
    const RealLoss total = add_remove_of(loss, neighbors);
    RectangleSlicesParameters p;
    try {
      p = calibrate_rectangle_slices(axes, loss, neighbors, 0.05);
    } catch (const OutOfRange& refusal) {
      INFO(refusal.what());
      CHECK(hardly_anything(loss, 2));
      continue;
    }
    // One added record brings a new candidate of each length, next to "nothing".
    const RealLoss draw =
        side_price(axes, p.search, [](const CutChoiceParameters& one, std::uint32_t bits) {
          const Real rate = one.draw_epsilon;
          const Real candidates = Real(bits) + 1;
          const Real bottom = real_exp(rate * (score_of(one.bottom.value()) - 1));
          CHECK(candidates <= real_expm1(rate) * bottom);
          return RealLoss{rate, candidates / (candidates + bottom)};
        });
    CHECK(p.budget.slices >= 2 * axes.size());
    CHECK(p.budget.computes == 1);
    CHECK(draw.epsilon <= Real(p.budget.compute.epsilon));
    CHECK(draw.delta <= Real(p.budget.compute.delta));
    CHECK(session_delta(p.budget, total.epsilon) + computations_delta(p.budget) <= total.delta);
  }
}

}  // namespace
}  // namespace logstar::testing
