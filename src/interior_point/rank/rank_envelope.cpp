#include "logstar/interior_point/rank/rank_envelope.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>
#include <utility>

#include "logstar/domain/weighted_keys.hpp"

// Law. Part i is the keys first_i..last_i, below which the records weigh c_i, up to and with which
//   c'_i. A key z of it has less(z) >= c_i and at_most(z) <= c'_i, and a score falls with less and
//   rises with at_most, so s(z) <= b_i, the score of (c_i, c'_i). A round draws part i in proportion
//   to mu(i) e^(r b_i), z of it in proportion to mu(z), and keeps z with probability e^(-r (b_i - s(z))): z
//   comes with probability mu(z) e^(r s(z))/Z, Z the sum of all that a part could be drawn for, and of none,
//   which is always kept. Rounds are independent, and a round that rejects its key reveals nothing about the
//   next.

namespace logstar {
namespace {

/// Below this many records runs are as quick.
constexpr std::size_t kFewRows = 4096;
/// From this many records on, if their weight is many factors, runs find the keys near the best rank by one
/// comparison a record.
constexpr std::size_t kMinEnvelopeRows = 65'536;
constexpr double kMaxFactors = 1024;
/// With more factors a record, parts are too coarse.
constexpr double kMaxFactorsARow = 2;
/// With more factors, a sample of all records would need to be large to resolve the ranks near the best.
constexpr double kSampledFactors = 128;
/// Around the best rank, where nearly all draws are from.
constexpr double kNearFactors = 12;

/// The last of the keys that does not exceed this one; the first is 0 or less.
std::size_t place_in(std::span<const std::uint64_t> starts, std::uint64_t key) {
  const std::uint64_t* start = starts.data();
  for (std::size_t left = starts.size(); left > 1;) {
    const std::size_t half = left / 2;
    start += start[half] <= key ? half : 0;
    left -= half;
  }
  return static_cast<std::size_t>(start - starts.data());
}

/// Some of the records, in order, and the scale from sampled to actual weight.
struct Sample {
  std::vector<std::uint64_t> keys;
  std::vector<std::uint32_t> weights;
  double scale = 0;
};

Sample sample_of(const WeighedRecords& records, std::size_t size, double total) {
  const std::size_t stride = records.keys.size() / size + 1;
  Sample sample;
  double sampled = 0;
  for (std::size_t i = 0; i < records.keys.size(); i += stride) {
    sample.keys.push_back(records.keys[i]);
    sample.weights.push_back(records.weights[i]);
    sampled += records.weights[i];
  }
  sort_along(sample.keys, sample.weights);
  sample.scale = total / sampled;
  return sample;
}

/// Keys about half of `factor` apart in rank near `centre`, and further the further away. `rank`: of
/// the sample's first key.
std::vector<std::uint64_t> ends_in(const Sample& sample, double rank, double centre, double factor,
                                   std::uint64_t highest) {
  std::vector<std::uint64_t> ends;
  double last = -std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < sample.keys.size(); ++i) {
    const std::uint64_t key = sample.keys[i];
    const double step = factor / 2 + std::fabs(rank - centre) / 8;
    const bool tied =
        (i + 1 < sample.keys.size() && sample.keys[i + 1] == key) || sample.weights[i] > factor / 2;
    if (rank - last >= step || tied) {
      if (ends.empty() || ends.back() < key) ends.push_back(key);
      last = rank;
    }
    // A tied or heavy key is a part of its own: all of its weight is at one key.
    if (tied && key < highest && ends.back() == key) ends.push_back(key + 1);
    rank += sample.weights[i] * sample.scale;
  }
  return ends;
}

}  // namespace

RankEnvelope::RankEnvelope(const WeighedRecords& records, const RankScore& score,
                           std::span<const std::uint64_t> ends)
    : records_(records), score_(score) {
  divide(records, ends, 0);
}

void RankEnvelope::divide(const WeighedRecords& records, std::span<const std::uint64_t> ends,
                          std::int64_t below) {
  const auto& [keys, weights, domain, measure] = records;
  const std::size_t first = starts_.size();
  starts_.push_back(domain.lowest);
  for (const std::uint64_t end : ends) {
    if (end > starts_.back() && end <= domain.highest) starts_.push_back(end);
  }
  const std::span<const std::uint64_t> starts = std::span(starts_).subspan(first);
  std::vector<std::uint64_t> sums(starts.size(), 0);
  for (std::size_t i = 0; i < keys.size(); ++i) sums[place_in(starts, keys[i])] += weights[i];
  for (std::size_t i = 0; i < starts.size(); ++i) {
    const std::uint64_t last = i + 1 < starts.size() ? starts[i + 1] - 1 : domain.highest;
    const std::int64_t through = below + static_cast<std::int64_t>(sums[i]);
    parts_.push_back({score_.of_weights(below, through), measure.mass({starts[i], last})});
    below_.push_back(below);
    below = through;
  }
}

void RankEnvelope::refine(
    std::size_t first, std::size_t last,
    const std::function<std::vector<std::uint64_t>(const WeighedRecords&, std::int64_t)>&
        ends_among) {
  const KeyInterval near{
      starts_[first], last + 1 < starts_.size() ? starts_[last + 1] - 1 : records_.domain.highest};
  for (std::size_t i = 0; i < records_.keys.size(); ++i) {
    if (records_.keys[i] - near.lowest > near.highest - near.lowest) continue;
    near_keys_.push_back(records_.keys[i]);
    near_weights_.push_back(records_.weights[i]);
  }
  const WeighedRecords near_records{near_keys_, near_weights_, near, records_.measure};
  const std::int64_t below = below_[first];
  // Sets aside the parts after `last`.
  const auto behind = [&](auto& of) {
    const auto begin = of.begin() + static_cast<std::ptrdiff_t>(last + 1);
    std::vector some(begin, of.end());
    of.resize(first);
    return some;
  };
  const auto [starts, belows, parts] = std::tuple{behind(starts_), behind(below_), behind(parts_)};
  near_begin_ = first;
  divide(near_records, ends_among(near_records, below), below);
  near_end_ = starts_.size();
  starts_.insert(starts_.end(), starts.begin(), starts.end());
  below_.insert(below_.end(), belows.begin(), belows.end());
  parts_.insert(parts_.end(), parts.begin(), parts.end());
}

std::int64_t RankEnvelope::score_in(std::size_t part, std::uint64_t key) const {
  std::int64_t less = below_[part];
  std::int64_t at_most = less;
  const bool is_near = near_begin_ <= part && part < near_end_;
  const std::span keys = is_near ? std::span<const std::uint64_t>(near_keys_) : records_.keys;
  const std::span weights =
      is_near ? std::span<const std::uint32_t>(near_weights_) : records_.weights;
  // Most records are in other parts: a single branch for each, which predicts well.
  const std::uint64_t first = starts_[part];
  const std::uint64_t up_to_key = key - first;
  for (std::size_t i = 0; i < keys.size(); ++i) {
    const std::uint64_t place = keys[i] - first;
    if (place > up_to_key) continue;
    at_most += weights[i];
    less += place < up_to_key ? weights[i] : 0;
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
  const std::uint64_t key = records_.measure.key_from(starts_[part], place);
  const std::int64_t missed = parts_[part].score - score_in(part, key);
  const bool kept = randomness.bernoulli_exp(Rational::of(rate) * Rational{missed, 1});
  if (!kept) return std::nullopt;
  return Drawn{key};
}

std::optional<RankEnvelope> likely_envelope(const WeighedRecords& records, const RankScore& score,
                                            double rate) {
  const double factor = 1 / (rate * static_cast<double>(score.per_rank()));  // of e, in ranks
  const double total = static_cast<double>(score.n);
  const double wanted = total / factor;  // factors that all is worth
  const std::size_t size = records.keys.size();
  const double most =
      size < kMinEnvelopeRows ? kMaxFactorsARow * static_cast<double>(size) : kMaxFactors;
  if (size < kFewRows || !(wanted <= most)) return std::nullopt;
  const auto centre = static_cast<double>(score.centre());
  const std::uint64_t highest = records.domain.highest;
  const bool are_many = wanted > kSampledFactors;
  const double told = are_many ? kSampledFactors / 4 : wanted;
  const Sample sample = sample_of(records, static_cast<std::size_t>(3 * told) + 64, total);
  RankEnvelope envelope(records, score, ends_in(sample, 0, centre, total / told, highest));
  if (!are_many) return envelope;
  // Parts now locate the best rank exactly: divide the parts around it again.
  const auto part_at = [&](double rank) {
    const auto& below = envelope.below();
    const auto after = std::ranges::upper_bound(below, static_cast<std::int64_t>(rank));
    return static_cast<std::size_t>(std::max<std::ptrdiff_t>(after - below.begin(), 1) - 1);
  };
  envelope.refine(part_at(centre - kNearFactors * factor), part_at(centre + kNearFactors * factor),
                  [&](const WeighedRecords& near, std::int64_t below) {
                    double weight = 0;
                    for (const std::uint32_t one : near.weights) weight += one;
                    return ends_in(sample_of(near, 256, weight), static_cast<double>(below), centre,
                                   factor, near.domain.highest);
                  });
  return envelope;
}

}  // namespace logstar
