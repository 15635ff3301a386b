#include "logstar/interior_point/rank/tie_bits.hpp"

#include <algorithm>
#include <utility>

namespace logstar {

std::span<std::uint32_t> TieBits::draw_listed(std::size_t equal, unsigned tie_bits,
                                              Randomness& randomness) {
  const std::uint64_t values = std::uint64_t(1) << tie_bits;
  for (std::size_t i = 0; i < equal; ++i) {
    listed_.push_back(static_cast<std::uint32_t>(randomness.uniform_below(values)));
  }
  size_ += equal;
  return std::span(listed_).last(equal);
}

void TieBits::draw_counted(std::size_t equal, unsigned tie_bits, Randomness& randomness) {
  const std::uint64_t values = std::uint64_t(1) << tie_bits;
  std::vector<std::uint32_t> below(static_cast<std::size_t>(values));
  for (std::size_t i = 0; i < equal; ++i) {
    ++below[static_cast<std::size_t>(randomness.uniform_below(values))];
  }
  std::uint32_t before = 0;
  for (std::uint32_t& count : below) before += std::exchange(count, before);
  counted_.push_back({size_, size_ + equal, listed_.size(),
                      std::make_shared<const std::vector<std::uint32_t>>(std::move(below))});
  size_ += equal;
}

void TieBits::append(const TieBits& other, std::size_t first) {
  const std::size_t listed = other.listed_.size() - other.listed_from(first);
  for (auto counted = other.counted_after(first); counted != other.counted_.end(); ++counted) {
    counted_.push_back({size_ + (counted->first - first), size_ + (counted->last - first),
                        listed_.size() + (counted->listed_before - listed), counted->below});
  }
  listed_.insert(listed_.end(), other.listed_.begin() + static_cast<std::ptrdiff_t>(listed),
                 other.listed_.end());
  size_ += other.size_ - first;
}

std::size_t TieBits::listed_from(std::size_t place) const {
  const auto next = counted_after(place);
  if (next == counted_.end()) return size_ - place;
  const std::size_t before_next = next->first > place ? next->first - place : 0;
  return before_next + (listed_.size() - next->listed_before);
}

std::uint32_t TieBits::beside_counted(std::size_t place) const {
  const auto next = counted_after(place);
  if (next == counted_.end()) return listed_[listed_.size() - (size_ - place)];
  if (place < next->first) return listed_[next->listed_before - (next->first - place)];
  const std::vector<std::uint32_t>& below = *next->below;
  const auto inside = static_cast<std::uint32_t>(place - next->first);
  const auto above = std::upper_bound(below.begin(), below.end(), inside);
  return static_cast<std::uint32_t>(above - below.begin() - 1);
}

std::vector<TieBits::Counted>::const_iterator TieBits::counted_after(std::size_t place) const {
  return std::partition_point(counted_.begin(), counted_.end(),
                              [&](const Counted& counted) { return counted.last <= place; });
}

}  // namespace logstar
