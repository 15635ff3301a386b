// Medians of text as released: their laws, and a rank error no larger than that of the drawn key.
#include <algorithm>
#include <catch2/catch.hpp>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "databases.hpp"
#include "logstar/domain/text.hpp"
#include "logstar/interior_point/rank/exponential.hpp"

namespace logstar::testing::text_median_test {
namespace {

using Database = std::vector<std::size_t>;
using Texts = std::vector<std::string>;
/// The conversion of a record to a key.
using Mapping = std::function<std::uint64_t(const TextDomain&, std::string)>;

std::uint64_t key_of(const TextDomain& domain, const std::string& text) {
  return domain.encode(text)->front();
}

std::string told(const TextDomain& domain, std::uint64_t key) {
  const TextPlace place = domain.decode({key});
  return place.text + (place.after ? "..." : "");
}

/// Texts of each kind: kept whole, cut at a tab, too long, and with characters that need more bits than remain.
const Texts kRecords = {"", "\t", " ", "-", "a", "ab", "z", "\u00e9", "\u4e2d"};

auto median_of(const TextDomain& domain, const ExponentialParameters& parameters) {
  return [domain, parameters](const Database& database, Randomness& randomness) {
    std::vector<std::uint64_t> keys;
    for (const std::size_t record : database) keys.push_back(key_of(domain, kRecords[record]));
    const KeyInterval all{0, (std::uint64_t(1) << domain.bits()) - 1};
    return told(domain, draw_exponential_rank(keys, all, parameters, randomness));
  };
}

TEST_CASE("a released median of text is epsilon-DP, and uses at least 4/5 of its epsilon") {
  const TextDomain domain(1);
  for (const double epsilon : {0.5, 2.0}) {
    const auto add_remove = calibrate_exponential_median(epsilon, Neighbors::add_remove);
    const auto report =
        check_add_remove(kRecords.size(), 0, 3, epsilon, median_of(domain, add_remove));
    CHECK(report.within(0));
    CHECK(report.largest_log_ratio > 0.8 * epsilon);
    const auto replace = calibrate_exponential_median(epsilon, Neighbors::replace);
    CHECK(check_replace(kRecords.size(), 2, epsilon, median_of(domain, replace)).within(0));
  }
}

/// The rank error beyond half of the records of a place with this number of records below and at or below.
double miss(double below, double at_most, double records) {
  return std::max({0.0, below - records / 2, records / 2 - at_most});
}

/// The number of records below a place, and the number at or below it.
struct Standing {
  Standing(const TextPlace& place, const Texts& held, const Database& data) {
    for (const std::size_t i : data) {
      const bool begins = place.after && held[i].rfind(place.text, 0) == 0;
      below += held[i] < place.text || begins;
      at_most += held[i] <= place.text || begins;
    }
  }

  double below = 0;
  double at_most = 0;
};

/// The largest excess of a released text's rank error over that of its key, over all data of up to three of
/// these records and all keys.
double most_added_miss(const TextDomain& domain, const Texts& held, const Mapping& mapping) {
  double most = 0;
  std::vector<std::uint64_t> keys;
  for (const std::string& text : held) keys.push_back(mapping(domain, text));
  for (std::uint64_t key = 0; key < std::uint64_t(1) << domain.bits(); ++key) {
    const TextPlace place = domain.decode({key});
    for (std::size_t size = 1; size <= 3; ++size) {
      for_each_multiset(held.size(), size, [&](const Database& data) {
        double below = 0, at_most = 0;
        for (const std::size_t i : data) {
          below += keys[i] < key;
          at_most += keys[i] <= key;
        }
        const Standing told(place, held, data);
        const auto records = static_cast<double>(size);
        most =
            std::max(most, miss(told.below, told.at_most, records) - miss(below, at_most, records));
      });
    }
  }
  return most;
}

/// Out of order: "a" and "b" swap their places.
std::uint64_t swapped(const TextDomain& domain, std::string text) {
  for (char& letter : text) letter = letter == 'a' ? 'b' : letter == 'b' ? 'a' : letter;
  return key_of(domain, text);
}

TEST_CASE("a released text has at most the rank error of its key, for all keys of 8 and 16 bits") {
  const Texts of_one = {"", " ", "0", "A", "a", "b", "z"};
  const Texts of_two = {"", " ", "a", "a0", "b", "ba", "\u00e9", "\u0416"};
  CHECK(most_added_miss(TextDomain(1), of_one, key_of) == 0);
  CHECK(most_added_miss(TextDomain(2), of_two, key_of) == 0);
  CHECK(most_added_miss(TextDomain(1), of_one, swapped) > 0);  // control: a mapping out of order
}

/// Whether the keys of all texts of up to three characters keep their order.
bool keeps_order(const TextDomain& domain, const Mapping& mapping) {
  const Texts characters = {"\t", " ",    "!",      "a",      "b",
                            "z",  "\x7f", "\u00e9", "\u4e2d", "\U0001f9ee"};
  Texts texts = {""};
  for (std::size_t first = 0, length = 0; length < 3; ++length) {
    const std::size_t end = texts.size();
    for (; first < end; ++first) {
      for (const std::string& character : characters) texts.push_back(texts[first] + character);
    }
  }
  std::ranges::sort(texts);
  std::uint64_t last = 0;
  for (const std::string& text : texts) {
    const std::uint64_t key = mapping(domain, text);
    if (key < last) return false;
    last = key;
  }
  return true;
}

TEST_CASE("every text has its key in order, also a text that the domain truncates") {
  for (const std::uint32_t bytes : {1u, 2u, 3u, 5u}) {
    CHECK(keeps_order(TextDomain(bytes), key_of));
    CHECK_FALSE(keeps_order(TextDomain(bytes), swapped));
  }
  // Control: leaving off an accented letter that does not fit sorts the text before every letter that does.
  const Mapping left_off = [](const TextDomain& domain, const std::string& text) {
    return domain.encode(text, Outside::drop) ? key_of(domain, text)
                                              : key_of(domain, text.substr(0, 1));
  };
  CHECK_FALSE(keeps_order(TextDomain(2), left_off));
}

TEST_CASE("equally likely keys are short texts: each place has its number of 65,536 keys") {
  const TextDomain domain(2);
  std::map<std::string, int> keys;
  for (std::uint64_t key = 0; key < 65'536; ++key) ++keys[told(domain, key)];
  CHECK(keys[""] == 65'536 * 17 / 32);
  for (const char* each : {" ", "0", "a", "z"}) CHECK(keys[each] == 512 * 17 / 32);
  CHECK(keys["A"] == 256 * 17 / 32);
  CHECK(keys["!"] == 64 * 17 / 32);
  CHECK(keys["ab"] == 4);
  CHECK(keys["\u0416"] == 1);
}

TEST_CASE(
    "the error stated for 256 keys holds for released medians of all data of up to five texts") {
  const TextDomain domain(1);
  const Texts held = {"", " ", "a", "b"};
  const auto parameters = calibrate_exponential_median(3, Neighbors::add_remove);
  const double error = exponential_rank_error(256, parameters, 0.9);
  long double worst = 0;
  for (std::size_t size = 1; size <= 5; ++size) {
    for_each_multiset(held.size(), size, [&](const Database& data) {
      std::vector<std::uint64_t> keys;
      for (const std::size_t i : data) keys.push_back(key_of(domain, held[i]));
      const auto law = enumerate([&](Randomness& randomness) {
        return draw_exponential_rank(keys, KeyInterval{0, 255}, parameters, randomness);
      });
      long double missed = 0;
      for (const auto& [key, mass] : law.mass) {
        const Standing told(domain.decode({key}), held, data);
        if (miss(told.below, told.at_most, static_cast<double>(size)) > error) missed += mass;
      }
      worst = std::max(worst, missed);
    });
  }
  CHECK(worst <= 0.1L);
}

}  // namespace
}  // namespace logstar::testing::text_median_test
