// Draws of keys between copies of the domain's ends: as if all copies were written out, at no cost a copy.
#include <catch2/catch.hpp>
#include <cstdint>
#include <vector>

#include "logstar/interior_point/cut_choice/calibration.hpp"
#include "logstar/interior_point/cut_choice/quantile.hpp"
#include "logstar/interior_point/rank/quality_runs.hpp"
#include "logstar/randomness/exact_randomness.hpp"
#include "seeded_bits.hpp"

namespace logstar::testing::padded_draw_test {
namespace {

constexpr std::uint32_t kBits = 5;
const WideInterval kDomain{{1}, {30}};
constexpr std::uint64_t kFew[] = {0, 1, 2, 7};

KeyArray array_of(std::vector<std::uint64_t> words) { return KeyArray(kBits, std::move(words)); }

template <typename Visit>
void for_each_padding(const Visit& visit) {
  // One list holds the ends themselves, next to which their copies come.
  for (const std::vector<std::uint64_t>& keys :
       {std::vector<std::uint64_t>{}, {9}, {1, 1, 6, 6, 7, 30}, {2, 3, 3, 3, 28}}) {
    for (const std::uint64_t before : kFew) {
      for (const std::uint64_t behind : kFew) {
        visit(PaddedKeys(array_of(keys), kDomain, before, behind));
      }
    }
  }
}

TEST_CASE("padded keys list one copy of each end, with the place of each listed key") {
  for_each_padding([](const PaddedKeys& padded) {
    const KeyArray all = padded.all();
    const KeyView listed = padded.listed();
    REQUIRE(all.size() == padded.size());
    for (std::size_t i = 0; i < listed.size(); ++i) {
      REQUIRE(listed[i][0] == all[static_cast<std::size_t>(padded.keys_before(i))][0]);
      // All keys up to the next listed one are copies of this one.
      for (std::uint64_t place = padded.keys_before(i); place < padded.keys_before(i + 1);
           ++place) {
        REQUIRE(all[static_cast<std::size_t>(place)][0] == listed[i][0]);
      }
    }
    REQUIRE(padded.keys_before(listed.size()) == padded.size());
  });
}

TEST_CASE("the depths of points among padded keys are those among all keys written out") {
  for_each_padding([](const PaddedKeys& padded) {
    const Quality few = depth_quality(padded, kDomain);
    const Quality all = depth_quality(padded.all(), kDomain);
    REQUIRE(few.size() == all.size());
    for (std::size_t i = 0; i < few.size(); ++i) {
      REQUIRE(few[i].width == all[i].width);
      REQUIRE(few[i].quality == all[i].quality);
    }
  });
}

TEST_CASE("a draw of padded keys is that of all keys written out") {
  const CutChoiceRequest pure{kBits, {0.4, 0}, Neighbors::replace, 0.1};
  const CutChoiceRequest approximate{kBits, {0.4, 0.1}, Neighbors::replace, 0.1};
  for (const CutChoiceParameters& parameters :
       {calibrate_pure_cut_choice(pure), calibrate_cut_choice(approximate)}) {
    for_each_padding([&](const PaddedKeys& padded) {
      SeededBits of_padded(5);
      SeededBits of_all(5);
      ExactRandomness for_padded(of_padded);
      ExactRandomness for_all(of_all);
      for (int run = 0; run < 20; ++run) {
        REQUIRE(draw_cut_choice(padded, kDomain, parameters, for_padded) ==
                draw_cut_choice(padded.all(), kDomain, parameters, for_all));
      }
    });
  }
}

// Regression: windows were filled up record by record, 10^8 of them at an epsilon of 10^-6.
TEST_CASE("a draw of one key between 2^40 copies of each end takes as long as of three keys") {
  const auto parameters = calibrate_pure_cut_choice({kBits, {1e-9, 0}, Neighbors::replace, 0.1});
  const PaddedKeys padded(array_of({9}), kDomain, std::uint64_t(1) << 40, std::uint64_t(1) << 40);
  SeededBits bits(6);
  ExactRandomness randomness(bits);
  const auto drawn = draw_cut_choice(padded, kDomain, parameters, randomness);
  REQUIRE(drawn);
  CHECK(kDomain.clamp(*drawn) == *drawn);
}

}  // namespace
}  // namespace logstar::testing::padded_draw_test
