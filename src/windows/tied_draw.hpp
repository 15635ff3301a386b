// One draw among points, for rows that stay in an engine. A point is a key with random bits: the engine knows
// keys, and the core draws the bits where a draw needs them.
//
// Privacy: as rank/user_quantiles.hpp, whose output distribution it has
//   (docs/guarantees/windows.md, Theorem 7).
// Source: window_draw.hpp.
// Departures: a key's rows are given by their number of each weight. The core draws a bit of each row when the
//   draw needs to know on which side of the middle of a region it lies.
// Cost: as a window draw; two bits per row of each key that a draw examines.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "logstar/windows/rank_proposals.hpp"
#include "logstar/windows/window_draw.hpp"

namespace logstar {

/// Rows of one key with the same weight.
struct RowsAlike {
  std::uint64_t weight = 1;
  std::uint64_t count = 1;
};

/// Contents of a region: the total weight of its keys and, if requested for a single key, its rows.
struct ToldRegion {
  Region region;
  std::vector<RowsAlike> rows = {};
};

/// A key with all of its rows. Errors: OutOfRange unless they are of a weight of at least 1 each, below 2^61
/// together.
ToldRegion key_of_rows(const Natural& key, std::vector<RowsAlike> rows);

/// Regions of points: whole keys, or 2^j points of one key with known rows.
struct TiedWindow {
  RegionWindow regions;
  std::map<Natural, std::vector<RowsAlike>> rows;  ///< of the latter, by their first point
};

/// The points of a region of keys, and the keys of a region of points.
Region points_of(const Region& keys, unsigned tie_bits);
Region keys_of(const Region& points, unsigned tie_bits);

/// Whether `told` are the contents of a region of keys, or the rows of a requested single key; otherwise it
/// has other rows. Errors: OutOfRange as is_partition_of, for rows of several keys, for rows whose weight
/// differs from their key's, and for missing rows of a requested single key.
bool are_inside(const Region& keys, const std::vector<ToldRegion>& told);

class TiedDraw {
 public:
  /// `ahead`: as WindowDraw.
  TiedDraw(TiedWindow window, const RankCandidates& candidates, std::size_t ahead);

  /// Continues until there is an answer, or regions are requested.
  void advance(Randomness& randomness);
  /// Regions of keys whose contents are requested, or of one key whose rows are.
  std::vector<Region> wanted() const;
  /// Takes the contents of a requested region of keys (are_inside).
  void refine(const Region& keys, const std::vector<ToldRegion>& told);

  const RegionWindow& window() const { return draw_.window(); }
  /// A point or "none", once no region is requested.
  const std::optional<Natural>& answer() const { return draw_.answer(); }
  /// The windows of the rows below the drawn point and above it.
  std::pair<TiedWindow, TiedWindow> sides() const;

 private:
  void halve(const Region& points, Randomness& randomness);

  unsigned tie_bits_;
  std::map<Natural, std::vector<RowsAlike>> rows_;
  WindowDraw draw_;
  std::vector<Region> wanted_;  // of points
};

}  // namespace logstar
