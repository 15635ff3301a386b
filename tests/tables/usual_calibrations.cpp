// The table of src/interior_point/cut_choice/usual_calibrations_table.cpp: the calibrations that planning usual
// medians and quantiles needs. C++ on standard output.
#include "logstar/interior_point/cut_choice/usual_calibrations.hpp"

#include <algorithm>
#include <cstdio>
#include <tuple>
#include <vector>

#include "logstar/interior_point/quantiles_release.hpp"
#include "logstar/interior_point/rank_release.hpp"
#include "usual_quantiles.hpp"

namespace logstar::tables {
namespace {

auto key_of(const PrecomputedSize& x) {
  return std::tuple(x.bits, x.rival_is_drawn, x.rate, x.beta, x.log_rival);
}

auto key_of(const UsualTwoRates& x) {
  return std::tuple(x.loss.delta, x.loss.epsilon, x.tau.denominator, x.tau.numerator, x.bits,
                    x.beta);
}

/// Each once, in order. A full cache drops its entries, so they are added after each plan.
template <typename Entry>
void add(std::vector<Entry>& all, const std::vector<Entry>& more) {
  all.insert(all.end(), more.begin(), more.end());
  std::sort(all.begin(), all.end(),
            [](const Entry& a, const Entry& b) { return key_of(a) < key_of(b); });
  const auto same = [](const Entry& a, const Entry& b) { return key_of(a) == key_of(b); };
  all.erase(std::unique(all.begin(), all.end(), same), all.end());
}

void print(const PrecomputedSize& x) {
  std::printf("  {%u, %s, %a, %a, %a, %u, %u},\n", x.bits, x.rival_is_drawn ? "true" : "false",
              x.rate, x.beta, x.log_rival, x.records, x.offset);
}

void print(const UsualTwoRates& x) {
  std::printf("  {{%u, %u}, %u, %d, {%a, %a}, %a, %d, %d, %d, %d},\n", x.tau.numerator,
              x.tau.denominator, x.bits, x.log_unit, x.loss.epsilon, x.loss.delta, x.beta,
              x.per_weight, x.most_fall, x.base, x.margin);
}

void write() {
  std::vector<PrecomputedSize> sizes;
  std::vector<UsualTwoRates> rates;
  const auto add_planned = [&] {
    add(sizes, remembered_cut_sizes());
    add(rates, remembered_two_rates());
  };
  for (const RankTask& task : testing::usual_medians()) {
    RankRelease::plan(task);
    add_planned();
  }
  for (const QuantilesTask& task : testing::usual_quantiles()) {
    QuantilesRelease::plan(task);
    add_planned();
  }
  std::printf(
      "// Written by tests/tables/usual_calibrations.cpp.\n"
      "#include \"logstar/interior_point/cut_choice/usual_calibrations.hpp\"\n\n"
      "namespace logstar {\nnamespace {\n\n// clang-format off\n"
      "constexpr PrecomputedSize kSizes[] = {\n");
  for (const PrecomputedSize& entry : sizes) print(entry);
  std::printf("};\n\nconstexpr UsualTwoRates kTwoRates[] = {\n");
  for (const UsualTwoRates& entry : rates) print(entry);
  std::printf(
      "};\n// clang-format on\n\n}  // namespace\n\n"
      "std::span<const PrecomputedSize> usual_sizes() { return kSizes; }\n\n"
      "std::span<const UsualTwoRates> usual_two_rates() { return kTwoRates; }\n\n"
      "}  // namespace logstar\n");
}

}  // namespace
}  // namespace logstar::tables

int main() { logstar::tables::write(); }
