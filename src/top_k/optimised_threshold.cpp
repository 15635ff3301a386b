#include "logstar/top_k/optimised_threshold.hpp"

#include <algorithm>
#include <numeric>

#include "logstar/top_k/limited_domain.hpp"

namespace logstar {

std::vector<std::uint64_t> threshold_ranks(std::uint64_t k, std::uint64_t kbar) {
  std::vector<std::uint64_t> ranks;
  for (std::uint64_t j = k; j < kbar; j += std::max<std::uint64_t>(1, j / 32)) ranks.push_back(j);
  ranks.push_back(kbar);
  return ranks;
}

std::vector<CandidateRun> threshold_choices(std::span<const std::int64_t> counts,
                                            std::span<const std::uint64_t> ranks) {
  Natural common = 1;
  for (const std::uint64_t j : ranks)
    common *= j / std::gcd(j, static_cast<std::uint64_t>(common % j));
  std::vector<CandidateRun> choices;
  choices.reserve(ranks.size());
  for (const std::uint64_t j : ranks) {
    choices.push_back({-head_of(counts, j).left_out, common / j});
  }
  return choices;
}

TopKResult draw_optimised_threshold(std::span<const std::int64_t> counts,
                                    const TopKParameters& parameters, Randomness& randomness) {
  const std::vector<std::uint64_t> ranks = threshold_ranks(parameters.k, parameters.kbar);
  const std::vector<CandidateRun> choices = threshold_choices(counts, ranks);
  RunList runs(choices);
  const std::size_t chosen =
      randomness.weighted_choice(runs, parameters.item_epsilon, std::nullopt);
  TopKParameters strict = parameters;
  strict.variant = TopKVariant::strict;
  strict.kbar = ranks[chosen];
  strict.margin =
      limited_domain_margin(strict.kbar, parameters.item_delta, parameters.item_epsilon);
  return draw_limited_domain(counts, strict, randomness);
}

}  // namespace logstar
