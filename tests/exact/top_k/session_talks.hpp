// Sessions of top-k queries over all small histograms and their neighbours.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "conversations.hpp"
#include "histogram_laws.hpp"
#include "logstar/support/errors.hpp"
#include "logstar/top_k/limited_domain.hpp"
#include "logstar/top_k/session.hpp"

namespace logstar::testing {

/// Outcomes and calls used.
using Used = std::pair<std::uint64_t, std::uint64_t>;
/// Empty: the session rejected the query.
using Answer = std::optional<Released>;
using Talk = Conversation<Used, Answer>;
using Turn =
    std::function<std::pair<Answer, Used>(const Histogram&, const Used&, std::size_t, Randomness&)>;

inline const std::vector<TopKQuestion> kQuestions{{1, 1, {}}, {2, 2, {}}, {2, 3, {}}};

struct Setting {
  TopKSessionTask task;
  TopKSessionParameters parameters;
};

inline Setting setting(std::uint64_t outcomes, std::uint64_t calls, double epsilon, double delta,
                       bool optimised = false) {
  TopKSessionTask task;
  task.outcomes = outcomes;
  task.calls = calls;
  task.optimised = optimised;
  return {task, {epsilon, delta, "", 0}};
}

/// The session itself, saved and resumed at every turn.
inline Turn honest(const Setting& setting, std::optional<std::uint64_t> per_user = {}) {
  return [=](const Histogram& histogram, const Used& used, std::size_t index, Randomness& r) {
    TopKSession session(setting.task, setting.parameters, used.first, used.second);
    TopKQuestion question = kQuestions[index];
    question.per_user = per_user;
    try {
      session.check(question);
    } catch (const BudgetExceeded&) {
      return std::make_pair(Answer(), used);
    }
    const Ranked rows = ranked(histogram, static_cast<std::size_t>(question.kbar) + 1);
    const TopKResult result = session.ask(rows.counts, question, r);
    return std::make_pair(Answer(released(rows, result)),
                          Used{session.returned(), session.called()});
  };
}

/// A session's talks on every histogram of `items` items with counts up to `highest`.
class SessionTalks {
 public:
  SessionTalks(std::size_t items, std::int64_t highest, const Turn& turn)
      : items_(items), highest_(highest) {
    Histogram histogram(items, 0);
    const std::function<void(std::size_t)> visit = [&](std::size_t item) {
      if (item == items) {
        const Histogram data = histogram;
        talks_.emplace(data, Talk(
                                 [](Randomness&) {
                                   return Used{0, 0};
                                 },
                                 [=](const Used& used, std::size_t question, Randomness& r) {
                                   return turn(data, used, question, r);
                                 }));
        return;
      }
      for (histogram[item] = 0; histogram[item] <= highest; ++histogram[item]) visit(item + 1);
      histogram[item] = 0;
    };
    visit(0);
  }

  /// Adds one user, with between 1 and `per_user` items.
  ConversationReport add_remove(std::size_t per_user, double epsilon, std::size_t depth,
                                std::size_t questions = kQuestions.size()) {
    ConversationCheck check(epsilon, questions, depth, "add-remove",
                            histograms_text(items_, highest_, per_user));
    for (auto& [base, talk] : talks_) {
      for (Talk* other : with_a_user(base, per_user)) check.pair(talk, *other);
    }
    return check.report();
  }

  /// One user replaced by another.
  ConversationReport replace(std::size_t per_user, double epsilon, std::size_t depth,
                             std::size_t questions = kQuestions.size()) {
    ConversationCheck check(epsilon, questions, depth, "replace",
                            histograms_text(items_, highest_, per_user));
    for (auto& [others, talk] : talks_) {
      const std::vector<Talk*> users = with_a_user(others, per_user);
      for (std::size_t i = 0; i < users.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j) check.pair(*users[i], *users[j]);
      }
    }
    return check.report();
  }

 private:
  std::vector<Talk*> with_a_user(const Histogram& base, std::size_t per_user) {
    std::vector<Talk*> found;
    for (std::size_t user = 1; user < (std::size_t(1) << items_); ++user) {
      Histogram larger = base;
      std::size_t contributed = 0;
      for (std::size_t item = 0; item < items_; ++item) {
        larger[item] += user >> item & 1;
        contributed += user >> item & 1;
      }
      const auto other = talks_.find(larger);
      if (contributed <= per_user && other != talks_.end()) found.push_back(&other->second);
    }
    return found;
  }

  std::size_t items_;
  std::int64_t highest_;
  std::map<Histogram, Talk> talks_;
};

inline ConversationReport against_all(std::size_t items, std::int64_t highest, std::size_t per_user,
                                      double epsilon, std::size_t depth, const Turn& turn,
                                      std::size_t questions = kQuestions.size()) {
  return SessionTalks(items, highest, turn).add_remove(per_user, epsilon, depth, questions);
}

/// A turn on counts far above the border, where every draw reveals the counts.
inline Turn raised(const Turn& turn) {
  return [=](const Histogram& histogram, const Used& used, std::size_t index, Randomness& r) {
    Histogram higher = histogram;
    for (auto& count : higher) count += 8;
    return turn(higher, used, index, r);
  };
}

}  // namespace logstar::testing
