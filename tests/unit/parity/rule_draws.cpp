#include "decimal.hpp"
#include "draws.hpp"
#include "logstar/learning/public_rules.hpp"
#include "logstar/learning/rule_choice.hpp"

namespace logstar::testing {
namespace {

/// The best of ten rules "at most 100,000 c".
std::string rule(std::istream& line, Protects protects, Neighbors declared,
                 Randomness& randomness) {
  const double epsilon = calibrate_rule_choice(protects, read<double>(line), declared);
  std::vector<std::int64_t> right(10);
  for (const std::uint64_t key : whole_column(read<std::uint64_t>(line))) {
    for (std::uint64_t c = 0; c < 10; ++c) right[c] += (key <= 100000 * c) == label_of(key);
  }
  return std::to_string(choose_rule(right, epsilon, randomness));
}

/// The first `building` of n numbers build thresholds, the rest choose.
std::string among_thresholds(std::uint64_t building, std::uint64_t n, double draw_epsilon,
                             Randomness& randomness) {
  KeyArray builders(20);
  LabelledKeys records{KeyArray(20), KeyArray(20)};
  for (const std::uint64_t key : whole_column(n)) {
    if (builders.size() < building) {
      builders.append(WideKey{key});
    } else {
      (label_of(key) ? records.ones : records.zeros).append(WideKey{key});
    }
  }
  const auto learned =
      learn_public_threshold(std::move(builders), std::move(records), draw_epsilon, randomness);
  return last_of(learned.rule) + " of " + decimal(learned.rules);
}

/// The best of boxes for points of two dimensions.
std::string among_boxes(std::uint64_t building, std::uint64_t n, double draw_epsilon,
                        Randomness& randomness) {
  std::vector<KeyArray> builders(2, KeyArray(10));
  LabelledPoints records{builders, {}};
  for (std::uint64_t i = 0; i < n; ++i) {
    for (std::uint64_t axis = 0; axis < 2; ++axis) {
      (i < building ? builders : records.axes)[axis].append(WideKey{coordinate(i, axis)});
    }
    if (i >= building) records.labels.push_back(in_box(i, 2));
  }
  const PublicBoxes boxes(builders, records);
  const auto box = boxes.draw_box(draw_epsilon, randomness);
  return (box ? sides(*box) : "999,0,999,0") + " of " + decimal(boxes.rules());
}

std::string rule_of_class(std::istream& line, const std::string& rules, Protects protects,
                          Neighbors declared, Randomness& randomness) {
  const double epsilon = calibrate_rule_choice(protects, read<double>(line), declared);
  const auto building = read<std::uint64_t>(line);
  const auto n = read<std::uint64_t>(line);
  return rules == "boxes" ? among_boxes(building, n, epsilon, randomness)
                          : among_thresholds(building, n, epsilon, randomness);
}

std::string label_private(std::istream& line, Randomness& randomness) {
  return rule(line, Protects::labels, Neighbors::replace, randomness);
}

std::string semi_private(std::istream& line, Randomness& randomness) {
  const Neighbors declared = neighbors(line);
  return rule(line, Protects::records, declared, randomness);
}

std::string label_private_class(std::istream& line, Randomness& randomness) {
  const auto rules = read<std::string>(line);
  return rule_of_class(line, rules, Protects::labels, Neighbors::replace, randomness);
}

std::string semi_private_class(std::istream& line, Randomness& randomness) {
  const auto rules = read<std::string>(line);
  const Neighbors declared = neighbors(line);
  return rule_of_class(line, rules, Protects::records, declared, randomness);
}

const AddDraws rule_draws(Draws{{"label-private", label_private},
                                {"semi-private", semi_private},
                                {"label-private-class", label_private_class},
                                {"semi-private-class", semi_private_class}});

}  // namespace
}  // namespace logstar::testing
