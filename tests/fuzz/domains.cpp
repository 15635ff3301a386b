// Keys of ordered domains keep the order, lie inside the domain and decode to their values.
#include <algorithm>
#include <cmath>
#include <optional>

#include "fuzz_input.hpp"
#include "logstar/domain/big_integers.hpp"
#include "logstar/domain/integers.hpp"
#include "logstar/domain/reals.hpp"
#include "logstar/domain/text.hpp"
#include "logstar/interior_point/rank/exponential.hpp"

namespace logstar::testing {
namespace {

Outside outside(FuzzInput& input) { return input.coin() ? Outside::clamp : Outside::drop; }

void check_reals(FuzzInput& input) {
  std::optional<RealDomain> made;
  const auto bound = [&] { return input.coin() ? std::optional(input.number()) : std::nullopt; };
  const auto lowest = bound();
  const auto highest = bound();
  const auto digits = input.coin() ? std::optional(unsigned(input.choice(18))) : std::nullopt;
  if (!accepts([&] { made.emplace(lowest, highest, digits); })) return;
  const RealDomain& reals = *made;
  const KeyInterval keys = reals.keys();
  require(keys.lowest <= keys.highest, "a domain has a key");
  std::vector<std::uint64_t> column, expected;
  const Outside policy = outside(input);
  std::optional<double> last;
  std::optional<std::uint64_t> last_key;
  while (!input.used_up()) {
    const double value = input.number();
    const auto key = reals.encode(value, policy);
    column.push_back(std::bit_cast<std::uint64_t>(value));
    if (!key) continue;
    expected.push_back(*key);
    require(!std::isnan(value), "what is not a number has no key");
    require(*key >= keys.lowest && *key <= keys.highest, "a key of a real lies in the domain");
    const double decoded = reals.decode(*key);
    require(std::isfinite(decoded), "keys stand for finite doubles");
    require(reals.encode(decoded, policy) == key, "a decoded real has its key");
    if (!digits && policy == Outside::drop) require(decoded == value, "reals come back");
    if (last) {
      require(value < *last   ? *key <= *last_key
              : value > *last ? *key >= *last_key
                              : key == last_key,
              "keys of reals are in their order");
    }
    last = value;
    last_key = key;
  }
  reals.encode_in_place(column, policy);
  require(column == expected, "a column's keys are those of its values");
}

void check_integers(FuzzInput& input) {
  std::optional<IntegerDomain> made;
  const auto wide = [&] {
    const auto high = static_cast<Int128>(static_cast<std::int8_t>(input.choice(4)) - 2);
    const Int128 low = static_cast<Int128>(input.count());
    return input.coin() ? high * (Int128(1) << 64) + low : low;
  };
  const Int128 lowest = wide();
  const Int128 highest = input.coin() ? lowest + static_cast<Int128>(input.count()) : wide();
  if (!accepts([&] { made.emplace(lowest, highest); })) return;
  const IntegerDomain& integers = *made;
  const KeyInterval keys = integers.keys();
  const Outside policy = outside(input);
  while (!input.used_up()) {
    const Int128 value = input.coin() ? static_cast<Int128>(input.word()) : wide();
    const auto key = integers.encode(value, policy);
    if (key) {
      require(*key <= keys.highest, "a key of an integer lies in the domain");
      require(integers.decode(*key) == std::clamp(value, lowest, highest), "integers come back");
    } else {
      require(policy == Outside::drop && (value < lowest || value > highest),
              "integers inside have keys");
    }
    const double real = input.number();
    const auto rounded = integers.encode(real, policy);
    if (rounded) require(*rounded <= keys.highest, "a key of a double lies in the domain");
    if (rounded && std::fabs(real) < 0x1p52) {
      const auto whole = static_cast<Int128>(std::nearbyint(real));
      require(integers.encode(whole, policy) == rounded, "doubles are rounded to the nearest");
    }
    std::vector<std::uint64_t> column = {std::bit_cast<std::uint64_t>(real)};
    integers.encode_in_place(column, IntegerDomain::Words::doubles, policy);
    require(column.empty() ? !rounded : rounded == column[0], "a column of doubles is the same");
    const std::uint64_t word = input.word();
    for (const bool negative : {false, true}) {
      column = {word};
      integers.encode_in_place(column,
                               negative ? IntegerDomain::Words::signed_integers
                                        : IntegerDomain::Words::unsigned_integers,
                               policy);
      const Int128 meant = negative ? Int128(static_cast<std::int64_t>(word)) : Int128(word);
      const auto single = integers.encode(meant, policy);
      require(column.empty() ? !single : single == column[0], "a column of integers is the same");
    }
  }
}

void check_text(FuzzInput& input) {
  std::optional<TextDomain> made;
  const auto max_bytes =
      static_cast<std::uint32_t>(input.coin() ? input.choice(12) : input.count());
  if (!accepts([&] { made.emplace(max_bytes); }) || max_bytes > 64) return;
  const TextDomain& texts = *made;
  std::optional<std::string> last;
  std::optional<WideKey> last_key;
  while (!input.used_up()) {
    const std::string value = input.text(20);
    const auto key = texts.encode(value);
    // Every key has a place, on the right side of every text.
    WideKey any(limbs_for(texts.bits()));
    for (auto& limb : any) limb = input.word();
    any = WideInterval::all(texts.bits()).clamp(any);
    const TextPlace place = texts.decode(any);
    require(texts.encode(place.text).has_value(), "a place is at a text of the domain");
    if (!key) continue;
    require(key->size() == limbs_for(texts.bits()), "keys of text have their width");
    if (last) {
      const bool ordered = value <= *last ? *key <= *last_key : *last_key <= *key;
      require(ordered, "keys of text are in their order, held whole or not");
    }
    if (texts.encode(value, Outside::drop)) {
      const TextPlace own = texts.decode(*key);
      require(own.text == value, "a text comes back");
      const bool at_most = own.text <= place.text ||
                           (place.after && own.text.compare(0, place.text.size(), place.text) == 0);
      require((*key <= any) == at_most, "a place divides the texts as its key divides the keys");
    }
    last = value;
    last_key = key;
  }
}

void check_big_integers(FuzzInput& input) {
  std::optional<BigIntegerDomain> made;
  const auto bits =
      static_cast<std::uint32_t>(input.coin() ? 1 + input.choice(200) : input.count());
  if (!accepts([&] { made.emplace(bits); }) || bits > 1000) return;
  while (!input.used_up()) {
    Natural value = 0;
    for (unsigned i = input.choice(6); i > 0; --i) value = (value << 64) + input.word();
    const Outside policy = outside(input);
    const auto key = made->encode(value, policy);
    const bool inside = value < (Natural(1) << bits);
    require(key.has_value() == (inside || policy == Outside::clamp), "who has a key");
    if (!key) continue;
    require(key->size() == limbs_for(bits), "keys of big integers have their width");
    if (inside) require(made->decode(*key) == value, "big integers come back");
    require(*key <= WideInterval::all(bits).highest, "a key of a big integer lies in the domain");
  }
}

void check_fraction(FuzzInput& input) {
  const double q = input.number();
  QuantileFraction fraction;
  if (!accepts([&] { fraction = nearest_fraction("q", q); })) {
    require(!(q >= 1e-6 && q <= 1 - 1e-6), "every q from 1e-6 to 1 - 1e-6 has a fraction");
    return;
  }
  require(fraction.numerator >= 1 && fraction.numerator < fraction.denominator &&
              fraction.denominator <= kMaxQuantileDenominator,
          "a fraction lies inside (0, 1)");
  const double found = double(fraction.numerator) / fraction.denominator;
  require(std::fabs(found - q) <= 0.5e-6 * (1 + 1e-9), "a fraction is near");
  for (unsigned below = 2; below <= 1000; ++below) {
    const double above = std::clamp(std::nearbyint(q * below), 1.0, below - 1.0);
    require(std::fabs(found - q) <= std::fabs(above / below - q) + 1e-12, "and is the nearest");
  }
}

}  // namespace
}  // namespace logstar::testing

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace logstar::testing;
  return run_one_of({check_reals, check_integers, check_text, check_big_integers, check_fraction},
                    data, size);
}
