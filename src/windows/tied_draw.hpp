// One draw among points, which are keys with random bits, of rows that stay in an engine: the engine knows keys, the
// bits are drawn here, where a draw looks.
//
// Privacy: as rank/user_quantiles.hpp, whose law is drawn by (docs/guarantees/windows.md, Theorem 7).
// Source: window_draw.hpp.
// Departures: a key's rows are told by how many there are of each weight. A bit of each is drawn when the draw has to
//   know on which side of the middle of a region it lies.
// Cost: what a window draw costs; two bits a row of a key that is looked at.
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

/// So many rows of one key, each of this weight.
struct RowsAlike {
  std::uint64_t weight = 1;
  std::uint64_t count = 1;
};

/// What is told of keys: what all of them weigh, and of one key, if they are asked for, its rows.
struct ToldRegion {
  Region region;
  std::vector<RowsAlike> rows = {};
};

/// A key with all of its rows. Errors: OutOfRange unless they are of a weight of at least 1 each, below 2^61 together.
ToldRegion key_of_rows(const Natural& key, std::vector<RowsAlike> rows);

/// Regions of points: whole keys, or points of one key whose rows are known, of which there are 2^j.
struct TiedWindow {
  RegionWindow regions;
  std::map<Natural, std::vector<RowsAlike>> rows;  ///< of the latter, by their first point
};

/// The points of a region of keys, and the keys of one of points.
Region points_of(const Region& keys, unsigned tie_bits);
Region keys_of(const Region& points, unsigned tie_bits);

/// Whether `told` is what is inside of a region of keys, or the rows of one of a single key; if not, it is of other
/// rows. Errors: OutOfRange as is_partition_of, for rows of several keys, for such as do not weigh what their key does, and for
/// none where a single key was asked for.
bool are_inside(const Region& keys, const std::vector<ToldRegion>& told);

class TiedDraw {
 public:
  /// `ahead`: as WindowDraw.
  TiedDraw(TiedWindow window, const RankCandidates& candidates, std::size_t ahead);

  /// Until there is an answer, or regions are wanted.
  void advance(Randomness& randomness);
  /// Regions of keys whose contents are wanted, or of one key whose rows are.
  std::vector<Region> wanted() const;
  /// Of a region of keys that hides something: what are_inside it.
  void refine(const Region& keys, const std::vector<ToldRegion>& told);

  const RegionWindow& window() const { return draw_.window(); }
  /// A point or "none", once nothing is wanted.
  const std::optional<Natural>& answer() const { return draw_.answer(); }
  /// What is known of the rows below a point that was drawn, and of those above it.
  std::pair<TiedWindow, TiedWindow> sides() const;

 private:
  void halve(const Region& points, Randomness& randomness);

  unsigned tie_bits_;
  std::map<Natural, std::vector<RowsAlike>> rows_;
  WindowDraw draw_;
  std::vector<Region> wanted_;  // of points
};

}  // namespace logstar
