// Cut choice on realistic texts of a kilobyte.
#include "logstar/domain/text.hpp"

#include <catch2/catch.hpp>
#include <string>

#include "logstar/interior_point/cut_choice/calibration.hpp"
#include "logstar/randomness/exact_randomness.hpp"
#include "sample_data.hpp"
#include "seeded_bits.hpp"
#include "statistics.hpp"

namespace logstar::testing::text_test {
namespace {

TEST_CASE(
    "texts of 1 KB, at the least n: 95 of 100 runs return a text among them, on three kinds") {
  // At a success rate of at least 0.95, fewer than 81 successes in 100 runs have probability at most 1e-6.
  REQUIRE(binomial_at_most(100, 0.95L, 80) < 1e-6L);
  SeededBits source(13);
  ExactRandomness randomness(source);
  SeededBits data_source(14);
  BitPool pool(data_source);
  const TextDomain domain(1024);
  const auto parameters =
      calibrate_cut_choice({domain.bits(), {1, 1e-6}, Neighbors::add_remove, 0.05});
  CHECK(parameters.least_records == 50);
  const auto letters = [&](std::size_t count) {
    std::string text;
    for (std::size_t i = 0; i < count; ++i)
      text += static_cast<char>('0' + pool.below(75));  // few take more than 8 bits
    return text;
  };
  for (const DataKind kind : {DataKind::uniform, DataKind::clustered, DataKind::all_scales}) {
    INFO(name_of(kind));
    int interior = 0;
    for (int run = 0; run < 100; ++run) {
      KeyArray keys(domain.bits());
      const std::string common = letters(1000);
      for (std::size_t i = 0; i < parameters.least_records; ++i) {
        const std::size_t shared = kind == DataKind::uniform     ? 0
                                   : kind == DataKind::clustered ? 1000
                                                                 : 20 * i;
        keys.append(domain.encode(common.substr(0, shared) + letters(24)).value());
      }
      const auto z = draw_cut_choice(keys, domain.keys(), parameters, randomness);
      if (!z) continue;
      // A person reads a text, so the answer also has to be a place among the data.
      const TextPlace place = domain.decode(*z);
      REQUIRE(domain.encode(place.text).has_value());
      interior += is_interior(z, keys);
    }
    CHECK(interior >= 81);
  }
}

}  // namespace
}  // namespace logstar::testing::text_test
