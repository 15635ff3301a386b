#include "logstar/selection/least_possible.hpp"

#include <algorithm>
#include <cmath>

#include "logstar/privacy/climb.hpp"
#include "logstar/privacy/rounding.hpp"
#include "logstar/support/checks.hpp"
#include "logstar/support/errors.hpp"

namespace logstar {
namespace {

constexpr std::uint64_t kMaxSets = 1'000'000;

/// ln of a natural number >= 1, rounded down.
double log_natural_down(const Natural& n) {
  const unsigned top = bit_width(n) - 1;
  if (top < 53) return log_down(static_cast<double>(static_cast<std::uint64_t>(n)));
  const auto leading = static_cast<std::uint64_t>(n >> (top - 52));
  return add_down(log_down(static_cast<double>(leading)), multiply_down(top - 52, log_down(2)));
}

/// ln of k!, at least (`up`) or at most.
double log_factorial(std::uint64_t k, bool up) {
  double sum = 0;
  for (std::uint64_t i = 2; i <= k; ++i) {
    const auto factor = static_cast<double>(i);
    sum = up ? add_up(sum, log_up(factor)) : add_down(sum, log_down(factor));
  }
  return sum;
}

/// ln C(n, k), at most.
double log_sets_down(const Natural& n, std::uint64_t k) {
  const double each = log_natural_down(n - k + 1);
  if (bit_width(n) > 53) {
    return subtract_down(multiply_down(static_cast<double>(k), each), log_factorial(k, true));
  }
  const auto all = static_cast<double>(static_cast<std::uint64_t>(n));
  double sum = 0;
  for (std::uint64_t i = 0; i < k; ++i) {
    const auto place = static_cast<double>(i);
    sum = add_down(sum, subtract_down(log_down(all - place), log_up(place + 1)));
  }
  return sum;
}

bool is_of_scores(const LeastPossibleTask& task) {
  return task.task == PossibleTask::quasi_concave_max || task.task == PossibleTask::select_best;
}

bool from_another(const LeastPossibleTask& task) {
  return task.neighbors == Neighbors::replace ||
         (is_of_scores(task) && task.moves == ScoreMoves::both_ways);
}

double target_of(const LeastPossibleTask& task) { return subtract_down(task.confidence, 0x1p-60); }

/// The least number of steps that can make one of so many disjoint events likely. The data are without records, where
/// one of them has at most 1/N; or those of one event, where the others together have at most beta.
std::uint64_t steps(const LeastPossibleTask& task, double log_events) {
  double start = -log_events;
  if (from_another(task)) {
    const double beta = subtract_up(1, task.confidence);
    // N - 1 >= N (1 - 1/N); of one event nothing is excluded.
    const double others = add_down(log_events, log1p_down(-exp_up(-log_events)));
    start = others > -kInfinity ? subtract_up(log_up(beta), others) : 0;
  }
  return Climb(task.loss).steps_to_reach(start, target_of(task));
}

/// By how much the scores of an event's data must lead, if one step moves each by 1. Both ways, all of these data
/// are half of that away from scores that are all alike.
std::uint64_t lead(const LeastPossibleTask& task, double log_events) {
  const std::uint64_t least = steps(task, log_events);
  if (!is_of_scores(task) || !from_another(task)) return least;
  const std::uint64_t half = Climb(task.loss).steps_to_reach(-log_events, target_of(task));
  return half == 0 ? least : std::max(least, 2 * half - 1);
}

double log_size(const Natural& size) { return size == 0 ? kInfinity : log_natural_down(size); }

double of_steps(std::uint64_t count) {
  return count == kNeverReached ? kInfinity : count_down(count);
}

/// Items with whole records: any two of the sets have at most half of their items in common.
double least_of_sums(const LeastPossibleTask& task) {
  const std::uint64_t k = task.k;
  if (task.size < k) reject("k", "at most the number of items", static_cast<double>(k));
  // Records of one item: of each k items that no other set has.
  const double blocks = log_natural_down(task.size / k);
  double least = std::max(0.0, (of_steps(steps(task, blocks)) - 1) / 2);
  if (k == 1 || task.size < 2 * Natural(k)) return least;
  const std::uint64_t half = k / 2;
  const std::uint64_t common = half + 1;
  const double alike_each = multiply_up(static_cast<double>(k - common), log_natural_up(task.size));
  const double alike =
      add_up(subtract_up(alike_each, log_factorial(k - common, false)),
             subtract_up(log_factorial(k, true),
                         add_down(log_factorial(common, false), log_factorial(k - common, false))));
  const double sets = subtract_down(log_sets_down(task.size, k), alike);
  if (!(sets > 0)) return least;
  const std::uint64_t reached = steps(task, sets);
  if (reached == kNeverReached) return kInfinity;
  if (reached == 0) return least;
  // g records of a set, spread evenly: as many as half times their most at an item may be another set's too.
  const auto apart = [&](std::uint64_t g) {
    const std::uint64_t shared = std::min(g, half * ((g + k - 1) / k));
    return count_down(g - shared) / 2;
  };
  const std::uint64_t most = reached - 1;
  return std::max({least, apart(most), apart(most / k * k)});
}

/// A corner of j axes at any of (size - 1)^j points: ones there, and zeros at the next point of each of these axes.
double least_of_boxes(const LeastPossibleTask& task) {
  const double one = log_size(task.size - 1);
  double least = 0;
  for (std::uint64_t axes = 1; axes <= task.k; ++axes) {
    const double corners = multiply_down(count_down(axes), one);
    const double records = of_steps(steps(task, corners));
    least = std::max(least, std::ceil(divide_down(records, count_up(axes + 1))) - 1);
  }
  return least;
}

/// a users raise all of k candidates by a each: with `per_user` below k, in turn.
double least_miss(const LeastPossibleTask& task) {
  if (task.size < task.k)
    reject("k", "at most the number of candidates", static_cast<double>(task.k));
  const std::uint64_t each = std::min(task.per_user.value_or(task.k), task.k);
  const double sets = log_sets_down(task.size, task.k);
  const std::uint64_t g = each == task.k ? lead(task, sets) : steps(task, sets);
  if (g == kNeverReached) return kInfinity;
  if (g == 0) return 0;
  if (each == task.k) return count_down(g);
  const double turns =
      divide_down(multiply_down(count_down(g - 1), count_down(each)), count_up(task.k));
  return std::floor(turns) + 1;
}

}  // namespace

const char* name_of(PossibleTask task) {
  switch (task) {
    case PossibleTask::quasi_concave_max:
      return "quasiConcaveMax";
    case PossibleTask::learn_point:
      return "learnPoint";
    case PossibleTask::learn_threshold:
      return "learnThreshold";
    case PossibleTask::learn_rectangle:
      return "learnRectangle";
    case PossibleTask::sanitize_points:
      return "sanitizePoints";
    case PossibleTask::sanitize_thresholds:
      return "sanitizeThresholds";
    case PossibleTask::sums:
      return "sums";
    case PossibleTask::select_best:
      return "selectBest";
    case PossibleTask::top_k:
      return "topK";
  }
  return "";
}

double least_possible(const LeastPossibleTask& task) {
  check_epsilon("epsilon", task.loss.epsilon);
  check_delta_or_zero("delta", task.loss.delta);
  check_confidence(task.confidence);
  check_count("k", task.k, 1, kMaxSets);
  const bool may_be_open =
      task.task == PossibleTask::learn_point || task.task == PossibleTask::top_k;
  if (task.size < 2 && !(may_be_open && task.size == 0)) {
    if (task.size == 1) return 0;
    reject("size", "at least 1", to_text(task.size));
  }
  switch (task.task) {
    case PossibleTask::quasi_concave_max:
      return of_steps(lead(task, log_size(task.size)));
    case PossibleTask::learn_point:
      return std::max(0.0, of_steps(steps(task, log_size(task.size))) - 1);
    case PossibleTask::learn_threshold:
      // Between two keys next to each other.
      return std::max(0.0, std::ceil(of_steps(steps(task, log_size(task.size - 1))) / 2) - 1);
    case PossibleTask::learn_rectangle:
      return least_of_boxes(task);
    case PossibleTask::sanitize_points:
    case PossibleTask::sanitize_thresholds:
      return std::max(0.0, (of_steps(steps(task, log_size(task.size))) - 1) / 2);
    case PossibleTask::sums:
      return least_of_sums(task);
    case PossibleTask::select_best:
      return least_miss(task);
    case PossibleTask::top_k:
      break;
  }
  if (task.size > 0) return least_miss(task);
  // An item that nobody has is named with probability 0: there are as many as one likes.
  return of_steps(Climb(task.loss).steps_to_reach(-kInfinity, target_of(task)));
}

}  // namespace logstar
