// Time of calibrations of cut choice at usual parameters, at the first call and at a repeated one.
#include "logstar/interior_point/cut_choice/calibration.hpp"

#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

#include "logstar/interior_point/cut_choice/lower_bound.hpp"
#include "logstar/interior_point/cut_choice/two_rates_calibration.hpp"
#include "logstar/interior_point/quantile_slices/noisy_slices.hpp"
#include "stopwatch.hpp"

namespace logstar::bench {
namespace {

template <typename Calibrate>
void calibration_row(const std::string& name, const Calibrate& calibrate) {
  const double first = best_of(
      1, [] {}, calibrate);
  const double again = best_of(
      3, [] {}, calibrate);
  std::printf("%-58s %10.1f ms %10.4f ms\n", name.c_str(), first, again);
}

std::optional<std::uint64_t> slice_records(std::uint32_t bits, const Loss& inner, double failure) {
  return calibrate_cut_choice_of_public_size({bits, inner, Neighbors::replace, failure, false})
      .least_records;
}

void rows(std::uint32_t bits, const Loss& loss, double beta) {
  const Loss pure{loss.epsilon, 0};
  const std::string at = ", " + std::to_string(bits) + " bits";
  calibration_row("interior point" + at, [&] {
    keep(calibrate_cut_choice({bits, loss, Neighbors::add_remove, beta, false}).least_records);
  });
  calibration_row("interior point, replace" + at, [&] {
    keep(calibrate_cut_choice({bits, loss, Neighbors::replace, beta, false}).least_records);
  });
  calibration_row("interior point, pure" + at, [&] {
    keep(calibrate_pure_cut_choice({bits, pure, Neighbors::add_remove, beta, false}).least_records);
  });
  calibration_row("interior point, public size" + at,
                  [&] { keep(slice_records(bits, loss, beta)); });
  for (const QuantileFraction tau : {QuantileFraction{1, 2}, {9, 10}, {99, 100}}) {
    calibration_row(
        "quantile " + std::to_string(tau.numerator) + "/" + std::to_string(tau.denominator) + at,
        [&] { keep(calibrate_two_rates(tau, bits, loss, beta)); });
  }
  for (const std::uint32_t parts : {4u, 10u, 100u}) {
    NoisySlicesRequest request{{}, loss, Neighbors::add_remove, 1 - beta};
    for (std::uint32_t k = 1; k < parts; ++k) request.quantiles.push_back({k, parts});
    calibration_row(std::to_string(parts - 1) + " quantiles" + at, [&] {
      const auto parameters = calibrate_noisy_slices(
          request,
          [&](const Loss& inner, double failure) { return slice_records(bits, inner, failure); });
      keep(parameters->rank_error);
    });
  }
  calibration_row("lower bound" + at, [&] { keep(interior_lower_bound(bits, loss, beta)); });
  calibration_row("lower bound, pure" + at, [&] { keep(interior_lower_bound(bits, pure, beta)); });
}

}  // namespace
}  // namespace logstar::bench

int main() {
  using logstar::bench::rows;
  for (const std::uint32_t bits : {8u, 32u, 64u, 8192u}) {
    std::printf("(1, 1e-6), beta = 0.05\n");
    rows(bits, {1, 1e-6}, 0.05);
    std::printf("(0.1, 1e-9), beta = 0.01\n");
    rows(bits, {0.1, 1e-9}, 0.01);
    std::printf("(10, 1e-6), beta = 0.05\n");
    rows(bits, {10, 1e-6}, 0.05);
  }
}
