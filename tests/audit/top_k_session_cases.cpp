// Sessions of top-k queries, and top-k from rows.
#include "audit.hpp"
#include "logstar/top_k/contributions.hpp"
#include "logstar/top_k/histogram.hpp"
#include "logstar/top_k/session.hpp"
#include "logstar/top_k/top_k.hpp"
#include "neighbors.hpp"

namespace logstar::testing {
namespace {

/// Two calls of a session for two of ten items that lead by equal counts, and one more user, with the first
/// two; a replaced user had the next two. The answer: the number of times that the first two came back (under
/// replace less that of the next two), and kbar if calls draw it.
AuditCase session_case(const std::string& mode, bool optimised, Neighbors neighbors,
                       double epsilon) {
  TopKSessionTask task;
  task.total = {epsilon, 1e-6};
  task.neighbors = neighbors;
  const bool replaced = neighbors == Neighbors::replace;
  task.outcomes = 4;
  task.calls = 2;
  task.optimised = optimised;
  const auto counts = [=](bool second) {
    std::vector<std::int64_t> histogram(11, 500);
    histogram[0] += second;
    histogram[1] += second;
    for (const std::size_t item : {2u, 3u}) histogram[item] += replaced && !second;
    histogram[10] = 200;
    return histogram;
  };
  require_counts_of_neighbors(counts(false), counts(true), neighbors);
  return {"TopKSession", mode, text_of(neighbors), task.total, [=](bool second, Randomness& r) {
            TopKSession session(task);
            std::int64_t hits = 0;
            std::int64_t kbar = 0;
            for (int call = 0; call < 2; ++call) {
              const auto result = session.ask(counts(second), {2, 10, std::nullopt}, r);
              for (const std::size_t item : result.items) {
                hits += item < 2 ? 1 : replaced && item < 4 ? -1 : 0;
              }
              kbar = kbar * 16 + static_cast<std::int64_t>(optimised ? result.kbar : 0);
            }
            return hits * 1000 + kbar;
          }};
}

/// 550 users with one of ten items each, only ten of them with the last item; and one more with the first item;
/// a replaced user had the second.
std::vector<std::uint32_t> users_items(Neighbors neighbors, bool second) {
  std::vector<std::uint32_t> items;
  for (std::uint32_t user = 0; user < 550; ++user) items.push_back(user < 540 ? user % 9 : 9);
  if (second) {
    items.push_back(0);
  } else if (neighbors == Neighbors::replace) {
    items.push_back(1);
  }
  return items;
}

/// Each in two rows.
AuditCase rows_case(Neighbors neighbors, double epsilon) {
  TopKTask task;
  task.k = 1;
  task.kbar = 9;
  task.per_user = 1;
  task.total = {epsilon, 1e-6};
  task.neighbors = neighbors;
  const TopKParameters parameters = calibrate_top_k(task);
  require_neighbors(users_items(neighbors, false), users_items(neighbors, true), neighbors);
  return {"topK", "from rows, bounded", text_of(neighbors), task.total,
          [=](bool second, Randomness& r) {
            std::vector<std::uint32_t> users;
            std::vector<std::uint32_t> items;
            for (const std::uint32_t item : users_items(neighbors, second)) {
              users.insert(users.end(), 2, static_cast<std::uint32_t>(users.size() / 2));
              items.insert(items.end(), 2, item);
            }
            const auto bounded = bound_contributions({users, items, 551, 10}, 1, r);
            const std::vector<std::int64_t> counts(bounded.begin(), bounded.end());
            const auto rows = top_rows(counts, 10, std::less<std::size_t>());
            std::vector<std::int64_t> head;
            for (const HistogramRow& row : rows) head.push_back(row.count);
            const auto found = draw_top_k(head, parameters, r).items;
            return found.empty() ? -1 : static_cast<std::int64_t>(rows[found[0]].item);
          }};
}

}  // namespace

AuditCases top_k_session_cases() {
  using enum Neighbors;
  return {session_case("", false, add_remove, 2),
          session_case("", false, replace, 4),
          session_case("optimised", true, add_remove, 2),
          session_case("optimised", true, replace, 4),
          rows_case(add_remove, 1),
          rows_case(replace, 2)};
}

}  // namespace logstar::testing
