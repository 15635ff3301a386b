// The whole loss of a session, and of several independent ones.
//
// Privacy: none is spent. Joining cells and raising losses keeps an upper bound.
// Cost: the logarithm of the number of sessions in products of at most kMaxCells cells each.
#pragma once

#include <cstddef>

#include "logstar/interior_point/slices/loss_grid.hpp"

namespace logstar {

/// The distribution of a loss, and the probability that counts as lost.
struct WholeLoss {
  static constexpr std::size_t kMaxCells = 1 << 14;  // products of more take long

  LossGrid losses;
  double lost = 0;

  /// Trims `rest` off either end, and joins cells while they are too many.
  void shorten(double rest) {
    lost += losses.trim(rest);
    while (losses.mass.size() > kMaxCells) losses.coarsen();
  }
};

/// The loss of `sessions` independent sessions, each shortened by `rest`.
inline WholeLoss sum_of(const WholeLoss& one, unsigned sessions, double rest) {
  if (sessions == 1) return one;
  const WholeLoss half = sum_of(one, sessions / 2, rest);
  WholeLoss sum{half.losses * half.losses, 2 * half.lost};
  if (sessions % 2 == 1) {
    LossGrid more = one.losses;
    while (more.width < sum.losses.width) more.coarsen();
    sum.losses = sum.losses * more;
    sum.lost += one.lost;
  }
  sum.shorten(rest);
  return sum;
}

}  // namespace logstar
