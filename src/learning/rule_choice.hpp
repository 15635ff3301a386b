// Chooses the best of some rules that do not depend on protected data: on labels (label privacy), or on whole
// labelled records.
//
// Privacy: (epsilon, 0), for one label changed (Protects::labels: all else about the records is
//   public, the rules may be made from it), or for the declared neighbours (Protects::records: the
//   rules must come from public data).
// Source: BNS13 section 6.1 (generic label-private learner, Figure 13) and 6.2 (semi-private).
// Departures: Figure 13's sample sizes are not those that its proof uses; rule_sizes.hpp has the latter.
//   Rules may be made from all values instead of a sample of them, since they are public.
// Cost: one prediction for each rule and record.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "logstar/privacy/loss.hpp"
#include "logstar/randomness/randomness.hpp"
#include "logstar/release/claim.hpp"
#include "logstar/support/columns.hpp"
#include "logstar/support/errors.hpp"

namespace logstar {

/// The epsilon per right label at which to draw. A changed label adds a right one to some rules and
/// takes one from the others: epsilon / 2. A record more adds one or none to each: epsilon under
/// add-remove. `neighbors` is about whole records. Errors: OutOfRange unless epsilon lies in
/// 1e-9..1e4.
double calibrate_rule_choice(Protects protects, double epsilon, Neighbors neighbors);

/// With probability at least 1 - beta the drawn rule makes at most this many errors more than the best of the
/// `rules`, 1 or more. Errors: OutOfRange for beta.
std::int64_t rule_choice_excess(const Natural& rules, double draw_epsilon, double beta);

/// The index of a rule. `right`: how many labels each rule predicts rightly, at least one rule.
std::size_t choose_rule(std::span<const std::int64_t> right, double draw_epsilon,
                        Randomness& randomness);

/// The number of labels that a rule, called with a value, predicts rightly. Errors: OutOfRange for
/// more or fewer labels than values.
template <typename Rule, typename Value>
std::int64_t right_labels(const Rule& rule, std::span<const Value> values,
                          const std::vector<bool>& labels) {
  check_same_length("labels", labels.size(), "values", values.size());
  std::int64_t right = 0;
  for (std::size_t i = 0; i < values.size(); ++i) right += rule(values[i]) == labels[i];
  return right;
}

/// Chooses among the rules that `list(values)` makes of the first `building` values, a rule for each labelling
/// of them by a finite class; `list` never sees a label. The records after them choose among the rules, or all
/// records if all of them build. Errors: OutOfRange for more `building` values than there are, more or fewer
/// labels, or no rule.
template <typename Value, typename List>
auto learn_label_private(std::span<const Value> values, const std::vector<bool>& labels,
                         std::size_t building, const List& list, double draw_epsilon,
                         Randomness& randomness) {
  check_same_length("labels", labels.size(), "values", values.size());
  if (building > values.size()) reject("building", "at most all records", "more");
  const auto rules = list(values.first(building));
  const std::size_t from = building == values.size() ? 0 : building;
  const std::vector<bool> judged(labels.begin() + static_cast<std::ptrdiff_t>(from), labels.end());
  std::vector<std::int64_t> right;
  for (const auto& rule : rules) right.push_back(right_labels(rule, values.subspan(from), judged));
  return rules[choose_rule(right, draw_epsilon, randomness)];
}

}  // namespace logstar
