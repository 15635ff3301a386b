#include "logstar/domain/key_source.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "logstar/domain/sample_step.hpp"

namespace logstar {

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
  constexpr std::size_t kAtOnce = 1024;
  const auto [lowest, highest] = bounds;
  const std::uint64_t width = highest - lowest;
  KeySplit counts;
  std::array<std::uint64_t, kAtOnce> block;
  for (std::size_t first = 0; first < size(); first += kAtOnce) {
    const std::uint64_t* const keys = seen_->data() + first;
    const std::size_t count = std::min(kAtOnce, size() - first);
    // Writes every key and overwrites those outside: a branch would be mispredicted whenever a key is inside.
    std::uint64_t* next = block.data();
    for (std::size_t i = 0; i < count; ++i) {
      counts.below += keys[i] < lowest;
      *next = keys[i];
      next += keys[i] - lowest <= width;
    }
    const auto inside = static_cast<std::size_t>(next - block.data());
    counts.above += count - inside;  // and those below
    if (inside > 0 && !visit({block.data(), inside})) break;
  }
  counts.above -= counts.below;
  return counts;
}

KeyCounts StoredKeys::count(const KeyInterval& bounds) const {
  KeyCounts counts;
  for (const std::uint64_t key : *seen_) {
    counts.below += key < bounds.lowest;
    counts.above += key > bounds.highest;
  }
  counts.inside = size() - counts.below - counts.above;
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
