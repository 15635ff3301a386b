#include "logstar/top_k/accuracy.hpp"

#include <algorithm>

#include "logstar/privacy/rounding.hpp"
#include "logstar/selection/discrete_tail.hpp"
#include "logstar/support/checks.hpp"
#include "logstar/top_k/laplace_difference.hpp"
#include "logstar/top_k/optimised_threshold.hpp"

namespace logstar {
namespace {

/// At least ln(count/beta).
double log_over_up(double count, double beta) { return subtract_up(log_up(count), log_down(beta)); }

/// The least x with P[X - Y > x] <= beta/count.
double difference_at_most(double rate, double count, double beta) {
  return static_cast<double>(laplace_difference_start(rate, -log_over_up(count, beta)) - 1);
}

}  // namespace

// If a returned item i has a smaller count than an omitted item j, then an item among the k most frequent is
// omitted whose count is at least that of j. For draws, each of at most k draws returns, with probability at
// most kbar e^(-epsilon g), an i whose count is at least g below that of a remaining j. For noisy counts, each
// of at most kbar k pairs i, j gives n_i - n_j >= g + 1 when i's count is g + 1 smaller.
double top_k_accuracy(const TopKParameters& parameters, double confidence) {
  check_confidence(confidence);
  const double beta = subtract_down(1, confidence);
  const double pairs = multiply_up(count_up(parameters.k), count_up(parameters.kbar));
  switch (parameters.variant) {
    case TopKVariant::laplace:
    case TopKVariant::fixed_threshold:
      return std::max(0.0, difference_at_most(parameters.item_epsilon, pairs, beta));
    default:
      return divide_up(log_over_up(pairs, beta), parameters.item_epsilon);
  }
}

double top_k_sure_gap(const TopKParameters& parameters, double confidence) {
  return top_k_sure_gap_for(parameters, parameters.k, confidence);
}

// Each of the items fails to pass bottom with probability at most beta/items.
double top_k_sure_gap_for(const TopKParameters& parameters, std::uint64_t items,
                          double confidence) {
  check_confidence(confidence);
  check_count("items", items, 1, parameters.k);
  const double beta = subtract_down(1, confidence);
  const double each = count_up(items);
  const double rate = parameters.item_epsilon;
  const double above = add_up(1, parameters.margin);  // of bottom above t
  switch (parameters.variant) {
    case TopKVariant::laplace:
      // fails if noise of bottom - noise of the item >= gap - above
      return above + 1 + difference_at_most(rate, each, beta);
    case TopKVariant::fixed_threshold:
      // fails if noise < above - gap, that is -noise >= gap - above + 1
      return above - 1 + static_cast<double>(laplace_tail_start(rate, divide_down(beta, each)));
    case TopKVariant::optimised_threshold: {
      // With probability 1 - beta/2 bottom is at most ln(2 choices/beta)/rate above the lowest one,
      // hence above the one at kbar.
      const double choices = count_up(threshold_ranks(parameters.k, parameters.kbar).size());
      const double half = beta / 2;
      const double logs = add_up(log_over_up(choices, half), log_over_up(each, half));
      return add_up(above, divide_up(logs, rate));
    }
    default:
      return add_up(above, divide_up(log_over_up(each, beta), rate));
  }
}

// Each of m noises is x or more on either side with probability at most beta/(2 m). `laplace` returns the
// counts of the items that passed, so its bound covers all kbar noises.
double top_k_count_error(const TopKParameters& parameters, double confidence) {
  check_confidence(confidence);
  const bool laplace = parameters.variant == TopKVariant::laplace;
  const double rate = laplace ? parameters.item_epsilon : parameters.count_epsilon;
  if (!(rate > 0)) return 0;
  const double noises = multiply_up(2, count_up(laplace ? parameters.kbar : parameters.k));
  const std::int64_t start =
      laplace_tail_start(rate, divide_down(subtract_down(1, confidence), noises));
  return static_cast<double>(std::max<std::int64_t>(start - 1, 0));
}

}  // namespace logstar
