#include "logstar/interior_point/rank/quality_runs.hpp"

#include <algorithm>
#include <utility>

namespace logstar {
namespace {

/// `rank_of(i)`: the rank of the i-th key, or after all.
template <typename RankOf, typename Score>
Quality quality_of(const KeyView& sorted, const WideInterval& domain, const RankOf& rank_of,
                   const Score& score) {
  Quality runs;
  Natural next = natural_of(domain.lowest);  // the first point not covered yet
  for (std::size_t i = 0; i < sorted.size();) {
    std::size_t end = i + 1;
    while (end < sorted.size() && sorted.common_prefix(i, end) == sorted.bits()) ++end;
    const std::int64_t before = rank_of(i);
    const Natural key = natural_of(sorted[i]);
    if (key > next) runs.push_back({key - next, score(before, before)});
    runs.push_back({1, score(before, rank_of(end))});
    next = key + 1;
    i = end;
  }
  const Natural past = natural_of(domain.highest) + 1;
  const std::int64_t all = rank_of(sorted.size());
  if (past > next) runs.push_back({past - next, score(all, all)});
  return runs;
}

}  // namespace

std::uint32_t lg_up(const Natural& n) { return n <= 1 ? 0 : bit_width(n - 1); }

Natural size_of(const Quality& quality) {
  Natural size = 0;
  for (const QualityRun& run : quality) size += run.width;
  return size;
}

Quality rank_quality(const KeyView& sorted, const WideInterval& domain, const RankScore& score,
                     std::int64_t below) {
  return quality_of(
      sorted, domain, [below](std::size_t i) { return below + static_cast<std::int64_t>(i); },
      score);
}

Quality rank_quality(const KeyArray& sorted, const std::vector<std::size_t>& before,
                     const WideInterval& domain, const RankScore& score) {
  return quality_of(
      sorted, domain, [&](std::size_t i) { return static_cast<std::int64_t>(before[i]); }, score);
}

Quality rank_quality(const SortedWeights& sorted, const WideInterval& domain,
                     const RankScore& score) {
  return quality_of(
      sorted.keys, domain,
      [&](std::size_t i) { return static_cast<std::int64_t>(sorted.before[i]); },
      [&](std::int64_t less, std::int64_t at_most) { return score.of_weights(less, at_most); });
}

Quality depth_quality(const PaddedKeys& sorted, const WideInterval& domain) {
  const RankScore depth{RankScore::Kind::depth, static_cast<std::int64_t>(sorted.size()), {}};
  return quality_of(
      sorted.listed(), domain,
      [&](std::size_t i) { return static_cast<std::int64_t>(sorted.keys_before(i)); }, depth);
}

Quality depth_quality(const KeyArray& sorted, const WideInterval& domain) {
  const auto n = static_cast<std::int64_t>(sorted.size());
  return rank_quality(sorted, domain, {RankScore::Kind::depth, n, {}});
}

std::vector<std::int64_t> best_of_length(const Quality& quality, std::uint32_t last) {
  // Each run is the lowest of one stretch that cannot be made longer. A stack of rising runs holds
  // the stretches still open.
  struct Open {
    std::int64_t quality;
    Natural first;  // where the stretch begins
  };
  std::vector<Open> open;
  std::vector<std::int64_t> best(last + std::size_t(1), INT64_MIN);
  Natural position = 0;
  const auto close = [&](std::int64_t below) {
    Natural first = position;
    while (!open.empty() && open.back().quality >= below) {
      first = open.back().first;
      const std::uint32_t longest = bit_width(position - first) - 1;
      std::int64_t& entry = best[std::min(longest, last)];
      entry = std::max(entry, open.back().quality);
      open.pop_back();
    }
    return first;
  };
  for (const QualityRun& run : quality) {
    Natural first = close(run.quality);
    open.push_back({run.quality, std::move(first)});
    position += run.width;
  }
  close(INT64_MIN);
  for (std::size_t j = last; j-- > 0;) best[j] = std::max(best[j], best[j + 1]);
  return best;
}

Natural draw_point(const Quality& quality, const std::vector<PointInterval>& where,
                   double draw_epsilon, Randomness& randomness) {
  return *draw_point(quality, where, draw_epsilon, std::nullopt, randomness);
}

std::optional<Natural> draw_point(const Quality& quality, const std::vector<PointInterval>& where,
                                  double draw_epsilon, const std::optional<BottomScore>& none,
                                  Randomness& randomness) {
  std::vector<CandidateRun> candidates;
  std::vector<Natural> starts;
  Natural start = 0;
  auto interval = where.begin();
  for (const QualityRun& run : quality) {
    const Natural end = start + run.width;  // one past
    while (interval != where.end() && interval->first < end) {
      const Natural from = std::max(start, interval->first);
      const Natural to = std::min(end, interval->last + 1);
      if (from < to) {
        candidates.push_back({run.quality, to - from});
        starts.push_back(from);
      }
      if (interval->last >= end) break;
      ++interval;
    }
    start = end;
  }
  RunList list(candidates);
  const std::size_t drawn = randomness.weighted_choice(list, draw_epsilon, none);
  if (drawn == list.size()) return std::nullopt;
  const Natural offset = randomness.uniform_below(candidates[drawn].multiplicity);
  return starts[drawn] + offset;
}

}  // namespace logstar
