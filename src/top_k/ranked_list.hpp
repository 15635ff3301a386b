// The k best of a list that everybody knows, in order.
//
// Privacy: the calibration's loss, (epsilon, 0) or (epsilon, delta), for the declared neighbours, provided that
//   one step to a neighbour changes each score by at most 1 (by 0 or 1, all the same way, if declared so);
//   for `laplace` at most `per_user` of them change. The list must not depend on the data.
// Source: `peel`: DR19 Lemma 4.2 and Corollary 4.1 (k draws are Gumbel noise once, sorted; bounded-range draws
//   add up by Lemma 4.4). `laplace`: noisy counts. Proofs in docs/guarantees/ranked-lists.md.
// Departures: draws are exact; k draws add up by the best of three bounds. Forgetting the order of the k draws
//   saves nothing by any proof known to us, so there is no unordered form.
// Cost: `peel` O(m + k log m), `laplace` O(m log m), `permute_and_flip` O(k m) for m candidates.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "logstar/privacy/best_per_step.hpp"
#include "logstar/privacy/loss.hpp"
#include "logstar/randomness/randomness.hpp"
#include "logstar/selection/exponential.hpp"
#include "logstar/support/possible.hpp"
#include "logstar/top_k/top_k_result.hpp"

namespace logstar {

enum class RankedListVariant {
  peel,              ///< k draws of the exponential mechanism, each from what is left
  permute_and_flip,  ///< k rounds of permute-and-flip; pure sums only
  laplace,           ///< noise on every score, then sorting; the noisy scores come free, for any k
};
constexpr RankedListVariant last_of(RankedListVariant) { return RankedListVariant::laplace; }

/// "peel", "permute-and-flip", "laplace".
std::string_view name_of(RankedListVariant variant);

/// `k` times the number of candidates is at most this for `permute_and_flip`.
inline constexpr std::uint64_t kMaxRounds = 100'000'000;

struct RankedListRequest {
  std::uint64_t k = 1;           ///< 1 to 10^6
  std::uint64_t candidates = 1;  ///< k to 2^32
  Loss loss;                     ///< delta is of `peel` alone and may be 0
  Neighbors neighbors = Neighbors::add_remove;
  ScoreMoves moves = ScoreMoves::both_ways;
  /// How many scores one record changes, at most; empty: any number.
  std::optional<std::uint64_t> per_user = std::nullopt;
  /// Which bound adds up the draws of `peel`; default: the best one.
  std::optional<CompositionBound> composition = std::nullopt;
};

struct RankedListParameters {
  RankedListVariant variant = RankedListVariant::peel;
  std::uint64_t k = 1;
  std::uint64_t candidates = 1;
  double item_epsilon = 0;  ///< the loss of each draw or round; of one noisy score
  double rate = 0;          ///< of the draw per unit of score, or of the noise
  CompositionBound composition = CompositionBound::basic;
  double rho = 0;  ///< of zero-concentrated privacy, as a whole
};

/// An obstacle to noise at a rate below 2^-40. Errors: OutOfRange, naming the option as JavaScript does.
Possible<RankedListParameters> possible_ranked_list(RankedListVariant variant,
                                                    const RankedListRequest& request);

/// With probability at least `confidence` no returned candidate has a score that is lower than that of a missed one
/// by more than this. Errors: OutOfRange for a confidence outside (0, 1).
double ranked_list_miss(const RankedListParameters& parameters, double confidence);

/// How far the noisy scores of `laplace` are off at most, all of them at once, with probability at least
/// `confidence`.
double ranked_list_count_error(const RankedListParameters& parameters, double confidence);

/// Places in the list, the best first; `laplace` returns noisy scores too. Equal noisy scores keep the order of
/// the list. `scores`: as many as the parameters have candidates, each within +-2^53.
TopKResult draw_ranked_list(std::span<const std::int64_t> scores,
                            const RankedListParameters& parameters, Randomness& randomness);

}  // namespace logstar
