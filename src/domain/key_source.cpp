#include "logstar/domain/key_source.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "logstar/domain/sample_step.hpp"

namespace logstar {
namespace {

/// Hands over the keys for which `is_inside`, which looks at each key once.
template <typename IsInside>
void pass(const std::vector<std::uint64_t>& all, const KeySource::Visit& visit,
          const IsInside& is_inside) {
  constexpr std::size_t kAtOnce = 1024;
  std::array<std::uint64_t, kAtOnce> block;
  for (std::size_t first = 0; first < all.size(); first += kAtOnce) {
    const std::uint64_t* const keys = all.data() + first;
    const std::size_t count = std::min(kAtOnce, all.size() - first);
    // Writes every key and overwrites those outside: a branch would be mispredicted whenever a key is inside.
    std::uint64_t* next = block.data();
    for (std::size_t i = 0; i < count; ++i) {
      *next = keys[i];
      next += is_inside(keys[i]);
    }
    const auto inside = static_cast<std::size_t>(next - block.data());
    if (inside > 0 && !visit({block.data(), inside})) return;
  }
}

}  // namespace

// A sample of m of n records leaves about n / sqrt(m) between the bounds: m + n / sqrt(m) is least where m grows
// as n^(2/3).
std::size_t KeySource::sample_stride(std::size_t records) {
  return sample_step(
      std::max<std::size_t>(1, static_cast<std::size_t>(std::cbrt(static_cast<double>(records)))));
}

KeySample StoredKeys::sample() const {
  KeySample sample;
  sample.stride = sample_stride(size());
  sample.keys.reserve(size() / sample.stride + 1);
  for (std::size_t i = 0; i < size(); i += sample.stride) sample.keys.push_back((*seen_)[i]);
  sample.looked_at = sample.keys.size();
  return sample;
}

KeySplit StoredKeys::split(const KeyInterval& bounds, const Visit& visit) const {
  const std::uint64_t lowest = bounds.lowest;
  const std::uint64_t width = bounds.highest - lowest;
  KeySplit counts;
  pass(*seen_, visit, [&](std::uint64_t key) {
    const bool is_inside = key - lowest <= width;
    counts.below += key < lowest;
    counts.above += !is_inside;  // and those below
    return is_inside;
  });
  counts.above -= counts.below;
  return counts;
}

KeyEnds StoredKeys::split_between(const KeyInterval& bounds, const Visit& visit) const {
  const std::uint64_t lowest = bounds.lowest;
  const std::uint64_t highest = bounds.highest;
  KeyEnds counts;
  pass(*seen_, visit, [&](std::uint64_t key) {
    counts.below += key < lowest;
    counts.at_lowest += key == lowest;
    counts.at_highest += key == highest;
    counts.above += key > highest;
    return (key > lowest) & (key < highest);
  });
  if (lowest == highest) counts.at_highest = 0;
  return counts;
}

std::vector<std::uint64_t> StoredKeys::take_all() {
  if (seen_ == &own_) return std::move(own_);
  return *seen_;
}

std::unique_ptr<KeySource> KeyColumn::source() && {
  if (source_ != nullptr) return std::move(source_);
  return std::make_unique<StoredKeys>(std::move(keys_).words());
}

KeyArray KeyColumn::keys() && {
  if (source_ == nullptr) return std::move(keys_);
  return KeyArray(keys_.bits(), source_->take_all());
}

}  // namespace logstar
