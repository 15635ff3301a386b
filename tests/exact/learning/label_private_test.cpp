// Learning with private labels, and from public values: the exact laws, and the sensitivity of scores to a
// flipped label or a record.
#include <catch2/catch.hpp>
#include <functional>
#include <set>
#include <string>

#include "databases.hpp"
#include "labelled_databases.hpp"
#include "logstar/learning/public_rules.hpp"
#include "logstar/learning/rule_choice.hpp"

namespace logstar::testing {
namespace {

std::vector<bool> labels_of(unsigned bits, std::size_t n) {
  std::vector<bool> labels(n);
  for (std::size_t i = 0; i < n; ++i) labels[i] = bits >> i & 1;
  return labels;
}

/// All labellings of n records and all flips of one label.
template <typename Mechanism>
PrivacyReport flip_every_label(std::size_t n, double epsilon, const Mechanism& mechanism) {
  PrivacyCheck check(epsilon, "one label flipped",
                     "all labels of " + std::to_string(n) + " records");
  const auto law = [&](unsigned bits) {
    return enumerate([&](Randomness& r) { return mechanism(labels_of(bits, n), r); });
  };
  for (unsigned bits = 0; bits < 1u << n; ++bits) {
    for (std::size_t flipped = 0; flipped < n; ++flipped) {
      check.pair(law(bits), law(bits ^ 1u << flipped));
    }
  }
  return check.report();
}

double at(double epsilon) {
  return calibrate_rule_choice(Protects::labels, epsilon, Neighbors::add_remove);
}

using Rule = std::function<bool(int)>;

/// A finite class: the sets of at most two neighbouring numbers, distinguished by their labels on the given
/// values.
struct Pairs {
  std::vector<int> first;
  bool operator()(int value) const {
    return !first.empty() && (value == first[0] || value == first[0] + 1);
  }
  friend bool operator<(const Pairs& a, const Pairs& b) { return a.first < b.first; }
};

std::vector<Pairs> pairs_of(std::span<const int> values) {
  std::vector<Pairs> rules;
  std::set<std::vector<bool>> seen;
  for (int low = -1; low <= 9; ++low) {
    const Pairs rule{low < 0 ? std::vector<int>{} : std::vector<int>{low}};
    std::vector<bool> said;
    for (const int value : values) said.push_back(rule(value));
    if (seen.insert(said).second) rules.push_back(rule);
  }
  return rules;
}

auto of_pairs(std::size_t building, double draw_epsilon) {
  return [=](const std::vector<bool>& labels, Randomness& randomness) {
    const std::vector<int> values{2, 5, 8, 1, 4, 7};
    return learn_label_private(std::span<const int>(values), labels, building, pairs_of,
                               draw_epsilon, randomness);
  };
}

KeyArray numbers(std::uint32_t bits, const std::vector<std::uint64_t>& values) {
  return KeyArray(bits, values);
}

auto thresholds_on(const std::vector<std::uint64_t>& values, double draw_epsilon) {
  return [=](const std::vector<bool>& labels, Randomness& randomness) {
    LabelledKeys records{KeyArray(3), KeyArray(3)};
    for (std::size_t i = 0; i < values.size(); ++i) {
      (labels[i] ? records.ones : records.zeros).append(WideKey{values[i]});
    }
    const auto learned =
        learn_public_threshold(numbers(3, values), std::move(records), draw_epsilon, randomness);
    return number(learned.rule);
  };
}

std::vector<std::uint64_t> sides_of(const std::optional<RectangleHypothesis>& box) {
  std::vector<std::uint64_t> sides;
  if (!box) return sides;
  for (const auto& part : {box->lowest, box->highest}) {
    for (const WideKey& key : part) sides.push_back(key.front());
  }
  return sides;
}

using Points = std::vector<std::vector<std::uint64_t>>;  // one list an axis

std::vector<KeyArray> axes_of(const Points& points) {
  std::vector<KeyArray> axes;
  for (const auto& axis : points) axes.push_back(numbers(3, axis));
  return axes;
}

auto boxes_on(const Points& points, double draw_epsilon) {
  return [=](const std::vector<bool>& labels, Randomness& randomness) {
    const PublicBoxes boxes(axes_of(points), {axes_of(points), labels});
    return sides_of(boxes.draw_box(draw_epsilon, randomness));
  };
}

const Points kInterval{{1, 4, 4, 6, 0}};
const Points kSquare{{0, 1, 2, 2}, {1, 0, 2, 1}};
const Points kCube{{0, 1, 2, 3, 3}, {1, 1, 2, 2, 4}, {0, 1, 1, 5, 5}};

TEST_CASE("label-private learning is epsilon-DP for a flipped label, and uses most of epsilon") {
  for (const double epsilon : {0.5, 1.0, 4.0}) {
    const double draw = at(epsilon);
    for (const auto& report : {flip_every_label(6, epsilon, of_pairs(6, draw)),
                               flip_every_label(6, epsilon, of_pairs(3, draw)),
                               flip_every_label(5, epsilon, thresholds_on({2, 5, 3, 3, 7}, draw)),
                               flip_every_label(5, epsilon, boxes_on(kInterval, draw)),
                               flip_every_label(4, epsilon, boxes_on(kSquare, draw)),
                               flip_every_label(5, epsilon, boxes_on(kCube, draw))}) {
      CHECK(report.within(0));
      CHECK(report.largest_log_ratio > 0.6L * epsilon);
    }
  }
}

TEST_CASE("control: a flipped label at full epsilon is rejected") {
  CHECK_FALSE(flip_every_label(6, 1, of_pairs(6, 1)).within(0));
  CHECK_FALSE(flip_every_label(5, 1, thresholds_on({2, 5, 3, 3, 7}, 1)).within(0));
  CHECK_FALSE(flip_every_label(5, 1, boxes_on(kInterval, 1)).within(0));
}

TEST_CASE(
    "a flipped label moves every rule's right labels by one, an added record by one or none") {
  const std::vector<int> values{1, 2, 3, 5, 8};
  const auto rules = pairs_of(values);
  for (unsigned bits = 0; bits < 32; ++bits) {
    for (const auto& rule : rules) {
      const auto right = [&](unsigned labels, std::size_t n) {
        return right_labels(rule, std::span<const int>(values).first(n), labels_of(labels, n));
      };
      for (unsigned flipped = 0; flipped < 5; ++flipped) {
        CHECK(std::abs(right(bits, 5) - right(bits ^ 1u << flipped, 5)) == 1);
      }
      const auto gained = right(bits, 5) - right(bits, 4);
      CHECK((gained == 0 || gained == 1));
    }
  }
}

/// The labellings of some points by all boxes of the grid 0..7: the right labels of each dichotomy.
std::map<std::int64_t, std::size_t> boxes_by_force(const Points& points,
                                                   const std::vector<bool>& labels) {
  std::set<std::vector<bool>> dichotomies{std::vector<bool>(labels.size(), false)};
  std::vector<std::uint64_t> low(points.size(), 0);
  std::vector<std::uint64_t> high(points.size(), 0);
  const std::function<void(std::size_t)> choose = [&](std::size_t axis) {
    if (axis < points.size()) {
      for (low[axis] = 0; low[axis] < 7; ++low[axis]) {
        for (high[axis] = low[axis]; high[axis] < 7; ++high[axis]) choose(axis + 1);
      }
      return;
    }
    std::vector<bool> said;
    for (std::size_t p = 0; p < labels.size(); ++p) {
      bool inside = true;
      for (std::size_t a = 0; a < points.size(); ++a) {
        inside &= low[a] <= points[a][p] && points[a][p] <= high[a];
      }
      said.push_back(inside);
    }
    dichotomies.insert(said);
  };
  choose(0);
  std::map<std::int64_t, std::size_t> counts;
  for (const auto& said : dichotomies) {
    std::int64_t right = 0;
    for (std::size_t p = 0; p < labels.size(); ++p) right += said[p] == labels[p];
    ++counts[right];
  }
  return counts;
}

TEST_CASE("every labelling of points by boxes is listed once, with its right labels") {
  const Points many{{0, 1, 2, 3, 4, 4, 6}, {3, 1, 4, 1, 5, 2, 6}};
  for (const Points& points : {kInterval, kSquare, kCube, many}) {
    const std::size_t n = points.front().size();
    for (const unsigned bits : {0u, 1u, 6u, 13u, 90u}) {
      const auto labels = labels_of(bits, n);
      const PublicBoxes boxes(axes_of(points), {axes_of(points), labels});
      std::map<std::int64_t, std::size_t> listed;
      for (const CandidateRun& run : boxes.runs()) {
        listed[run.score] += static_cast<std::size_t>(run.multiplicity);
      }
      CHECK(listed == boxes_by_force(points, labels));
    }
  }
}

TEST_CASE("a drawn box has its right labels, and the exponential mechanism's law") {
  const std::vector<bool> labels{true, true, false, true};
  const double e = 0.8;
  const auto law = enumerate([&](Randomness& r) { return boxes_on(kSquare, e)(labels, r); });
  std::map<std::int64_t, std::size_t> counts;
  std::map<std::vector<std::uint64_t>, std::int64_t> scores;
  for (const auto& [sides, mass] : law.mass) {
    std::int64_t right = 0;
    for (std::size_t p = 0; p < labels.size(); ++p) {
      bool inside = !sides.empty();
      for (std::size_t a = 0; inside && a < 2; ++a) {
        inside = sides[a] <= kSquare[a][p] && kSquare[a][p] <= sides[2 + a];
      }
      right += inside == labels[p];
    }
    ++counts[right];
    scores[sides] = right;
  }
  CHECK(counts == boxes_by_force(kSquare, labels));
  long double total = 0;
  for (const auto& [sides, score] : scores) total += std::exp(e * static_cast<double>(score));
  for (const auto& [sides, score] : scores) {
    CHECK(static_cast<double>(law.of(sides)) ==
          Approx(std::exp(e * static_cast<double>(score)) / static_cast<double>(total)));
  }
}

// Semi-private: records r have value r / 2 (of both axes' digits) and label r % 2.
auto semi_threshold(double draw_epsilon) {
  return [=](const Database& database, Randomness& randomness) {
    const auto learned = learn_public_threshold(numbers(2, {0, 2, 2}), labelled(2, database),
                                                draw_epsilon, randomness);
    return number(learned.rule);
  };
}

auto semi_box(double draw_epsilon) {
  return [=](const Database& database, Randomness& randomness) {
    LabelledPoints records{{KeyArray(1), KeyArray(1)}, {}};
    for (const std::size_t record : database) {
      records.axes[0].append(WideKey{record >> 1 & 1});
      records.axes[1].append(WideKey{record >> 2 & 1});
      records.labels.push_back(record % 2 == 1);
    }
    const PublicBoxes boxes({numbers(1, {0, 1, 1}), numbers(1, {0, 0, 1})}, records);
    return sides_of(boxes.draw_box(draw_epsilon, randomness));
  };
}

TEST_CASE("semi-private learning is epsilon-DP for whole records, and uses most of epsilon") {
  for (const double epsilon : {0.5, 2.0}) {
    const double draw = calibrate_rule_choice(Protects::records, epsilon, Neighbors::add_remove);
    for (const auto& report : {check_add_remove(8, 0, 4, epsilon, semi_threshold(draw)),
                               check_add_remove(8, 0, 3, epsilon, semi_box(draw))}) {
      CHECK(report.within(0));
      CHECK(report.largest_log_ratio > 0.6L * epsilon);
    }
    const double half = calibrate_rule_choice(Protects::records, epsilon, Neighbors::replace);
    CHECK(check_replace(8, 3, epsilon, semi_threshold(half)).within(0));
    CHECK(check_replace(8, 3, epsilon, semi_box(half)).within(0));
  }
}

TEST_CASE("control: label-private learning at full epsilon is rejected for one record replaced") {
  CHECK_FALSE(check_replace(8, 3, 2, semi_threshold(2)).within(0));
  CHECK_FALSE(check_replace(8, 3, 2, semi_box(2)).within(0));
}

TEST_CASE("label-private learning rejects mismatched inputs") {
  EnumeratingRandomness randomness;
  const std::vector<int> values{1, 2};
  const std::span<const int> span(values);
  CHECK_THROWS(learn_label_private(span, {true}, 1, pairs_of, 1, randomness));
  CHECK_THROWS(learn_label_private(span, {true, true}, 3, pairs_of, 1, randomness));
  CHECK_THROWS_WITH(PublicBoxes(std::vector<KeyArray>(5, KeyArray(3)), {}),
                    "dimensions must be a whole number from 1 to 4, got 5");
  const KeyArray many(8, std::vector<std::uint64_t>(400, 7));
  CHECK_THROWS_WITH(PublicBoxes({many, many}, {{many, many}, std::vector<bool>(400)}),
                    "public points must be few enough for 4 10^9 boxes, got 400");
}

}  // namespace
}  // namespace logstar::testing
