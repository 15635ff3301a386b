#include "logstar/interior_point/rec_concave/rec_concave.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "logstar/support/errors.hpp"

// Privacy. Each level computes from the quality of the level before, whose change it inherits: a largest
// minimum L(j) of a quality that moves by at most 1 moves by at most 1 (one way if the quality does), and q(j)
// = min(L(j) - accept, promise - L(j + 1)) by at most 1, both ways. So a draw at the last level, and two gap
// tests and a draw at each level above, are separate private mechanisms, each with the sensitivity that its
// calibration declares, and the total is their sum.

namespace logstar {
namespace {

/// The best of the intervals of 2^width_log points that begin at `offset`, and the best of the
/// others. The first of equals wins, so the choice does not depend on anything else.
struct Partition {
  Natural offset;
  std::uint32_t width_log;

  /// The interval drawn by the gap test, or empty.
  std::optional<PointInterval> choose(const Quality& quality, const Natural& size,
                                      const GapTestParameters& gap, Randomness& randomness) const;
};

std::optional<PointInterval> Partition::choose(const Quality& quality, const Natural& size,
                                               const GapTestParameters& gap,
                                               Randomness& randomness) const {
  if (offset >= size) return std::nullopt;
  // Calls visit(first interval, last interval, quality) for every run past the offset.
  const auto each_run = [&](const auto& visit) {
    Natural start = 0;
    for (const QualityRun& run : quality) {
      const Natural end = start + run.width;
      if (end > offset) {
        const Natural from = std::max(start, offset);
        visit((from - offset) >> width_log, (end - 1 - offset) >> width_log, run.quality);
      }
      start = end;
    }
  };
  std::int64_t best = INT64_MIN;
  Natural winner = 0;
  each_run([&](const Natural& first, const Natural&, std::int64_t value) {
    if (value > best) {
      best = value;
      winner = first;
    }
  });
  std::int64_t second = INT64_MIN;
  each_run([&](const Natural& first, const Natural& last, std::int64_t value) {
    if (first != winner || last != winner) second = std::max(second, value);
  });
  if (second != INT64_MIN) {
    const std::int64_t scores[] = {best, second};
    if (!gap_test(scores, std::nullopt, gap, randomness)) return std::nullopt;
  }
  const Natural first = offset + (winner << width_log);
  const Natural past = std::min(size, first + (Natural(1) << width_log));
  return PointInterval{first, past - 1};
}

/// The points of either interval, as sorted disjoint intervals.
std::vector<PointInterval> united(const std::optional<PointInterval>& a,
                                  const std::optional<PointInterval>& b) {
  std::vector<PointInterval> result;
  for (const auto& interval : {a, b}) {
    if (interval) result.push_back(*interval);
  }
  if (result.size() < 2) return result;
  if (result[1].first < result[0].first) std::swap(result[0], result[1]);
  if (result[1].first <= result[0].last + 1) {
    return {{result[0].first, std::max(result[0].last, result[1].last)}};
  }
  return result;
}

/// From this many scales on, those of equal quality are one run: a domain of 2^20 bits has a million scales, few of
/// which differ. The law is the same either way. Fewer scales stay apart, as their draws are on record.
constexpr std::size_t kManyScales = std::size_t(1) << 14;

/// q(j) = min(L(j) - accept, promise - L(j + 1)) for every scale j but the last.
Quality scale_quality(const std::vector<std::int64_t>& longest, const RecConcaveLevel& level) {
  const bool merges = longest.size() > kManyScales;
  Quality scale;
  for (std::size_t j = 0; j + 1 < longest.size(); ++j) {
    const auto quality = std::min(longest[j] - level.accept, level.promise - longest[j + 1]);
    if (merges && !scale.empty() && scale.back().quality == quality) {
      scale.back().width += 1;
    } else {
      scale.push_back({1, quality});
    }
  }
  return scale;
}

std::optional<Natural> solve(const Quality& quality, const RecConcaveLevel* level,
                             Randomness& randomness) {
  if (!level->gap) {
    return draw_point(quality, {{0, level->size - 1}}, level->draw_epsilon, randomness);
  }
  // T' = 2^lg is the least power of two not below T; the points T + 1..T' are padding.
  const Natural t = level->size - 1;
  const std::uint32_t lg = lg_up(t);
  Quality padded = quality;
  const Natural padding = (Natural(1) << lg) - t;
  if (padding > 0) padded.push_back({padding, std::min<std::int64_t>(0, quality.back().quality)});

  std::vector<std::int64_t> longest = best_of_length(padded, lg);
  longest.push_back(std::min<std::int64_t>(0, longest.back()));
  const Quality scale = scale_quality(longest, *level);
  const auto found = solve(scale, level + 1, randomness);
  if (!found) return std::nullopt;

  const auto k = static_cast<std::uint32_t>(*found);
  const Natural size = (Natural(1) << lg) + 1;
  const auto a = Partition{0, k + 3}.choose(padded, size, *level->gap, randomness);
  const auto b =
      Partition{Natural(1) << (k + 2), k + 3}.choose(padded, size, *level->gap, randomness);
  const auto where = united(a, b);
  if (where.empty()) return std::nullopt;
  return std::min(t, draw_point(padded, where, level->draw_epsilon, randomness));
}

}  // namespace

std::optional<Natural> rec_concave(const Quality& quality, const RecConcaveParameters& parameters,
                                   Randomness& randomness) {
  const Natural size = size_of(quality);
  const Natural& expected = parameters.levels.front().size;
  if (size != expected) {
    reject("quality", "of " + to_text(expected) + " points", to_text(size));
  }
  return solve(quality, parameters.levels.data(), randomness);
}

std::optional<WideKey> draw_rec_concave_interior(KeyArray keys, const WideInterval& domain,
                                                 const RecConcaveParameters& parameters,
                                                 Randomness& randomness) {
  keys.sort();
  return draw_rec_concave_interior(PaddedKeys(std::move(keys)), domain, parameters, randomness);
}

std::optional<WideKey> draw_rec_concave_interior(const PaddedKeys& keys, const WideInterval& domain,
                                                 const RecConcaveParameters& parameters,
                                                 Randomness& randomness) {
  const auto point = rec_concave(depth_quality(keys, domain), parameters, randomness);
  if (!point) return std::nullopt;
  return key_of(natural_of(domain.lowest) + *point, keys.bits());
}

}  // namespace logstar
