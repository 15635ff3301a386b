// Cut choice by an error count. At half epsilon it is private, at full epsilon it is not. For the
// verifier and the auditor.
#pragma once

#include <algorithm>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "logstar/domain/key_array.hpp"
#include "logstar/interior_point/cut_choice/candidates.hpp"
#include "logstar/selection/stable_choice.hpp"

namespace logstar::testing {

struct LabelledKey {
  std::uint64_t key;
  bool one;
  friend auto operator<=>(const LabelledKey&, const LabelledKey&) = default;
};

/// min(weight, m - errors), never below 0: a threshold at a cut errs on the records with label 0 at
/// or before it and on those with label 1 after it. A record moves that both ways.
class ErrorCountScore final : public CutScore {
 public:
  /// `sorted`: by key.
  ErrorCountScore(const std::vector<LabelledKey>& sorted, std::int64_t m) : m_(m) {
    for (const LabelledKey& record : sorted) {
      zeros_before_.push_back(zeros_before_.back() + !record.one);
    }
  }

  std::optional<std::int64_t> at(std::size_t first, std::size_t last, std::size_t,
                                 std::size_t at_most) const override {
    const std::int64_t zeros = zeros_before_[at_most];
    const auto records = static_cast<std::int64_t>(zeros_before_.size() - 1);
    const std::int64_t ones_after =
        records - static_cast<std::int64_t>(at_most) - (zeros_before_.back() - zeros);
    return std::min(limit(first, last), std::max<std::int64_t>(0, m_ - zeros - ones_after));
  }
  std::int64_t limit(std::size_t first, std::size_t last) const override {
    return static_cast<std::int64_t>(last - first);
  }

 private:
  std::vector<std::int64_t> zeros_before_ = {0};
  std::int64_t m_;
};

/// Stable choice's parameters: a record adds one candidate of each length. `loss`: half of its epsilon allows
/// errors that move both ways, so Neighbors::replace is right here and add_remove is the mistake.
inline StableChoiceParameters calibrate_cut_choice_by_errors(std::uint32_t bits, const Loss& loss,
                                                             Neighbors drawn_as) {
  return calibrate_stable_choice(loss, bits + std::uint64_t(1), drawn_as);
}

/// The last key with label 1 according to the rule, or empty. `sorted`: by key.
inline std::optional<WideKey> cut_choice_by_errors(const std::vector<LabelledKey>& sorted,
                                                   std::uint32_t bits,
                                                   const StableChoiceParameters& choice,
                                                   std::int64_t m, Randomness& randomness) {
  std::vector<std::uint64_t> words;
  for (const LabelledKey& record : sorted) words.push_back(record.key);
  const KeyArray keys(bits, std::move(words));
  const ErrorCountScore score(sorted, m);
  const std::int64_t margin = shown_cut_margin(keys.size(), bits, choice.draw_epsilon);
  CutCandidates candidates(keys, score, margin, choice.bottom.whole);
  const auto drawn = stable_choice(candidates, choice, randomness);
  if (!drawn) return std::nullopt;
  return candidates.draw_key(*drawn, randomness);
}

}  // namespace logstar::testing
