// Learns a threshold from labelled records through any sanitizer for thresholds: the records of
// either label are sanitized, and the rule is the best one for the synthetic records.
//
// Privacy: (epsilon, delta) for the declared neighbours (one labelled record), for every data set,
//   if the sanitizer keeps its share under replace for every public number of records.
// Source: BNS13 section 5.1 (sanitization implies proper private learning), Figure 12.
// Departures: the noisy number of records and the sanitizer's result for that number are released together, and
//   a record is in one part only. So a sanitizer of (a, b) and a count of c cost (a + c, b) under add-remove
//   and twice that under replace, where the figure counts 6 a. Parts are filled up with the highest key and cut
//   off from there, as multisets. Their sizes are not rounded to multiples of the sanitizer's, which here takes
//   any. Proof in threshold_by_sanitizer.cpp and docs/guarantees/sanitizers-learn.md.
// When: to learn with a sanitizer. threshold_exponential.hpp needs far less.
// Cost: as the sanitizer for either label.
#pragma once

#include <cstdint>
#include <functional>

#include "logstar/domain/grouped_keys.hpp"
#include "logstar/domain/key_interval.hpp"
#include "logstar/learning/threshold_hypothesis.hpp"
#include "logstar/privacy/loss.hpp"
#include "logstar/randomness/randomness.hpp"

namespace logstar {

/// A sanitizer for thresholds as a function from records to synthetic ones, possibly of another number, of
/// which about the same share lies at or below every key. An empty result means "nothing known".
using ThresholdSanitizer = std::function<GroupedKeys(const GroupedKeys&, Randomness&)>;

struct ThresholdBySanitizerParameters {
  Loss loss;
  Loss sanitizer;            ///< that the sanitizer has to keep, under replace
  double count_epsilon = 0;  ///< rate of the noise on the number of records of either label
};

/// A tenth of epsilon goes to the counts. Errors: OutOfRange for epsilon outside 1e-9..1e4 or too
/// small to be divided, delta outside [0, 1).
ThresholdBySanitizerParameters calibrate_threshold_by_sanitizer(const Loss& loss,
                                                                Neighbors neighbors);

/// The `size` smallest of the records and any number of fillings with the highest key: one record
/// more, or changed, replaces at most one.
GroupedKeys filled_up(const GroupedKeys& records, std::uint64_t size, std::uint64_t highest);

/// `ones`, `zeros`: the records of either label, keys inside `domain`. Errors: OutOfRange for more
/// or fewer counts than keys.
ThresholdHypothesis learn_threshold_by_sanitizer(const GroupedKeys& ones, const GroupedKeys& zeros,
                                                 const KeyInterval& domain,
                                                 const ThresholdBySanitizerParameters& parameters,
                                                 const ThresholdSanitizer& sanitize,
                                                 Randomness& randomness);

/// How far the released number of records of either label may be off, both with probability 1 - beta.
std::int64_t threshold_by_sanitizer_noise(const ThresholdBySanitizerParameters& parameters,
                                          double beta);

/// The maximum number of errors of the result beyond the best threshold's, with probability at least 1 - beta -
/// 2 s. It holds if with probability 1 - s at every key the share of synthetic records at or below it, of
/// `size` records, is off by at most `records`/size + `share`. The bound is E + A n, with a number of records E
/// and a share A of all n records. Errors: OutOfRange for beta.
struct ExcessErrors {
  std::int64_t records = 0;
  double share = 0;
};
ExcessErrors threshold_by_sanitizer_excess(const ThresholdBySanitizerParameters& parameters,
                                           double records, double share, double beta);

}  // namespace logstar
