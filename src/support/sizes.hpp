// Numbers of records that come from public parameters, where std::size_t has 32 bits.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace logstar {

/// `count`, or the greatest std::size_t if that is less, as in WebAssembly: more than
/// memory can hold of anything, so both mean "all".
inline std::size_t saturated_size(std::uint64_t count) {
  return static_cast<std::size_t>(
      std::min<std::uint64_t>(count, std::numeric_limits<std::size_t>::max()));
}

/// The maximum memory of a draw, by its public parameters, in bytes. It fits the 4 GiB of WebAssembly, and
/// holds on every machine, because rejections must not depend on the machine.
inline constexpr std::uint64_t kMaxWorkingBytes = std::uint64_t(3) << 30;

/// Whether memory can hold `records` records of the given size in bytes. Check it before a ledger is
/// charged.
constexpr bool fit_memory(std::uint64_t records, std::uint64_t bytes) {
  return records <= kMaxWorkingBytes / bytes;
}

}  // namespace logstar
