#include "logstar/learning/rule_candidates.hpp"

#include <algorithm>
#include <utility>

#include "logstar/learning/rule_choice.hpp"
#include "logstar/support/checks.hpp"
#include "logstar/support/columns.hpp"
#include "logstar/support/errors.hpp"

namespace logstar {

Natural ListedRules::count() const {
  check_count("rules", size, 1, std::uint64_t(1) << 40);
  return size;
}

std::size_t ListedRules::draw_rule(const Records& right, double draw_epsilon,
                                   Randomness& randomness) const {
  check_same_length("right labels", right.size(), "rules", size);
  return choose_rule(right, draw_epsilon, randomness);
}

ThresholdRules::ThresholdRules(KeyArray building) : building_(std::move(building)) {
  building_.sort();
}

Natural ThresholdRules::count() const {
  std::uint64_t rules = 1;  // "0 everywhere"
  for (std::size_t i = 0; i < building_.size(); ++i) {
    rules += i == 0 || !std::ranges::equal(building_[i - 1], building_[i]);
  }
  return rules;
}

ThresholdHypothesis ThresholdRules::draw_rule(Records records, double draw_epsilon,
                                              Randomness& randomness) const {
  return learn_public_threshold(building_, std::move(records), draw_epsilon, randomness).rule;
}

Natural BoxRules::count() const {
  check_same_length("columns", building.size(), "axes", domains.size());
  const bool empty_can_be_said = std::ranges::any_of(
      domains, [](const WideInterval& keys) { return keys.lowest != keys.highest; });
  if (!empty_can_be_said) reject("domain", "of two values or more", "one");
  LabelledPoints nobody;
  for (const KeyArray& column : building) nobody.axes.emplace_back(column.bits());
  return PublicBoxes(building, nobody).rules();
}

RectangleHypothesis BoxRules::draw_rule(const Records& records, double draw_epsilon,
                                        Randomness& randomness) const {
  if (auto box = PublicBoxes(building, records).draw_box(draw_epsilon, randomness)) return *box;
  RectangleHypothesis empty;
  for (const WideInterval& keys : domains) {
    empty.lowest.push_back(keys.highest);
    empty.highest.push_back(keys.lowest);
  }
  return empty;
}

}  // namespace logstar
