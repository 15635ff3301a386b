// 99 quantiles of ten million doubles, next to sorting them.
#include "logstar/interior_point/rank/quantiles.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "logstar/domain/reals.hpp"
#include "logstar/randomness/exact_randomness.hpp"
#include "platform_entropy.hpp"
#include "stopwatch.hpp"

namespace logstar::bench {
namespace {

constexpr std::size_t kRecords = 10'000'000;

void quantile_rows(const std::string& kind, const std::vector<double>& data,
                   Randomness& randomness) {
  std::vector<double> values;
  const double sort = best_of(
      3, [&] { values = data; },
      [&] {
        std::sort(values.begin(), values.end());
        keep(values[kRecords / 2]);
      });
  row("sort of 10^7 doubles, " + kind, sort, sort);

  std::vector<QuantileFraction> percentiles;
  for (std::uint32_t i = 1; i <= 99; ++i) percentiles.push_back({i, 100});
  const auto parameters = calibrate_quantiles(percentiles, 1, Neighbors::add_remove);
  const RealDomain domain;
  std::vector<std::uint64_t> words;
  const double quantiles = best_of(
      3,
      [&] {
        words.resize(kRecords);
        std::transform(data.begin(), data.end(), words.begin(),
                       [](double x) { return std::bit_cast<std::uint64_t>(x); });
      },
      [&] {
        domain.encode_in_place(words, Outside::clamp);
        keep(draw_quantiles(std::move(words), domain.keys(), parameters, randomness));
      });
  row("99 private quantiles of the same, epsilon 1", quantiles, sort);
}

}  // namespace
}  // namespace logstar::bench

int main() {
  using namespace logstar;
  PlatformEntropy entropy;
  ExactRandomness randomness(entropy);
  BitPool bits(entropy);
  std::vector<double> data(bench::kRecords);
  for (double& value : data) value = static_cast<double>(bits.word() >> 11) * 0x1p-53;
  bench::quantile_rows("all different", data, randomness);
  for (double& value : data) value = static_cast<double>(bits.below(1000));
  bench::quantile_rows("1,000 values", data, randomness);
}
