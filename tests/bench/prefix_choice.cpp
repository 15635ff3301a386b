// The prefix median of a million texts against the sort of the same packed keys.
#include "logstar/interior_point/prefix_choice/prefix_choice.hpp"

#include <cstdint>
#include <string>
#include <utility>

#include "logstar/domain/text.hpp"
#include "logstar/randomness/exact_randomness.hpp"
#include "stopwatch.hpp"

namespace logstar::bench {
namespace {

constexpr std::size_t kRecords = 1'000'000;
constexpr std::uint32_t kMaxBytes = 64;

/// Texts of `common` and then letters, 5 to 64 bytes in all.
KeyArray texts(const TextDomain& domain, const std::string& common, BitPool& bits) {
  KeyArray keys(domain.bits());
  keys.reserve(kRecords);
  for (std::size_t i = 0; i < kRecords; ++i) {
    std::string text = common;
    const std::size_t length =
        common.size() + 5 + static_cast<std::size_t>(bits.below(kMaxBytes - common.size() - 4));
    while (text.size() < length) text += static_cast<char>('a' + bits.below(26));
    domain.append(text, keys);
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
  const auto parameters = calibrate_prefix_median(domain.bits(), {1, 1e-6}, Neighbors::add_remove);
  const double draw = best_of(
      5, [&] { keys = data; },
      [&] { keep(draw_prefix_choice(std::move(keys), domain.keys(), parameters, randomness)); });
  row("prefix median of the same", draw, sort);
}

}  // namespace
}  // namespace logstar::bench

int main() {
  logstar::SystemEntropy entropy;
  logstar::ExactRandomness randomness(entropy);
  logstar::BitPool bits(entropy);
  logstar::bench::text_rows("random text", "", randomness, bits);
  logstar::bench::text_rows("web addresses", "https://www.example.com/", randomness, bits);
}
