// The same seed gives the same draws natively and in WebAssembly: tests/parity/draws.txt holds
// them, this test and tests/js/parity.test.mjs compute them.
#include <algorithm>
#include <bit>
#include <catch2/catch.hpp>
#include <fstream>
#include <optional>
#include <sstream>
#include <string>

#include "domain/integers.hpp"
#include "domain/reals.hpp"
#include "interior_point/exponential.hpp"
#include "randomness/exact_randomness.hpp"
#include "seeded_bits.hpp"
#include "support/checks.hpp"
#include "top_k/top_k.hpp"

namespace logstar::testing {
namespace {

/// n spread-out doubles, the same in both languages.
std::vector<std::uint64_t> column(std::uint64_t n) {
  std::vector<std::uint64_t> words;
  for (std::uint64_t i = 0; i < n; ++i) {
    words.push_back(
        std::bit_cast<std::uint64_t>(static_cast<double>(i * 2654435761u % 4294967296u) / 1000));
  }
  return words;
}

/// n spread-out 64-bit numbers.
std::vector<std::uint64_t> wide_column(std::uint64_t n) {
  std::vector<std::uint64_t> words;
  for (std::uint64_t i = 0; i < n; ++i) words.push_back(i * 0x9e3779b97f4a7c15u);
  return words;
}

std::string draw_quantile(std::istream& line, Neighbors neighbors, Randomness& randomness) {
  double q, epsilon;
  std::uint64_t n;
  line >> q >> epsilon >> n;
  const RealDomain reals;
  auto words = column(n);
  reals.encode_in_place(words, Outside::clamp);
  const auto parameters =
      q == 0.5 ? calibrate_exponential_median(epsilon, neighbors)
               : calibrate_exponential_quantile(nearest_fraction(q), epsilon, neighbors);
  return show(reals.decode(draw_exponential_rank(words, reals.keys(), parameters, randomness)));
}

std::string draw_whole(const IntegerDomain& domain, IntegerDomain::Words kind,
                       std::vector<std::uint64_t> words, double epsilon, Randomness& randomness) {
  domain.encode_in_place(words, kind, Outside::clamp);
  const auto parameters = calibrate_exponential_median(epsilon, Neighbors::add_remove);
  const Int128 value =
      domain.decode(draw_exponential_rank(words, domain.keys(), parameters, randomness));
  return value < 0 ? "-" + std::to_string(static_cast<std::uint64_t>(-value))
                   : std::to_string(static_cast<std::uint64_t>(value));
}

std::string draw_ranking(std::istream& line, std::optional<std::uint64_t> per_user,
                         Randomness& randomness) {
  std::uint64_t k;
  double epsilon, delta;
  line >> k >> epsilon >> delta;
  const auto parameters =
      calibrate_top_k({k, 10 * k, per_user, {epsilon, delta}, Neighbors::add_remove});
  std::vector<std::int64_t> counts;
  for (std::int64_t i = 0; i < 200; ++i) counts.push_back(5000 / (i + 1));
  counts.resize(std::min<std::size_t>(counts.size(), 10 * k + 1));
  std::string items;
  for (const auto item : draw_top_k(counts, parameters, randomness).items) {
    items += (items.empty() ? "" : ",") + std::to_string(item);
  }
  return items;
}

std::string draw(std::istream& line, Randomness& randomness) {
  using Words = IntegerDomain::Words;
  std::string kind;
  line >> kind;
  if (kind == "quantile") return draw_quantile(line, Neighbors::add_remove, randomness);
  if (kind == "quantile-replace") return draw_quantile(line, Neighbors::replace, randomness);
  if (kind == "top-k") return draw_ranking(line, 1, randomness);
  if (kind == "strict") return draw_ranking(line, std::nullopt, randomness);
  std::int64_t lowest = 0, highest = 0;
  if (kind == "integers") line >> lowest >> highest;
  double epsilon;
  std::uint64_t n;
  line >> epsilon >> n;
  if (kind == "integers") {
    const IntegerDomain domain(lowest, highest);
    return draw_whole(domain, Words::doubles, column(n), epsilon, randomness);
  }
  const Int128 half = Int128(1) << 63;
  if (kind == "unsigned") {
    const IntegerDomain domain(0, 2 * half - 1);
    return draw_whole(domain, Words::unsigned_integers, wide_column(n), epsilon, randomness);
  }
  REQUIRE(kind == "signed");
  const IntegerDomain domain(-half, half - 1);
  return draw_whole(domain, Words::signed_integers, wide_column(n), epsilon, randomness);
}

TEST_CASE("seeded draws equal those on record, which JavaScript draws too") {
  std::ifstream file(std::string(LOGSTAR_TESTS_FOLDER) + "/parity/draws.txt");
  REQUIRE(file);
  SeededBits source(20201123);
  ExactRandomness randomness(source);
  std::size_t draws = 0;
  for (std::string text; std::getline(file, text);) {
    if (text.empty() || text[0] == '#') continue;
    const auto arrow = text.find(" = ");
    std::istringstream line(text.substr(0, arrow));
    CHECK(text.substr(0, arrow) + " = " + draw(line, randomness) == text);
    ++draws;
  }
  CHECK(draws >= 22);
}

}  // namespace
}  // namespace logstar::testing
