#include "logstar/top_k/contributions.hpp"

#include <algorithm>
#include <limits>
#include <string>
#include <utility>

#include "logstar/support/checks.hpp"
#include "logstar/support/errors.hpp"
#include "logstar/top_k/calibration.hpp"
#include "logstar/users/by_user.hpp"

namespace logstar {
namespace {

void check_events(const EventColumns& events) {
  if (events.users.size() != events.items.size()) {
    reject("items", "as many as users, " + std::to_string(events.users.size()),
           std::to_string(events.items.size()));
  }
  check_count("rows", events.users.size(), 0, std::numeric_limits<std::uint32_t>::max());
  for (const std::uint32_t user : events.users) {
    if (user >= events.user_count) reject("users", "below their count", "one beyond");
  }
  for (const std::uint32_t item : events.items) {
    if (item >= events.item_count) reject("items", "below their count", "one beyond");
  }
}

}  // namespace

std::vector<std::uint32_t> bound_contributions(const EventColumns& events,
                                               std::optional<std::uint64_t> per_user,
                                               Randomness& randomness) {
  check_events(events);
  if (per_user) check_count("perUser", *per_user, 1, kMaxPerUser);
  auto grouped = by_user({events.users, {}, nullptr}, events.users.size(), events.user_count,
                         [&](std::size_t row) { return events.items[row]; });
  std::vector<std::uint32_t> counts(events.item_count, 0);
  std::vector<std::uint32_t> last_user(events.item_count, events.user_count);  // nobody
  for (std::uint32_t user = 0; user < events.user_count; ++user) {
    const std::size_t first = grouped.starts[user];
    const std::size_t end = grouped.starts[std::size_t(user) + 1];
    std::size_t distinct = 0;
    for (std::size_t row = first; row < end; ++row) {
      const std::uint32_t item = grouped.values[row];
      if (last_user[item] == user) continue;
      last_user[item] = user;
      grouped.values[first + distinct++] = item;
    }
    const std::span<std::uint32_t> items = std::span(grouped.values).subspan(first, distinct);
    const auto kept =
        static_cast<std::size_t>(std::min<std::uint64_t>(distinct, per_user.value_or(distinct)));
    for (std::size_t i = 0; i < kept; ++i) {
      if (kept < distinct) {
        const std::uint64_t ahead = randomness.uniform_below(std::uint64_t(distinct - i));
        std::swap(items[i], items[i + static_cast<std::size_t>(ahead)]);
      }
      ++counts[items[i]];
    }
  }
  return counts;
}

}  // namespace logstar
