#include "logstar/interior_point/cut_choice/draw.hpp"

#include <cmath>
#include <string>
#include <utility>

#include "logstar/interior_point/cut_choice/candidates.hpp"
#include "logstar/interior_point/cut_choice/every_prefix.hpp"
#include "logstar/support/checks.hpp"
#include "logstar/support/errors.hpp"

// Privacy. Each candidate is a prefix that occurs, a key being a prefix of L bits. A record more raises the
// weights of its own prefixes by 1 and depths by 0 or 1, so every score min(weight, depth + offset) by 0 or 1.
// It also brings at most K = L + 1 new candidates, of weight 1 and so of score at most 1. Weights of candidates
// in the draw are counted as e^(e (score - 1)), e = draw_epsilon, so a new one has at most 1; b is bottom's.
// Let C and C' be the weights of D's candidates, for D and for its neighbour D', and N <= K the weight of the
// candidates that only D' has.
//
//   Add-remove, D' = D and one record: C <= C' <= e^e C. With b >= K (1/delta - 1), the new ones
//     are drawn with probability at most N/(N + b) <= delta, and nothing else is more than e^e
//     times as likely for D' as for D. The other way, weights stay or rise, and the normaliser grows from C + b
//     to at most e^e C + N + b <= e^e (C + b) if N <= (e^e - 1) b, which is so for delta <= 1 - e^-e.
//     So (e, delta).
//   Replace, D = A + x, D' = A + y: weights and depths move by at most 1 either way, and what D'
//     has and D has not is of weight 1. So C' <= e^e C. The normaliser grows by at most e^e as above, the
//     probability of each common candidate by at most e^(2 e), and the new candidates have at most delta.
//     So (2 e, delta), for delta <= 1 - e^-e.
//   Replace without bottom, where C >= K/delta for every data set of this size, all of its candidates counted:
//     the new candidates have probability at most N/(N + C') <= delta. The normaliser grows from all of D, Z,
//     to at most e^e Z + K <= (e^e + delta) Z. So (e + ln(e^e + delta), delta).
//   Every prefix a candidate, those without records at score 0: new candidates cannot occur, and scores move by
//     0 or 1 upwards, by at most 1 under replace: (e, 0), and (2 e, 0) under replace. This is the exponential
//     mechanism; a bottom of constant score changes nothing.
// Clamping the key drawn to the domain comes after the draw and does not look at the data.

namespace logstar {
namespace {

/// Draws from all prefixes: the ones without records are one run in front of the others.
std::optional<WideKey> draw_of_all(const PaddedKeys& sorted, const CutScore& score,
                                   const CutChoiceParameters& parameters, Randomness& randomness) {
  const double e = parameters.draw_epsilon;
  const PrefixesWithoutRecords rest(sorted.listed());
  // As much as so good a candidate.
  const auto floor = static_cast<std::int64_t>(sorted.bits() * std::log(2.0) / e);
  CutCandidates occurring(sorted.listed(), score, shown_cut_margin(sorted.size(), sorted.bits(), e),
                          floor);
  AfterOneRun all({0, rest.count()}, occurring);
  const std::size_t drawn = randomness.weighted_choice(all, e, parameters.bottom);
  if (drawn == all.size()) return std::nullopt;
  if (drawn == 0) return rest.draw_key(randomness);
  return occurring.draw_key(drawn - 1, randomness);
}

std::optional<WideKey> draw_of_occurring(const PaddedKeys& sorted, const CutScore& score,
                                         const CutChoiceParameters& parameters,
                                         Randomness& randomness) {
  const std::int64_t floor = parameters.bottom ? parameters.bottom->whole : 0;
  const std::int64_t margin =
      shown_cut_margin(sorted.size(), sorted.bits(), parameters.draw_epsilon);
  CutCandidates candidates(sorted.listed(), score, margin, floor);
  const std::size_t drawn =
      randomness.weighted_choice(candidates, parameters.draw_epsilon, parameters.bottom);
  if (drawn == candidates.size()) return std::nullopt;
  return candidates.draw_key(drawn, randomness);
}

}  // namespace

std::optional<double> CutChoiceParameters::bottom_score() const {
  if (!bottom) return std::nullopt;
  return static_cast<double>(bottom->whole) +
         std::ldexp(bottom->fraction, -BottomScore::kFractionBits);
}

std::optional<WideKey> draw_cut_choice(KeyArray keys, const WideInterval& domain,
                                       const CutChoiceParameters& parameters,
                                       Randomness& randomness) {
  keys.sort();
  return draw_cut_choice(PaddedKeys(std::move(keys)), domain, parameters, randomness);
}

std::optional<WideKey> draw_cut_choice(const PaddedKeys& sorted, const WideInterval& domain,
                                       const CutChoiceParameters& parameters,
                                       Randomness& randomness) {
  const bool has_public_size = !parameters.every_prefix && !parameters.bottom;
  if (has_public_size && sorted.size() < parameters.least_records) {
    reject("size",
           "at least " + std::to_string(parameters.least_records) +
               " records, which is what privacy without \"nothing\" needs",
           std::to_string(sorted.size()));
  }
  const CutDepthScore score(sorted, parameters.offset);
  const auto drawn = parameters.every_prefix
                         ? draw_of_all(sorted, score, parameters, randomness)
                         : draw_of_occurring(sorted, score, parameters, randomness);
  if (!drawn) return std::nullopt;
  return domain.clamp(*drawn);
}

}  // namespace logstar
