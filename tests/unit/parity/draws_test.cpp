// The same seed gives the same draws natively and in WebAssembly: tests/parity/draws.txt holds
// them, this test and tests/js/parity.test.mjs compute them.
#include "draws.hpp"

#include <algorithm>
#include <bit>
#include <catch2/catch.hpp>
#include <fstream>
#include <map>
#include <optional>
#include <sstream>
#include <string>
#include <utility>

#include "domain/big_integers.hpp"
#include "domain/integers.hpp"
#include "domain/reals.hpp"
#include "domain/text.hpp"
#include "interior_point/exponential.hpp"
#include "interior_point/rank_draw.hpp"
#include "randomness/exact_randomness.hpp"
#include "seeded_bits.hpp"
#include "support/checks.hpp"
#include "top_k/contributions.hpp"
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

/// What an interior request and a by-rank request say: q is 0 for an interior point, the size 0 for
/// none.
struct AnyDraw {
  std::string algorithm;
  double q, epsilon, delta;
  std::uint64_t size, n;

  explicit AnyDraw(std::istream& line) { line >> algorithm >> q >> epsilon >> delta >> size >> n; }

  std::optional<WideKey> draw(KeyArray keys, const WideInterval& domain,
                              Randomness& randomness) const {
    RankTask task;
    task.bits = keys.bits();
    task.domain = domain;
    if (q > 0) task.rank = nearest_fraction(q);
    task.loss = {epsilon, delta};
    if (size > 0) task.size = size;
    const RankDraw calibrated = calibrate_rank_draw(
        algorithm == "auto" ? best_algorithm(task) : algorithm_named(algorithm).value(), task);
    return draw_rank(calibrated, task, std::move(keys), randomness);
  }
};

std::string draw_reals(std::istream& line, Randomness& randomness) {
  const AnyDraw request(line);
  const RealDomain reals;
  auto words = column(request.n);
  reals.encode_in_place(words, Outside::clamp);
  const auto key = request.draw(KeyArray(64, words),
                                {{reals.keys().lowest}, {reals.keys().highest}}, randomness);
  return key ? show(reals.decode(key->front())) : "null";
}

/// The numbers 2^(bits / 2) + i^5 for spread-out i.
std::string draw_big(std::istream& line, Randomness& randomness) {
  std::uint32_t bits;
  line >> bits;
  const AnyDraw request(line);
  const BigIntegerDomain domain(bits);
  KeyArray keys(bits);
  for (const std::uint64_t word : wide_column(request.n)) {
    const Natural value = (Natural(1) << (bits / 2)) + pow(Natural(word), 5);
    keys.append(*domain.encode(value, Outside::clamp));
  }
  const auto key = request.draw(std::move(keys), domain.keys(), randomness);
  return key ? domain.decode(*key).str() : "null";
}

/// The code points of a drawn place, and "after" if it is one.
std::string draw_text(std::istream& line, Randomness& randomness) {
  std::uint32_t max_bytes;
  line >> max_bytes;
  const AnyDraw request(line);
  const TextDomain domain(max_bytes);
  KeyArray keys(domain.bits());
  for (const std::uint64_t word : wide_column(request.n)) {
    domain.append("caf\u00e9 " + std::to_string(word), keys);
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

const std::map<std::string, TopKVariant> kVariants = {
    {"limited-domain", TopKVariant::limited_domain},
    {"strict", TopKVariant::strict},
    {"optimised-threshold", TopKVariant::optimised_threshold},
    {"laplace", TopKVariant::laplace},
    {"fixed-threshold", TopKVariant::fixed_threshold}};

/// Any variant, with noisy counts.
std::string draw_counted(std::istream& line, Randomness& randomness) {
  std::string variant;
  TopKTask task;
  std::uint64_t per_user;
  line >> variant >> task.k >> task.kbar >> per_user >> task.total.epsilon >> task.total.delta;
  task.variant = kVariants.at(variant);
  task.per_user = per_user;
  task.count_share = 0.5;
  std::vector<std::int64_t> counts;
  for (std::int64_t i = 0; i < 200; ++i) counts.push_back(5000 / (i + 1));
  const TopKResult result = draw_top_k(counts, calibrate_top_k(task), randomness);
  std::string items;
  for (std::size_t i = 0; i < result.items.size(); ++i) {
    items += (items.empty() ? "" : ",") + std::to_string(result.items[i]) + ":" +
             std::to_string(result.noisy_counts[i]);
  }
  return items;
}

/// n rows of 10 users and 7 items, cut to some items a user.
std::string draw_bounded(std::istream& line, Randomness& randomness) {
  std::uint64_t per_user;
  std::uint32_t n;
  line >> per_user >> n;
  std::vector<std::uint32_t> users, items;
  for (std::uint32_t i = 0; i < n; ++i) {
    users.push_back(i * i % 10);
    items.push_back(i % 7);
  }
  std::string shown;
  for (const auto count : bound_contributions({users, items, 10, 7}, per_user, randomness)) {
    if (count == 0) continue;  // JavaScript returns the items that occur
    shown += (shown.empty() ? "" : ",") + std::to_string(count);
  }
  return shown;
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

/// The kinds of the other files.
const Draws& other_draws() {
  static const Draws all = [] {
    Draws draws = selection_draws();
    for (auto more : {learning_draws, sanitizing_draws, sparse_vector_draws, session_draws}) {
      draws.merge(more());
    }
    return draws;
  }();
  return all;
}

std::string draw(std::istream& line, Randomness& randomness) {
  using Words = IntegerDomain::Words;
  std::string kind;
  line >> kind;
  const auto other = other_draws().find(kind);
  if (other != other_draws().end()) return other->second(line, randomness);
  if (kind == "quantile") return draw_quantile(line, Neighbors::add_remove, randomness);
  if (kind == "quantile-replace") return draw_quantile(line, Neighbors::replace, randomness);
  if (kind == "top-k") return draw_ranking(line, 1, randomness);
  if (kind == "ranking") return draw_counted(line, randomness);
  if (kind == "bounded") return draw_bounded(line, randomness);
  if (kind == "strict") return draw_ranking(line, std::nullopt, randomness);
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
  CHECK(draws >= 140);
}

}  // namespace
}  // namespace logstar::testing
