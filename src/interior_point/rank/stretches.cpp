#include "logstar/interior_point/rank/stretches.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "logstar/domain/radix_sort.hpp"

namespace logstar {
namespace {

constexpr std::size_t kMostBuckets = 2048;
constexpr std::size_t kSampleOfEach = 32;
/// Below this many records sorting all of them is as quick.
constexpr std::size_t kFewRecords = 4 * kMostBuckets * kSampleOfEach;

/// Intervals of keys, each from one border to before the next.
class Buckets {
 public:
  /// `borders`: increasing.
  explicit Buckets(std::vector<std::uint64_t> borders) : borders_(std::move(borders)) {
    last_ = borders_.size();
    borders_.resize(std::bit_ceil(last_ + 1) - 1, ~std::uint64_t(0));
  }

  std::size_t size() const { return last_ + 1; }
  /// The first key of a bucket but the first one.
  std::uint64_t border(std::size_t bucket) const { return borders_[bucket - 1]; }

  /// Calls visit(key, bucket) for each key, several at once, as the steps of one wait for each other.
  template <typename Visit>
  void each(const std::vector<std::uint64_t>& keys, const Visit& visit) const {
    const std::uint64_t* key = keys.data();
    const std::uint64_t* const end = key + keys.size();
    for (; end - key >= 4; key += 4) {
      std::size_t a =
          borders_.size();  // the number of borders at or before the key is at most this
      std::size_t b = a;
      std::size_t c = a;
      std::size_t d = a;
      for (std::size_t step = (a + 1) / 2; step > 0; step /= 2) {
        a -= step & before(borders_[a - step], key[0]);
        b -= step & before(borders_[b - step], key[1]);
        c -= step & before(borders_[c - step], key[2]);
        d -= step & before(borders_[d - step], key[3]);
      }
      visit(key[0], std::min(a, last_));
      visit(key[1], std::min(b, last_));
      visit(key[2], std::min(c, last_));
      visit(key[3], std::min(d, last_));
    }
    for (; key != end; ++key) {
      const auto real = borders_.begin() + static_cast<std::ptrdiff_t>(last_);
      const auto border = std::upper_bound(borders_.begin(), real, *key);
      visit(*key, static_cast<std::size_t>(border - borders_.begin()));
    }
  }

 private:
  /// All bits if the key is below this border, else none: compilers make no branch of that, which
  /// would be foretold wrongly half of the time.
  static std::size_t before(std::uint64_t border, std::uint64_t key) {
    return 0 - static_cast<std::size_t>(key < border);
  }

  std::vector<std::uint64_t> borders_;  // one less than a power of two: filled up with the last key
  std::size_t last_;
};

/// Buckets that hold about as many records each, by a regular sample. Any are right; good ones save
/// time. Equal keys share one.
Buckets equal_buckets(const std::vector<std::uint64_t>& keys, std::size_t count) {
  const std::size_t stride = keys.size() / (count * kSampleOfEach);
  std::vector<std::uint64_t> sample;
  sample.reserve(keys.size() / stride + 1);
  for (std::size_t i = 0; i < keys.size(); i += stride) sample.push_back(keys[i]);
  std::sort(sample.begin(), sample.end());
  std::vector<std::uint64_t> borders;
  for (std::size_t i = 1; i < count; ++i) {
    const std::uint64_t border = sample[i * sample.size() / count];
    if (borders.empty() || borders.back() != border) borders.push_back(border);
  }
  return Buckets(std::move(borders));
}

/// The rank that each bucket begins with, and the number of all records.
std::vector<std::size_t> first_ranks(const Buckets& buckets,
                                     const std::vector<std::uint64_t>& keys) {
  std::vector<std::size_t> ranks(buckets.size() + 1);
  buckets.each(keys, [&](std::uint64_t, std::size_t bucket) { ++ranks[bucket + 1]; });
  for (std::size_t i = 1; i < ranks.size(); ++i) ranks[i] += ranks[i - 1];
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

}  // namespace

std::optional<Stretches> select_stretches(const std::vector<std::uint64_t>& keys,
                                          const std::vector<RankRange>& wanted) {
  if (keys.size() < kFewRecords || wanted.empty() || 3 * wanted.size() > kMostBuckets) {
    return std::nullopt;
  }
  const std::size_t count =
      std::clamp(std::bit_ceil(16 * wanted.size()), std::size_t(64), kMostBuckets);
  const Buckets buckets = equal_buckets(keys, count);
  const std::vector<std::size_t> ranks = first_ranks(buckets, keys);

  Stretches selected;
  std::size_t records = 0;
  std::vector<std::uint64_t> borders;  // of the stretches: these are every second bucket between
  for (const auto& [first, last] : buckets_around(wanted, ranks)) {
    selected.ranges.push_back({{ranks[first], ranks[last]}, records});
    records += ranks[last] - ranks[first];
    borders.push_back(first == 0 ? 0 : buckets.border(first));
    if (last < buckets.size()) borders.push_back(buckets.border(last));
  }
  if (3 * records > keys.size()) return std::nullopt;

  // Where the next record of a bucket goes. Those between the stretches are all written to one place
  // behind the others: to ask which they are would take longer.
  struct Place {
    std::size_t next;
    std::size_t step;
  };
  const Buckets alternating(std::move(borders));
  std::vector<Place> places(alternating.size(), {records, 0});
  for (std::size_t i = 0; i < selected.ranges.size(); ++i) {
    places[2 * i + 1] = {selected.ranges[i].offset, 1};
  }
  selected.keys.resize(records + 1);
  alternating.each(keys, [&](std::uint64_t key, std::size_t bucket) {
    Place& place = places[bucket];
    selected.keys[place.next] = key;
    place.next += place.step;
  });
  selected.keys.pop_back();
  std::vector<std::uint64_t> scratch;
  for (const auto& [range, offset] : selected.ranges) {
    std::uint64_t* first = selected.keys.data() + offset;
    radix_sort(first, first + (range.last - range.first), 64, scratch);
  }
  return selected;
}

}  // namespace logstar
