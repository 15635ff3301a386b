#include "logstar/windows/rank_proposals.hpp"

#include <utility>

// For a key of a region, the weight of smaller keys is at least the weight below the region, and the weight up
// to the key at most that plus the region's weight. So its score is at most the score of a key with all of the
// region's rows. Regions of one key, and the gaps between regions, have exactly that score. Within
// a run keys are proposed by their weights in the base measure. The same holds for points.

namespace logstar {
namespace {

class KeyProposal final : public Proposal {
 public:
  KeyProposal(Natural key, std::int64_t bound, const RankScore& score, double rate)
      : key_(std::move(key)), bound_(bound), score_(score), rate_(rate) {}

  std::vector<Region> unresolved_ranges(const RegionWindow& window) const override {
    const std::size_t i = window.at(key_);
    if (i == window.size() || key_ < window[i].first || window[i].is_key()) return {};
    return {window[i]};
  }

  Verdict judge(const RegionWindow& window, Randomness& randomness) const override {
    const auto less = static_cast<std::int64_t>(window.below_key(key_).most);
    const auto at_most = static_cast<std::int64_t>(window.below_key(key_ + 1).most);
    const std::int64_t miss = bound_ - score_.of_weights(less, at_most);
    if (miss == 0) return {true, key_};
    const bool accepted = randomness.bernoulli_exp(Rational::of(rate_) * Rational{miss, 1});
    return {accepted, key_};
  }

 private:
  Natural key_;
  std::int64_t bound_;
  RankScore score_;
  double rate_;
};

}  // namespace

RankCandidates candidates_of(const WideInterval& domain, const UserRankParameters& parameters) {
  const ExponentialParameters& draw = parameters.draw;
  return {natural_of(domain.lowest),
          natural_of(domain.highest),
          0,
          draw.kind,
          draw.tau,
          draw.draw_epsilon,
          draw.measure,
          parameters.none};
}

RankProposals::RankProposals(const RegionWindow& window, const RankCandidates& candidates)
    : rate_(candidates.rate), tie_bits_(candidates.tie_bits), measure_(candidates.measure) {
  const auto total = static_cast<std::int64_t>(window.total());
  score_ = {candidates.kind, total, candidates.tau};
  none_ = score_of(candidates.none, total);
  Natural next = candidates.lowest;  // the first one not covered yet
  for (std::size_t i = 0; i < window.size(); ++i) {
    const auto below = static_cast<std::int64_t>(window.below(i));
    const auto upto = static_cast<std::int64_t>(window.below(i + 1));
    add(next, window[i].first, score_.of_weights(below, below));
    next = window[i].last + 1;
    add(window[i].first, next, score_.of_weights(below, upto));
  }
  add(next, candidates.highest + 1, score_.of_weights(total, total));
}

void RankProposals::add(const Natural& first, const Natural& end, std::int64_t score) {
  if (first == end) return;
  const Natural mass = measure_.is_even()
                           ? end - first
                           : measure_.mass_of_points(static_cast<Uint128>(first),
                                                     static_cast<Uint128>(end - 1), tie_bits_);
  runs_.push_back({score, mass});
  starts_.push_back(first);
}

std::unique_ptr<Proposal> RankProposals::propose(Randomness& randomness) {
  RunList list(runs_);
  const std::size_t drawn = randomness.weighted_choice(list, rate_, none_);
  if (drawn == list.size()) return std::make_unique<NoneProposal>();
  const Natural place = randomness.uniform_below(runs_[drawn].multiplicity);
  const Natural& first = starts_[drawn];
  Natural key = measure_.is_even()
                    ? first + place
                    : Natural(measure_.point_from(static_cast<Uint128>(first), place, tie_bits_));
  return std::make_unique<KeyProposal>(std::move(key), runs_[drawn].score, score_, rate_);
}

}  // namespace logstar
