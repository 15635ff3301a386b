// The fields of a task that its release's claim ignores; no option of callers should be among them.
#pragma once

#include <algorithm>
#include <catch2/catch.hpp>
#include <iterator>
#include <set>
#include <string>
#include <vector>

#include "logstar/release/release.hpp"
#include "logstar/support/checks.hpp"
#include "logstar/support/errors.hpp"
#include "other_value.hpp"
#include "runs_within_grant.hpp"

namespace logstar::testing {

using Names = std::set<std::string>;

/// All of a claim, or the message of its error.
template <Releasable M>
std::string said_of(const typename M::Task& task) {
  try {
    const Claim claim = Release<M>(task).claim();
    return to_text(claim) + to_text(max_grant(claim).epsilon);
  } catch (const OutOfRange& error) {
    return error.what();
  }
}

/// The fields whose value the claim ignores in each of `tasks`. Checks that the other fields change the claim in
/// different ways, and that the loss is among the fields that a ledger holds back.
template <Releasable M>
Names unsaid(const std::vector<typename M::Task>& tasks) {
  Names all, said;
  for (const auto& task : tasks) {
    REQUIRE_NOTHROW(M::plan(task));
    CHECK(runs_within_grant<M>(task));
    const std::string usual = said_of<M>(task);
    Names claims{usual};
    for (std::size_t place = 0;; ++place) {
      typename M::Task changed = task;
      OtherValue other(place);
      changed.describe(other);
      if (!other.name()) break;
      INFO(*other.name());
      all.insert(*other.name());
      const std::string claim = said_of<M>(changed);
      if (claim == usual) continue;
      said.insert(*other.name());
      CHECK(claims.insert(claim).second);
    }
  }
  Names left;
  std::set_difference(all.begin(), all.end(), said.begin(), said.end(),
                      std::inserter(left, left.end()));
  return left;
}

}  // namespace logstar::testing
