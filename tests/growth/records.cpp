// One private answer from a number of records, in a separate process. Prints its processor time, the bytes of
// its input as passed, and the peak memory, without the needs of an answer from one record.
// tests/growth/write.mjs makes a table of the results.
#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#ifdef __wasm__
#include <unistd.h>
#else
#include <fstream>
#endif

#include "logstar/domain/reals.hpp"
#include "logstar/domain/text.hpp"
#include "logstar/interior_point/cut_choice/two_rates.hpp"
#include "logstar/interior_point/cut_choice/two_rates_calibration.hpp"
#include "logstar/interior_point/rank/exponential.hpp"
#include "logstar/interior_point/rank/quantiles.hpp"
#include "logstar/interior_point/user_rank_release.hpp"
#include "logstar/randomness/exact_randomness.hpp"
#include "platform_entropy.hpp"
#include "processor_time.hpp"

namespace logstar::growth {
namespace {

/// The peak memory of this process in bytes. In WebAssembly the end of the memory ever requested, as it never
/// shrinks. (Elsewhere getrusage would include the parent process.)
std::size_t most_memory() {
#ifdef __wasm__
  return reinterpret_cast<std::size_t>(sbrk(0));
#else
  std::ifstream status("/proc/self/status");
  std::string name;
  while (status >> name) {
    std::size_t kibibytes = 0;
    if (name == "VmHWM:" && status >> kibibytes) return 1024 * kibibytes;
  }
  return 0;
#endif
}

struct Measured {
  double milliseconds = 0;
  std::size_t input_bytes = 0;
};

Measured timed(std::size_t input_bytes, const std::function<void()>& answer) {
  const double start = processor_milliseconds();
  answer();
  return {processor_milliseconds() - start, input_bytes};
}

/// The bits of doubles over several orders of magnitude.
std::vector<std::uint64_t> doubles(std::size_t records, BitPool& bits) {
  std::vector<std::uint64_t> words(records);
  for (auto& word : words) {
    const double u = static_cast<double>(bits.word() >> 11) * 0x1p-53;
    word = std::bit_cast<std::uint64_t>(1 / (u + 1e-6));
  }
  return words;
}

/// @param equal how many in a row of ten are zero
std::vector<std::uint64_t> tied_doubles(std::size_t records, std::size_t equal, BitPool& bits) {
  std::vector<std::uint64_t> words = doubles(records, bits);
  for (std::size_t i = 0; i < records; ++i) {
    if (i % 10 < equal) words[i] = 0;
  }
  return words;
}

Measured median_of(std::vector<std::uint64_t> words, Randomness& randomness) {
  const RealDomain domain;
  const auto parameters = calibrate_exponential_median(1, Neighbors::add_remove);
  return timed(8 * words.size(), [&] {
    domain.encode_in_place(words, Outside::clamp);
    draw_exponential_rank(std::move(words), domain.keys(), parameters, randomness);
  });
}

Measured percentiles_of(std::vector<std::uint64_t> words, Randomness& randomness) {
  const RealDomain domain;
  std::vector<QuantileFraction> percentiles;
  for (std::uint32_t i = 1; i <= 99; ++i) percentiles.push_back({i, 100});
  const auto parameters = calibrate_quantiles(percentiles, 1, Neighbors::add_remove);
  return timed(8 * words.size(), [&] {
    domain.encode_in_place(words, Outside::clamp);
    draw_quantiles(std::move(words), domain.keys(), parameters, randomness);
  });
}

/// `equal`: how many doubles in a row of ten are zero.
template <auto answer_of, std::size_t equal>
Measured of_doubles(std::size_t records, BitPool& bits, Randomness& randomness) {
  return answer_of(tied_doubles(records, equal, bits), randomness);
}

/// The median of each of 50 groups, of users with some ten rows each, in any groups.
Measured median_by_group(std::size_t records, BitPool& bits, Randomness& randomness) {
  UserRankTask task;
  task.loss = {1, 0};
  task.list = GroupList::declared;
  task.groups = 50;
  task.quantile = {1, 2};
  const RealDomain domain;
  std::vector<std::uint64_t> words = doubles(records, bits);
  UserRows rows{std::vector<std::uint32_t>(records), std::vector<std::uint32_t>(records),
                KeyArray(task.bits)};
  for (auto& user : rows.users) user = static_cast<std::uint32_t>(bits.below(records / 10 + 1));
  for (auto& group : rows.groups) group = static_cast<std::uint32_t>(bits.below(task.groups));
  const auto plan = UserRankRelease::plan(task);
  return timed(16 * records, [&] {
    domain.encode_in_place(words, Outside::clamp);
    rows.keys = KeyArray(task.bits, std::move(words));
    UserRankRelease::draw(task, plan, std::move(rows), randomness);
  });
}

/// Web addresses of 24 to 32 bytes, as packed keys of 32.
Measured median_of_texts(std::size_t records, BitPool& bits, Randomness& randomness) {
  const TextDomain domain(32);
  KeyArray keys(domain.bits());
  keys.reserve(records);
  for (std::size_t i = 0; i < records; ++i) {
    std::string text = "https://example.com/";
    for (std::uint64_t more = 4 + bits.below(9); more > 0; --more) {
      text += static_cast<char>('a' + bits.below(26));
    }
    keys.append(*domain.encode(text));
  }
  const auto parameters = calibrate_two_rates({1, 2}, domain.bits(), {1, 1e-6}, 0.05);
  return timed(32 * records,
               [&] { draw_two_rates(std::move(keys), domain.keys(), parameters, randomness); });
}

}  // namespace
}  // namespace logstar::growth

int main(int count, char** words) {
  using namespace logstar;
  using namespace logstar::growth;
  if (count != 3) return 2;
  const std::string kind = words[1];
  const auto records = static_cast<std::size_t>(std::strtoull(words[2], nullptr, 10));
  PlatformEntropy entropy;
  ExactRandomness randomness(entropy);
  BitPool bits(entropy);
  const auto answer = kind == "median"              ? of_doubles<median_of, 0>
                      : kind == "zeros"             ? of_doubles<median_of, 8>
                      : kind == "equal"             ? of_doubles<median_of, 10>
                      : kind == "percentiles"       ? of_doubles<percentiles_of, 0>
                      : kind == "percentiles-zeros" ? of_doubles<percentiles_of, 8>
                      : kind == "percentiles-equal" ? of_doubles<percentiles_of, 10>
                      : kind == "groups"            ? median_by_group
                                                    : median_of_texts;
  // The pages of the program itself count whatever the number of records.
  answer(1, bits, randomness);
  const std::size_t before = most_memory();
  const Measured measured = answer(records, bits, randomness);
  std::printf("{\"milliseconds\":%.3f,\"input\":%.0f,\"peak\":%.0f}\n", measured.milliseconds,
              static_cast<double>(measured.input_bytes),
              static_cast<double>(most_memory() - before));
}
