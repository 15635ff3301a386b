#include "logstar/windows/cut_proposals.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

// Write r for the rate, psi(s, w) = e^(r s) (1 - e^(-r w)) for the weight of a candidate of score s <= w.
//
// A prefix of which more may be known: psi(s', w') >= psi(s, w) for the bounds s' >= s, w' >= w. It is
// accepted with e^(-r (s' - s)), and with (1 - e^(-r w))/(1 - e^(-r w')): that is the probability that k < w
// for k with law e^(-r k) on 0..w' - 1, the remainder of a geometric number by w'.
//
// All prefixes of one length inside of a region that weighs w': they have disjoint rows, each e^(r s) (1 -
// e^(-r w)) <= e^(r w) - 1. Unit i of the region's weight (in the order of keys) has the share e^(r (i + 1)) -
// e^(r i), all of them e^(r w') - 1 = psi(w', w'). So a length is proposed with psi(w', w') and a unit i with
// law e^(r i) on 0..w' - 1: w' - 1 less such a remainder. A prefix whose units are a..a + w - 1 is proposed
// with e^(r (a + w)) - e^(r a) then, and accepted with e^(-r (a + w - s)): psi(s, w) remains.

namespace logstar {
namespace {

/// e^-(r by) is drawn true.
bool stays(double rate, std::uint64_t by, Randomness& randomness) {
  if (by == 0) return true;
  return randomness.bernoulli_exp(Rational::of(rate) * Rational{by, 1});
}

/// k with law e^(-r k) on 0..count - 1.
std::uint64_t geometric_below(double rate, std::uint64_t count, Randomness& randomness) {
  return static_cast<std::uint64_t>(randomness.geometric(Rational::of(rate))) % count;
}

class PrefixProposal final : public Proposal {
 public:
  PrefixProposal(KeyPrefix prefix, CutScoreBound bound, const CutPrefixes& prefixes, double rate)
      : prefix_(std::move(prefix)), bound_(bound), prefixes_(prefixes), rate_(rate) {}

  std::vector<Region> unresolved_ranges(const RegionWindow& window) const override {
    return prefixes_.unresolved_ranges(prefix_, window);
  }

  Verdict judge(const RegionWindow& window, Randomness& randomness) const override {
    const auto [weight, score] = prefixes_.worth(prefix_, window);
    if (weight < bound_.weight && geometric_below(rate_, bound_.weight, randomness) >= weight) {
      return {false};
    }
    if (!stays(rate_, static_cast<std::uint64_t>(bound_.score - score), randomness)) return {false};
    return {true, prefixes_.cut(prefix_)};
  }

 private:
  KeyPrefix prefix_;
  CutScoreBound bound_;
  CutPrefixes prefixes_;
  double rate_;
};

/// A prefix of one length inside of a region, by a unit of its weight.
class UnitProposal final : public Proposal {
 public:
  UnitProposal(Region region, std::uint64_t below, std::uint64_t unit, std::uint32_t length,
               const CutPrefixes& prefixes, double rate)
      : region_(std::move(region)),
        below_(below),
        unit_(unit),
        length_(length),
        prefixes_(prefixes),
        rate_(rate) {}

  std::vector<Region> unresolved_ranges(const RegionWindow& window) const override {
    const Region& holder = window[window.range_at_weight(below_ + unit_)];
    if (!holder.is_key()) return {holder};
    const KeyPrefix prefix = prefixes_.of(holder.first, length_);
    if (!is_inside(prefix)) return {};
    return prefixes_.unresolved_ranges(prefix, window);
  }

  Verdict judge(const RegionWindow& window, Randomness& randomness) const override {
    const Natural& key = window[window.range_at_weight(below_ + unit_)].first;
    const KeyPrefix prefix = prefixes_.of(key, length_);
    if (!is_inside(prefix)) return {false};  // it is a candidate by itself
    const auto [weight, score] = prefixes_.worth(prefix, window);
    const std::uint64_t before = window.below_key(prefix.lowest).most - below_;
    const std::uint64_t beyond = before + weight - static_cast<std::uint64_t>(score);
    if (!stays(rate_, beyond, randomness)) return {false};
    return {true, prefixes_.cut(prefix)};
  }

 private:
  bool is_inside(const KeyPrefix& prefix) const {
    return region_.first <= prefix.lowest && prefixes_.end(prefix) <= region_.last + 1;
  }

  Region region_;
  std::uint64_t below_;
  std::uint64_t unit_;
  std::uint32_t length_;
  CutPrefixes prefixes_;
  double rate_;
};

}  // namespace

class CutProposals::Runs final : public ThinnedRuns {
 public:
  Runs(const RegionWindow& window, const CutPrefixes& prefixes)
      : window_(window), prefixes_(prefixes), shortest_(window.size(), prefixes.bits() + 1) {
    list_prefixes();
    for (std::size_t i = 0; i < window.size(); ++i) {
      if (shortest_[i] <= prefixes.bits()) insides_.push_back(i);
    }
  }

  std::size_t size() const override { return listed_.size() + insides_.size(); }
  CandidateRun run(std::size_t index) const override {
    if (index < listed_.size()) return {listed_[index].worth.score, 1};
    const std::size_t region = insides_[index - listed_.size()];
    return {static_cast<std::int64_t>(window_[region].weight), lengths_inside(region)};
  }
  std::uint64_t weight(std::size_t index) const override {
    if (index < listed_.size()) return listed_[index].worth.weight;
    return window_[insides_[index - listed_.size()]].weight;
  }

  std::unique_ptr<Proposal> proposal(std::size_t index, double rate, Randomness& randomness) const {
    if (index < listed_.size()) {
      const auto& [prefix, worth] = listed_[index];
      return std::make_unique<PrefixProposal>(prefix, worth, prefixes_, rate);
    }
    const std::size_t i = insides_[index - listed_.size()];
    const std::uint64_t skipped = randomness.uniform_below(std::uint64_t(lengths_inside(i)));
    const Region& region = window_[i];
    const std::uint64_t unit = region.weight - 1 - geometric_below(rate, region.weight, randomness);
    return std::make_unique<UnitProposal>(region, window_.below(i), unit,
                                          shortest_[i] + static_cast<std::uint32_t>(skipped),
                                          prefixes_, rate);
  }

 private:
  struct Listed {
    KeyPrefix prefix;
    CutScoreBound worth;
  };

  std::uint32_t lengths_inside(std::size_t region) const {
    return prefixes_.bits() + 1 - shortest_[region];
  }

  /// All prefixes with rows, from the shortest one on, until they are inside of a region.
  void list_prefixes() {
    std::vector<KeyPrefix> open = {{0, 0}};
    while (!open.empty()) {
      const KeyPrefix prefix = std::move(open.back());
      open.pop_back();
      const Natural end = prefixes_.end(prefix);
      const std::size_t i = window_.at(prefix.lowest);
      if (i == window_.size() || window_[i].first >= end) continue;
      const Region& first = window_[i];
      if (!first.is_key() && first.first <= prefix.lowest && end <= first.last + 1) {
        shortest_[i] = std::min(shortest_[i], prefix.length);
        continue;
      }
      listed_.push_back({prefix, prefixes_.worth(prefix, window_)});
      if (prefix.length == prefixes_.bits()) continue;
      open.push_back({prefixes_.cut(prefix) + 1, prefix.length + 1});
      open.push_back({prefix.lowest, prefix.length + 1});
    }
  }

  const RegionWindow& window_;
  const CutPrefixes& prefixes_;
  std::vector<Listed> listed_;
  std::vector<std::uint32_t> shortest_;  ///< length of a prefix inside of each region
  std::vector<std::size_t> insides_;     ///< the regions that have prefixes inside
};

CutProposals::CutProposals(const RegionWindow& window, std::uint32_t bits,
                           const WeightedCutParameters& parameters)
    : parameters_(parameters),
      prefixes_(bits, parameters.offset),
      runs_(std::make_unique<Runs>(window, prefixes_)) {}

CutProposals::~CutProposals() = default;

std::unique_ptr<Proposal> CutProposals::propose(Randomness& randomness) {
  const double rate = parameters_.draw_epsilon;
  const std::size_t drawn = randomness.thinned_choice(*runs_, rate, parameters_.bottom);
  if (drawn == runs_->size()) return std::make_unique<NoneProposal>();
  return runs_->proposal(drawn, rate, randomness);
}

}  // namespace logstar
