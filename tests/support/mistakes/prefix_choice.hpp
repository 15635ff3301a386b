// Prefix choice by an error count. At half epsilon it is private, at full epsilon it is not. For
// the verifier and the auditor.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "logstar/interior_point/prefix_choice/prefix_choice.hpp"

namespace logstar::testing {

struct LabelledKey {
  std::uint64_t key;
  bool one;
  friend auto operator<=>(const LabelledKey&, const LabelledKey&) = default;
};

/// The score of a threshold z is m minus the number of records with label 0 at or before z or label
/// 1 after it. `sorted`: by key, those of label 0 first.
inline std::optional<WideKey> prefix_choice_by_errors(const std::vector<LabelledKey>& sorted,
                                                      std::uint32_t bits,
                                                      const StableChoiceParameters& choice,
                                                      std::int64_t m, Randomness& randomness) {
  std::vector<std::uint64_t> keys;
  std::vector<std::int64_t> zeros_before = {0};
  for (const LabelledKey& record : sorted) {
    keys.push_back(record.key);
    zeros_before.push_back(zeros_before.back() + !record.one);
  }
  const auto n = static_cast<std::int64_t>(sorted.size());
  const PlaceScore score = [&](std::size_t, std::size_t at_most) {
    const std::int64_t zeros = zeros_before[at_most];
    const std::int64_t ones_after =
        n - static_cast<std::int64_t>(at_most) - (zeros_before.back() - zeros);
    return m - zeros - ones_after;
  };
  return draw_prefix_choice(KeyArray(bits, std::move(keys)), WideInterval::all(bits), score, choice,
                            randomness);
}

}  // namespace logstar::testing
