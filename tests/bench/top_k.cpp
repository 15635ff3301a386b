// Private top-k of a million rows of text, next to counting the rows into a list, which every method has to do.
#include "logstar/top_k/top_k.hpp"

#include <cmath>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "logstar/randomness/exact_randomness.hpp"
#include "logstar/top_k/choose.hpp"
#include "logstar/top_k/histogram.hpp"
#include "platform_entropy.hpp"
#include "stopwatch.hpp"

namespace logstar::bench {
namespace {

constexpr std::size_t kRows = 1'000'000;

struct Counted {
  std::vector<std::string_view> items;
  std::vector<std::int64_t> counts;
};

Counted counted(const std::vector<std::string>& rows) {
  std::unordered_map<std::string_view, std::int64_t> times;
  for (const std::string& row : rows) ++times[row];
  Counted all;
  for (const auto& [item, count] : times) {
    all.items.push_back(item);
    all.counts.push_back(count);
  }
  return all;
}

void top_k_rows(const std::string& kind, const std::vector<std::string>& rows,
                Randomness& randomness) {
  TopKTask task;
  task.k = 100;
  task.kbar = 1000;
  task.total = {1, 1e-6};
  const TopKParameters parameters = choose_top_k(task).parameters;
  const auto times = best_in_turns(
      7, {{[] {}, [&] { keep(counted(rows).counts.size()); }},
          {[] {},
           [&] {
             const Counted all = counted(rows);
             const auto head = top_rows(
                 all.counts, static_cast<std::size_t>(parameters.kbar) + 1,
                 [&](std::size_t a, std::size_t b) { return all.items[a] < all.items[b]; });
             keep(draw_top_k(counts_of(head), parameters, randomness).complete);
           }}});
  row("counting 10^6 texts, " + kind, times[0], times[0]);
  row("top-k of the same, k = 100", times[1], times[0]);
}

}  // namespace
}  // namespace logstar::bench

int main() {
  logstar::PlatformEntropy entropy;
  logstar::ExactRandomness randomness(entropy);
  logstar::BitPool bits(entropy);
  std::vector<std::string> rows(logstar::bench::kRows);
  const auto fill = [&](const auto& number) {
    for (std::string& row : rows) row = "item " + std::to_string(number());
  };
  const auto unit = [&] { return (static_cast<double>(bits.word() >> 11) + 1) * 0x1p-53; };
  // A heavy tail: item i about as often as 1/i.
  fill([&] { return static_cast<int>(std::pow(1e5, unit())); });
  logstar::bench::top_k_rows("100,000 items", rows, randomness);
  fill([&] { return bits.below(1000); });
  logstar::bench::top_k_rows("1,000 items", rows, randomness);
  fill([&] { return bits.below(std::uint64_t(1) << 40); });
  logstar::bench::top_k_rows("all different", rows, randomness);
}
