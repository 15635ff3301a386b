// A ThresholdMonitor and the same monitor with one more user, asked questions in which every user's
// contribution is free at every turn: evolving data, of which data that stay are a special case.
#pragma once

#include <functional>
#include <vector>

#include "conversations.hpp"
#include "sparse_vector/threshold_monitor.hpp"

namespace logstar::testing {

/// Everybody's contribution to one question, in steps; the last one is the added user's.
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

/// Whole records are asked about by flags, fractions of them by steps.
inline bool ask(ThresholdMonitor& monitor, QueryGrid grid, const Contributions& question,
                Randomness& randomness) {
  if (grid == QueryGrid::fractions) {
    return monitor.ask(std::span<const std::uint32_t>(question), randomness);
  }
  std::vector<std::uint8_t> flags;
  for (const std::uint32_t contribution : question) flags.push_back(contribution != 0);
  return monitor.ask(std::span<const std::uint8_t>(flags), randomness);
}

using MonitorConversation = Conversation<ThresholdMonitorState, bool>;

/// `without`: leave the last user out. `start` replaces the users' first state (for controls).
inline MonitorConversation converse(const MonitorParameters& parameters, std::int64_t threshold,
                                    std::vector<Contributions> questions, bool without,
                                    long double cut = 1e-12L) {
  if (without) {
    for (Contributions& question : questions) question.pop_back();
  }
  const std::size_t users = questions.front().size();
  return MonitorConversation(
      [=](Randomness& r) { return ThresholdMonitor(parameters, threshold, users, r).state(); },
      [=](const ThresholdMonitorState& state, std::size_t q, Randomness& r) {
        ThresholdMonitor monitor(parameters, threshold, state);
        const bool yes = ask(monitor, parameters.grid, questions[q], r);
        return std::pair(yes, monitor.state());
      },
      cut);
}

/// The worst adversary for one more user among `users`.
inline ConversationReport check_monitor(double epsilon, std::size_t depth,
                                        const MonitorParameters& parameters, std::int64_t threshold,
                                        const std::vector<Contributions>& questions,
                                        long double cut = 1e-12L) {
  auto without = converse(parameters, threshold, questions, true, cut);
  auto with = converse(parameters, threshold, questions, false, cut);
  ConversationCheck check(epsilon, questions.size(), depth, "add-remove",
                          "up to " + counted(questions.front().size(), "user"));
  check.pair(without, with);
  ConversationReport report = check.report();
  report.mode = describe(parameters.method);
  return report;
}

}  // namespace logstar::testing
