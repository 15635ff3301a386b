#include "logstar/learning/threshold_cut.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "logstar/interior_point/cut_choice/candidates.hpp"

// A threshold lies between two keys, a place of cut choice on one. So records become keys 2 x + 1 of one bit
// more, and place z represents "1 iff 2 x + 1 <= z": place 2 j is the threshold before key j, 2 j + 1 the one
// after it. The domain's first place and its last weigh `copies` records each, which have no label. Err(z) is
// the number of errors of threshold z, Err* the least of them over all thresholds of the domain. A candidate z
// at a prefix of weight w has, in units, the lesser of
//
//   per_weight (w - 1)   and   base + per_error (excess + Err* - Err(z)).
//
// Privacy. A record more raises w by 0 or 1, Err(z) by 0 or 1 and Err* by 0 or 1. So the first term
// moves by 0 to per_weight, the second by -per_error to per_error. (Cutting scores off at +-2^61
// changes nothing of that.) Write e_w and rho for the two rates times `unit`. Prefixes of lengths 0
// and 1 hold copies wherever the domain has places, so a record brings at most K = L candidates for
// keys of L bits, places having L + 1; each of w = 1 and so of weight at most 1. The calibration
// sees to it that all candidates together weigh at least K/delta for every data set.
//   Add-remove, rho <= e_w. From D + x to D the new candidates have probability at most delta; other weights
//     grew by at most e^e_w, and the normaliser fell by at most e^rho. In the other direction weights fell by
//     at most e^rho, and Z' <= e^e_w Z + K <= (e^e_w + delta) Z. So (rho + ln(e^e_w + delta), delta).
//   Replace, D = A + x to D' = A + y. Weights of prefixes, Err(z) and Err* move by at most 1 either
//     way; if Err* rises, the second term moves by 0 to 2 per_error, if it falls by -2 per_error to
//     0, else by at most per_error either way. So with r = max(2 rho, e_w) a weight grows by at
//     most e^r while Z <= e^e_w Z' + K <= (e^e_w + delta) Z', or by e^e_w while Z <= (e^r + delta)
//     Z'. If Err* stays, both move by at most max(rho, e_w) either way, which is at most as much together. So
//     (r + ln(e^e_w + delta), delta), the largest of these. Adding or removing a record moves all of it less.
// Taking the nearest threshold of the domain comes after the draw and does not look at the data.

namespace logstar {
namespace {

constexpr Int128 kMaxScore = Int128(1) << 61;

std::int64_t cut_off(Int128 score) {
  return static_cast<std::int64_t>(std::clamp(score, -kMaxScore, kMaxScore));
}

/// The least number of errors of a threshold, which cannot lie between equal keys.
std::int64_t fewest_errors(const SortedSample& sample) {
  const KeyArray& keys = sample.keys();
  std::int64_t fewest = sample.errors(0);
  for (std::size_t count = 1; count <= sample.size(); ++count) {
    const std::int64_t errors = sample.errors(count);
    if (errors >= fewest) continue;
    if (count < sample.size() && keys.common_prefix(count - 1, count) == keys.bits()) continue;
    fewest = errors;
  }
  return fewest;
}

class ErrorScore final : public CutScore {
 public:
  ErrorScore(const SortedSample& sample, const ThresholdCutParameters& parameters)
      : sample_(sample), p_(parameters), fewest_(fewest_errors(sample)) {}

  std::optional<std::int64_t> at(std::size_t first, std::size_t last, std::size_t,
                                 std::size_t at_most) const override {
    const std::int64_t excess = sample_.errors(records_before(at_most)) - fewest_;
    return std::min(by_weight(first, last), by_excess(excess));
  }

  /// Errors change by one a record: from a at one end to b at the other over n records they do not
  /// fall below (a + b - n) / 2.
  std::int64_t limit(std::size_t first, std::size_t last) const override {
    const std::size_t from = records_before(first);
    const std::size_t to = records_before(last);
    const std::int64_t least_twice =
        sample_.errors(from) + sample_.errors(to) - static_cast<std::int64_t>(to - from);
    const std::int64_t excess = std::max<std::int64_t>(least_twice / 2 - fewest_, 0);
    return std::min(by_weight(first, last), by_excess(excess));
  }

 private:
  std::size_t records_before(std::size_t position) const {
    return std::min(position == 0 ? 0 : position - 1, sample_.size());
  }
  std::int64_t by_weight(std::size_t first, std::size_t last) const {
    std::int64_t weight = static_cast<std::int64_t>(last - first);
    if (first == 0) weight += p_.copies - 1;
    if (last == sample_.size() + 2) weight += p_.copies - 1;
    return cut_off(Int128(p_.per_weight) * (weight - 1));
  }
  std::int64_t by_excess(std::int64_t excess) const {
    return cut_off(p_.base + Int128(p_.per_error) * (p_.excess - excess));
  }

  const SortedSample& sample_;
  const ThresholdCutParameters& p_;
  std::int64_t fewest_;
};

}  // namespace

ThresholdHypothesis learn_threshold_cut(LabelledKeys data, const WideInterval& domain,
                                        const ThresholdCutParameters& parameters,
                                        Randomness& randomness) {
  const SortedSample sample(std::move(data));
  const std::uint32_t bits = sample.keys().bits();
  const WideInterval all{with_last_bit(domain.lowest, bits, false),
                         with_last_bit(domain.highest, bits, true)};
  // The domain's first place, the places of the records, and its last.
  const KeyArray places = with_last_bit_between(all, sample.keys());
  const ErrorScore score(sample, parameters);
  const std::int64_t margin = shown_cut_margin(places.size(), places.bits(), parameters.unit);
  CutCandidates candidates(places, score, margin, -static_cast<std::int64_t>(kMaxScore));
  const std::size_t drawn = randomness.weighted_choice(candidates, parameters.unit, std::nullopt);
  const WideKey place = all.clamp(candidates.draw_key(drawn, randomness));
  if (place == all.lowest) return ThresholdHypothesis{std::nullopt};
  const Natural key = natural_of(without_last_bit(place, bits + 1));
  const bool after = place.back() & 1;
  return ThresholdHypothesis{key_of(after ? key : key - 1, bits)};
}

}  // namespace logstar
