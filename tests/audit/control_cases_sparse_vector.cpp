// Variants 3 to 6 of Lyu, Su and Li's list: each has to lose more than it claims.
#include <algorithm>
#include <functional>
#include <optional>

#include "audit.hpp"
#include "mistakes/sparse_vector.hpp"
#include "neighbors.hpp"

namespace logstar::testing {
namespace {

using Values = std::vector<std::int64_t>;
/// For each query: empty for a no, a number for a yes.
using Answers = std::vector<std::optional<std::int64_t>>;

AuditCase variant_case(int number, double epsilon, const SparseVariant& variant,
                       const std::function<Values(bool second)>& questions,
                       const std::function<std::int64_t(const Answers&)>& seen) {
  require_counts_of_neighbors(questions(false), questions(true), Neighbors::replace);
  return {"sparse vector",
          "",
          "add-remove or replace",
          {epsilon, 0},
          [=](bool second, Randomness& r) {
            auto state = start_of(variant, r);
            Answers answers;
            for (const std::int64_t value : questions(second)) {
              if (state.left == 0) break;
              answers.push_back(answer_of(variant, state, value, r));
            }
            return seen(answers);
          },
          "sparse vector, variant " + std::to_string(number) + " of Lyu, Su, Li"};
}

/// Queries at the threshold and 1 above it in turn; for the neighbour, in the opposite order.
std::function<Values(bool second)> in_turn(int questions) {
  return [questions](bool second) {
    Values values;
    for (int i = 0; i < questions; ++i) values.push_back(second == (i % 2 == 0));
    return values;
  };
}

/// The number of yeses at even places minus the number at odd places.
std::int64_t more_at_even_places(const Answers& answers) {
  std::int64_t more = 0;
  for (std::size_t i = 0; i < answers.size(); ++i) more += answers[i] ? (i % 2 == 0 ? 1 : -1) : 0;
  return more;
}

/// Five queries 1 below the threshold, for the neighbour at it, then two that fall from it. After noes to the
/// first five, a low released number reveals that the noisy threshold was lower.
Values rise_then_fall(bool second) {
  Values values(5, second ? 0 : -1);
  values.resize(7, second ? -1 : 0);
  return values;
}

/// The turn of the only yes, and its number.
std::int64_t first_yes(const Answers& answers) {
  if (!answers.back()) return -1;
  const auto number = std::clamp<std::int64_t>(*answers.back(), -6, 8);
  return static_cast<std::int64_t>(answers.size()) * 100 + number;
}

}  // namespace

AuditCases sparse_vector_control_cases() {
  return {
      variant_case(3, 2.5, variant3(2.5, 1), rise_then_fall, first_yes),
      variant_case(4, 1, variant4(1, 10), in_turn(40), more_at_even_places),
      variant_case(5, 1, variant5(1), in_turn(2), more_at_even_places),
      variant_case(6, 1, variant6(1), in_turn(100), more_at_even_places),
  };
}

}  // namespace logstar::testing
