#include "logstar/domain/key_source.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

#include "logstar/domain/sample_step.hpp"

namespace logstar {
namespace {

/// Hands over blocks of keys that `copy_inside` picks: it copies those of some keys, and returns their number.
template <typename CopyInside>
void each_block(const std::vector<std::uint64_t>& all, const KeySource::Visit& visit,
                const CopyInside& copy_inside) {
  constexpr std::size_t kAtOnce = 1024;
  std::array<std::uint64_t, kAtOnce> block;
  for (std::size_t first = 0; first < all.size(); first += kAtOnce) {
    const std::size_t count = std::min(kAtOnce, all.size() - first);
    const std::size_t inside = copy_inside(std::span(all).subspan(first, count), block.data());
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

// Both passes write every key and overwrite those outside: a branch would be mispredicted whenever a key is inside.
KeySplit StoredKeys::split(const KeyInterval& bounds, const Visit& visit) const {
  const std::uint64_t lowest = bounds.lowest;
  const std::uint64_t width = bounds.highest - lowest;
  KeySplit counts;
  each_block(*seen_, visit, [&](std::span<const std::uint64_t> keys, std::uint64_t* const block) {
    std::size_t below = 0;
    std::uint64_t* next = block;
    for (const std::uint64_t key : keys) {
      below += key < lowest;
      *next = key;
      next += key - lowest <= width;
    }
    const auto inside = static_cast<std::size_t>(next - block);
    counts.below += below;
    counts.above += keys.size() - inside - below;
    return inside;
  });
  return counts;
}

KeyEnds StoredKeys::split_between(const KeyInterval& bounds, const Visit& visit) const {
  const std::uint64_t lowest = bounds.lowest;
  const std::uint64_t highest = bounds.highest;
  KeyEnds counts;
  each_block(*seen_, visit, [&](std::span<const std::uint64_t> keys, std::uint64_t* const block) {
    std::size_t below = 0;
    std::size_t low = 0;  // those below too
    std::size_t above = 0;
    std::uint64_t* next = block;
    for (const std::uint64_t key : keys) {
      const bool is_low = key <= lowest;
      below += key < lowest;
      low += is_low;
      above += key > highest;
      *next = key;
      next += !(is_low | (key >= highest));
    }
    const auto inside = static_cast<std::size_t>(next - block);
    counts.below += below;
    counts.at_lowest += low - below;
    counts.at_highest += keys.size() - inside - low - above;
    counts.above += above;
    return inside;
  });
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
