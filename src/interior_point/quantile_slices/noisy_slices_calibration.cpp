// The split of epsilon between the noise and the slices, and the resulting accuracy.
#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "logstar/interior_point/quantile_slices/noisy_slices.hpp"
#include "logstar/interior_point/quantile_slices/rank_shift.hpp"
#include "logstar/interior_point/rank/rank_window.hpp"
#include "logstar/privacy/rounding.hpp"
#include "logstar/support/checks.hpp"
#include "logstar/support/errors.hpp"

// docs/guarantees/noisy-slices.md: with V records a slice, an inner loss e1 and M blocks with noise
//   epsilon = e0 + e1 + ln u,   delta = delta1 + M P[N = B],   u = 1 for two quantiles, else 1 +
//   1/(V + 1).

namespace logstar {
namespace {

constexpr std::uint64_t kMaxWindow = std::uint64_t(1) << 31;  // sizes have 32 bits in places
constexpr double kEdgeShare = 1.0 / 16;  // of delta, for the noise that hits its bound

double log_multiplicity_up(std::size_t quantiles, std::uint64_t window) {
  return quantiles == 2 ? 0 : log1p_up(divide_up(1, count_down(window + 1)));
}

double inner_epsilon_down(double left, std::size_t quantiles, std::uint64_t window) {
  return subtract_down(left, log_multiplicity_up(quantiles, window));
}

/// Where the noise is, as the slices see it.
std::vector<ShiftedSlice> shifted(const std::vector<QuantileFraction>& quantiles) {
  std::vector<ShiftedSlice> slices;
  std::size_t before = 0;
  for (std::size_t k = 0; k < quantiles.size(); ++k) {
    before += block_has_noise(k, quantiles.size());
    slices.push_back({quantiles[k], before});
  }
  return slices;
}

void check_request(const NoisySlicesRequest& request) {
  check_epsilon("epsilon", request.loss.epsilon);
  check_delta("delta", request.loss.delta);
  check_confidence(request.confidence);
  check_count("quantiles", request.quantiles.size(), 2, 100'000);
  for (std::size_t k = 0; k < request.quantiles.size(); ++k) {
    check_quantile(request.quantiles[k]);
    if (k > 0 && !less(request.quantiles[k - 1], request.quantiles[k])) {
      reject("quantiles", "increasing", "a quantile at or below the one before");
    }
  }
}

/// From this noisy size on, a block without noise has V records, and a block with noise, which may remove B
/// from it, at least one. floor(q' s) - floor(q s) >= floor((q' - q) s) must be that many and V.
std::int64_t least_size_for(const std::vector<QuantileFraction>& quantiles, std::uint64_t window,
                            const TruncatedNoise& noise) {
  Int128 least = 0;
  for (std::size_t k = 1; k < quantiles.size(); ++k) {
    const QuantileFraction& a = quantiles[k - 1];
    const QuantileFraction& b = quantiles[k];
    const Int128 block = block_has_noise(k, quantiles.size()) ? noise.most + 1 : Int128(window);
    const Int128 whole = Int128(a.denominator) * b.denominator;
    const Int128 part = Int128(b.numerator) * a.denominator - Int128(a.numerator) * b.denominator;
    least = std::max(least, ((block + window) * whole + part - 1) / part);
  }
  // For quantiles this close, real data are never this large.
  return static_cast<std::int64_t>(std::min(least, Int128(1) << 62));
}

/// Parameters with their error by Chernoff's bound, which is computed in a moment.
struct Candidate {
  NoisySlicesParameters parameters;
  double chernoff = 0;

  /// Its approximate error, if the exact shift is `ratio` times Chernoff's.
  double guess(double ratio) const {
    return static_cast<double>(rank_window_error(parameters.window)) + ratio * chernoff;
  }
};

class Calibration {
 public:
  Calibration(const NoisySlicesRequest& request, const SliceRecords& records)
      : request_(request),
        records_(records),
        loss_(request.neighbors == Neighbors::replace ? loss_for_group(request.loss, 2)
                                                      : request.loss) {
    slices_ = shifted(request.quantiles);
    draws_ = slices_.back().before;
    const double half = subtract_down(1, request.confidence) / 2;
    shift_failure_ = half;
    inner_failure_ = divide_down(half, count_up(request.quantiles.size()));
  }

  /// With the best share of epsilon for the noise, in 64ths: among the eighths, then closer to the
  /// best.
  std::optional<int> best_share(double ratio) {
    if (!nearly_) set_nearly();
    int around = 0;
    for (int share = 8; share < kShares; share += 8) around = better(around, share, ratio);
    if (around == 0) return std::nullopt;
    for (int step = 4; step >= 2; step /= 2) {
      const int centre = around;
      around = better(around, centre - step, ratio);
      around = better(around, centre + step, ratio);
    }
    return around;
  }

  /// Its approximate error, and its parameters.
  double guess(int share, double ratio) { return at(share)->guess(ratio); }
  std::optional<Candidate> exact(int share) const { return make(share, records_); }

  /// A lower bound on the least size of every candidate.
  std::int64_t size_at_least() const {
    const TruncatedNoise noise = truncated_noise(loss_.epsilon, draws_, loss_.delta * kEdgeShare);
    const auto window = records_(loss_, inner_failure_);
    return least_size_for(request_.quantiles, window ? std::max<std::uint64_t>(1, *window) : 1,
                          noise);
  }

  double exact_shift(const Candidate& candidate) const {
    return rank_shift_up(slices_, draws_, candidate.parameters.noise, shift_failure_);
  }

 private:
  static constexpr int kShares = 64;

  int better(int share, int other, double ratio) {
    if (other <= 0 || other >= kShares || !at(other)) return share;
    return share == 0 || at(other)->guess(ratio) < at(share)->guess(ratio) ? other : share;
  }

  const std::optional<Candidate>& at(int share) {
    const auto found = tried_.find(share);
    if (found != tried_.end()) return found->second;
    return tried_[share] = make(share, nearly_);
  }

  /// Compares shares by an approximate number of records, a line in 1/epsilon through two exact
  /// numbers: one exact number may take a tenth of a second. Final parameters are computed again with
  /// `records_`.
  void set_nearly() {
    nearly_ = records_;
    const auto at = [&](double part) {
      const Loss inner{loss_.epsilon * part, loss_.delta * (1 - kEdgeShare)};
      return inner.epsilon < kMinEpsilon ? std::nullopt : records_(inner, inner_failure_);
    };
    const auto few = at(0.875);
    const auto many = at(0.5);
    if (!few || !many) return;
    const double middle = static_cast<double>(*few);
    const double rise = (static_cast<double>(*many) - middle) / (1 / 0.5 - 1 / 0.875);
    nearly_ = [=, epsilon = loss_.epsilon](const Loss& inner, double) {
      const double guess = middle + rise * (epsilon / inner.epsilon - 1 / 0.875);
      return std::optional(static_cast<std::uint64_t>(std::clamp(guess, 1.0, 0x1p62)));
    };
  }

  std::optional<Candidate> make(int of_64, const SliceRecords& records_for) const {
    const double share = static_cast<double>(of_64) / kShares;
    NoisySlicesParameters p;
    p.quantiles = request_.quantiles;
    p.inner_failure = inner_failure_;
    p.noise = truncated_noise(loss_.epsilon * share, draws_, loss_.delta * kEdgeShare);
    if (p.noise.most > kMaxNoise) return std::nullopt;
    const double edge = multiply_up(count_up(draws_), edge_probability_up(p.noise));
    const double left = subtract_down(loss_.epsilon, p.noise.epsilon);
    p.fallback = {left, subtract_down(loss_.delta, edge)};
    // A slice needs at least the records for all of the remaining epsilon. That many records leave an inner
    // rate, for which a slice needs the larger of both numbers; this number is enough for itself.
    p.inner = p.fallback;
    const auto fewest = records_for(p.inner, inner_failure_);
    if (!fewest || *fewest > kMaxWindow) return std::nullopt;
    p.inner.epsilon =
        inner_epsilon_down(left, p.quantiles.size(), std::max<std::uint64_t>(1, *fewest));
    if (p.inner.epsilon < kMinEpsilon) return std::nullopt;
    const auto records = records_for(p.inner, inner_failure_);
    if (!records || *records > kMaxWindow) return std::nullopt;
    p.window = static_cast<std::size_t>(std::max({std::uint64_t(1), *fewest, *records}));
    p.inner.epsilon = inner_epsilon_down(left, p.quantiles.size(), p.window);
    p.least_size = least_size_for(p.quantiles, p.window, p.noise);
    const double shift = rank_shift_by_chernoff_up(slices_, draws_, p.noise, shift_failure_);
    if (shift == kInfinity) return std::nullopt;
    return Candidate{std::move(p), shift};
  }

  const NoisySlicesRequest& request_;
  const SliceRecords& records_;
  SliceRecords nearly_;
  Loss loss_;
  std::vector<ShiftedSlice> slices_;
  std::size_t draws_ = 0;  ///< of noise
  double shift_failure_ = 0;
  double inner_failure_ = 0;
  std::map<int, std::optional<Candidate>> tried_;
};

}  // namespace

std::optional<NoisySlicesParameters> calibrate_noisy_slices(const NoisySlicesRequest& request,
                                                            const SliceRecords& records,
                                                            std::optional<double> rival_error) {
  check_request(request);
  Calibration calibration(request, records);
  // The exact shift takes longer, so it is computed for two candidates only: the second is chosen
  // knowing the ratio of the exact shift to Chernoff's for the first.
  std::optional<NoisySlicesParameters> best;
  double ratio = 0.75;
  std::optional<int> last;
  for (int round = 0; round < 2; ++round) {
    const auto share = calibration.best_share(ratio);
    if (!share || share == last) return best;
    last = share;
    if (rival_error && calibration.guess(*share, ratio) > 1.25 * *rival_error) return best;
    const auto candidate = calibration.exact(*share);
    if (!candidate) return best;
    const double shift = calibration.exact_shift(*candidate);
    ratio = shift / candidate->chernoff;
    const double error = add_up(count_up(rank_window_error(candidate->parameters.window)), shift);
    if (!best || error < best->rank_error) {
      best = candidate->parameters;
      best->rank_error = error;
    }
  }
  return best;
}

// The noise has a part of epsilon, and what is left of it is for a slice. With all of epsilon the bound of the noise is
// least, as r^B (1 - r)/(1 + r - 2 r^(B+1)) = 1/(r^-B + 2 (r^(1-B) + ... + 1)) rises with r, and so is a slice.
std::int64_t noisy_slices_size_at_least(const NoisySlicesRequest& request,
                                        const SliceRecords& records) {
  check_request(request);
  const Calibration calibration(request, records);
  return calibration.size_at_least();
}

Loss noisy_slices_loss(const NoisySlicesParameters& parameters) {
  const std::size_t m = parameters.quantiles.size();
  const double slices = add_up(parameters.inner.epsilon, log_multiplicity_up(m, parameters.window));
  const double edge = multiply_up(count_up(shifted(parameters.quantiles).back().before),
                                  edge_probability_up(parameters.noise));
  return {add_up(parameters.noise.epsilon, std::max(slices, parameters.fallback.epsilon)),
          add_up(std::max(parameters.inner.delta, parameters.fallback.delta), edge)};
}

}  // namespace logstar
