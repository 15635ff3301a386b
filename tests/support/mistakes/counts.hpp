// Mistakes in counts of users and in group discovery. For the verifier.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "logstar/counts/group_discovery.hpp"
#include "logstar/counts/group_weights.hpp"
#include "passing_randomness.hpp"

namespace logstar::testing {

/// Ignores a user's weight: every row weighs a whole user.
inline std::vector<std::uint64_t> row_weights(const CountedRows& rows, std::uint32_t groups,
                                              std::uint32_t whole) {
  std::vector<std::uint64_t> weights(groups, 0);
  for (const std::uint32_t group : rows.groups) weights[group] += whole;
  return weights;
}

/// Draws noise once that should be redrawn while it exceeds t.
class DrawnOnce final : public PassingRandomness {
 public:
  using PassingRandomness::PassingRandomness;
  std::int64_t discrete_laplace_at_most(const Rational& rate, std::int64_t) override {
    return inner_.discrete_laplace(rate);
  }
};

/// Draws noise once and cuts it at t.
class CutOff final : public PassingRandomness {
 public:
  using PassingRandomness::PassingRandomness;
  std::int64_t discrete_laplace_at_most(const Rational& rate, std::int64_t most) override {
    const std::int64_t drawn = inner_.discrete_laplace(rate);
    return std::min(drawn, most);
  }
};

/// Groups in order of first occurrence.
inline std::vector<NamedGroup> in_order_of_rows(std::vector<NamedGroup> named,
                                                const CountedRows& rows) {
  const auto place = [&](const NamedGroup& group) {
    return std::ranges::find(rows.groups, group.group) - rows.groups.begin();
  };
  std::ranges::sort(named, {}, place);
  return named;
}

}  // namespace logstar::testing
