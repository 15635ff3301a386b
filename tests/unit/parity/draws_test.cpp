// The same seed gives the same draws natively and in WebAssembly: tests/parity/draws.txt holds
// them, this test and tests/js/parity.test.mjs compute them.
#include <algorithm>
#include <bit>
#include <catch2/catch.hpp>
#include <fstream>
#include <sstream>
#include <string>

#include "domain/reals.hpp"
#include "interior_point/exponential.hpp"
#include "randomness/exact_randomness.hpp"
#include "seeded_bits.hpp"
#include "support/checks.hpp"
#include "top_k/limited_domain.hpp"

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

std::string draw(std::istringstream& line, Randomness& randomness) {
  std::string kind;
  line >> kind;
  if (kind == "quantile") {
    double q, epsilon;
    std::uint64_t n;
    line >> q >> epsilon >> n;
    const RealDomain reals;
    auto words = column(n);
    reals.encode_in_place(words, Outside::clamp);
    const auto parameters = q == 0.5 ? calibrate_exponential_median(epsilon, Neighbors::add_remove)
                                     : calibrate_exponential_quantile(nearest_fraction(q), epsilon,
                                                                      Neighbors::add_remove);
    return show(reals.decode(draw_exponential_rank(words, reals.keys(), parameters, randomness)));
  }
  REQUIRE(kind == "top-k");
  std::uint64_t k;
  double epsilon, delta;
  line >> k >> epsilon >> delta;
  const auto parameters = calibrate_top_k({k, 10 * k, 1, {epsilon, delta}, Neighbors::add_remove});
  std::vector<std::int64_t> counts;
  for (std::int64_t i = 0; i < 200; ++i) counts.push_back(5000 / (i + 1));
  counts.resize(std::min<std::size_t>(counts.size(), 10 * k + 1));
  std::string items;
  for (const auto item : draw_top_k(counts, parameters, randomness).items) {
    items += (items.empty() ? "" : ",") + std::to_string(item);
  }
  return items;
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
  CHECK(draws >= 12);
}

}  // namespace
}  // namespace logstar::testing
