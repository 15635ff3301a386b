// All prefixes, and the prefixes without records, as candidates of cut choice.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "logstar/domain/key_view.hpp"
#include "logstar/randomness/candidate_runs.hpp"
#include "logstar/randomness/randomness.hpp"

namespace logstar {

/// How many prefixes of 0..bits bits there are.
Natural count_of_prefixes(std::uint32_t bits);

/// The cut of a uniformly drawn prefix, or the key itself if it is a whole key.
WideKey draw_of_every_prefix(std::uint32_t bits, Randomness& randomness);

/// All prefixes of 0..L bits of no record, and for each its cut, or itself if it is a whole key.
class PrefixesWithoutRecords {
 public:
  /// The keys must stay where they are. Cost: O(n limbs).
  explicit PrefixesWithoutRecords(const KeyView& sorted);

  const Natural& count() const { return count_; }

  /// The key of a uniformly drawn one; count() > 0. Cost: O(n limbs + L) on average.
  WideKey draw_key(Randomness& randomness) const;

 private:
  std::uint64_t occurring(std::uint32_t length) const;
  Natural without(std::uint32_t length, const Natural& skipped) const;

  KeyView keys_;
  std::vector<std::uint32_t> shared_;  // how many bits of each record but the first are its
                                       // predecessor's
  Natural count_;
};

/// One run, followed by the runs of another list.
class AfterOneRun final : public CandidateRuns {
 public:
  /// `others` must outlive this object.
  AfterOneRun(CandidateRun first, CandidateRuns& others)
      : first_(std::move(first)), others_(others) {}
  std::size_t size() const override { return 1 + others_.size(); }
  CandidateRun run(std::size_t index) const override {
    return index == 0 ? first_ : others_.run(index - 1);
  }
  std::optional<Hidden> hidden() const override { return others_.hidden(); }
  void complete() override { others_.complete(); }

 private:
  CandidateRun first_;
  CandidateRuns& others_;
};

}  // namespace logstar
