// The distribution of a privacy loss, on a grid.
//
// Privacy: none is spent. Losses are rounded up; sums of masses have no directed rounding, so their users move
//   them by kRelative.
// Cost: a product of two takes the product of their sizes.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace logstar {

/// Masses on losses index * width. A loss is rounded up, with a tolerance of kRelative of a width, so that
/// rounding of the last digit does not move a loss on the grid.
struct LossGrid {
  /// Far more than the rounding error of a sum of doubles.
  static constexpr double kRelative = 1e-9;

  double width;
  std::vector<double> mass;  // of (index + first) * width
  std::int64_t first = 0;

  void add(double loss, double probability) {
    const auto index = static_cast<std::int64_t>(std::ceil(loss / width - kRelative));
    const auto last = first + static_cast<std::int64_t>(mass.size());
    if (mass.empty()) {
      first = index;
      mass.push_back(0);
    } else if (index < first) {
      mass.insert(mass.begin(), static_cast<std::size_t>(first - index), 0);
      first = index;
    } else if (index >= last) {
      mass.resize(static_cast<std::size_t>(index - first) + 1);
    }
    mass[static_cast<std::size_t>(index - first)] += probability;
  }

  LossGrid operator*(const LossGrid& other) const {
    LossGrid result{width, std::vector<double>(mass.size() + other.mass.size() - 1), first};
    result.first += other.first;
    for (std::size_t i = 0; i < mass.size(); ++i) {
      if (mass[i] == 0) continue;
      for (std::size_t j = 0; j < other.mass.size(); ++j) {
        result.mass[i + j] += mass[i] * other.mass[j];
      }
    }
    return result;
  }

  void operator+=(const LossGrid& other) {
    for (std::size_t i = 0; i < other.mass.size(); ++i) {
      if (other.mass[i] == 0) continue;
      add(static_cast<double>(other.first + static_cast<std::int64_t>(i)) * width, other.mass[i]);
    }
  }

  /// Joins cells in pairs, each at the greater loss.
  void coarsen() {
    const auto half = [](std::int64_t index) { return (index + 1) >> 1; };  // rounded up
    std::vector<double> joined(static_cast<std::size_t>(
        half(first + static_cast<std::int64_t>(mass.size()) - 1) - half(first) + 1));
    for (std::size_t i = 0; i < mass.size(); ++i) {
      const std::int64_t index = first + static_cast<std::int64_t>(i);
      joined[static_cast<std::size_t>(half(index) - half(first))] += mass[i];
    }
    mass = std::move(joined);
    first = half(first);
    width *= 2;
  }

  /// Takes off the greatest losses and raises the least ones, of a mass of at most `rest` each.
  /// Returns the mass that it took off.
  double trim(double rest) {
    double off = 0;
    while (mass.size() > 1 && off + mass.back() <= rest) {
      off += mass.back();
      mass.pop_back();
    }
    double raised = 0;
    std::size_t least = 0;
    while (least + 1 < mass.size() && raised + mass[least] <= rest) raised += mass[least++];
    mass.erase(mass.begin(), mass.begin() + static_cast<std::ptrdiff_t>(least));
    mass.front() += raised;
    first += static_cast<std::int64_t>(least);
    return off;
  }

  double total() const {
    double sum = 0;
    for (const double m : mass) sum += m;
    return sum;
  }

  /// Sum of mass (1 - e^(epsilon - loss)) over losses above epsilon.
  double excess(double epsilon) const {
    double sum = 0;
    for (std::size_t i = 0; i < mass.size(); ++i) {
      const double loss = static_cast<double>(first + static_cast<std::int64_t>(i)) * width;
      if (loss > epsilon) sum += mass[i] * -std::expm1(epsilon - loss);
    }
    return sum;
  }
};

}  // namespace logstar
