// A seed produces the same draws natively and in WebAssembly. tests/parity/draws.txt lists them; this test and
// tests/js/parity.test.mjs compute them.
#include "draws.hpp"

#include <algorithm>
#include <bit>
#include <catch2/catch.hpp>
#include <fstream>
#include <optional>
#include <sstream>
#include <string>
#include <utility>

#include "decimal.hpp"
#include "logstar/domain/big_integers.hpp"
#include "logstar/domain/integers.hpp"
#include "logstar/domain/likely_values.hpp"
#include "logstar/domain/reals.hpp"
#include "logstar/domain/text.hpp"
#include "logstar/interior_point/rank/exponential.hpp"
#include "logstar/interior_point/rank_draw.hpp"
#include "logstar/randomness/exact_randomness.hpp"
#include "logstar/support/checks.hpp"
#include "logstar/support/named.hpp"
#include "seeded_bits.hpp"

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
  auto parameters =
      q == 0.5 ? calibrate_exponential_median(epsilon, neighbors)
               : calibrate_exponential_quantile(nearest_fraction("q", q), epsilon, neighbors);
  parameters.measure = by_magnitude(reals);
  return to_text(reals.decode(draw_exponential_rank(words, reals.keys(), parameters, randomness)));
}

std::string draw_whole(const IntegerDomain& domain, IntegerDomain::Words kind,
                       std::vector<std::uint64_t> words, double epsilon, Randomness& randomness) {
  domain.encode_in_place(words, kind, Outside::clamp);
  auto parameters = calibrate_exponential_median(epsilon, Neighbors::add_remove);
  parameters.measure = by_magnitude(domain, WholeScale::magnitude);
  const Int128 value =
      domain.decode(draw_exponential_rank(words, domain.keys(), parameters, randomness));
  return value < 0 ? "-" + std::to_string(static_cast<std::uint64_t>(-value))
                   : std::to_string(static_cast<std::uint64_t>(value));
}

/// The fields of interior and by-rank requests: q is 0 for an interior point, the size 0 for an undeclared
/// size.
struct AnyDraw {
  std::string algorithm;
  double q, epsilon, delta;
  std::uint64_t size, n;
  bool text = false;

  explicit AnyDraw(std::istream& line) { line >> algorithm >> q >> epsilon >> delta >> size >> n; }

  std::optional<WideKey> draw(KeyArray keys, const WideInterval& domain, Randomness& randomness,
                              const BaseMeasure& measure = {}) const {
    RankTask task;
    task.measure = measure;
    task.bits = keys.bits();
    task.domain = domain;
    if (q > 0) task.quantile = nearest_fraction("q", q);
    task.loss = {epsilon, delta};
    task.text = text;
    if (size > 0) task.size = size;
    if (algorithm == "least-promise") task.choice = AlgorithmChoice::least_promise;
    const auto by_name = named<InteriorAlgorithm>(algorithm);
    const RankDraw calibrated =
        calibrate_rank_draw(by_name ? *by_name : best_algorithm(task), task);
    return draw_rank(calibrated, task, std::move(keys), randomness);
  }
};

std::string draw_reals(std::istream& line, Randomness& randomness) {
  const AnyDraw request(line);
  const RealDomain reals;
  auto words = column(request.n);
  reals.encode_in_place(words, Outside::clamp);
  const auto key =
      request.draw(KeyArray(64, words), {{reals.keys().lowest}, {reals.keys().highest}}, randomness,
                   by_magnitude(reals));
  return key ? to_text(reals.decode(key->front())) : "null";
}

Natural fifth_power(const Natural& number) {
  const Natural square = number * number;
  return square * square * number;
}

/// The numbers 2^(bits / 2) + i^5 for spread-out i.
std::string draw_big(std::istream& line, Randomness& randomness) {
  std::uint32_t bits;
  line >> bits;
  const AnyDraw request(line);
  const BigIntegerDomain domain(bits);
  KeyArray keys(bits);
  for (const std::uint64_t word : wide_column(request.n)) {
    const Natural value = (Natural(1) << (bits / 2)) + fifth_power(word);
    keys.append(*domain.encode(value, Outside::clamp));
  }
  const auto key = request.draw(std::move(keys), domain.keys(), randomness);
  return key ? decimal(domain.decode(*key)) : "null";
}

/// The code points of a drawn place, and "after" for a place after a text.
std::string draw_text(std::istream& line, Randomness& randomness) {
  std::uint32_t max_bytes;
  line >> max_bytes;
  AnyDraw request(line);
  request.text = true;
  const TextDomain domain(max_bytes);
  KeyArray keys(domain.bits());
  for (const std::uint64_t word : wide_column(request.n)) {
    keys.append(*domain.encode("caf\u00e9 " + std::to_string(word)));
  }
  const auto key = request.draw(std::move(keys), domain.keys(), randomness);
  if (!key) return "null";
  const TextPlace place = domain.decode(*key);
  std::string bytes;
  for (const char byte : place.text) {
    bytes += std::to_string(static_cast<unsigned char>(byte)) + ",";
  }
  return bytes + (place.after ? "after" : "at");
}

std::string draw(std::istream& line, Randomness& randomness) {
  using Words = IntegerDomain::Words;
  std::string kind;
  line >> kind;
  const auto other = kinds_of_draws().find(kind);
  if (other != kinds_of_draws().end()) return other->second(line, randomness);
  if (kind == "quantile") return draw_quantile(line, Neighbors::add_remove, randomness);
  if (kind == "quantile-replace") return draw_quantile(line, Neighbors::replace, randomness);
  if (kind == "reals") return draw_reals(line, randomness);
  if (kind == "big") return draw_big(line, randomness);
  if (kind == "text") return draw_text(line, randomness);
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

TEST_CASE("seeded draws equal the recorded draws of JavaScript") {
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
  CHECK(draws >= 190);
}

}  // namespace
}  // namespace logstar::testing
