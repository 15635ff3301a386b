// A `Randomness` that returns scripted outcomes, for tests that follow one path by hand.
#pragma once

#include <cstdint>
#include <deque>
#include <stdexcept>
#include <vector>

#include "logstar/randomness/randomness.hpp"

namespace logstar::testing {

/// Outcomes in the order in which a mechanism draws them: uniform numbers, run indices, noise as
/// they are, coins as 0 and 1; `peel` takes one index after the other until k or bottom. Throws if
/// the script ends early or names an outcome outside its law.
class ScriptedRandomness final : public Randomness {
 public:
  explicit ScriptedRandomness(std::deque<std::int64_t> script) : script_(std::move(script)) {}

  bool finished() const { return script_.empty(); }

  std::uint64_t uniform_below(std::uint64_t n) override {
    return static_cast<std::uint64_t>(next_in(0, Natural(n) - 1));
  }
  Natural uniform_below(const Natural& n) override { return next_in(0, n - 1); }
  bool bernoulli_exp(const Rational&) override { return next_in(0, 1) == 1; }
  std::int64_t geometric(const Rational&) override {
    return static_cast<std::int64_t>(next_in(0, Natural(1) << 62));
  }
  std::int64_t discrete_laplace(const Rational&) override { return next(); }
  std::int64_t discrete_gaussian(const Rational&) override { return next(); }

  std::size_t weighted_choice(CandidateRuns& runs, double,
                              const std::optional<BottomScore>& bottom) override {
    runs.complete();
    const auto index = static_cast<std::size_t>(next_in(0, runs.size()));
    const bool possible =
        index == runs.size() ? bottom.has_value() : runs.run(index).multiplicity != 0;
    if (!possible) throw std::out_of_range("the script chooses a candidate that is not there");
    return index;
  }

  std::vector<std::size_t> peel(std::span<const std::int64_t> scores, double, std::size_t k,
                                const std::optional<BottomScore>& bottom) override {
    std::vector<std::size_t> drawn;
    const std::size_t most = bottom ? k : std::min(k, scores.size());
    while (drawn.size() < most) {
      drawn.push_back(static_cast<std::size_t>(next_in(0, scores.size() - (bottom ? 0 : 1))));
      if (drawn.back() == scores.size()) break;
    }
    return drawn;
  }

 private:
  std::int64_t next() {
    if (script_.empty()) throw std::out_of_range("the script ends before the mechanism does");
    const std::int64_t outcome = script_.front();
    script_.pop_front();
    return outcome;
  }
  Natural next_in(std::int64_t least, const Natural& most) {
    const std::int64_t outcome = next();
    if (outcome < least || outcome > most) {
      throw std::out_of_range("the script names an outcome outside its law");
    }
    return outcome;
  }

  std::deque<std::int64_t> script_;
};

}  // namespace logstar::testing
