#include "enumerating_randomness.hpp"

#include <algorithm>
#include <cmath>

namespace logstar::testing {
namespace {

constexpr std::uint64_t kMaxOutcomes = 1'000'000;  // a larger test takes too long to enumerate

long double as_long_double(const Rational& x) {
  return static_cast<long double>(x.numerator) / static_cast<long double>(x.denominator);
}

long double score_of(const BottomScore& bottom) {
  return static_cast<long double>(bottom.whole) +
         std::ldexp(static_cast<long double>(bottom.fraction), -BottomScore::kFractionBits);
}

/// e^(epsilon s) relative to the highest score that has a candidate, times multiplicity.
std::vector<long double> exponential_law(const std::vector<long double>& scores,
                                         const std::vector<long double>& multiplicities,
                                         double epsilon) {
  long double top = 0;
  bool any = false;
  for (std::size_t i = 0; i < scores.size(); ++i) {
    if (multiplicities[i] == 0) continue;
    top = any ? std::max(top, scores[i]) : scores[i];
    any = true;
  }
  std::vector<long double> law(scores.size());
  long double sum = 0;
  for (std::size_t i = 0; i < scores.size(); ++i) {
    if (multiplicities[i] != 0) {
      law[i] = multiplicities[i] * std::exp(epsilon * (scores[i] - top));
    }
    sum += law[i];
  }
  for (long double& p : law) p /= sum;
  return law;
}

}  // namespace

long double EnumeratingRandomness::probability() const {
  if (path_.empty()) return 1;
  const Branch& last = path_.back();
  return last.before * last.law[last.outcome];
}

bool EnumeratingRandomness::advance() {
  restart();  // after the last path too: a later draw starts a new walk
  while (!path_.empty()) {
    Branch& last = path_.back();
    do {
      ++last.outcome;
    } while (last.outcome < last.law.size() && last.law[last.outcome] == 0);
    if (last.outcome < last.law.size()) return true;
    path_.pop_back();
  }
  return false;
}

std::size_t EnumeratingRandomness::choose(const std::function<std::vector<long double>()>& law) {
  if (depth_ == path_.size()) {
    Branch branch{law(), 0, probability()};
    while (branch.law.at(branch.outcome) == 0) ++branch.outcome;
    path_.push_back(std::move(branch));
  }
  return path_[depth_++].outcome;
}

std::uint64_t EnumeratingRandomness::uniform_below(std::uint64_t n) {
  if (n > kMaxOutcomes) throw std::length_error("uniform_below: too many outcomes to enumerate");
  return choose([n] {
    return std::vector<long double>(static_cast<std::size_t>(n),
                                    1.0L / static_cast<long double>(n));
  });
}

Natural EnumeratingRandomness::uniform_below(const Natural& n) {
  if (n > kMaxOutcomes) throw std::length_error("uniform_below: too many outcomes to enumerate");
  return uniform_below(static_cast<std::uint64_t>(n));
}

bool EnumeratingRandomness::bernoulli_exp(const Rational& x) {
  return choose([&x] {
           const long double y = as_long_double(x);
           return std::vector<long double>{-std::expm1(-y), std::exp(-y)};
         }) == 1;
}

std::int64_t EnumeratingRandomness::geometric(const Rational& rate) {
  return static_cast<std::int64_t>(choose([&] {
    const long double y = as_long_double(rate);
    std::vector<long double> law;
    for (long double tail = 1; tail > cut_; tail *= std::exp(-y)) {
      law.push_back(tail * -std::expm1(-y));
    }
    return law;
  }));
}

std::int64_t EnumeratingRandomness::discrete_laplace(const Rational& rate) {
  // Outcomes in the order 0, -1, 1, -2, 2, ...
  const std::size_t outcome = choose([&] {
    const long double q = std::exp(-as_long_double(rate));
    const long double at_zero = -std::expm1(-as_long_double(rate)) / (1 + q);
    std::vector<long double> law{at_zero};
    for (long double p = at_zero * q; p / (1 - q) * 2 > cut_; p *= q) {
      law.push_back(p);
      law.push_back(p);
    }
    return law;
  });
  const auto magnitude = static_cast<std::int64_t>((outcome + 1) / 2);
  return outcome % 2 == 1 ? -magnitude : magnitude;
}

std::int64_t EnumeratingRandomness::discrete_laplace_at_most(const Rational& rate,
                                                             std::int64_t most) {
  // Outcomes in the order most, most - 1, ..., 0, -1, ...
  const std::size_t outcome = choose([&] {
    const long double y = as_long_double(rate);
    const long double q = std::exp(-y);
    // All k <= most together weigh (1 + q - q^(most + 1))/(1 - q), q^|k| each.
    const long double one_less_q = -std::expm1(-y);
    const long double above = std::exp(-y * static_cast<long double>(most + 1));
    const long double at_zero = one_less_q / (1 + q - above);
    std::vector<long double> law;
    for (std::int64_t k = most; k > 0; --k) {
      law.push_back(at_zero * std::exp(-y * static_cast<long double>(k)));
    }
    for (long double p = at_zero; p / one_less_q > cut_; p *= q) law.push_back(p);
    return law;
  });
  return most - static_cast<std::int64_t>(outcome);
}

std::pair<std::int64_t, std::int64_t> EnumeratingRandomness::discrete_laplace_pair_at_most(
    const Rational& rate, std::int64_t most) {
  // The first noise, by the weight left for the second one: outcomes in the order 0, -1, 1, -2, 2, ...
  const std::size_t outcome = choose([&] {
    const long double q = std::exp(-as_long_double(rate));
    // The total weight of second noises up to `left`, q^|k| each.
    const auto up_to = [&](std::int64_t left) {
      const long double beyond = std::pow(q, static_cast<long double>(std::abs(left))) / (1 - q);
      return left < 0 ? beyond : (1 + q) / (1 - q) - q * beyond;
    };
    // All pairs weigh ((1 + q)/(1 - q))^2, pairs of a sum s above `most` q^s (s + (1 + q^2)/(1 - q^2)).
    const long double m = static_cast<long double>(most + 1);
    const long double one = (1 + q) / (1 - q);
    const long double above = m + q / (1 - q) + (1 + q * q) / (1 - q * q);
    const long double all = one * one - std::pow(q, m) * above / (1 - q);
    std::vector<long double> weights{up_to(most) / all};
    long double p = q;
    for (std::int64_t k = 1; p / (1 - q) * 2 > cut_; ++k, p *= q) {
      weights.push_back(p * up_to(most + k) / all);
      weights.push_back(p * up_to(most - k) / all);
    }
    return weights;
  });
  const auto magnitude = static_cast<std::int64_t>((outcome + 1) / 2);
  const std::int64_t first = outcome % 2 == 1 ? -magnitude : magnitude;
  const std::int64_t left = most - first;
  // Below 0, each second noise has q times the probability of the one above it.
  return {first, left < 0 ? left - geometric(rate) : discrete_laplace_at_most(rate, left)};
}

std::int64_t EnumeratingRandomness::discrete_gaussian(const Rational& variance) {
  // Outcomes in the order 0, -1, 1, -2, 2, ...
  const std::size_t outcome = choose([&] {
    const long double v = as_long_double(variance);
    std::vector<long double> weights{1};
    long double all = 1;
    // Beyond k every further weight is at most e^(-k/v) of the one before.
    for (long double k = 1, w = 1; w > cut_ * -std::expm1(-k / v); ++k) {
      w = std::exp(-k * k / (2 * v));
      weights.push_back(w);
      weights.push_back(w);
      all += 2 * w;
    }
    for (long double& w : weights) w /= all;
    return weights;
  });
  const auto magnitude = static_cast<std::int64_t>((outcome + 1) / 2);
  return outcome % 2 == 1 ? -magnitude : magnitude;
}

std::int64_t EnumeratingRandomness::discrete_gaussian_at_most(const Rational& variance,
                                                              std::int64_t most) {
  // Outcomes in the order most, most - 1, ..., 0, -1, ...
  const std::size_t outcome = choose([&] {
    const long double v = as_long_double(variance);
    std::vector<long double> weights;
    long double all = 0;
    // Beyond -k every further weight is at most e^(-k/v) of the one before.
    for (auto k = static_cast<long double>(most);; --k) {
      const long double w = std::exp(-k * k / (2 * v));
      weights.push_back(w);
      all += w;
      if (k < 0 && w <= cut_ * -std::expm1(k / v)) break;
    }
    for (long double& w : weights) w /= all;
    return weights;
  });
  return most - static_cast<std::int64_t>(outcome);
}

std::size_t EnumeratingRandomness::weighted_choice(CandidateRuns& runs, double epsilon,
                                                   const std::optional<BottomScore>& bottom) {
  runs.complete();
  return choose([&] {
    std::vector<long double> scores;
    std::vector<long double> multiplicities;
    for (std::size_t i = 0; i < runs.size(); ++i) {
      const CandidateRun run = runs.run(i);
      scores.push_back(static_cast<long double>(run.score));
      multiplicities.push_back(static_cast<long double>(run.multiplicity));
    }
    if (bottom) {
      scores.push_back(score_of(*bottom));
      multiplicities.push_back(1);
    }
    return exponential_law(scores, multiplicities, epsilon);
  });
}

std::size_t EnumeratingRandomness::thinned_choice(ThinnedRuns& runs, double epsilon,
                                                  const BottomScore& bottom) {
  runs.complete();
  return choose([&] {
    std::vector<long double> scores;
    std::vector<long double> multiplicities;
    for (std::size_t i = 0; i < runs.size(); ++i) {
      const CandidateRun run = runs.run(i);
      const long double kept = -std::expm1(-epsilon * static_cast<long double>(runs.weight(i)));
      scores.push_back(static_cast<long double>(run.score));
      multiplicities.push_back(kept * static_cast<long double>(run.multiplicity));
    }
    scores.push_back(score_of(bottom));
    multiplicities.push_back(1);
    return exponential_law(scores, multiplicities, epsilon);
  });
}

std::vector<std::size_t> EnumeratingRandomness::peel(std::span<const std::int64_t> scores,
                                                     double epsilon, std::size_t k,
                                                     const std::optional<BottomScore>& bottom) {
  std::vector<CandidateRun> left;
  for (const std::int64_t score : scores) left.push_back({score, 1});
  std::vector<std::size_t> drawn;
  const std::size_t most = bottom ? k : std::min(k, scores.size());
  while (drawn.size() < most) {
    RunList list(left);
    drawn.push_back(weighted_choice(list, epsilon, bottom));
    if (drawn.back() == scores.size()) break;
    left[drawn.back()].multiplicity = 0;
  }
  return drawn;
}

}  // namespace logstar::testing
