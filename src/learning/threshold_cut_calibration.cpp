#include "logstar/learning/threshold_cut_calibration.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <tuple>
#include <vector>

#include "logstar/interior_point/cut_choice/good_weight.hpp"
#include "logstar/interior_point/cut_choice/place_weights.hpp"
#include "logstar/learning/tolerance.hpp"
#include "logstar/privacy/rounding.hpp"
#include "logstar/randomness/natural.hpp"
#include "logstar/support/checks.hpp"
#include "logstar/support/remembered.hpp"

// Notation of threshold_cut.cpp; L bits, m the excess, T the base in units of 1/epsilon, t the
// tolerance. Records are numbered in order, with the copies before and after them. A threshold's index is F if
// F records are up to it; F* is the best threshold's index. F* does not lie between equal records. Err(F)
// changes by at most one a record, so the excess of a threshold of index F is at most |F - F*|.
//
// Closed form. Let g >= ln(K/delta), H = ceil(g/e_w), T <= g and T + rho (m - floor(H/2)) >= g. Some
// candidate has a score of at least g. Let j be a place of the domain with the best threshold and v the longest
// prefix of j with w(v) >= H + 1; the root has 2 copies >= H + 1, for copies = m + 1. If v is a whole key it
// offers itself, with no excess. If not, the child u of v on the way to j weighs at most H. The last place
// before u and the last one in u are cuts of v and of its ancestors unless u begins or ends where all places
// do. Moving the threshold from j to the one changes the labels of some records of u, moving it to the other
// those of the others: the lesser excess is at most floor(H/2). If u ends where all places do, it holds the
// copies at the domain's end, so fewer than H/2 records, and the place before it does; likewise at the
// beginning.
//
// By place_weights.cpp instead: among the records m before F* to m + 1 after it, every group-th. A cut
// separates p_j from p_(j+1), so its index F is in p_j..p_(j+1) - 1. A key with p_(i+1) to p_(i+k) has two
// candidates: itself, after its last record, and the cut of the prefix one bit shorter, before its first. F* is
// not between these, so one of them has an excess of at most max(0, p_(i+1) - 1 - F*, F* - p_(i+k)). All of
// these have an excess of m at most. (The copies are equal records at the first and at the last threshold: the
// same holds.)
//
// Bad are candidates of an excess above m. Say F > F*. Prefixes of one length have disjoint records in a row,
// and the cut of each lies at one side of one of its own records. That record moves the excess by one, up for a
// zero and down for a one. (A prefix of copies only has its cut where the excess ends.) Among t1 ones after F*,
// d_v step down to v, so at most 1 + 2 d_v records lie between v and v + 1, without the 1 from where the excess
// ends on; each counts e^(T - rho) if v is m or m + 1, and e^-rho less for each more. So they weigh at most
// e^(T - rho) (1 + 1/(1 - e^-rho) + 2 t1) together. Before F* likewise with the zeros there, and t1 and these
// are at most t together. Without errors, t = 0, the excess only goes up, and most_weight_behind() holds. There
// are L + 2 lengths.

namespace logstar {
namespace {

/// Computes bounds with at least and at most this many places.
constexpr double kMinPlaces = 40;
constexpr double kMaxPlaces = 160;
/// The minimum share of epsilon for either rate.
constexpr double kMinShare = 0.05;
/// To how much of a logarithm the base is searched.
constexpr double kFineBase = 0.05;

struct Task {
  std::uint32_t bits;
  Loss loss;
  Neighbors neighbors;
  double beta;
  double tolerance;
  double delta;  // that is used
  double log_needed;
  double log_odds;  // of failing: ln((1 - beta)/beta)
};

double rise_of(const ThresholdCutParameters& p) {
  return p.unit * static_cast<double>(p.per_weight);
}
double rho_of(const ThresholdCutParameters& p) { return p.unit * static_cast<double>(p.per_error); }

/// Both rates if `share` of epsilon is for the rate of errors. Empty if it leaves too little.
std::optional<ThresholdCutParameters> rates_of(const Task& task, double share) {
  const double epsilon = task.loss.epsilon;
  if (share < kMinShare || share > 1 - kMinShare) return std::nullopt;
  const double fall = epsilon * share;
  const double left = subtract_down(epsilon, fall);
  // fall + ln(e^rise + delta) is at most epsilon.
  const double rise = add_down(left, log1p_down(-multiply_up(task.delta, exp_up(-left))));
  // If a rate has less effect than cost, another share has the same effect for less.
  const bool both_count = task.neighbors == Neighbors::replace ? rise <= fall : fall <= 1.01 * rise;
  if (!both_count) return std::nullopt;
  const double rho = task.neighbors == Neighbors::replace ? fall / 2 : std::min(fall, rise);
  if (!(rise >= kMinShare * epsilon)) return std::nullopt;
  ThresholdCutParameters p;
  p.loss = task.loss;
  p.unit = std::ldexp(1.0, std::ilogb(std::min(rise, rho)) - 10);
  p.per_weight = static_cast<std::int64_t>(rise / p.unit);
  p.per_error = static_cast<std::int64_t>(rho / p.unit);
  return p;
}

/// An upper bound on the weight of bad candidates of one length on both sides, over e^T.
double bad_weight(const Task& task, const ThresholdCutParameters& p) {
  const double rho = rho_of(p);
  const double drop = std::exp(-rho);
  double both = 2 * (1 + 1 / -std::expm1(-rho) + task.tolerance);
  if (task.tolerance == 0) {
    const double h = p.unit * static_cast<double>(p.base) - rho;
    both = std::min(both, 2 * most_weight_behind(rho, rise_of(p), h));
  }
  // A few operations, each to 2^-49.
  return drop * both * (1 + 0x1p-30);
}

double log_bad_up(const Task& task, const ThresholdCutParameters& p) {
  return log_up(multiply_up(task.bits + 2.0, bad_weight(task, p)));
}

ThresholdCutParameters with_excess(ThresholdCutParameters p, double excess) {
  p.excess = static_cast<std::int64_t>(excess);
  p.copies = p.excess + 1;
  return p;
}

/// For any base, so with the simple bound on the bad weight.
ThresholdCutParameters closed_form(const Task& task, ThresholdCutParameters p) {
  p.base = 0;
  const double g = task.log_needed;
  const double gap = std::max(0.0, add_up(log_bad_up(task, p), task.log_odds));
  p.base = static_cast<std::int64_t>(std::floor((g - gap) / p.unit)) - 1;
  const double half = std::floor(std::ceil(divide_up(g, rise_of(p))) / 2);
  const double beyond = divide_up(subtract_up(g, p.unit * static_cast<double>(p.base)), rho_of(p));
  return with_excess(p, half + std::ceil(beyond));
}

/// A lower bound, over e^T, on the weight of the candidates of at most the excess.
double good_weight(const ThresholdCutParameters& p, std::int64_t group) {
  const std::int64_t places = 2 * p.excess + 2;
  const auto n = static_cast<std::size_t>((places - 1) / group + 1);
  const auto place = [&](std::size_t k) {  // counted from F*, k from 1
    return group * (static_cast<std::int64_t>(k) - 1) - p.excess;
  };
  const auto weight = [&](Int128 relative) {
    const double exponent = multiply_down(p.unit, step_down(static_cast<double>(relative)));
    return exp_down(std::min(exponent, kMaxExponent));
  };
  const auto at_excess = [&](std::int64_t excess) {
    return weight(Int128(p.per_error) * (p.excess - std::max<std::int64_t>(excess, 0)));
  };
  PlaceWeights weights{std::vector<double>(n + 1), std::vector<double>(n + 1),
                       std::vector<double>(n + 1)};
  for (std::size_t k = 0; k <= n; ++k) {
    const Int128 records = Int128(group) * (static_cast<std::int64_t>(k) - 1);
    weights.by_weight[k] = weight(p.per_weight * records - p.base);
    weights.before[k] = at_excess(-place(k));
    weights.after[k] = at_excess(place(k + 1) - 1);
  }
  return least_tree_weight(weights);
}

/// Whether the candidates of at most one excess weigh enough at a base. They weigh less at a greater base, over e^T,
/// and more with e^T: so a log-weight that misses the need by x misses it at every base up to x more, and one that
/// exceeds it by x suffices at every base down to x less. What one weight says is not asked again.
class EnoughWeight {
 public:
  EnoughWeight(const Task& task, const ThresholdCutParameters& p, std::int64_t group)
      : task_(task), p_(p), group_(group) {}

  /// The logarithm of their weight over e^T.
  double log_at(std::int64_t base) {
    const auto known = logs_.find(base);
    if (known != logs_.end()) return known->second;
    p_.base = base;
    const double good = good_weight(p_, group_);
    const double log = good > 0 ? log_down(good) : -kInfinity;
    logs_.emplace(base, log);
    const double beyond = add_down(p_.unit * static_cast<double>(base), log) - task_.log_needed;
    // Less by far more than is rounded.
    const auto further = static_cast<std::int64_t>(
        std::min(std::max(0.0, std::fabs(beyond) - kRounded) / p_.unit, 0x1p50));
    if (beyond >= 0) {
      enough_from_ = std::min(enough_from_, base - further);
    } else {
      too_little_to_ = std::max(too_little_to_, base + further);
    }
    return log;
  }

  bool holds_at(std::int64_t base) {
    if (base > too_little_to_ && base < enough_from_) log_at(base);
    return base >= enough_from_;
  }

 private:
  static constexpr double kRounded = 1e-6;

  const Task& task_;
  ThresholdCutParameters p_;
  std::int64_t group_;
  std::map<std::int64_t, double> logs_;
  std::int64_t too_little_to_ = std::numeric_limits<std::int64_t>::min();
  std::int64_t enough_from_ = std::numeric_limits<std::int64_t>::max();
};

/// With another base, if the bounds hold with one at this excess.
std::optional<ThresholdCutParameters> settled(const Task& task, ThresholdCutParameters p,
                                              double excess, std::uint64_t group) {
  if (excess < 0) return std::nullopt;
  p = with_excess(p, excess);
  std::int64_t low = p.base;
  auto high = static_cast<std::int64_t>(std::ceil(task.log_needed / p.unit)) + 1;
  const auto log_rivals = [&](std::int64_t base) {
    p.base = base;
    return add_up(log_bad_up(task, p), task.log_odds);
  };
  EnoughWeight enough(task, p, static_cast<std::int64_t>(group));
  // The bad weight over e^T falls with the base, as most_weight_behind() does with h. If the good weight is below the
  // least bad one where both reach the need, it is too little there, and still less at the greater base that has enough.
  const double least_rivals = log_rivals(high);
  const double both = std::floor((task.log_needed - least_rivals) / p.unit) - 1;
  const auto balanced = static_cast<std::int64_t>(std::clamp(both, -0x1p60, 0x1p60));
  if (balanced < high && enough.log_at(balanced) < least_rivals) return std::nullopt;
  if (!enough.holds_at(high)) return std::nullopt;
  // The least base at which all candidates weigh enough: the bad weight is then least.
  while (high - low > 1 && static_cast<double>(high - low) * p.unit > kFineBase) {
    const std::int64_t half = low + (high - low) / 2;
    (enough.holds_at(half) ? high : low) = half;
  }
  const double log = enough.log_at(high);
  if (log_rivals(high) > log) return std::nullopt;
  return p;
}

/// The best of the closed form, made smaller as far as the bounds hold; in groups first, as coarse
/// as leaves enough places, then finer ones as far as that is fast.
ThresholdCutParameters search(const Task& task) {
  std::optional<ThresholdCutParameters> best;
  double share = 0.5;
  for (double s = 0.1; s < 0.9; s += 0.02) {
    const auto rates = rates_of(task, s);
    if (!rates) continue;
    const auto shape = closed_form(task, *rates);
    if (best && shape.excess >= best->excess) continue;
    best = shape;
    share = s;
  }
  const double places = 2 * static_cast<double>(best->excess) + 2;
  std::uint64_t group = std::bit_floor(static_cast<std::uint64_t>(1 + places / kMinPlaces));
  for (; group >= 1 && places <= static_cast<double>(group) * kMaxPlaces; group /= 2) {
    for (bool better = true; better;) {
      better = false;
      for (const double by : {0.0, -0.01, 0.01, -0.03, 0.03, -0.06, 0.06}) {
        const auto rates = rates_of(task, share + by);
        if (!rates) continue;
        const double less = static_cast<double>(best->excess) - static_cast<double>(group);
        if (const auto found = settled(task, closed_form(task, *rates), less, group)) {
          best = found;
          share += by;
          better = true;
          break;
        }
      }
    }
  }
  return *best;
}

}  // namespace

ThresholdCutParameters calibrate_threshold_cut(std::uint32_t bits, const Loss& loss,
                                               Neighbors neighbors, double beta,
                                               std::uint64_t tolerance) {
  check_count("bits", bits, 1, kMaxKeyBits - 1);
  check_epsilon("epsilon", loss.epsilon);
  check_delta("delta", loss.delta);
  check_probability("beta", beta);
  check_tolerance(tolerance);
  Task task{bits, loss, neighbors, beta, count_up(tolerance), loss.delta, 0, 0};
  // A delta as large as epsilon leaves no rate for the draw. A smaller one is within the loss.
  task.delta = std::min(task.delta, expm1_down(loss.epsilon / 8));
  task.log_needed = std::max(0.0, subtract_up(log_up(bits), log_down(task.delta)));
  task.log_odds = subtract_up(log1p_up(-beta), log_down(beta));
  using Arguments = std::tuple<std::uint32_t, double, double, Neighbors, double, std::uint64_t>;
  static thread_local Cache<Arguments, ThresholdCutParameters> remembered;
  return remembered.of({bits, loss.epsilon, loss.delta, neighbors, beta, tolerance},
                       [&] { return search(task); });
}

}  // namespace logstar
