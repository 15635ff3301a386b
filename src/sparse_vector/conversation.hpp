// A mechanism that is charged once and answers query after query.
//
// Privacy, cost: as the mechanism's. One charge covers all queries, so only the mechanism's own rules end the
// conversation.
// Departures: none.
#pragma once

#include "logstar/randomness/randomness.hpp"

namespace logstar {

/// A mechanism with its context: the task with the granted loss, and its randomness.
template <typename Task, typename Mechanism>
struct Conversation {
  Task task;
  Mechanism mechanism;
  Randomness& randomness;
};

}  // namespace logstar
