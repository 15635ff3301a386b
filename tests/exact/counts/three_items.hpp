// Discovery on three items: all neighbours of all small tables of counts.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <vector>

#include "databases.hpp"
#include "divergence.hpp"
#include "logstar/privacy/loss.hpp"

namespace logstar::testing {

/// The weights of three items, of all users or of one user.
using Weights = std::vector<std::uint64_t>;

inline constexpr std::size_t kItems = 3;

/// All contributions of one user: at most `max_per_group` to an item and `whole` in total. The empty
/// contribution comes first.
inline std::vector<Weights> gifts(std::uint64_t whole, std::uint64_t max_per_group) {
  std::vector<Weights> all;
  const auto up_to = [&](std::uint64_t left) { return std::min(left, max_per_group); };
  for (std::uint64_t a = 0; a <= up_to(whole); ++a) {
    for (std::uint64_t b = 0; b <= up_to(whole - a); ++b) {
      for (std::uint64_t c = 0; c <= up_to(whole - a - b); ++c) all.push_back({a, b, c});
    }
  }
  return all;
}

/// The weights without other users, with one other unit, and far above the threshold.
inline Weights levels_at(std::int64_t threshold, std::uint64_t far) {
  return {0, 1, static_cast<std::uint64_t>(threshold) + far};
}

/// The largest delta over all neighbours. Each item has one of these weights beforehand; a user contributes one
/// of `users` before, after or both. `discover` returns the output distribution for given weights.
template <typename Discover>
long double worst_delta(const Discover& discover, const Weights& levels,
                        const std::vector<Weights>& users, double epsilon, Neighbors neighbors) {
  std::map<Weights, decltype(discover(Weights()))> laws;
  const auto law_of = [&](const Weights& weights) -> const auto& {
    const auto found = laws.find(weights);
    return found != laws.end() ? found->second
                               : laws.emplace(weights, discover(weights)).first->second;
  };
  long double worst = 0;
  // Items are interchangeable, so the weights beforehand may be sorted.
  for_each_multiset(levels.size(), kItems, [&](const std::vector<std::size_t>& places) {
    const auto with = [&](const Weights& user) {
      Weights weights;
      for (std::size_t item = 0; item < kItems; ++item) {
        weights.push_back(levels[places[item]] + user[item]);
      }
      return weights;
    };
    for (std::size_t before = 0; before < users.size(); ++before) {
      for (std::size_t after = 0; after < before; ++after) {
        if (neighbors == Neighbors::add_remove && after != 0) break;
        const auto found = apart(law_of(with(users[before])), law_of(with(users[after])), epsilon);
        worst = std::max({worst, found.delta, found.reverse_delta});
      }
    }
  });
  return worst;
}

}  // namespace logstar::testing
