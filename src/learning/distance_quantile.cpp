#include "logstar/learning/distance_quantile.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <optional>
#include <utility>

#include "logstar/domain/key_array.hpp"
#include "logstar/interior_point/rank/rank_score.hpp"
#include "logstar/randomness/candidate_runs.hpp"

namespace logstar {
namespace {

/// The weights of distances 0..farthest: 2^last for 0 and for each shell [2^k, 2^(k + 1)), 0 <= k <= last, of
/// which each distance weighs the same, in the last one 1.
class ShellWeights {
 public:
  explicit ShellWeights(std::uint64_t farthest)
      : last_(farthest == 0 ? 0 : static_cast<unsigned>(std::bit_width(farthest)) - 1) {}

  /// The total weight of the distances below `end`.
  Uint128 below(Uint128 end) const {
    if (end <= 1) return end << last_;
    const auto shell =
        static_cast<unsigned>(std::bit_width(static_cast<std::uint64_t>(end - 1))) - 1;
    const Uint128 within = end - (Uint128(1) << shell);
    return (Uint128(shell + 1) << last_) + (within << (last_ - shell));
  }

  /// The distance that place `offset` of all the weight belongs to.
  std::uint64_t at(Uint128 offset) const {
    const auto shells = static_cast<unsigned>(offset >> last_);
    if (shells == 0) return 0;
    const auto within = static_cast<std::uint64_t>(offset - (Uint128(shells) << last_));
    return (std::uint64_t(1) << (shells - 1)) + (within >> (last_ - (shells - 1)));
  }

 private:
  unsigned last_;
};

/// All distances 0..farthest, in runs with equal numbers of records before and up to them. Runs far worse than
/// the best stay hidden until a draw needs them.
class DistanceRuns final : public CandidateRuns {
 public:
  /// `sorted` must outlive this object.
  DistanceRuns(const std::vector<std::uint64_t>& sorted, std::uint64_t farthest,
               const QuantileFraction& tau, double draw_epsilon)
      : sorted_(sorted),
        weights_(farthest),
        end_(Uint128(farthest) + 1),
        score_{RankScore::Kind::quantile, static_cast<std::int64_t>(sorted.size()), tau} {
    constexpr double kNegligible = 90;  // more than ln 2^(70 + 48)
    std::int64_t best = INT64_MIN;
    for_each_run([&](const Run& run) { best = std::max(best, run.score); });
    const double margin = std::min(kNegligible / draw_epsilon, 0x1p60) + 1;
    worst_shown_ = best - static_cast<std::int64_t>(margin);
    to_text([&](const Run& run) { return run.score >= worst_shown_; });
  }

  std::size_t size() const override { return shown_.size(); }
  CandidateRun run(std::size_t index) const override {
    return {shown_[index].score, Natural(weight_of(shown_[index]))};
  }
  std::optional<Hidden> hidden() const override {
    if (complete_) return std::nullopt;
    return Hidden{worst_shown_ - 1, Natural(weights_.below(end_))};
  }
  void complete() override {
    if (complete_) return;
    to_text([&](const Run& run) { return run.score < worst_shown_; });
    complete_ = true;
  }

  /// A distance of the run, by its weight.
  std::uint64_t draw_distance(std::size_t index, Randomness& randomness) const {
    const Run& run = shown_[index];
    const Natural offset = randomness.uniform_below(Natural(weight_of(run)));
    return weights_.at(weights_.below(run.first) + static_cast<Uint128>(offset));
  }

 private:
  /// Distances first..end - 1.
  struct Run {
    Uint128 first;
    Uint128 end;
    std::int64_t score;
  };

  Uint128 weight_of(const Run& run) const {
    return weights_.below(run.end) - weights_.below(run.first);
  }

  template <typename Visit>
  void for_each_run(const Visit& visit) const {
    Uint128 first = 0;
    for (std::size_t less = 0; less < sorted_.size();) {
      const std::uint64_t at = sorted_[less];
      std::size_t most = less;
      while (most < sorted_.size() && sorted_[most] == at) ++most;
      const auto before = static_cast<std::int64_t>(less);
      if (first < at) visit(Run{first, at, score_(before, before)});
      visit(Run{at, Uint128(at) + 1, score_(before, static_cast<std::int64_t>(most))});
      first = Uint128(at) + 1;
      less = most;
    }
    if (first < end_) visit(Run{first, end_, score_(score_.n, score_.n)});
  }

  template <typename Shows>
  void to_text(const Shows& shows) {
    complete_ = true;
    for_each_run([&](const Run& run) {
      if (shows(run)) {
        shown_.push_back(run);
      } else {
        complete_ = false;
      }
    });
  }

  const std::vector<std::uint64_t>& sorted_;
  ShellWeights weights_;
  Uint128 end_;
  RankScore score_;
  std::vector<Run> shown_;
  std::int64_t worst_shown_ = 0;
  bool complete_ = false;
};

}  // namespace

std::uint64_t draw_distance_quantile(std::vector<std::uint64_t> distances, std::uint64_t farthest,
                                     const QuantileFraction& tau, double draw_epsilon,
                                     Randomness& randomness) {
  KeyArray sorted(64, std::move(distances));
  sorted.sort();
  const std::vector<std::uint64_t> in_order = std::move(sorted).words();
  DistanceRuns runs(in_order, farthest, tau, draw_epsilon);
  const std::size_t run = randomness.weighted_choice(runs, draw_epsilon, std::nullopt);
  return runs.draw_distance(run, randomness);
}

}  // namespace logstar
