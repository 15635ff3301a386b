#include "logstar/interior_point/rank/stretches.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <numeric>
#include <utility>

#include "logstar/domain/number_sort.hpp"
#include "logstar/domain/sample_step.hpp"

namespace logstar {
namespace {

constexpr std::size_t kMaxBuckets = 2048;
constexpr std::size_t kSampleOfEach = 32;
/// Below this many records sorting all of them is as quick.
constexpr std::size_t kFewRecords = 4 * kMaxBuckets * kSampleOfEach;

/// Intervals of keys, each from one border to before the next.
class Buckets {
 public:
  /// `borders`: increasing.
  explicit Buckets(std::vector<std::uint64_t> borders) : borders_(std::move(borders)) {
    last_ = borders_.size();
    borders_.resize(std::bit_ceil(last_ + 1) - 1, ~std::uint64_t(0));
  }

  std::size_t size() const { return last_ + 1; }
  /// The least key that a bucket may hold.
  std::uint64_t first_key(std::size_t bucket) const {
    return bucket == 0 ? 0 : borders_[bucket - 1];
  }

  /// Calls visit(key, bucket) for each key.
  template <typename Visit>
  void each(const std::vector<std::uint64_t>& keys, const Visit& visit) const {
    std::array<std::uint64_t, kAtOnce> some{};
    for (std::size_t i = 0; i < keys.size(); i += kAtOnce) {
      const std::size_t count = std::min(kAtOnce, keys.size() - i);
      std::copy_n(keys.begin() + static_cast<std::ptrdiff_t>(i), count, some.begin());
      const auto buckets = find(some, std::make_index_sequence<kAtOnce>());
      for (std::size_t j = 0; j < count; ++j) visit(some[j], std::min(buckets[j], last_));
    }
  }

 private:
  static constexpr std::size_t kAtOnce = 8;

  /// How many borders are at or before each key: several at once, as the steps of one wait for each other.
  /// The mask adds the step or 0: compilers emit no branch for it, which would be mispredicted half of the
  /// time.
  template <std::size_t... I>
  [[gnu::noinline]] std::array<std::size_t, kAtOnce> find(
      const std::array<std::uint64_t, kAtOnce>& keys, std::index_sequence<I...>) const {
    const std::uint64_t* const first = borders_.data();
    const std::uint64_t* at[] = {(static_cast<void>(I), first)...};
    for (std::size_t step = (borders_.size() + 1) / 2; step > 0; step /= 2) {
      ((at[I] += step & (0 - static_cast<std::size_t>(at[I][step - 1] <= keys[I]))), ...);
    }
    return {static_cast<std::size_t>(at[I] - first)...};
  }

  std::vector<std::uint64_t> borders_;  // one less than a power of two: filled up with the last key
  std::size_t last_;
};

/// Buckets of about equal numbers of records, by a regular sample. Any are right; good ones save time. Equal
/// keys share one.
Buckets equal_buckets(const std::vector<std::uint64_t>& keys, std::size_t count) {
  const std::size_t stride = sample_step(keys.size() / (count * kSampleOfEach));
  std::vector<std::uint64_t> sample;
  sample.reserve(keys.size() / stride + 1);
  for (std::size_t i = 0; i < keys.size(); i += stride) sample.push_back(keys[i]);
  sort_numbers(sample);
  std::vector<std::uint64_t> borders;
  for (std::size_t i = 1; i < count; ++i) {
    const std::uint64_t border = sample[i * sample.size() / count];
    if (borders.empty() || borders.back() != border) borders.push_back(border);
  }
  return Buckets(std::move(borders));
}

/// The ranks that each bucket begins with, and the number of all records.
std::vector<std::size_t> ranks_of(const Buckets& buckets, const std::vector<std::uint64_t>& keys) {
  std::vector<std::size_t> ranks(buckets.size() + 1);
  buckets.each(keys, [&](std::uint64_t, std::size_t bucket) { ++ranks[bucket + 1]; });
  std::partial_sum(ranks.begin(), ranks.end(), ranks.begin());
  return ranks;
}

/// Whether sorting all is as quick as finding so many of them first.
bool are_many(std::size_t wanted, std::size_t records) { return 3 * wanted > records; }

/// The number of ranks in these ranges.
std::size_t ranks_in(const std::vector<RankRange>& wanted) {
  std::size_t ranks = 0;
  std::size_t end = 0;
  for (const auto& [first, last] : wanted) {
    ranks += last - std::min(last, std::max(first, end));
    end = std::max(end, last);
  }
  return ranks;
}

/// Stretches of buckets first..last - 1 that hold the ranges.
std::vector<RankRange> buckets_around(const std::vector<RankRange>& wanted,
                                      const std::vector<std::size_t>& ranks) {
  std::vector<RankRange> found;
  for (const RankRange& range : wanted) {
    const auto after = std::upper_bound(ranks.begin(), ranks.end(), range.first);
    const auto end = std::lower_bound(after, ranks.end(), range.last);
    const auto first = static_cast<std::size_t>(after - ranks.begin()) - 1;
    const auto last = static_cast<std::size_t>(end - ranks.begin());
    if (found.empty() || first > found.back().last) {
      found.push_back({first, last});
    } else {
      found.back().last = std::max(found.back().last, last);
    }
  }
  return found;
}

/// Moves the keys of every second bucket before the others, in place.
void move_alternating(std::vector<std::uint64_t>& keys, const Buckets& alternating) {
  std::size_t moved = 0;
  std::size_t at = 0;
  alternating.each(keys, [&](std::uint64_t key, std::size_t bucket) {
    // Exchanges the two or writes back what is there: a branch would be mispredicted.
    const std::uint64_t other = keys[moved];
    const bool moves = bucket % 2 == 1;
    keys[moved] = moves ? key : other;
    keys[at++] = moves ? other : key;
    moved += static_cast<std::size_t>(moves);
  });
}

}  // namespace

std::optional<Stretches> select_stretches(std::vector<std::uint64_t>& keys,
                                          const std::vector<RankRange>& wanted) {
  if (keys.size() < kFewRecords || wanted.empty() || 3 * wanted.size() > kMaxBuckets) {
    return std::nullopt;
  }
  if (are_many(ranks_in(wanted), keys.size())) return std::nullopt;
  const std::size_t count =
      std::clamp(std::bit_ceil(16 * wanted.size()), std::size_t(64), kMaxBuckets);
  const Buckets buckets = equal_buckets(keys, count);
  const std::vector<std::size_t> ranks = ranks_of(buckets, keys);
  Stretches selected;
  std::size_t records = 0;
  std::vector<std::uint64_t> borders;
  for (const auto& [first, last] : buckets_around(wanted, ranks)) {
    selected.push_back({{ranks[first], ranks[last]}, records});
    records += ranks[last] - ranks[first];
    borders.push_back(buckets.first_key(first));
    if (last < buckets.size()) borders.push_back(buckets.first_key(last));
  }
  if (are_many(records, keys.size())) return std::nullopt;
  move_alternating(keys, Buckets(std::move(borders)));
  sort_numbers(std::span(keys).first(records));
  return selected;
}

}  // namespace logstar
