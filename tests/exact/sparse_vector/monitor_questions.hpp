// A ThresholdMonitor and the same monitor with one more user, or with one user replaced. Every user's
// contribution is free at every turn: evolving data, with constant data as a special case.
#pragma once

#include <cmath>
#include <functional>
#include <optional>
#include <set>
#include <vector>

#include "conversations.hpp"
#include "logstar/sparse_vector/threshold_monitor.hpp"
#include "lumped_noise.hpp"

namespace logstar::testing {

/// The contribution of each user to one query, in steps; the last one is the added user's.
using Contributions = std::vector<std::uint32_t>;

/// All combinations of `users` contributions out of `values`.
inline std::vector<Contributions> all_contributions(std::size_t users,
                                                    const std::vector<std::uint32_t>& values) {
  std::vector<Contributions> all = {{}};
  for (std::size_t user = 0; user < users; ++user) {
    std::vector<Contributions> longer;
    for (const Contributions& some : all) {
      for (const std::uint32_t value : values) {
        longer.push_back(some);
        longer.back().push_back(value);
      }
    }
    all = std::move(longer);
  }
  return all;
}

/// Flags ask about whole records, steps about fractions of records.
inline bool ask(ThresholdMonitor& monitor, QueryGrid grid, const Contributions& question,
                Randomness& randomness) {
  if (grid == QueryGrid::fractions) {
    return monitor.ask(std::span<const std::uint32_t>(question), randomness);
  }
  std::vector<std::uint8_t> flags;
  for (const std::uint32_t contribution : question) flags.push_back(contribution != 0);
  return monitor.ask(std::span<const std::uint8_t>(flags), randomness);
}

/// Passes draws on, but of the geometric draw of a hit's coin only its remainder modulo n, for a coin of rate `rate`/n:
/// the coin looks at nothing else.
class LumpedHits final : public PassingRandomness {
 public:
  LumpedHits(Randomness& inner, double rate) : PassingRandomness(inner), rate_(rate) {}

  std::int64_t geometric(const Rational& rate) override {
    const auto per_step = static_cast<long double>(rate.approximate());
    const auto n = std::llround(static_cast<long double>(rate_) / per_step);
    for (std::int64_t u = 0; u + 1 < n; ++u) {
      // P[u | at least u] = (1 - q)/(1 - q^(n - u)), q = e^(-per_step).
      const long double here =
          std::expm1(-per_step) / std::expm1(-per_step * static_cast<long double>(n - u));
      if (inner_.bernoulli_exp(Rational::of(static_cast<double>(-std::log(here))))) return u;
    }
    return n - 1;
  }

 private:
  double rate_;
};

using MonitorConversation = Conversation<ThresholdMonitorState, bool>;

/// The enumeration of a test's noise: outcome by outcome with its tails cut, or lumped (laplace and paper
/// only).
enum class Noise { cut, lumped };

/// All differences of counts to the threshold that queries can reach, for any set of active users.
inline std::set<std::int64_t> all_excesses(const std::vector<Contributions>& questions,
                                           std::int64_t threshold) {
  std::set<std::int64_t> excesses;
  for (const Contributions& question : questions) {
    std::set<std::int64_t> sums = {-threshold};
    for (const std::uint32_t contribution : question) {
      std::set<std::int64_t> more = sums;
      for (const std::int64_t sum : sums) more.insert(sum + contribution);
      sums = std::move(more);
    }
    excesses.insert(sums.begin(), sums.end());
  }
  return excesses;
}

inline MonitorConversation converse(const MonitorParameters& parameters, std::int64_t threshold,
                                    const std::vector<Contributions>& questions,
                                    long double cut = 1e-12L, Noise noise = Noise::cut) {
  const std::size_t users = questions.front().size();
  const NoiseTail tail(parameters);
  const std::set<std::int64_t> excesses = all_excesses(questions, threshold);
  return MonitorConversation(
      [=](Randomness& r) { return ThresholdMonitor(parameters, threshold, users, r).state(); },
      [=](const ThresholdMonitorState& state, std::size_t q, Randomness& r) {
        ThresholdMonitor monitor(parameters, threshold, state);
        std::optional<LumpedNoise> lumped;
        if (noise == Noise::lumped) lumped.emplace(r, tail, excesses);
        LumpedHits drawn(lumped ? static_cast<Randomness&>(*lumped) : r, parameters.rate);
        const bool yes = ask(monitor, parameters.grid, questions[q], drawn);
        return std::pair(yes, monitor.state());
      },
      cut);
}

inline ConversationReport report_of(const ConversationCheck& check,
                                    const MonitorParameters& parameters, Noise noise) {
  ConversationReport report = check.report();
  report.mode = name_of(parameters.method);
  // Lumped noise has no cut tails: missing mass is rounding alone, without a factor e^epsilon.
  if (noise == Noise::lumped) report.overstated = 0;
  return report;
}

/// The worst adversary for one more user among `users`, the last one.
inline ConversationReport check_monitor(double epsilon, std::size_t depth,
                                        const MonitorParameters& parameters, std::int64_t threshold,
                                        const std::vector<Contributions>& questions,
                                        long double cut = 1e-12L, Noise noise = Noise::cut) {
  std::vector<Contributions> fewer = questions;
  for (Contributions& question : fewer) question.pop_back();
  auto without = converse(parameters, threshold, fewer, cut, noise);
  auto with = converse(parameters, threshold, questions, cut, noise);
  ConversationCheck check(epsilon, questions.size(), depth, "add-remove",
                          "up to " + counted(questions.front().size(), "user"));
  check.pair(without, with);
  return report_of(check, parameters, noise);
}

/// The worst adversary for one user, with the whole stream replaced. The last two contributions of each query
/// are that user's: the last before, the one before it after the replacement.
inline ConversationReport check_replaced(double epsilon, std::size_t depth,
                                         const MonitorParameters& parameters,
                                         std::int64_t threshold,
                                         const std::vector<Contributions>& questions, Noise noise) {
  std::vector<Contributions> before = questions;
  std::vector<Contributions> after = questions;
  for (Contributions& question : before) question.erase(question.end() - 2);
  for (Contributions& question : after) question.pop_back();
  auto one = converse(parameters, threshold, before, 1e-12L, noise);
  auto other = converse(parameters, threshold, after, 1e-12L, noise);
  ConversationCheck check(epsilon, questions.size(), depth, "replace",
                          counted(before.front().size(), "user"));
  check.pair(one, other);
  return report_of(check, parameters, noise);
}

}  // namespace logstar::testing
