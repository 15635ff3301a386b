#include "logstar/sanitizing/san_thresholds.hpp"

#include <algorithm>
#include <optional>
#include <utility>

// Privacy. Released values determine ranges and intervals. Given them, a record more or changed moves the count
// of a range or interval by at most 1, the greatest counts I(j) by at most 1, so the quality of a scale by at
// most 1. It also adds 1 to at most two of the overlapping intervals: each of the four mechanisms of a call
// keeps `step`. At most 4 calls of them are run.

namespace logstar {
namespace {

class Run {
 public:
  Run(const GroupedKeys& data, const SanThresholdsParameters& parameters, Randomness& randomness)
      : data_(data),
        before_(records_before(data)),
        parameters_(parameters),
        rate_(Rational::of(parameters.step.epsilon)),
        randomness_(randomness) {}

  SanitizedThresholds operator()(const KeyInterval& domain);

 private:
  /// The records of a range, as places in the data.
  struct Part {
    std::size_t first;
    std::size_t past;
  };
  Part part_of(const KeyInterval& range) const;
  std::int64_t count_of(const Part& part) const {
    return static_cast<std::int64_t>(before_[part.past] - before_[part.first]);
  }

  std::int64_t noisy(std::int64_t count) {
    const std::int64_t noise = randomness_.discrete_laplace(rate_);
    return count + noise;
  }
  void add(std::uint64_t key, std::int64_t noisy_count);
  Quality quality_of_scales(const Part& part, std::uint32_t last) const;
  std::optional<KeyInterval> choose(const Part& part, const KeyInterval& range, std::uint32_t z);
  std::optional<KeyInterval> cut(const Part& part, const KeyInterval& range);

  const GroupedKeys& data_;
  const std::vector<std::uint64_t> before_;
  const SanThresholdsParameters& parameters_;
  const Rational rate_;
  Randomness& randomness_;
  SanitizedThresholds result_;
};

Run::Part Run::part_of(const KeyInterval& range) const {
  const auto& keys = data_.keys;
  const auto first = std::lower_bound(keys.begin(), keys.end(), range.lowest);
  const auto past = std::upper_bound(first, keys.end(), range.highest);
  return {static_cast<std::size_t>(first - keys.begin()),
          static_cast<std::size_t>(past - keys.begin())};
}

void Run::add(std::uint64_t key, std::int64_t noisy_count) {
  if (noisy_count <= 0) return;
  result_.records.keys.push_back(key);
  result_.records.counts.push_back(static_cast<std::uint64_t>(noisy_count));
}

/// min(I(j) - u, 3 u - I(j - 1)) for j = 0..last, I(j) the greatest number of records that 2^j
/// consecutive keys hold, I(-1) = 0.
Quality Run::quality_of_scales(const Part& part, std::uint32_t last) const {
  const std::int64_t u = parameters_.unit;
  const std::int64_t all = count_of(part);
  Quality quality;
  std::int64_t narrower = 0;
  for (std::uint32_t j = 0; j <= last; ++j) {
    std::int64_t most = j == last ? all : narrower;
    if (most < all) {
      const std::uint64_t span = (std::uint64_t(1) << j) - 1;
      std::size_t left = part.first;
      for (std::size_t i = part.first; i < part.past; ++i) {
        while (data_.keys[i] - data_.keys[left] > span) ++left;
        most = std::max(most, count_of({left, i + 1}));
      }
    }
    quality.push_back({1, std::min(most - u, 3 * u - narrower)});
    narrower = most;
  }
  return quality;
}

/// One of the intervals with records: the single keys (z = 0), or the intervals of 2^(z+1) keys that begin at
/// multiples of 2^z from the range's start, the last ones trimmed.
std::optional<KeyInterval> Run::choose(const Part& part, const KeyInterval& range,
                                       std::uint32_t z) {
  std::vector<std::int64_t> counts;
  std::vector<KeyInterval> intervals;
  const std::uint32_t width_log = z == 0 ? 0 : z + 1;
  const std::uint64_t span = width_log >= 64 ? UINT64_MAX : (std::uint64_t(1) << width_log) - 1;
  for (const bool shifted : {false, true}) {
    if (shifted && (z == 0 || z >= 64)) continue;
    const std::uint64_t offset = shifted ? std::uint64_t(1) << z : 0;
    std::optional<std::uint64_t> latest;
    for (std::size_t i = part.first; i < part.past; ++i) {
      const std::uint64_t place = data_.keys[i] - range.lowest;
      if (place < offset) continue;
      const std::uint64_t number = width_log >= 64 ? 0 : (place - offset) >> width_log;
      if (latest != number) {
        latest = number;
        const std::uint64_t first =
            range.lowest + offset + (width_log >= 64 ? 0 : number << width_log);
        intervals.push_back({first, range.highest - first <= span ? range.highest : first + span});
        counts.push_back(0);
      }
      counts.back() += static_cast<std::int64_t>(data_.counts[i]);
    }
  }
  const auto chosen = choosing_mechanism(counts, parameters_.choice, randomness_);
  if (!chosen) return std::nullopt;
  return intervals[*chosen];
}

/// Steps 4 to 10.
std::optional<KeyInterval> Run::cut(const Part& part, const KeyInterval& range) {
  const std::uint32_t last = lg_up(range.size());
  const auto scale =
      rec_concave(quality_of_scales(part, last), parameters_.scale[last], randomness_);
  if (!scale) return std::nullopt;
  return choose(part, range, static_cast<std::uint32_t>(*scale));
}

SanitizedThresholds Run::operator()(const KeyInterval& domain) {
  std::vector<KeyInterval> open = {domain};  // the leftmost last
  std::uint64_t calls = 0;
  while (!open.empty()) {
    if (calls == parameters_.calls) {
      result_.complete = false;
      break;
    }
    ++calls;
    const KeyInterval range = open.back();
    open.pop_back();
    const Part part = part_of(range);
    const std::int64_t records = noisy(count_of(part));
    if (records < 4 * parameters_.unit) {
      add(range.highest, records);
      continue;
    }
    const auto interval = cut(part, range);
    if (!interval) {
      result_.complete = false;
      add(range.highest, records);
      continue;
    }
    add(interval->highest, noisy(count_of(part_of(*interval))));
    if (interval->highest < range.highest) open.push_back({interval->highest + 1, range.highest});
    if (interval->lowest > range.lowest) open.push_back({range.lowest, interval->lowest - 1});
  }
  result_.records = grouped(result_.records.keys, result_.records.counts);
  return std::move(result_);
}

}  // namespace

SanitizedThresholds san_thresholds(const GroupedKeys& data, const KeyInterval& domain,
                                   const SanThresholdsParameters& parameters,
                                   Randomness& randomness) {
  return Run(data, parameters, randomness)(domain);
}

}  // namespace logstar
