// What the planners of all learners say of an algorithm, for JavaScript.
#pragma once

#include <emscripten/val.h>

#include <vector>

#include "bindings/border.hpp"

namespace logstar::bindings {

/// An array of { records, freshRecords, chosen, reason }; `rest(entry, plan)` adds what only this
/// planner says.
template <typename Plan, typename Rest>
val entries_of(const std::vector<Plan>& plans, const Rest& rest) {
  val entries = val::array();
  for (const Plan& plan : plans) {
    Object entry;
    entry.with("records", static_cast<double>(plan.least_records))
        .with("freshRecords", static_cast<double>(plan.generalisation_records))
        .with("chosen", plan.chosen)
        .with("reason", plan.reason);
    rest(entry, plan);
    entries.call<void>("push", entry.value());
  }
  return entries;
}

}  // namespace logstar::bindings
