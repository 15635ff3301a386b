#include "logstar/domain/padded_keys.hpp"

#include <span>

namespace logstar {

KeyView PaddedKeys::listed() const {
  std::span<const std::uint64_t> lowest;
  std::span<const std::uint64_t> highest;
  if (before_ > 0) lowest = ends_.lowest;
  if (behind_ > 0) highest = ends_.highest;
  return {keys_, 0, keys_.size(), lowest, highest};
}

std::uint64_t PaddedKeys::keys_before(std::size_t i) const {
  if (before_ > 0) {
    if (i == 0) return 0;
    --i;
  }
  // Behind the one copy of the highest key all keys are.
  return i > keys_.size() ? size() : before_ + i;
}

KeyArray PaddedKeys::all() const {
  KeyArray all(bits());
  all.reserve(static_cast<std::size_t>(size()));
  for (std::uint64_t i = 0; i < before_; ++i) all.append(ends_.lowest);
  for (std::size_t i = 0; i < keys_.size(); ++i) all.append(keys_[i]);
  for (std::uint64_t i = 0; i < behind_; ++i) all.append(ends_.highest);
  return all;
}

}  // namespace logstar
