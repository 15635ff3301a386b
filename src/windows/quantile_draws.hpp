// Several quantiles of a group by recursion, of rows that stay in an engine: a level of the recursion at a time.
//
// Privacy, source: as rank/user_quantiles.hpp, whose output distribution it has (docs/guarantees/windows.md,
// Theorem 7).
// Departures: the quantiles of one level are drawn together, so that one query serves all of them.
// Cost: as tied_draw.hpp for each quantile; mostly one or two round trips a level.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "logstar/domain/key_interval.hpp"
#include "logstar/interior_point/rank/user_quantiles.hpp"
#include "logstar/windows/tied_draw.hpp"
#include "logstar/windows/window_shape.hpp"

namespace logstar {

/// A window that is enough for the first level.
WindowShape window_shape(const UserQuantilesParameters& parameters, const KeyInterval& domain);

class QuantileDraws {
 public:
  /// `window`: of keys, inside `domain`. `parameters` must outlive this object. `ahead`: as WindowDraw.
  QuantileDraws(const UserQuantilesParameters& parameters, const KeyInterval& domain,
                const RegionWindow& window, std::size_t ahead);

  /// Continues until all quantiles are drawn, or regions are requested.
  void advance(Randomness& randomness);
  /// Regions of keys whose contents are requested, or single keys whose rows are. Empty: the draw has ended.
  const std::vector<RegionCut>& wanted() const { return wanted_; }
  /// Takes the contents of the requested regions, in the same order. Returns false, and uses none of them, if
  /// they are of other rows. Errors: OutOfRange as are_inside, and for another number of contents.
  bool provide(std::span<const std::vector<ToldRegion>> contents);

  /// The quantiles in increasing order, or none; once it is over.
  const std::optional<std::vector<std::uint64_t>>& answer() const { return answer_; }

 private:
  /// Quantiles first..last - 1, which are drawn among the points lowest..highest, the middle one first.
  struct Part {
    std::size_t first;
    std::size_t last;
    Natural lowest;
    Natural highest;
  };
  struct Drawing {
    Part part;
    std::size_t index;  // of the middle quantile
    WindowShape shape;
    TiedDraw draw;
    bool is_open = true;
  };

  void begin(const Part& part, TiedWindow window);
  void look_closer();
  bool draw_level(Randomness& randomness);
  void next_level();

  const UserQuantilesParameters& parameters_;
  Natural even_points_;
  std::size_t ahead_;
  std::vector<Drawing> level_;
  bool was_looked_at_ = true;  // the first window is of its shape
  std::vector<RegionCut> wanted_;
  std::vector<std::size_t> of_;  // which draws want them
  std::vector<std::uint64_t> found_;
  std::optional<std::vector<std::uint64_t>> answer_;
};

}  // namespace logstar
