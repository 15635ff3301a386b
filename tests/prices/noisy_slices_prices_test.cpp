// The price of noisy slices, docs/guarantees/noisy-slices.md: the noise, one slice and the factor u for records
// that another place may replace.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

#include "logstar/interior_point/quantile_slices/noisy_slices.hpp"
#include "option_points.hpp"
#include "real.hpp"

namespace logstar::testing {
namespace {

/// Noise and slice, and for three quantiles or more the factor 1 + 1/(V + 1).
Real slices_epsilon(const NoisySlicesParameters& p) {
  const Real shared = p.quantiles.size() > 2 ? real_log1p(1 / (Real(p.window) + 1)) : Real(0);
  return Real(p.noise.epsilon) + p.inner.epsilon + shared;
}

/// For m quantiles floor((m + 1)/2) blocks have noise: that number times P[N = B], with the weights added up
/// one by one.
Real edges_delta(const NoisySlicesParameters& p) {
  const Real r = real_exp(-Real(p.noise.epsilon));
  Real power = 1;
  Real all = 1;
  for (std::int64_t k = 1; k <= p.noise.most; ++k) {
    power *= r;
    all += 2 * power;
  }
  return Real((p.quantiles.size() + 1) / 2) * power / all;
}

TEST_CASE("noisy slices: noise, slice and the other mechanism together cost the requested loss") {
  // A slice's mechanism that needs 20/epsilon records.
  const SliceRecords records = [](const Loss& inner, double) {
    return std::optional(static_cast<std::uint64_t>(std::ceil(20 / inner.epsilon)));
  };
  int calibrated = 0;
  for (const Loss& asked : loss_points(20, 19)) {
    for (const std::uint32_t m : {2u, 3u, 4u}) {
      for (const Neighbors neighbors : {Neighbors::add_remove, Neighbors::replace}) {
        NoisySlicesRequest request;
        for (std::uint32_t i = 1; i <= m; ++i) request.quantiles.push_back({i, m + 1});
        request.loss = asked;
        request.neighbors = neighbors;
        const auto p = calibrate_noisy_slices(request, records);
        if (!p || p->noise.most > 20'000) continue;
        ++calibrated;
        INFO("epsilon " << asked.epsilon << " delta " << asked.delta << " quantiles " << m);
        const Loss each = neighbors == Neighbors::replace ? loss_for_group(asked, 2) : asked;
        const Loss stated = noisy_slices_loss(*p);
        const Real epsilon =
            std::max(slices_epsilon(*p), Real(Real(p->noise.epsilon) + p->fallback.epsilon));
        const Real delta = Real(std::max(p->inner.delta, p->fallback.delta)) + edges_delta(*p);
        check_spent(slices_epsilon(*p), each.epsilon, 1e-12);
        check_spent(epsilon, each.epsilon, 1e-12);
        check_charged(stated.epsilon, epsilon, 1e-14);
        check_within(stated.epsilon, each.epsilon);
        CHECK(delta <= Real(each.delta));
        check_charged(stated.delta, delta, 1e-9);
      }
    }
  }
  CHECK(calibrated > 300);
}

}  // namespace
}  // namespace logstar::testing
