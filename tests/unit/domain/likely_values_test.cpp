#include "logstar/domain/likely_values.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <random>

#include "logstar/support/errors.hpp"

namespace logstar {
namespace {

constexpr double kMax = std::numeric_limits<double>::max();

KeyInterval between(const RealDomain& domain, double from, double to) {
  return {*domain.encode(from, Outside::clamp), *domain.encode(to, Outside::clamp)};
}
KeyInterval between(const IntegerDomain& domain, Int128 from, Int128 to) {
  return {*domain.encode(from, Outside::clamp), *domain.encode(to, Outside::clamp)};
}

/// The share of the mass in an interval of keys.
template <typename Domain>
double share(const BaseMeasure& measure, const Domain& domain, const KeyInterval& keys) {
  return static_cast<double>(measure.mass(keys)) /
         static_cast<double>(measure.bounds(domain.keys().size()).total);
}
template <typename Domain>
double on(const BaseMeasure& measure, const Domain& domain, double from, double to) {
  if constexpr (std::is_same_v<Domain, RealDomain>) {
    return share(measure, domain, between(domain, from, to));
  } else {
    return share(measure, domain,
                 between(domain, static_cast<Int128>(from), static_cast<Int128>(to)));
  }
}

TEST_CASE("a guess on all doubles has half of the mass, spread evenly over its powers of two") {
  const RealDomain all;
  const BaseMeasure measure = expecting(all, 1000, 1e6);
  const double elsewhere = 0.25 * (std::log2(1000.0) / 50 * 0.75 + 9.97 / 2048);
  CHECK(on(measure, all, 1000, 1e6) == Approx(0.5 + elsewhere).epsilon(0.01));
  CHECK(on(measure, all, 2048, 4095.99) == Approx(on(measure, all, 4096, 8191.99)).epsilon(0.01));
  CHECK(measure.bounds(all.keys().size()).even_keys() <= all.keys().size() * 4 + 1);
}

TEST_CASE("a quarter of the mass lies on likely magnitudes, three quarters of it positive") {
  const RealDomain all;
  const BaseMeasure measure = expecting(all, 1e200, 1e201);
  const double even = 50.0 / 2047 / 2 * 0.25;
  CHECK(on(measure, all, 0x1p-10, 0x1p40) == Approx(0.25 * 0.75 + even).epsilon(0.03));
  CHECK(on(measure, all, -0x1p40, -0x1p-10) == Approx(0.25 * 0.25 + even).epsilon(0.03));
}

TEST_CASE("a guess that spans a factor of at most 16 weighs stretches of one length equally") {
  const RealDomain all;
  for (const double sign : {1.0, -1.0}) {
    const BaseMeasure measure =
        sign > 0 ? expecting(all, 1e100, 9e100) : expecting(all, -9e100, -1e100);
    for (const double from : {1e100, 3.5e100, 6e100, 8e100}) {
      const double low = sign > 0 ? from : -from - 1e100;
      CHECK(on(measure, all, low, low + 1e100) == Approx(0.5 / 8).epsilon(0.02));
    }
  }
}

TEST_CASE(
    "a guess around 0 goes down to 2^20 times smaller values, and leaves the rest its even share") {
  const RealDomain all;
  const double even = 1.0 / 4096;  // out of all bit patterns, for one power of two
  const BaseMeasure measure = expecting(all, -1e100, 1e100);
  const auto mass = [&](double from, double to) {
    return static_cast<double>(measure.mass(between(all, from, to))) /
           static_cast<double>(all.keys().size());
  };
  CHECK(mass(0x1p320, 0x1.fffffffp320) == Approx(2.0 / 40).epsilon(0.01));
  CHECK(mass(-0x1.fffffffp320, -0x1p320) == Approx(2.0 / 40).epsilon(0.01));
  CHECK(mass(0x1p300, 0x1.fffffffp300) == Approx(even).epsilon(0.01));
  CHECK(mass(0, 0x1p-20) == Approx(1003 * even).epsilon(0.01));
}

/// The mass of a range of whole numbers, in even shares of all keys.
double shares(const BaseMeasure& measure, const IntegerDomain& domain, Int128 from, Int128 to) {
  return static_cast<double>(measure.mass(between(domain, from, to))) /
         static_cast<double>(domain.keys().size());
}

TEST_CASE(
    "a whole-number guess has two even shares, 0 and each power of two equal parts of a third") {
  const IntegerDomain domain(0, 1'000'000'000);
  const double octave = 1 / (1 + 29 + 463'129'089.0 / (1 << 29));
  const BaseMeasure measure = expecting(domain, WholeScale::magnitude, 100, 900);
  CHECK(shares(measure, domain, 0, 0) == Approx(octave).epsilon(1e-6));
  CHECK(shares(measure, domain, 1, 1) == Approx(octave).epsilon(1e-6));
  CHECK(shares(measure, domain, 16, 31) == Approx(octave).epsilon(1e-6));
  CHECK(shares(measure, domain, 512, 900) ==
        Approx(2 * 389.0 / 801 + octave * 389 / 512).epsilon(1e-5));
  CHECK(measure.mass(between(domain, 1 << 29, 1'000'000'000)) == 463'129'089);
  const BaseMeasure wide = expecting(domain, WholeScale::magnitude, 1024, 1'048'575);
  CHECK(shares(wide, domain, 2048, 4095) == Approx(0.2 + octave).epsilon(1e-4));
  CHECK(shares(wide, domain, 4096, 8191) == Approx(0.2 + octave).epsilon(1e-4));
}

TEST_CASE("whole numbers that are only ordered, few or without 0 share the rest evenly") {
  const IntegerDomain days(0, 36'525);
  const BaseMeasure dates = expecting(days, WholeScale::order, 18'000, 20'000);
  CHECK(dates.mass(between(days, 0, 999)) == 1000);
  CHECK(dates.mass(between(days, 18'000, 18'999)) == 1000 * (1 + 36'526 / 2001));
  const IntegerDomain ages(0, 120);
  const BaseMeasure few = expecting(ages, WholeScale::magnitude, 60, 79);
  CHECK(few.mass(between(ages, 0, 59)) == 60);
  CHECK(few.mass(between(ages, 60, 79)) == 20 * (1 + 121 / 20));
  const IntegerDomain years(1'000'000, 2'000'000);
  const BaseMeasure far = expecting(years, WholeScale::magnitude, 1'500'000, 1'500'000);
  CHECK(far.mass(between(years, 1'500'000, 1'500'000)) == 1'000'002);
  CHECK(far.mass(years.keys()) == 2 * 1'000'001);
}

TEST_CASE(
    "without a guess half of the mass lies on likely doubles, three quarters of it positive") {
  const RealDomain all;
  const BaseMeasure measure = by_magnitude(all);
  const double even = 50.0 / 2047 / 2 * 0.5;
  CHECK(on(measure, all, 0x1p-10, 0x1p40) == Approx(0.5 * 0.75 + even).epsilon(0.03));
  CHECK(on(measure, all, -0x1p40, -0x1p-10) == Approx(0.5 * 0.25 + even).epsilon(0.03));
  CHECK(on(measure, all, 1, 1.9999999) == Approx(on(measure, all, 1024, 2047.9999)).epsilon(1e-6));
  CHECK_FALSE(measure.expected());
}

TEST_CASE(
    "without a guess 0 and each power of two of whole numbers have equal parts of half the mass") {
  const IntegerDomain domain(-1000, 1'000'000'000);
  const BaseMeasure measure = by_magnitude(domain, WholeScale::magnitude);
  const double octave = 1 / (1 + 29 + 463'129'089.0 / (1 << 29) + 9 + 489.0 / 512);
  CHECK(shares(measure, domain, 0, 0) == Approx(octave).epsilon(1e-6));
  CHECK(shares(measure, domain, -511, -256) == Approx(octave).epsilon(1e-6));
  CHECK(shares(measure, domain, 4096, 8191) == Approx(octave).epsilon(1e-3));
  // Shares are rounded down to whole weights; together with its even share each power of two reaches its due.
  for (unsigned k = 0; k < 29; ++k) {
    CHECK(shares(measure, domain, Int128(1) << k, (Int128(2) << k) - 1) >= octave * (1 - 1e-12));
  }
}

TEST_CASE("domains without information on magnitudes stay even, at no cost in accuracy") {
  const double billion = 1e9;
  CHECK(by_magnitude(RealDomain(1.0, billion, std::nullopt)).is_even());  // likely all over
  CHECK(by_magnitude(RealDomain(1e50, 1e60, std::nullopt)).is_even());    // nowhere
  CHECK(by_magnitude(RealDomain(1e-4, 1.0, 1)).is_even());                // few keys
  CHECK_FALSE(by_magnitude(RealDomain(0.0, billion, std::nullopt)).is_even());
  const auto magnitude = WholeScale::magnitude;
  CHECK(by_magnitude(IntegerDomain(0, 4095), magnitude).is_even());
  CHECK_FALSE(by_magnitude(IntegerDomain(0, 4096), magnitude).is_even());
  CHECK(by_magnitude(IntegerDomain(1, 1'000'000), magnitude).is_even());
  CHECK(by_magnitude(IntegerDomain(-9, 1'000'000), WholeScale::order).is_even());
}

TEST_CASE("without a guess any domain leaves each key a weight and costs at most ln 2") {
  std::mt19937_64 random(2);
  const auto check = [](const auto& domain, const BaseMeasure& measure) {
    const MassBounds bounds = measure.bounds(domain.keys().size());
    CHECK(bounds.total <= domain.keys().size() * 2);
    CHECK(bounds.least >= 1);
  };
  for (int i = 0; i < 3000; ++i) {
    const int exponents[] = {static_cast<int>(random() % 2040) - 1020,
                             static_cast<int>(random() % 2040) - 1020};
    const double ends[] = {random() % 2 == 0 ? -std::ldexp(1.5, exponents[0]) : 0.0,
                           std::ldexp(1.25, exponents[1])};
    const auto digits = unsigned(random() % 15) + 1;
    const RealDomain reals(ends[0], ends[1],
                           random() % 2 == 0 ? std::nullopt : std::optional(digits));
    check(reals, by_magnitude(reals));
    const Int128 lowest = -Int128(random() >> (1 + random() % 63));
    const IntegerDomain wholes(lowest, Int128(random() >> (1 + random() % 63)));
    check(wholes, by_magnitude(wholes, WholeScale::magnitude));
  }
  const IntegerDomain widest(-(Int128(1) << 63), (Int128(1) << 63) - 1);
  check(widest, by_magnitude(widest, WholeScale::magnitude));
}

TEST_CASE(
    "any guess inside any domain leaves each key a weight, has half the mass and costs at most ln "
    "4") {
  std::mt19937_64 random(1);
  const auto check = [](const auto& domain, const BaseMeasure& measure, const KeyInterval& guess) {
    const MassBounds bounds = measure.bounds(domain.keys().size());
    CHECK(bounds.total == measure.mass(domain.keys()));
    CHECK(bounds.total <= domain.keys().size() * 4);
    CHECK(measure.mass(guess) * 2 >= bounds.total);
    CHECK(bounds.least >= 1);
  };
  const auto real = [&] {
    // One draw per statement, as the compiler chooses the order of operands.
    const double mantissa = 1 + static_cast<double>(random() >> 12) * 0x1p-52;
    const double size = std::ldexp(mantissa, static_cast<int>(random() % 2098) - 1074);
    return random() % 5 == 0 ? 0 : random() % 2 == 0 ? size : -size;
  };
  for (int i = 0; i < 3000; ++i) {
    double ends[] = {real(), real(), real(), real()};
    std::sort(ends, ends + 4);
    const bool bounded = random() % 2 == 0;
    const auto digits =
        random() % 2 == 0 ? std::nullopt : std::optional(unsigned(random() % 15) + 1);
    const RealDomain domain(bounded ? ends[0] : -kMax, bounded ? ends[3] : kMax, digits);
    check(domain, expecting(domain, ends[1], ends[2]), between(domain, ends[1], ends[2]));
    check(domain, expecting(domain, ends[1], ends[1]), between(domain, ends[1], ends[1]));

    Int128 wholes[4];
    for (Int128& whole : wholes) {
      const std::uint64_t bits = random();
      whole = bits >> (random() % 63 + 1);
      if (random() % 2 == 0) whole -= 1000;
    }
    std::sort(wholes, wholes + 4);
    const IntegerDomain range(wholes[0], wholes[3]);
    const auto scale = random() % 4 == 0 ? WholeScale::order : WholeScale::magnitude;
    check(range, expecting(range, scale, wholes[1], wholes[2]),
          between(range, wholes[1], wholes[2]));
  }
  const IntegerDomain widest(-(Int128(1) << 63), (Int128(1) << 63) - 1);
  check(widest, expecting(widest, WholeScale::magnitude, 7, 7), between(widest, 7, 7));
}

TEST_CASE("a guess may reach bounds of more digits than kept") {
  const RealDomain tiny(-1, 7e-322, 3);  // the upper bound rounds to 0
  CHECK(tiny.decode(tiny.keys().highest) == 0);
  const RealDomain coarse(-10.1, 10.1, 1);  // to -10 and 10
  CHECK(coarse.decode(coarse.keys().highest) == 10);
  const auto weight_of = [](const RealDomain& domain, double least, double most) {
    const BaseMeasure measure = expecting(domain, least, most);
    return on(measure, domain, least, most);
  };
  CHECK(weight_of(tiny, -1e-269, 6.9e-322) >= 0.5);
  CHECK(weight_of(tiny, 6.9e-322, 7e-322) >= 0.5);
  CHECK(weight_of(coarse, 10.05, 10.1) >= 0.5);
  CHECK(weight_of(coarse, -10.1, -10.05) >= 0.5);
  CHECK(weight_of(coarse, -10.1, 10.1) == 1);
  CHECK_THROWS_AS(expecting(coarse, 10, 10.2), OutOfRange);
}

TEST_CASE("a guess is rejected if it is reversed, not finite or outside the domain") {
  const RealDomain domain(0.0, 10.0, std::nullopt);
  const IntegerDomain whole(0, 10);
  CHECK_THROWS_AS(expecting(domain, 5, 4), OutOfRange);
  CHECK_THROWS_AS(expecting(domain, -1, 4), OutOfRange);
  CHECK_THROWS_AS(expecting(domain, 5, 11), OutOfRange);
  CHECK_THROWS_AS(expecting(domain, 5, std::numeric_limits<double>::infinity()), OutOfRange);
  CHECK_THROWS_AS(expecting(domain, std::nan(""), 5), OutOfRange);
  CHECK_THROWS_AS(expecting(whole, WholeScale::order, 5, 4), OutOfRange);
  CHECK_THROWS_AS(expecting(whole, WholeScale::magnitude, 5, 11), OutOfRange);
}

}  // namespace
}  // namespace logstar
