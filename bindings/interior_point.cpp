// Medians and quantiles for JavaScript.
#include <emscripten/bind.h>

#include <bit>
#include <string>

#include "bindings/border.hpp"
#include "bindings/entropy.hpp"
#include "domain/integers.hpp"
#include "domain/reals.hpp"
#include "interior_point/exponential.hpp"

namespace logstar::bindings {
namespace {

RealDomain real_domain(const val& domain) {
  const auto optional_number = [&domain](const char* name) {
    const val bound = domain[name];
    return bound.isUndefined() ? std::nullopt : std::optional(bound.as<double>());
  };
  const val digits = domain["digits"];
  return RealDomain(optional_number("min"), optional_number("max"),
                    digits.isUndefined() ? std::nullopt : std::optional(digits.as<unsigned>()));
}

IntegerDomain integer_domain(const val& domain) {
  return IntegerDomain(wide_integer(domain["loLow"], domain["loHigh"]),
                       wide_integer(domain["hiLow"], domain["hiHigh"]));
}

bool is_reals(const val& domain) { return domain["type"].as<std::string>() == "reals"; }

KeyInterval keys_of(const val& domain) {
  return is_reals(domain) ? real_domain(domain).keys() : integer_domain(domain).keys();
}

ExponentialParameters parameters_of(const val& request) {
  const double epsilon = request["epsilon"].as<double>();
  const val q = request["q"];
  return q.isUndefined() ? calibrate_exponential_median(epsilon, neighbors_of(request))
                         : calibrate_exponential_quantile(nearest_fraction(q.as<double>()), epsilon,
                                                          neighbors_of(request));
}

/// Encodes a column; `outside: "throw"` is the caller's declared wish to let one record stop it.
template <typename Encode>
std::vector<std::uint64_t> encoded(std::vector<std::uint64_t> words, const std::string& outside,
                                   const Encode& encode) {
  const std::size_t before = words.size();
  encode(words, outside == "clamp" ? Outside::clamp : Outside::drop);
  if (outside == "throw" && words.size() != before) {
    throw OutOfRange("values", "inside the domain (because outside is \"throw\")",
                     "one that is not");
  }
  return words;
}

std::vector<std::uint64_t> column_keys(const val& values, const val& request) {
  const val domain = request["domain"];
  const auto outside = request["outside"].as<std::string>();
  const auto kind = request["kind"].as<std::string>();
  if (is_reals(domain)) {
    const RealDomain reals = real_domain(domain);
    return encoded(double_words(values), outside,
                   [&](auto& words, Outside policy) { reals.encode_in_place(words, policy); });
  }
  const IntegerDomain integers = integer_domain(domain);
  const auto words_kind = kind == "numbers"  ? IntegerDomain::Words::doubles
                          : kind == "signed" ? IntegerDomain::Words::signed_integers
                                             : IntegerDomain::Words::unsigned_integers;
  return encoded(
      kind == "numbers" ? double_words(values) : integer_words(values), outside,
      [&](auto& words, Outside policy) { integers.encode_in_place(words, words_kind, policy); });
}

/// What is public about a draw: its own epsilon, how many ranks it may miss, the least n.
val rank_plan(val request) {
  const ExponentialParameters parameters = parameters_of(request);
  const Natural size = keys_of(request["domain"]).size();
  const double confidence = request["confidence"].as<double>();
  return Object()
      .with("drawEpsilon", parameters.draw_epsilon)
      .with("numerator", parameters.tau.numerator)
      .with("denominator", parameters.tau.denominator)
      .with("rankError", exponential_rank_error(size, parameters, confidence))
      .with("leastRecords",
            static_cast<double>(exponential_least_records(size, parameters, confidence)));
}

/// The same for a domain given by its number of bits alone.
val rank_plan_for_bits(val request) {
  const ExponentialParameters parameters = parameters_of(request);
  const Natural size = Natural(1) << request["bits"].as<unsigned>();
  const double confidence = request["confidence"].as<double>();
  return Object()
      .with("rankError", exponential_rank_error(size, parameters, confidence))
      .with("leastRecords",
            static_cast<double>(exponential_least_records(size, parameters, confidence)));
}

/// Lets `outside: "throw"` refuse before a ledger is charged.
val check_inside(val values, val request) {
  column_keys(values, request);
  return val::undefined();
}

/// { number } for reals, { key } counted from the lower bound for integers.
val draw_rank(val values, val request) {
  const ExponentialParameters parameters = parameters_of(request);
  const val domain = request["domain"];
  const KeyInterval keys = keys_of(domain);
  const std::uint64_t key =
      draw_exponential_rank(column_keys(values, request), keys, parameters, randomness());
  if (is_reals(domain)) return Object().with("number", real_domain(domain).decode(key));
  return Object().with("key", key);
}

EMSCRIPTEN_BINDINGS(interior_point) {
  bind<&rank_plan>("rankPlan");
  bind<&rank_plan_for_bits>("rankPlanForBits");
  bind<&check_inside>("checkInside");
  bind<&draw_rank>("drawRank");
}

}  // namespace
}  // namespace logstar::bindings
