// A mechanism that was paid for once and goes on answering.
//
// Privacy, cost: as the mechanism's. What it is asked first and last is paid for together, so nothing
//   but the mechanism's own rules ends it.
// Departures: none.
#pragma once

#include "logstar/randomness/randomness.hpp"

namespace logstar {

/// A mechanism with what it is asked with: the task as it runs, with the loss that was granted, and the
/// randomness it began with.
template <typename Task, typename Mechanism>
struct Conversation {
  Task task;
  Mechanism mechanism;
  Randomness& randomness;
};

}  // namespace logstar
