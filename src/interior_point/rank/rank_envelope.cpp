#include "logstar/interior_point/rank/rank_envelope.hpp"

#include <algorithm>
#include <cmath>

#include "logstar/domain/weighted_keys.hpp"

// Law. Part i is the keys first_i..last_i, below which the records weigh c_i, up to and with which
//   c'_i. A key z of it has less(z) >= c_i and at_most(z) <= c'_i, and a score falls with less and
//   rises with at_most, so s(z) <= b_i, the score of (c_i, c'_i). A round draws part i in proportion
//   to |i| e^(r b_i), z of it evenly, and keeps z with probability e^(-r (b_i - s(z))): z comes with
//   probability e^(r s(z))/Z, Z the sum of all that a part could be drawn for, and of none, which is
//   always kept. Rounds are independent, and a round that keeps nothing says nothing about the next.

namespace logstar {
namespace {

/// Below this many records runs are as quick.
constexpr std::size_t kFewRows = 4096;
constexpr double kMostFactors = 1024;

/// The last of the keys that does not exceed this one; the first is 0 or less.
std::size_t place_in(const std::vector<std::uint64_t>& starts, std::uint64_t key) {
  const std::uint64_t* start = starts.data();
  for (std::size_t left = starts.size(); left > 1;) {
    const std::size_t half = left / 2;
    start += start[half] <= key ? half : 0;
    left -= half;
  }
  return static_cast<std::size_t>(start - starts.data());
}

}  // namespace

RankEnvelope::RankEnvelope(const WeighedRecords& records, const RankScore& score,
                           std::span<const std::uint64_t> ends)
    : records_(records), score_(score) {
  const auto& [keys, weights, domain] = records;
  starts_.push_back(domain.lowest);
  for (const std::uint64_t end : ends) {
    if (end > starts_.back() && end <= domain.highest) starts_.push_back(end);
  }
  std::vector<std::uint64_t> sums(starts_.size(), 0);
  for (std::size_t i = 0; i < keys.size(); ++i) sums[place_in(starts_, keys[i])] += weights[i];
  std::int64_t below = 0;
  for (std::size_t i = 0; i < starts_.size(); ++i) {
    const std::uint64_t last = i + 1 < starts_.size() ? starts_[i + 1] - 1 : domain.highest;
    const std::int64_t through = below + static_cast<std::int64_t>(sums[i]);
    parts_.push_back({score.of_weights(below, through), KeyInterval{starts_[i], last}.size()});
    below_.push_back(below);
    below = through;
  }
}

std::int64_t RankEnvelope::score_in(std::size_t part, std::uint64_t key) const {
  std::int64_t less = below_[part];
  std::int64_t at_most = less;
  // Of the records most are in other parts: one branch for each, which is foreseen.
  const std::uint64_t first = starts_[part];
  const std::uint64_t up_to_key = key - first;
  for (std::size_t i = 0; i < records_.keys.size(); ++i) {
    const std::uint64_t place = records_.keys[i] - first;
    if (place > up_to_key) continue;
    at_most += records_.weights[i];
    less += place < up_to_key ? records_.weights[i] : 0;
  }
  return score_.of_weights(less, at_most);
}

std::optional<RankEnvelope::Drawn> RankEnvelope::round(double rate,
                                                       const std::optional<BottomScore>& none,
                                                       Randomness& randomness) const {
  RunList parts(parts_);
  const std::size_t part = randomness.weighted_choice(parts, rate, none);
  if (part == parts.size()) return Drawn{std::nullopt};
  const Natural place = randomness.uniform_below(parts_[part].multiplicity);
  const std::uint64_t key = starts_[part] + static_cast<std::uint64_t>(place);
  const std::int64_t missed = parts_[part].score - score_in(part, key);
  const bool kept = randomness.bernoulli_exp(Rational::of(rate) * Rational{missed, 1});
  if (!kept) return std::nullopt;
  return Drawn{key};
}

std::optional<std::vector<std::uint64_t>> envelope_ends(const WeighedRecords& records,
                                                        const RankScore& score, double rate) {
  const auto& [keys, weights, domain] = records;
  const double factor = 1 / (rate * static_cast<double>(score.per_rank()));  // of e, in ranks
  const double total = static_cast<double>(score.n);
  const double wanted = total / factor;
  if (keys.size() < kFewRows || !(wanted <= kMostFactors)) return std::nullopt;
  const std::size_t stride =
      keys.size() / std::min(static_cast<std::size_t>(3 * wanted) + 64, std::size_t(1024)) + 1;
  std::vector<std::uint64_t> sample;
  std::vector<std::uint32_t> sample_weights;
  double sampled = 0;
  for (std::size_t i = 0; i < keys.size(); i += stride) {
    sample.push_back(keys[i]);
    sample_weights.push_back(weights[i]);
    sampled += weights[i];
  }
  sort_along(sample, sample_weights);
  const auto centre = static_cast<double>(score.centre());
  std::vector<std::uint64_t> ends;
  double rank = 0;
  double last = -total;
  for (std::size_t i = 0; i < sample.size(); ++i) {
    const std::uint64_t key = sample[i];
    const double step = factor / 2 + std::fabs(rank - centre) / 8;
    const bool tied = i + 1 < sample.size() && sample[i + 1] == key;
    if (rank - last >= step || tied) {
      if (ends.empty() || ends.back() < key) ends.push_back(key);
      last = rank;
    }
    // What ties ends next to them: all that they weigh is at one key.
    if (tied && key < domain.highest && ends.back() == key) ends.push_back(key + 1);
    rank += sample_weights[i] / sampled * total;
  }
  return ends;
}

}  // namespace logstar
