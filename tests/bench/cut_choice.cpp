// Private medians of a million numbers and of a million texts by cut choice, next to the exponential mechanism
// and to a sort of the same packed keys.
#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "logstar/domain/text.hpp"
#include "logstar/interior_point/cut_choice/calibration.hpp"
#include "logstar/interior_point/cut_choice/quantile.hpp"
#include "logstar/interior_point/cut_choice/two_rates.hpp"
#include "logstar/interior_point/cut_choice/two_rates_calibration.hpp"
#include "logstar/interior_point/rank/exponential.hpp"
#include "logstar/randomness/exact_randomness.hpp"
#include "platform_entropy.hpp"
#include "stopwatch.hpp"

namespace logstar::bench {
namespace {

constexpr std::size_t kRecords = 1'000'000;
constexpr std::uint32_t kMaxBytes = 64;
constexpr QuantileFraction kMedian{1, 2};
constexpr Loss kLoss{1, 1e-6};
constexpr double kBeta = 0.05;

/// A million keys, compared with the exponential mechanism, which only reads the keys around the median.
void number_rows(const std::string& kind, const std::vector<std::uint64_t>& data,
                 Randomness& randomness) {
  const WideInterval domain = WideInterval::all(64);
  std::vector<std::uint64_t> words;
  const auto exponential = calibrate_exponential_median(kLoss.epsilon, Neighbors::add_remove);
  const double other = best_of(
      9, [&] { words = data; },
      [&] {
        keep(draw_exponential_rank(std::move(words), {0, ~std::uint64_t(0)}, exponential,
                                   randomness));
      });
  row("exponential median of 10^6 keys, " + kind, other, other);
  const auto parameters = calibrate_two_rates(kMedian, 64, kLoss, kBeta);
  const double draw = best_of(
      9, [&] { words = data; },
      [&] {
        keep(draw_two_rates(KeyArray(64, std::move(words)), domain, parameters, randomness));
      });
  row("median at two rates of the same", draw, other);
}

/// Texts of `common` and then letters, 5 to 64 bytes in all.
KeyArray texts(const TextDomain& domain, const std::string& common, BitPool& bits) {
  KeyArray keys(domain.bits());
  keys.reserve(kRecords);
  for (std::size_t i = 0; i < kRecords; ++i) {
    std::string text = common;
    const std::size_t length =
        common.size() + 5 + static_cast<std::size_t>(bits.below(kMaxBytes - common.size() - 4));
    while (text.size() < length) text += static_cast<char>('a' + bits.below(26));
    keys.append(*domain.encode(text));
  }
  return keys;
}

void text_rows(const std::string& kind, const std::string& common, Randomness& randomness,
               BitPool& bits) {
  const TextDomain domain(kMaxBytes);
  const KeyArray data = texts(domain, common, bits);
  KeyArray keys(domain.bits());
  const double sort = best_of(
      5, [&] { keys = data; },
      [&] {
        keys.sort();
        keep(keys.words()[kRecords / 2]);
      });
  row("sort of 10^6 packed keys, " + kind, sort, sort);
  const auto time = [&](const std::string& name, const auto& draw) {
    row(name,
        best_of(
            5, [&] { keys = data; }, draw),
        sort);
  };
  const CutChoiceRequest request{domain.bits(), kLoss, Neighbors::add_remove, kBeta, false};
  const auto choice = calibrate_cut_choice(request);
  time("interior point of the same",
       [&] { keep(draw_cut_choice(std::move(keys), domain.keys(), choice, randomness)); });
  time("median of the same, number declared", [&] {
    keep(draw_cut_quantile_of_declared(std::move(keys), domain.keys(), kMedian, kRecords, choice,
                                       randomness));
  });
  const auto rates = calibrate_two_rates(kMedian, domain.bits(), kLoss, kBeta);
  time("median at two rates of the same",
       [&] { keep(draw_two_rates(std::move(keys), domain.keys(), rates, randomness)); });
}

}  // namespace
}  // namespace logstar::bench

int main() {
  using namespace logstar;
  PlatformEntropy entropy;
  ExactRandomness randomness(entropy);
  BitPool bits(entropy);
  std::vector<std::uint64_t> data(bench::kRecords);
  for (auto& key : data) key = bits.word();
  bench::number_rows("all different", data, randomness);
  for (auto& key : data) key = bits.word() >> 44;
  bench::number_rows("a million values", data, randomness);
  for (auto& key : data) key = bits.word() >> 57;
  bench::number_rows("128 values", data, randomness);
  bench::text_rows("random text", "", randomness, bits);
  bench::text_rows("web addresses", "https://www.example.com/", randomness, bits);
}
