#include "logstar/learning/threshold_prefix.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "logstar/interior_point/prefix_choice/prefix_choice.hpp"
#include "logstar/privacy/rounding.hpp"
#include "logstar/support/checks.hpp"

// A threshold lies between two keys, a place of prefix choice on one. So records become keys 2 x +
// 1 of one bit more, and place z stands for "1 iff 2 x + 1 <= z": place 2 j is the threshold before
// key j, 2 j + 1 the one after it. A place's score m - errors moves by at most 1 when a record
// comes, goes or changes, and the weight of a prefix by at most 1: prefix choice's general form.
//
// Utility. Let j be the place of a threshold of at most t errors, n >= X, v the longest prefix of j
// with w(v) >= X. If v is a whole key, v is j, and its score is at least min(X, m - t). Otherwise
// the child u of v on the way to j has w(u) <= X - 1, and two of v's three ends lie around u: an
// outer one and the inner one. (The leftmost place below u, when it is v's left end, is even, or it
// is a whole key: no record lies at it. When u is the right child the place before it is v's inner
// end.) Moving the threshold from j to one of them changes what is said to the records of u
// between: together over both, each record of u once. So their errors add up to at most 2 t + X -
// 1, and the better one has at most t + floor((X - 1)/2): m = t + X + floor((X - 1)/2) gives it a
// score of at least X. A result of positive score makes at most m - 1 errors. Candidates of score 0
// number at most K n, so P[nothing or score 0] <= (e^(e bottom) + K n) e^(-e X).

namespace logstar {
namespace {

constexpr std::uint64_t kMostRecords = 10'000'000;

/// The least whole X with (e^(e bottom) + candidates) e^(-e X) <= beta.
std::int64_t least_score(const StableChoiceParameters& choice, double candidates, double beta) {
  const double bottom = add_up(static_cast<double>(choice.bottom.whole),
                               std::ldexp(choice.bottom.fraction, -BottomScore::kFractionBits));
  const double exponent = multiply_up(choice.draw_epsilon, bottom);
  const double others = multiply_up(candidates, exp_up(-exponent));
  const double needed = subtract_up(add_up(exponent, log1p_up(others)), log_down(beta));
  return static_cast<std::int64_t>(std::ceil(divide_up(needed, choice.draw_epsilon)));
}

/// Where the cuts of fewer than `margin` errors lie.
class GoodCuts {
 public:
  GoodCuts(const SortedSample& sample, std::int64_t margin) {
    before_.reserve(sample.size() + 2);
    before_.push_back(0);
    for (std::size_t count = 0; count <= sample.size(); ++count) {
      before_.push_back(before_.back() + (sample.errors(count) < margin));
    }
  }

  /// Whether one of them says 1 to `first` to `last` records, both included.
  bool any(std::size_t first, std::size_t last) const { return before_[last + 1] > before_[first]; }

 private:
  std::vector<std::uint32_t> before_;
};

}  // namespace

ThresholdPrefixParameters calibrate_threshold_prefix(std::uint32_t bits, const Loss& loss,
                                                     Neighbors neighbors, double beta,
                                                     std::uint64_t tolerance) {
  check_count("bits", bits, 1, kMostKeyBits - 1);
  check_probability("beta", beta);
  check_count("tolerance", tolerance, 0, std::uint64_t(1) << 40);
  ThresholdPrefixParameters parameters;
  parameters.choice = calibrate_prefix_draw(bits + 1, PlaceScoreMoves::both_ways, loss, neighbors);
  const double candidates = multiply_up(3.0 * (bits + 2.0), count_up(kMostRecords));
  const std::int64_t x = least_score(parameters.choice, candidates, beta);
  parameters.margin = static_cast<std::int64_t>(tolerance) + x + (x - 1) / 2;
  parameters.least_records = static_cast<std::uint64_t>(x);
  parameters.most_records = kMostRecords;
  return parameters;
}

std::optional<ThresholdHypothesis> learn_threshold_prefix(
    LabelledKeys data, const WideInterval& domain, const ThresholdPrefixParameters& parameters,
    Randomness& randomness) {
  const SortedSample sample(std::move(data));
  const std::uint32_t bits = sample.keys().bits();
  const KeyArray places = with_last_bit(sample.keys(), true);
  const WideInterval all{with_last_bit(domain.lowest, bits, false),
                         with_last_bit(domain.highest, bits, true)};
  const PlaceScore score = [&](std::size_t, std::size_t at_most) {
    return parameters.margin - sample.errors(at_most);
  };
  const GoodCuts good(sample, parameters.margin);
  const PlaceBound bound = [&](std::size_t first, std::size_t last) {
    return good.any(first, last) ? parameters.margin : 0;
  };
  const auto place = draw_prefix_choice(places, all, score, parameters.choice, randomness, &bound);
  if (!place) return std::nullopt;
  if (*place == all.lowest) return ThresholdHypothesis{std::nullopt};
  const Natural key = natural_of(without_last_bit(*place, bits + 1));
  const bool after = place->back() & 1;
  return ThresholdHypothesis{key_of(after ? key : key - 1, bits)};
}

}  // namespace logstar
