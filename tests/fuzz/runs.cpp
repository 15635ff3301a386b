// Runs of equal score, as draws read them, next to the list of all candidates on small domains.
#include <algorithm>
#include <map>
#include <vector>

#include "fuzz_randomness.hpp"
#include "logstar/interior_point/cut_choice/candidates.hpp"
#include "logstar/interior_point/rank/quality_runs.hpp"
#include "logstar/interior_point/rank/rank_runs.hpp"
#include "logstar/interior_point/rank/tied_rank_runs.hpp"
#include "logstar/learning/cut_runs.hpp"
#include "run_tally.hpp"

namespace logstar::testing {
namespace {

using Tally = std::map<std::int64_t, Natural>;  // candidates by score

Tally tally_of(CandidateRuns& runs) {
  RunTally tally = complete_tally(runs);
  require(tally.broken.empty(), tally.broken.c_str());
  return std::move(tally.by_score);
}

RankScore any_score(FuzzInput& input, std::size_t n) {
  RankScore score;
  score.n = static_cast<std::int64_t>(n);
  if (input.coin()) {
    score.kind = RankScore::Kind::quantile;
    score.tau.denominator = 2 + input.choice(20);
    score.tau.numerator = 1 + input.choice(score.tau.denominator - 1);
  }
  return score;
}

template <typename Number>
std::int64_t score_at(const RankScore& score, const std::vector<Number>& sorted, Number z) {
  const auto less = std::lower_bound(sorted.begin(), sorted.end(), z) - sorted.begin();
  const auto at_most = std::upper_bound(sorted.begin(), sorted.end(), z) - sorted.begin();
  return score(less, at_most);
}

void check_rank_runs(FuzzInput& input) {
  const std::uint64_t width = 1 + input.choice(64);
  std::uint64_t lowest = input.count();
  if (lowest > ~width) lowest = 0 - width;
  const KeyInterval domain{lowest, lowest + width - 1};
  std::vector<std::uint64_t> keys(input.word(2) % 6000);
  for (auto& key : keys) key = lowest + input.choice(64) % width;
  const RankScore score = any_score(input, keys.size());
  RankRuns runs(keys, domain, score, input.choice(256) * std::uint64_t(1 + input.choice(30)));
  std::sort(keys.begin(), keys.end());
  Tally expected;
  for (std::uint64_t z = 0; z < width; ++z) ++expected[score_at(score, keys, lowest + z)];
  require(tally_of(runs) == expected, "rank runs are all keys with their scores");
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const CandidateRun run = runs.run(i);
    if (run.multiplicity == 0) continue;
    const KeyInterval within = runs.keys_of(i);
    require(within.size() == run.multiplicity, "a run has its keys");
    require(score_at(score, keys, within.lowest) == run.score &&
                score_at(score, keys, within.highest) == run.score,
            "a run's keys have its score");
  }
}

void check_tied_runs(FuzzInput& input) {
  const unsigned bits = 1 + input.choice(4);
  std::vector<std::uint64_t> given(input.choice(256));
  for (auto& key : given) key = input.choice(6);
  AnyRandomness randomness(input);
  TiedKeys keys(given, bits, {}, *randomness);
  const TiedRecords records = keys.of({0, keys.size()});
  std::vector<Uint128> points;
  for (std::size_t i = 0; i < keys.size(); ++i) points.push_back(records[i]);
  require(std::is_sorted(points.begin(), points.end()), "tied keys are sorted");
  std::sort(given.begin(), given.end());
  for (std::size_t i = 0; i < points.size(); ++i) {
    require(static_cast<std::uint64_t>(points[i] >> bits) == given[i], "keys lead, bits follow");
  }
  // An arbitrary part: a range of records, and points around it.
  const std::size_t first = input.choice(256) % (points.size() + 1);
  const std::size_t last = first + input.choice(256) % (points.size() - first + 1);
  const Uint128 top = (Uint128(6) << bits) - 1;
  const Uint128 middle = first < points.size() ? points[first] : top;
  const Uint128 lowest = middle - static_cast<std::uint64_t>(input.byte()) % (middle + 1);
  const Uint128 end = last > first ? points[last - 1] : middle;
  const Uint128 highest = end + static_cast<std::uint64_t>(input.byte()) % (top - end + 1);
  const RankScore score = any_score(input, last - first);
  TiedRankRuns runs(keys, {first, last, lowest, highest}, score, input.byte());
  const std::vector<Uint128> inside(points.begin() + static_cast<std::ptrdiff_t>(first),
                                    points.begin() + static_cast<std::ptrdiff_t>(last));
  Tally expected;
  for (Uint128 z = lowest; z <= highest; ++z) ++expected[score_at(score, inside, z)];
  require(tally_of(runs) == expected, "tied runs are all points with their scores");
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const CandidateRun run = runs.run(i);
    if (run.multiplicity == 0) continue;
    const Uint128 z = runs.draw_point(i, *randomness);
    require(z >= lowest && z <= highest && score_at(score, inside, z) == run.score,
            "a point drawn has its run's score");
  }
}

std::vector<std::uint64_t> small_keys(FuzzInput& input, std::uint32_t bits, std::size_t most) {
  std::vector<std::uint64_t> keys(input.choice(256) % (most + 1));
  for (auto& key : keys) key = input.word(2) % (std::uint64_t(1) << bits);
  std::sort(keys.begin(), keys.end());
  return keys;
}

void check_cut_choice(FuzzInput& input) {
  const std::uint32_t bits = 1 + input.choice(10);
  const std::vector<std::uint64_t> sorted = small_keys(input, bits, 40);
  const KeyArray keys(bits, sorted);
  const auto offset = static_cast<std::int64_t>(input.choice(20));
  const auto n = static_cast<std::int64_t>(sorted.size());
  const auto depth = [&](std::uint64_t z) {
    const auto less = std::lower_bound(sorted.begin(), sorted.end(), z) - sorted.begin();
    const auto at_most = std::upper_bound(sorted.begin(), sorted.end(), z) - sorted.begin();
    return std::min<std::int64_t>(at_most, n - less);
  };
  const PaddedKeys records(keys);
  const CutDepthScore score(records, offset);
  CutCandidates candidates(keys, score, input.byte(), input.byte());
  Tally expected;
  for (std::uint32_t length = 0; length <= bits; ++length) {
    const std::uint32_t rest = bits - length;
    std::map<std::uint64_t, std::int64_t> weights;
    for (const std::uint64_t key : sorted) ++weights[key >> rest];
    for (const auto& [prefix, weight] : weights) {
      if (rest == 0) {
        ++expected[weight];
        continue;
      }
      const std::uint64_t cut = (prefix << rest) + (std::uint64_t(1) << (rest - 1)) - 1;
      ++expected[std::min(weight, depth(cut) + offset)];
    }
  }
  require(tally_of(candidates) == expected, "cut choice has the cut of every prefix and every key");
  AnyRandomness randomness(input);
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    if (candidates.run(i).multiplicity == 0) continue;
    const std::uint64_t z = candidates.draw_key(i, *randomness)[0];
    require(z >> bits == 0, "a cut drawn has its width");
    require(candidates.run(i).score <= depth(z) + offset, "a cut drawn is as deep as its run");
  }
}

void check_cuts(FuzzInput& input) {
  const std::uint32_t bits = 1 + input.choice(8);
  const auto ones = small_keys(input, bits, 60);
  const auto zeros = small_keys(input, bits, 60);
  std::uint64_t lowest = input.word(2) % (std::uint64_t(1) << bits);
  std::uint64_t highest = input.word(2) % (std::uint64_t(1) << bits);
  for (const auto* keys : {&ones, &zeros}) {
    if (keys->empty()) continue;
    lowest = std::min(lowest, keys->front());
    highest = std::max(highest, keys->back());
  }
  if (lowest > highest) std::swap(lowest, highest);
  const WideInterval domain{{lowest}, {highest}};
  const SortedSample sample({KeyArray(bits, ones), KeyArray(bits, zeros)});
  CutRuns runs(sample, domain, input.byte());
  Tally expected;
  const auto errors = [&](std::uint64_t cut) {  // label 1 below the cut
    return (ones.end() - std::lower_bound(ones.begin(), ones.end(), cut)) +
           (std::lower_bound(zeros.begin(), zeros.end(), cut) - zeros.begin());
  };
  for (std::uint64_t cut = lowest; cut <= highest + 1; ++cut) ++expected[-errors(cut)];
  require(tally_of(runs) == expected, "cuts are all thresholds with their errors");
  AnyRandomness randomness(input);
  for (std::size_t i = 0; i < runs.size(); ++i) {
    if (runs.run(i).multiplicity == 0) continue;
    const ThresholdHypothesis drawn = runs.draw_threshold(i, *randomness);
    const std::uint64_t cut = drawn.last ? drawn.last->front() + 1 : lowest;
    require(cut >= lowest && cut <= highest + 1 && -errors(cut) == runs.run(i).score,
            "a threshold drawn makes its run's errors");
  }
}

void check_qualities(FuzzInput& input) {
  Quality quality;
  std::vector<std::int64_t> points;
  do {
    const std::uint64_t width = 1 + input.choice(12);
    const std::int64_t value = static_cast<std::int8_t>(input.byte());
    quality.push_back({width, value});
    points.insert(points.end(), width, value);
  } while (!input.used_up() && points.size() < 120);
  require(size_of(quality) == points.size(), "a quality covers its points");
  std::uint32_t last = 0;
  while ((std::size_t(2) << last) <= points.size()) ++last;
  last = input.choice(last + 1);
  const auto best = best_of_length(quality, last);
  for (std::uint32_t j = 0; j <= last; ++j) {
    const std::size_t length = std::size_t(1) << j;
    std::int64_t expected = INT64_MIN;
    for (std::size_t start = 0; start + length <= points.size(); ++start) {
      const auto begin = points.begin() + static_cast<std::ptrdiff_t>(start);
      expected =
          std::max(expected, *std::min_element(begin, begin + static_cast<std::ptrdiff_t>(length)));
    }
    require(best[j] == expected, "the best stretch of a length");
  }
  std::vector<PointInterval> where;
  std::size_t from = input.choice(static_cast<unsigned>(points.size()));
  while (from < points.size() && where.size() < 4) {
    const std::size_t to = std::min(points.size() - 1, from + input.choice(10));
    where.push_back({from, to});
    from = to + 1 + input.choice(10);
  }
  AnyRandomness randomness(input);
  const Natural point = draw_point(quality, where, 0.5, *randomness);
  require(std::any_of(
              where.begin(), where.end(),
              [&](const PointInterval& one) { return one.first <= point && point <= one.last; }),
          "a point is drawn where it was asked for");
}

void check_rank_quality(FuzzInput& input) {
  const std::uint32_t bits = 1 + input.choice(8);
  const auto sorted = small_keys(input, bits, 60);
  const std::uint64_t top = (std::uint64_t(1) << bits) - 1;
  const std::uint64_t lowest =
      sorted.empty() ? 0 : sorted.front() - input.byte() % (sorted.front() + 1);
  const std::uint64_t highest =
      sorted.empty() ? top : sorted.back() + input.byte() % (top - sorted.back() + 1);
  const RankScore score = any_score(input, sorted.size());
  const Quality quality = rank_quality(KeyArray(bits, sorted), {{lowest}, {highest}}, score);
  std::uint64_t z = lowest;
  for (const QualityRun& run : quality) {
    require(run.width >= 1, "a run has a point");
    for (Natural i = 0; i < run.width; ++i) {
      require(score_at(score, sorted, z++) == run.quality, "a quality is that of its points");
    }
  }
  require(z == highest + 1, "a quality covers the domain");
}

}  // namespace
}  // namespace logstar::testing

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace logstar::testing;
  return run_one_of({check_rank_runs, check_tied_runs, check_cut_choice, check_cuts,
                     check_qualities, check_rank_quality},
                    data, size);
}
