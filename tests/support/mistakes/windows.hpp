// Mistakes in draws through a window of a table: for the verifier.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "engine_table.hpp"
#include "logstar/interior_point/user_rank_release.hpp"
#include "logstar/windows/region_window.hpp"

namespace logstar::testing {

enum class WindowMistake {
  none,
  worst_end,    ///< regions at the least score of their keys
  point_again,  ///< if a point is rejected, the draw proposes another point of the same range
  no_check      ///< accepts the draw without checking its range's contents
};

/// A depth or a quantile's score, drawn from a window of a small table key by key.
class MistakenWindowDraw {
 public:
  MistakenWindowDraw(const UserRankParameters& parameters, std::uint64_t last,
                     WindowMistake mistake)
      : parameters_(parameters), last_(last), mistake_(mistake) {}

  /// The key, or -1 for none. `regions` may contradict the table.
  std::int64_t operator()(const KeyWeights& table, std::vector<Region> regions,
                          Randomness& randomness) const {
    RegionWindow window(std::move(regions));
    const double rate = parameters_.draw.draw_epsilon;
    while (true) {
      const auto bounds = scores(window);
      ScoreList list(bounds);
      const std::size_t drawn = randomness.weighted_choice(
          list, rate, abstain_score(parameters_, static_cast<std::int64_t>(window.total())));
      if (drawn == bounds.size()) return -1;
      const std::size_t i = window.at(drawn);
      const bool hidden = i < window.size() && window[i].first <= drawn && !window[i].is_key();
      if (!hidden || mistake_ == WindowMistake::no_check) return static_cast<std::int64_t>(drawn);
      const Region region = window[i];
      window.refine(region, contents_of(table, region, Fetch::keys));
      const auto known = scores(window);
      const std::int64_t miss = std::max<std::int64_t>(0, bounds[drawn] - known[drawn]);
      const bool accepted =
          miss == 0 || randomness.bernoulli_exp(Rational::of(rate) * Rational{miss, 1});
      if (accepted) return static_cast<std::int64_t>(drawn);
      if (mistake_ == WindowMistake::point_again) return again(region, known, randomness);
    }
  }

 private:
  /// The score of each key, or the bound on it.
  std::vector<std::int64_t> scores(const RegionWindow& window) const {
    const RankScore score{parameters_.draw.kind, static_cast<std::int64_t>(window.total()),
                          parameters_.draw.tau};
    std::vector<std::int64_t> all;
    for (std::uint64_t key = 0; key <= last_; ++key) {
      const auto less = window.below_key(key);
      const auto at_most = window.below_key(key + 1);
      const bool worst = mistake_ == WindowMistake::worst_end;
      all.push_back(
          score.of_weights(static_cast<std::int64_t>(worst ? less.most : less.least),
                           static_cast<std::int64_t>(worst ? at_most.least : at_most.most)));
    }
    return all;
  }

  /// Draws from the range by weight until a key is accepted.
  std::int64_t again(const Region& region, const std::vector<std::int64_t>& known,
                     Randomness& randomness) const {
    const auto first = static_cast<std::ptrdiff_t>(region.first);
    const auto last = static_cast<std::ptrdiff_t>(region.last);
    const std::vector<std::int64_t> inside(known.begin() + first, known.begin() + last + 1);
    ScoreList list(inside);
    const std::size_t drawn =
        randomness.weighted_choice(list, parameters_.draw.draw_epsilon, std::nullopt);
    return first + static_cast<std::int64_t>(drawn);
  }

  UserRankParameters parameters_;
  std::uint64_t last_;
  WindowMistake mistake_;
};

}  // namespace logstar::testing
