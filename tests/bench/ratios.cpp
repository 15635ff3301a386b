// Ratios of private computations to non-private ones, measured in one run.
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <vector>

#include "logstar/domain/reals.hpp"
#include "logstar/interior_point/rank/exponential.hpp"
#include "logstar/randomness/exact_randomness.hpp"
#include "platform_entropy.hpp"
#include "stopwatch.hpp"

namespace logstar::bench {
namespace {

std::vector<double> lognormal(std::size_t n, BitPool& bits) {
  std::vector<double> values(n);
  for (double& value : values) {
    const double u = (static_cast<double>(bits.word() >> 11) + 0.5) * 0x1p-53;
    const double v = static_cast<double>(bits.word() >> 11) * 0x1p-53;
    value = std::exp(10 + std::sqrt(-2 * std::log(u)) * std::cos(6.283185307179586 * v));
  }
  return values;
}

void median_rows(Randomness& randomness, BitPool& bits) {
  constexpr std::size_t kRecords = 10'000'000;
  const std::vector<double> data = lognormal(kRecords, bits);
  std::vector<double> values;
  const double select = best_of(
      5, [&] { values = data; },
      [&] {
        std::nth_element(values.begin(), values.begin() + kRecords / 2, values.end());
        keep(values[kRecords / 2]);
      });
  row("nth_element of 10^7 doubles", select, select);

  const RealDomain domain;
  std::vector<std::uint64_t> words(kRecords);
  for (const double epsilon : {1.0, 0.01}) {
    const auto parameters = calibrate_exponential_median(epsilon, Neighbors::add_remove);
    const double median = best_of(
        5,
        [&] {
          words.resize(kRecords);
          std::transform(data.begin(), data.end(), words.begin(),
                         [](double x) { return std::bit_cast<std::uint64_t>(x); });
        },
        [&] {
          domain.encode_in_place(words, Outside::clamp);
          keep(draw_exponential_rank(std::move(words), domain.keys(), parameters, randomness));
        });
    row("private median of 10^7 doubles, epsilon " + std::string(epsilon == 1 ? "1" : "0.01"),
        median, select);
  }
}

void peel_rows(Randomness& randomness, BitPool& bits) {
  constexpr std::size_t kItems = 1'000'000;
  constexpr std::size_t kTop = 100;
  std::vector<std::int64_t> counts(kItems);
  for (auto& count : counts) {  // a heavy tail
    const double u = (static_cast<double>(bits.word() >> 11) + 1) * 0x1p-53;
    count = static_cast<std::int64_t>(std::min(1e9, 1 / u));
  }
  std::vector<std::pair<double, std::uint32_t>> noisy(kItems);
  const auto later = [](const auto& a, const auto& b) { return a.first > b.first; };
  const double naive = best_of(
      5, [] {},
      [&] {
        for (std::size_t i = 0; i < kItems; ++i) {
          const double u = (static_cast<double>(bits.word() >> 11) + 0.5) * 0x1p-53;
          noisy[i] = {static_cast<double>(counts[i]) - std::log(-std::log(u)) / 0.1,
                      static_cast<std::uint32_t>(i)};
        }
        std::partial_sort(noisy.begin(), noisy.begin() + kTop, noisy.end(), later);
        keep(noisy[0]);
      });
  row("double Gumbel noise + partial_sort, k = 100 of 10^6", naive, naive);
  const double exact = best_of(
      5, [] {}, [&] { keep(randomness.peel(counts, 0.1, kTop, std::nullopt).front()); });
  row("peel (exact), k = 100 of 10^6 counts", exact, naive);
}

}  // namespace
}  // namespace logstar::bench

int main() {
  logstar::PlatformEntropy entropy;
  logstar::ExactRandomness randomness(entropy);
  logstar::BitPool bits(entropy);
  logstar::bench::median_rows(randomness, bits);
  logstar::bench::peel_rows(randomness, bits);
}
