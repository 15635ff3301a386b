// The first item of a top-k against the exponential mechanism, which has a list of all items. DR19 Lemmas
// E.1 and E.2, in law over all small histograms.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

#include "histogram_laws.hpp"
#include "logstar/selection/exponential.hpp"

namespace logstar::testing::first_item_test {
namespace {

constexpr std::size_t kItems = 3;
constexpr std::int64_t kHighest = 3;

struct Setting {
  TopKVariant variant;
  std::uint64_t kbar;
  double epsilon;
  double delta;
};

std::vector<Setting> settings() {
  std::vector<Setting> all;
  for (const auto variant : {TopKVariant::limited_domain, TopKVariant::strict}) {
    for (const std::uint64_t kbar : {1u, 2u}) {
      for (const double epsilon : {0.2, 1.0, 3.0}) {
        for (const double delta : {0.05, 0.6, 0.9}) all.push_back({variant, kbar, epsilon, delta});
      }
    }
  }
  return all;
}

/// One histogram: what both name first, and the weights of the lemma.
struct Compared {
  long double right, wrong;            // of top-k
  long double list_right, list_wrong;  // of the exponential mechanism
  long double beyond;                  // weight of the items that are no candidates
  long double bottom;
  long double bottom_without_one;  // if the border were lower by 1
};

Compared compared(const Setting& s, const Histogram& histogram, std::size_t first) {
  const double margin = std::log(static_cast<double>(s.kbar) / s.delta) / s.epsilon;
  const auto parameters = plain(s.variant, 1, s.kbar, s.epsilon, s.delta, margin);
  const auto law =
      enumerate([&](Randomness& r) { return top_k_mechanism(parameters)(histogram, r); });
  const auto list =
      enumerate([&](Randomness& r) { return exponential_choice(histogram, s.epsilon, r); });

  const Ranked rows = ranked(histogram, kItems);
  const std::int64_t border = rows.counts.size() > s.kbar ? rows.counts[s.kbar] : 0;
  const auto weight = [&](double score) {
    return std::exp(static_cast<long double>(s.epsilon) * score);
  };
  Compared result{law.of(Released{{first, 0}}),
                  0,
                  list.of(first),
                  1 - list.of(first),
                  0,
                  weight(static_cast<double>(border + 1) + margin),
                  weight(static_cast<double>(border) + margin)};
  result.wrong = 1 - result.right - law.of(Released{});
  for (std::size_t item = 0; item < kItems; ++item) {
    const auto place = std::find(rows.items.begin(), rows.items.end(), item) - rows.items.begin();
    const bool is_candidate =
        histogram[item] > 0 && place < static_cast<std::ptrdiff_t>(s.kbar) &&
        (s.variant == TopKVariant::limited_domain || histogram[item] > border);
    if (!is_candidate) result.beyond += weight(static_cast<double>(histogram[item]));
  }
  return result;
}

/// Every histogram whose first item is a candidate.
template <typename Visit>
void for_each_comparison(const Visit& visit) {
  for (const Setting& setting : settings()) {
    Histogram histogram(kItems);
    for (histogram[0] = 0; histogram[0] <= kHighest; ++histogram[0]) {
      for (histogram[1] = 0; histogram[1] <= kHighest; ++histogram[1]) {
        for (histogram[2] = 0; histogram[2] <= kHighest; ++histogram[2]) {
          const Ranked rows = ranked(histogram, kItems);
          if (rows.items.empty()) continue;
          const std::int64_t border =
              rows.counts.size() > setting.kbar ? rows.counts[setting.kbar] : 0;
          if (setting.variant == TopKVariant::strict && rows.counts[0] == border) continue;
          visit(compared(setting, histogram, rows.items[0]));
        }
      }
    }
  }
}

TEST_CASE("the first item is named as often as from a list iff bottom weighs at most the others") {
  int at_least = 0;
  int fewer = 0;
  for_each_comparison([&](const Compared& c) {
    const bool is_as_often = c.right >= c.list_right;
    CHECK(is_as_often == (c.bottom <= c.beyond));
    ++(is_as_often ? at_least : fewer);
  });
  CHECK(at_least > 20);
  CHECK(fewer > 100);
}

TEST_CASE("a wrong item is named first at most as often as from a list") {
  int less_often = 0;
  for_each_comparison([&](const Compared& c) {
    CHECK(c.wrong <= c.list_wrong + 1e-12L);
    if (c.wrong < c.list_wrong - 0.1L) ++less_often;
  });
  CHECK(less_often > 100);
}

TEST_CASE("control: the first item's condition without the + 1 of the border is refuted") {
  int refuted = 0;
  for_each_comparison([&](const Compared& c) {
    if ((c.right >= c.list_right) != (c.bottom_without_one <= c.beyond)) ++refuted;
  });
  CHECK(refuted > 20);
}

}  // namespace
}  // namespace logstar::testing::first_item_test
