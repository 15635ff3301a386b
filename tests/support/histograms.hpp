// All small histograms and their neighbours: one more or one fewer user.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <numeric>
#include <span>
#include <string>
#include <vector>

#include "divergence.hpp"
#include "enumerating_randomness.hpp"

namespace logstar::testing {

using Histogram = std::vector<std::int64_t>;  // the count of each item, in item order

/// Items by decreasing count, ties in item order; only those with a count above 0.
struct Ranked {
  std::vector<std::size_t> items;
  std::vector<std::int64_t> counts;
};

inline Ranked ranked(const Histogram& histogram, std::size_t most) {
  Ranked result;
  for (std::size_t item = 0; item < histogram.size(); ++item) {
    if (histogram[item] > 0) result.items.push_back(item);
  }
  std::stable_sort(result.items.begin(), result.items.end(),
                   [&](auto a, auto b) { return histogram[a] > histogram[b]; });
  if (result.items.size() > most) result.items.resize(most);
  for (const auto item : result.items) result.counts.push_back(histogram[item]);
  return result;
}

inline std::string histograms_text(std::size_t items, std::int64_t highest, std::size_t per_user) {
  const std::string user =
      per_user < items ? ", up to " + std::to_string(per_user) + " a user" : "";
  return counted(items, "item") + ", counts to " + std::to_string(highest) + user;
}

/// Enumerates `mechanism(histogram, randomness)` over all histograms of `items` items with counts
/// up to `highest`, and compares each with every histogram that has 1 more at between 1 and
/// `per_user` items.
template <typename Mechanism>
PrivacyReport check_histograms(std::size_t items, std::int64_t highest, std::size_t per_user,
                               double epsilon, const Mechanism& mechanism) {
  using Output = std::decay_t<decltype(mechanism(Histogram(), std::declval<Randomness&>()))>;
  std::map<Histogram, Law<Output>> laws;
  Histogram histogram(items, 0);
  const std::function<void(std::size_t)> visit = [&](std::size_t item) {
    if (item == items) {
      laws.emplace(histogram, enumerate([&](Randomness& r) { return mechanism(histogram, r); }));
      return;
    }
    for (std::int64_t count = 0; count <= highest; ++count) {
      histogram[item] = count;
      visit(item + 1);
    }
  };
  visit(0);
  PrivacyCheck check(epsilon, "add-remove", histograms_text(items, highest, per_user));
  for (const auto& [base, law] : laws) {
    for (std::size_t user = 1; user < (std::size_t(1) << items); ++user) {
      Histogram larger = base;
      std::size_t contributed = 0;
      for (std::size_t item = 0; item < items; ++item) {
        if (user >> item & 1) {
          ++larger[item];
          ++contributed;
        }
      }
      const auto other = laws.find(larger);
      if (contributed <= per_user && other != laws.end()) check.pair(law, other->second);
    }
  }
  return check.report();
}

}  // namespace logstar::testing
