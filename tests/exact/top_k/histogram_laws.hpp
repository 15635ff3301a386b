// The output laws of a top-k mechanism over all small histograms, compared over all neighbours at several
// epsilons.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "divergence.hpp"
#include "enumerating_randomness.hpp"
#include "histograms.hpp"
#include "logstar/top_k/top_k.hpp"

namespace logstar::testing {

/// The release: items (by name, not rank) with their noisy counts, or 0.
using Released = std::vector<std::pair<std::size_t, std::int64_t>>;

inline Released released(const Ranked& rows, const TopKResult& result) {
  Released output;
  for (std::size_t i = 0; i < result.items.size(); ++i) {
    output.push_back(
        {rows.items[result.items[i]], result.noisy_counts.empty() ? 0 : result.noisy_counts[i]});
  }
  return output;
}

/// The mechanism of the parameters, on the head of a histogram.
inline auto top_k_mechanism(const TopKParameters& parameters) {
  return [parameters](const Histogram& histogram, Randomness& randomness) {
    const Ranked rows = ranked(histogram, static_cast<std::size_t>(parameters.kbar) + 1);
    return released(rows, draw_top_k(rows.counts, parameters, randomness));
  };
}

/// The parameters of a theorem, without calibration.
inline TopKParameters plain(TopKVariant variant, std::uint64_t k, std::uint64_t kbar,
                            double epsilon, double delta, double margin) {
  TopKParameters parameters;
  parameters.variant = variant;
  parameters.k = k;
  parameters.kbar = kbar;
  parameters.item_epsilon = epsilon;
  parameters.item_delta = delta;
  parameters.margin = margin;
  return parameters;
}

template <typename Output>
class HistogramLaws {
 public:
  /// All histograms of `items` items with counts up to `highest`.
  template <typename Mechanism>
  HistogramLaws(std::size_t items, std::int64_t highest, const Mechanism& mechanism,
                long double cut = 1e-12L)
      : items_(items), highest_(highest) {
    Histogram histogram(items, 0);
    const std::function<void(std::size_t)> visit = [&](std::size_t item) {
      if (item == items) {
        laws_.emplace(histogram,
                      enumerate([&](Randomness& r) { return mechanism(histogram, r); }, cut));
        return;
      }
      for (histogram[item] = 0; histogram[item] <= highest; ++histogram[item]) visit(item + 1);
      histogram[item] = 0;
    };
    visit(0);
  }

  /// Adds one user, with between 1 and `per_user` items.
  PrivacyReport add_remove(std::size_t per_user, double epsilon) const {
    PrivacyCheck check(epsilon, "add-remove", histograms_text(items_, highest_, per_user));
    for (const auto& entry : laws_) {
      const Law<Output>& law = entry.second;
      for_each_user(entry.first, per_user,
                    [&](const Law<Output>& other) { check.pair(law, other); });
    }
    return check.report();
  }

  /// One user replaced by another.
  PrivacyReport replace(std::size_t per_user, double epsilon) const {
    PrivacyCheck check(epsilon, "replace", histograms_text(items_, highest_, per_user));
    for (const auto& entry : laws_) {
      const Histogram& others = entry.first;
      for_each_user(others, per_user, [&](const Law<Output>& before) {
        for_each_user(others, per_user,
                      [&](const Law<Output>& after) { check.pair(before, after); });
      });
    }
    return check.report();
  }

 private:
  template <typename Visit>
  void for_each_user(const Histogram& base, std::size_t per_user, const Visit& visit) const {
    for (std::size_t user = 1; user < (std::size_t(1) << items_); ++user) {
      Histogram larger = base;
      std::size_t contributed = 0;
      for (std::size_t item = 0; item < items_; ++item) {
        if ((user >> item & 1) == 0) continue;
        ++larger[item];
        ++contributed;
      }
      const auto other = laws_.find(larger);
      if (contributed <= per_user && other != laws_.end()) visit(other->second);
    }
  }

  std::size_t items_;
  std::int64_t highest_;
  std::map<Histogram, Law<Output>> laws_;
};

template <typename Mechanism>
HistogramLaws(std::size_t, std::int64_t, const Mechanism&) -> HistogramLaws<std::decay_t<
    decltype(std::declval<Mechanism>()(std::declval<Histogram>(), std::declval<Randomness&>()))>>;
template <typename Mechanism>
HistogramLaws(std::size_t, std::int64_t, const Mechanism&, long double)
    -> HistogramLaws<std::decay_t<decltype(std::declval<Mechanism>()(
        std::declval<Histogram>(), std::declval<Randomness&>()))>>;

}  // namespace logstar::testing
