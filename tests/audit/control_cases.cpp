// Published mistakes with counts: each has to lose more than it claims. The verifier rejects the same broken
// mechanisms (tests/support/mistakes).
#include <algorithm>

#include "audit.hpp"
#include "logstar/selection/permute_and_flip.hpp"
#include "logstar/top_k/top_k.hpp"
#include "mistakes/choosing.hpp"
#include "mistakes/gap_test.hpp"
#include "mistakes/laplace.hpp"
#include "mistakes/limited_domain.hpp"
#include "neighbors.hpp"

namespace logstar::testing {
namespace {

using Scores = std::vector<std::int64_t>;

/// 5,000 records, and one more.
AuditCase mixed_up_laplace() {
  const Rational rate = Rational{1, 1} / Rational::of(0.5);
  return {"laplaceCount",
          "",
          "add-remove",
          {0.5, 0},
          [=](bool second, Randomness& r) { return laplace_count(second ? 5001 : 5000, rate, r); },
          "Laplace noise with scale and rate mixed up"};
}

/// One counted record, or none.
AuditCase swapped_laplace() {
  return {"laplaceCount",
          "",
          "add-remove",
          {1, 0},
          [](bool second, Randomness& r) { return swapped_laplace_count(second, r); },
          "Laplace noise with scale and location swapped"};
}

/// The winner of twenty solutions, with its number of votes: 500 votes each, and one more for the first.
AuditCase maximum_with_value() {
  return {"selectBest",
          "permute-and-flip and its value",
          "add-remove",
          {1, 0},
          [](bool second, Randomness& r) {
            Scores scores(20, 500);
            scores[0] += second;
            const auto best = permute_and_flip(scores, 1, r);
            return static_cast<std::int64_t>(best) * 1'000'000 + scores[best];
          },
          "a noisy maximum that also releases its value"};
}

/// Two items three records apart, and five apart after a record of the second one changes to the first.
AuditCase gap_test_as_printed() {
  const auto printed = printed_gap_test({1, 0.01});
  const auto scores = [](bool second) { return second ? Scores{503, 498} : Scores{502, 499}; };
  require_counts_of_neighbors(scores(false), scores(true), Neighbors::replace, 1);
  return {"A_dist",
          "as printed in BNS13",
          "replace",
          printed.loss,
          [=](bool second, Randomness& r) {
            const auto best = gap_test(scores(second), std::nullopt, printed, r);
            return best ? static_cast<std::int64_t>(*best) : -1;
          },
          "A_dist as printed in BNS13"};
}

/// Forty records, where the paper asks for 2,397. At most one record votes for a solution.
AuditCase small_choosing() {
  const Loss loss{1, 1e-3};
  return {"choosing_mechanism (C++)",
          "threshold alpha m / 2",
          "replace",
          loss,
          [=](bool second, Randomness& r) {
            const Scores scores(second ? 1 : 0, 1);
            const auto found = printed_choosing(scores, loss, 0.1, 0.05, 40, r);
            return found ? static_cast<std::int64_t>(*found) : -1;
          },
          "a choosing mechanism used below its size bound"};
}

TopKParameters strict(std::uint64_t k, std::uint64_t kbar, double epsilon, double delta) {
  TopKParameters parameters;
  parameters.variant = TopKVariant::strict;
  parameters.k = k;
  parameters.kbar = kbar;
  parameters.item_epsilon = epsilon;
  parameters.item_delta = delta;
  parameters.margin = limited_domain_margin(kbar, delta, epsilon);
  return parameters;
}

/// Only the neighbour has these kbar items: delta alone may reveal them.
AuditCase entering(const std::string& mode, const TopKParameters& parameters, const char* mistake) {
  const double epsilon = static_cast<double>(parameters.k) * parameters.item_epsilon;
  return {"topK",
          mode,
          "add-remove",
          {epsilon, parameters.item_delta},
          [=](bool second, Randomness& r) {
            const Scores row(second ? static_cast<std::size_t>(parameters.kbar) : 0, 1);
            return static_cast<std::int64_t>(draw_top_k(row, parameters, r).items.size());
          },
          mistake};
}

}  // namespace

AuditCases control_cases() {
  const TopKParameters one = strict(1, 1, 2, 0.01);
  return {
      mixed_up_laplace(),
      swapped_laplace(),
      maximum_with_value(),
      gap_test_as_printed(),
      small_choosing(),
      entering("strict, an item enters", one, ""),
      entering("strict, an item enters, without the + 1", without_one(one),
               "LimitDom without the + 1"),
      entering("strict, items enter, delta / k", with_delta_shared_by(2, strict(2, 20, 1, 0.05)),
               "LimitDom with delta / kbar misplaced"),
  };
}

}  // namespace logstar::testing
