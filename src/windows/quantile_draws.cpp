#include "logstar/windows/quantile_draws.hpp"

#include <utility>

#include "logstar/interior_point/rank/quantile_recursion.hpp"
#include "logstar/privacy/rounding.hpp"
#include "logstar/support/columns.hpp"

namespace logstar {
namespace {

/// The number of equally heavy points whose share is at most the lightest point's.
Natural even_points(const UserQuantilesParameters& parameters, const KeyInterval& domain) {
  const QuantilesParameters& draws = parameters.draws;
  return draws.measure.bounds(domain.size()).even_keys() << draws.tie_bits;
}

/// The candidates for the quantile of a node.
RankCandidates candidates_of(const UserQuantilesParameters& parameters, const QuantileNode& node,
                             const Natural& lowest, const Natural& highest) {
  const QuantilesParameters& draws = parameters.draws;
  const QuantileFraction& relative = node.relative.fraction;
  const Natural mass = draws.measure.mass_of_points(static_cast<Uint128>(lowest),
                                                    static_cast<Uint128>(highest), draws.tie_bits);
  const double rate = divide_down(quantile_draw_epsilon(draws, relative), parameters.user_weight);
  return {
      lowest,   highest, draws.tie_bits, RankScore::Kind::quantile,
      relative, rate,    draws.measure,  none_of_node(draws, node, mass, parameters.user_weight)};
}

}  // namespace

WindowShape window_shape(const UserQuantilesParameters& parameters, const KeyInterval& domain) {
  const std::vector<QuantileFraction>& taus = parameters.draws.taus;
  const Region all = points_of({domain.lowest, domain.highest}, parameters.draws.tie_bits);
  const QuantileNode root = middle_of(taus, 0, taus.size());
  return window_shape(candidates_of(parameters, root, all.first, all.last),
                      even_points(parameters, domain));
}

QuantileDraws::QuantileDraws(const UserQuantilesParameters& parameters, const KeyInterval& domain,
                             const RegionWindow& window, std::size_t ahead)
    : parameters_(parameters),
      even_points_(even_points(parameters, domain)),
      ahead_(ahead),
      found_(parameters.draws.taus.size()) {
  const unsigned bits = parameters.draws.tie_bits;
  std::vector<Region> regions;
  regions.reserve(window.size());
  for (std::size_t i = 0; i < window.size(); ++i) regions.push_back(points_of(window[i], bits));
  const Region all = points_of({domain.lowest, domain.highest}, bits);
  begin({0, found_.size(), all.first, all.last}, {RegionWindow(std::move(regions)), {}});
}

void QuantileDraws::begin(const Part& part, TiedWindow window) {
  const QuantileNode node = middle_of(parameters_.draws.taus, part.first, part.last);
  const RankCandidates candidates = candidates_of(parameters_, node, part.lowest, part.highest);
  level_.push_back({part, node.index, window_shape(candidates, even_points_),
                    TiedDraw(std::move(window), candidates, ahead_)});
}

void QuantileDraws::advance(Randomness& randomness) {
  wanted_.clear();
  of_.clear();
  while (!level_.empty()) {
    if (!was_looked_at_) look_closer();
    was_looked_at_ = true;
    if (!wanted_.empty() || !draw_level(randomness)) return;
    next_level();
  }
}

/// Requests the regions that the draws of a level will probably need, before they propose.
void QuantileDraws::look_closer() {
  for (std::size_t i = 0; i < level_.size(); ++i) {
    const auto& [part, index, shape, draw, is_open] = level_[i];
    for (RegionCut& cut : too_coarse(draw.window(), shape, parameters_.draws.tie_bits)) {
      wanted_.push_back(std::move(cut));
      of_.push_back(i);
    }
  }
}

/// Whether all of the level are drawn.
bool QuantileDraws::draw_level(Randomness& randomness) {
  for (std::size_t i = 0; i < level_.size(); ++i) {
    if (!level_[i].is_open) continue;
    TiedDraw& draw = level_[i].draw;
    draw.advance(randomness);
    for (const Region& keys : draw.wanted()) {
      wanted_.push_back(in_parts(keys));
      of_.push_back(i);
    }
    level_[i].is_open = !draw.wanted().empty();
  }
  return wanted_.empty();
}

/// A point that was drawn belongs to the parts on both sides of it, its rows to neither.
void QuantileDraws::next_level() {
  const std::vector<Drawing> drawn = std::exchange(level_, {});
  for (const Drawing& one : drawn) {
    if (!one.draw.answer()) return;  // one abstaining draw makes the answer empty
    const Natural& z = *one.draw.answer();
    found_[one.index] = static_cast<std::uint64_t>(z >> parameters_.draws.tie_bits);
  }
  for (const Drawing& one : drawn) {
    const Natural& z = *one.draw.answer();
    auto [below, above] = one.draw.sides();
    const auto& [first, last, lowest, highest] = one.part;
    if (first < one.index) begin({first, one.index, lowest, z}, std::move(below));
    if (one.index + 1 < last) begin({one.index + 1, last, z, highest}, std::move(above));
  }
  was_looked_at_ = false;
  if (level_.empty()) answer_ = found_;
}

bool QuantileDraws::provide(std::span<const std::vector<ToldRegion>> contents) {
  check_same_length("contents", contents.size(), "wanted", wanted_.size());
  bool all_fit = true;  // all are read before one is used
  for (std::size_t i = 0; i < contents.size(); ++i) {
    all_fit = are_inside(wanted_[i].region, contents[i]) && all_fit;
  }
  if (!all_fit) return false;
  for (std::size_t i = 0; i < contents.size(); ++i) {
    level_[of_[i]].draw.refine(wanted_[i].region, contents[i]);
  }
  return true;
}

}  // namespace logstar
