#include "logstar/learning/rule_choice.hpp"

#include <cmath>

#include "logstar/selection/exponential.hpp"

// Proofs are in selection/exponential.cpp: right labels are a score that moves both ways by 1 when
// a label changes, and one way, by 0 or 1, for one record more.

namespace logstar {

double calibrate_rule_choice(Protects protects, double epsilon, Neighbors neighbors) {
  return protects == Protects::labels
             ? calibrate_exponential_choice(epsilon, ScoreMoves::both_ways, Neighbors::replace)
             : calibrate_exponential_choice(epsilon, ScoreMoves::one_way, neighbors);
}

std::int64_t rule_choice_excess(const Natural& rules, double draw_epsilon, double beta) {
  const double shortfall = exponential_choice_shortfall(rules, draw_epsilon, beta);
  return static_cast<std::int64_t>(std::ceil(shortfall)) - 1;
}

std::size_t choose_rule(std::span<const std::int64_t> right, double draw_epsilon,
                        Randomness& randomness) {
  return exponential_choice(right, draw_epsilon, randomness);
}

}  // namespace logstar
