// Turns the loss of a top-k answer into the parameters of its mechanism.
//
// Privacy: with these parameters the whole answer of draw_top_k, noisy counts included, is
//   (total.epsilon, total.delta)-DP for the declared neighbours, where a record is a user: one user
//   more or fewer changes any number of counts by 1 each, or at most `per_user` of them.
// Source: DR19; spec of each variant below. Which bound turns the total into a loss per item is
//   chosen by privacy/best_per_step.hpp among those valid for adaptive draws.
// Departures: DR19 charges the delta of the Laplace variant 1 + e^(D epsilon) times and the delta of a session
//   twice; docs/guarantees/top-k.md proves that once is enough.
// Cost: at most three inverses of composition bounds.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "logstar/privacy/best_per_step.hpp"
#include "logstar/privacy/charge.hpp"
#include "logstar/privacy/loss.hpp"

namespace logstar {

/// h_(j) is the j-th highest count, 0 beyond the last item; t = h_(kbar+1).
enum class TopKVariant {
  /// The kbar most frequent items, ties in a fixed order of the items; bottom at
  /// t + 1 + ln(min(per_user, kbar)/delta)/epsilon. DR19 Algorithm 1.
  limited_domain,
  /// Only items with a count above t, so ties need no order: for rows out of an engine. Bottom at
  /// t + 1 + ln(kbar/delta)/epsilon. DR19 section 6.2.
  strict,
  /// `strict` with a kbar drawn between k and kbar, where the counts drop. DR19 Algorithm 6.
  optimised_threshold,
  /// Laplace noise on the counts of the kbar most frequent items and on bottom: costs
  /// min(per_user, kbar + 1) epsilon for any k, and the noisy counts cost nothing more. DR19
  /// Algorithm 4.
  laplace,
  /// Decides on each item above h_(k+1) alone: its noisy count must pass a threshold without noise. Unordered.
  /// kbar = k. DR19 Algorithm 8.
  fixed_threshold,
};
constexpr TopKVariant last_of(TopKVariant) { return TopKVariant::fixed_threshold; }

/// Its name for release records: "limited-domain", "strict", ...
std::string_view name_of(TopKVariant variant);

inline constexpr std::uint64_t kMaxKBar = 10'000'000;
inline constexpr std::uint64_t kMaxPerUser = 1'000'000'000;

struct TopKTask {
  std::uint64_t k = 1;      ///< how many items to return at most, 1 to 10^6
  std::uint64_t kbar = 10;  ///< how many of the most frequent items to draw from, k to kMaxKBar
  /// At how many items one user counts at most, 1 to kMaxPerUser; empty: any number.
  std::optional<std::uint64_t> per_user;
  Loss total;  ///< epsilon 1e-9 to 1e4, 0 < delta < 1
  Neighbors neighbors = Neighbors::add_remove;
  /// Default: `limited_domain` if per_user is given, else `strict`. See choose_top_k for "auto".
  std::optional<TopKVariant> variant = std::nullopt;
  /// The share of total.epsilon for noisy counts of the returned items, above 0 and below 1; empty: no
  /// counts. `laplace` needs no share and always returns counts.
  std::optional<double> count_share = std::nullopt;
  /// Which bound turns the total into a loss per item. Default: the best one. The bound of the charged plan,
  /// for a draw with the slightly smaller granted loss.
  std::optional<CompositionBound> composition = std::nullopt;

  void describe(auto& field) {
    field("k", k);
    field("kBar", kbar);
    field("perUser", per_user);
    total.describe(field);
    field("neighbors", neighbors);
    field("variant", variant);
  }
};

struct TopKParameters {
  TopKVariant variant = TopKVariant::strict;
  std::uint64_t k = 1;
  std::uint64_t kbar = 10;
  /// The loss of each draw; for `laplace` and `fixed_threshold` the rate of each item's noise.
  double item_epsilon = 0;
  /// The probability for the threshold: of the whole answer, of each item's answer for
  /// `fixed_threshold`.
  double item_delta = 0;
  /// How far bottom lies above t + 1, rounded up; a whole number for `laplace` and
  /// `fixed_threshold`. For `optimised_threshold` at kbar; less below.
  double margin = 0;
  /// Rate of the discrete Laplace noise on the counts of items returned; 0: no counts.
  /// (`laplace` returns the counts of its draw, and this is 0 there.)
  double count_epsilon = 0;
  /// Which bound turned the total into item_epsilon.
  CompositionBound composition = CompositionBound::basic;
  double tail = 0;  ///< the part of delta for unlikely large losses
};

/// Parameters for a task; depends on public values only.
/// Errors: OutOfRange, naming the option as JavaScript does: k, kBar (must be k for `fixed_threshold`),
/// perUser, epsilon, delta, countShare, composition (an inapplicable bound). Epsilon fails also if an item's
/// share is below 2^-40 and is the rate of noise.
TopKParameters calibrate_top_k(const TopKTask& task);

/// The ledger's charge for the whole answer: the task's total, with a rho that counts draws as bounded-range
/// steps where they are summed. `parameters`: the parameters of the draw, or parameters for a larger total by
/// the same bound (TopKTask::composition).
Charge charge_of_top_k(const TopKTask& task, const TopKParameters& parameters);

/// How far above t + 1 bottom has to be for draws at item_epsilon: ln(unusual/delta)/item_epsilon,
/// rounded up. `unusual`: how many items one user can bring in or push out.
double limited_domain_margin(std::uint64_t unusual, double delta, double item_epsilon);

}  // namespace logstar
