#include "logstar/randomness/exact_randomness.hpp"

#include "logstar/randomness/discrete_laws.hpp"
#include "logstar/randomness/weighted_sampler.hpp"

namespace logstar {

bool ExactRandomness::bernoulli_exp(const Rational& x) {
  return draw_bernoulli_exp(bits_, x, filter_width_);
}

std::int64_t ExactRandomness::geometric(const Rational& rate) {
  return draw_geometric(bits_, rate);
}

std::int64_t ExactRandomness::discrete_laplace(const Rational& rate) {
  return draw_discrete_laplace(bits_, rate);
}

std::size_t ExactRandomness::weighted_choice(CandidateRuns& runs, double epsilon,
                                             const std::optional<BottomScore>& bottom) {
  WeightedSampler sampler(runs, epsilon, bottom, filter_width_, bits_);
  return sampler.draw_candidate().value();
}

std::vector<std::size_t> ExactRandomness::peel(std::span<const std::int64_t> scores, double epsilon,
                                               std::size_t k,
                                               const std::optional<BottomScore>& bottom) {
  ScoreList list(scores);
  WeightedSampler sampler(list, epsilon, bottom, filter_width_, bits_);
  std::vector<std::size_t> drawn;
  while (drawn.size() < k) {
    const auto index = sampler.draw_candidate();
    if (!index) break;
    drawn.push_back(*index);
    if (*index == scores.size()) break;
    sampler.take(*index);
  }
  return drawn;
}

}  // namespace logstar
