#include "audit.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "logstar/randomness/exact_randomness.hpp"
#include "seeded_bits.hpp"
#include "statistics.hpp"

namespace logstar::testing {
namespace {

constexpr long double kEachTail = 5e-7L;

/// The least p for which x or more of n have probability at least kEachTail.
long double at_least(std::size_t n, std::size_t x) {
  if (x == 0) return 0;
  long double low = 0;
  long double high = static_cast<long double>(x) / static_cast<long double>(n);
  for (int i = 0; i < 50; ++i) {
    const long double half = (low + high) / 2;
    (binomial_at_least(n, half, x) <= kEachTail ? low : high) = half;
  }
  return low;
}

long double at_most(std::size_t n, std::size_t x) { return 1 - at_least(n, n - x); }

/// ln((p - delta)/q), or 0.
double epsilon_of(long double p, long double q, double delta) {
  if (p <= delta) return 0;
  return std::max(0.0, static_cast<double>(std::log((p - delta) / q)));
}

using Counts = std::map<std::int64_t, std::size_t>;

struct Sample {
  Counts chosen_on;
  Counts tested_on;
};

Sample sample(const AuditCase& audited, bool second, std::size_t runs, Randomness& randomness) {
  Sample result;
  for (std::size_t i = 0; i < runs; ++i) {
    const std::int64_t output = audited.run(second, randomness);
    ++(i < runs / 2 ? result.chosen_on : result.tested_on)[output];
  }
  return result;
}

std::size_t count_of(const Counts& counts, const std::set<std::int64_t>& event) {
  std::size_t sum = 0;
  for (const auto& [output, count] : counts) sum += event.count(output) > 0 ? count : 0;
  return sum;
}

struct Event {
  std::set<std::int64_t> outputs;
  double promise = -1;
};

/// The event with the largest bound if the frequencies were the probabilities.
Event best_event(const Counts& p, const Counts& q, std::size_t n, double delta) {
  std::vector<std::pair<double, std::int64_t>> ratios;
  for (const auto& [output, count] : p) {
    const auto other = q.find(output);
    const double there = other == q.end() ? 0 : static_cast<double>(other->second);
    ratios.emplace_back(-static_cast<double>(count) / (there + 1), output);
  }
  std::sort(ratios.begin(), ratios.end());
  Event best;
  std::set<std::int64_t> outputs;
  double in_p = 0;
  double in_q = 0;
  const auto size = static_cast<double>(n);
  for (const auto& [ratio, output] : ratios) {
    outputs.insert(output);
    in_p += static_cast<double>(p.at(output));
    const auto other = q.find(output);
    in_q += other == q.end() ? 0 : static_cast<double>(other->second);
    // About five standard errors.
    const double low = std::max(0.0, in_p - 5 * std::sqrt(in_p)) / size;
    const double high = (in_q + 5 * std::sqrt(in_q) + 12) / size;
    const double promise = epsilon_of(low, high, delta);
    if (promise > best.promise) best = {outputs, promise};
  }
  return best;
}

}  // namespace

std::string name_of(const AuditCase& audited) {
  std::string name = audited.mechanism;
  for (const std::string& part : {audited.mode, audited.neighbors, audited.mistake}) {
    if (!part.empty()) name += " " + part;
  }
  return name;
}

std::uint64_t seed_of(const AuditCase& audited) {
  std::uint64_t hash = 0xcbf29ce484222325u;  // FNV-1a
  for (const char byte : name_of(audited)) {
    hash = (hash ^ static_cast<unsigned char>(byte)) * 0x100000001b3u;
  }
  return hash;
}

AuditResult audit(const AuditCase& audited, std::size_t runs, std::uint64_t seed) {
  SeededBits source(seed);
  ExactRandomness randomness(source);
  const Sample first = sample(audited, false, runs, randomness);
  const Sample second = sample(audited, true, runs, randomness);
  const std::size_t half = runs / 2;
  const double delta = audited.claim.delta;
  const Event forward = best_event(first.chosen_on, second.chosen_on, half, delta);
  const Event backward = best_event(second.chosen_on, first.chosen_on, half, delta);
  const bool is_forward = forward.promise >= backward.promise;
  const auto& event = is_forward ? forward.outputs : backward.outputs;
  const std::size_t more = count_of(is_forward ? first.tested_on : second.tested_on, event);
  const std::size_t less = count_of(is_forward ? second.tested_on : first.tested_on, event);
  const std::size_t tested = runs - half;
  return {epsilon_of(at_least(tested, more), at_most(tested, less), delta), runs};
}

}  // namespace logstar::testing
