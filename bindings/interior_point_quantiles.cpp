// Several quantiles at once for JavaScript.
#include <emscripten/bind.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "bindings/border.hpp"
#include "bindings/domains.hpp"
#include "bindings/entropy.hpp"
#include "logstar/interior_point/rank/quantile_fraction.hpp"
#include "logstar/interior_point/rank/quantiles.hpp"
#include "logstar/support/checks.hpp"

namespace logstar::bindings {
namespace {

/// The stated error holds if no value occurs more often.
constexpr std::uint64_t kMostEqual = 1'000'000;

QuantilesParameters quantiles_of(const val& request) {
  std::vector<QuantileFraction> taus;
  const val qs = request["qs"];
  const auto size = qs["length"].as<std::size_t>();
  for (std::size_t i = 0; i < size; ++i) taus.push_back(nearest_fraction("qs", qs[i].as<double>()));
  return calibrate_quantiles(std::move(taus), request["epsilon"].as<double>(),
                             neighbors_of(request));
}

/// { quantiles, rankError, insideFrom, levelEpsilon, tieBits, mostEqual }: what is public about a
/// draw.
val quantiles_plan(val request) {
  const QuantilesParameters parameters = quantiles_of(request);
  const double confidence = request["confidence"].as<double>();
  check_probability("confidence", confidence);
  // Either may fail: the draws, or the random bits by coinciding too often.
  const double each = 1 - (1 - confidence) / 2;
  const auto coincident = coincident_records(kMostEqual, parameters.tie_bits, each);
  const auto errors =
      quantiles_rank_errors(key_space_of(request["domain"]).size(), parameters, each, coincident);
  val quantiles = val::array();
  double all_inside_from = 0;
  for (std::size_t i = 0; i < errors.size(); ++i) {
    const QuantileFraction& tau = parameters.taus[i];
    quantiles.set(i, std::to_string(tau.numerator) + "/" + std::to_string(tau.denominator));
    all_inside_from = std::max(all_inside_from, inside_from(errors[i], tau));
  }
  return Object()
      .with("quantiles", quantiles)
      .with("rankError", *std::max_element(errors.begin(), errors.end()))
      .with("insideFrom", all_inside_from)
      .with("levelEpsilon", parameters.level_epsilon)
      .with("tieBits", parameters.tie_bits)
      .with("mostEqual", static_cast<double>(kMostEqual));
}

/// { drawn: [...] }, as value_of. The domain is one of numbers of at most 64 bits.
val draw_several_quantiles(val column, val request) {
  const QuantilesParameters parameters = quantiles_of(request);
  const val domain = request["domain"];
  const KeySpace space = key_space_of(domain);
  const auto keys =
      draw_quantiles(keys_of_column(column, request).words(),
                     {space.keys.lowest[0], space.keys.highest[0]}, parameters, randomness());
  val drawn = val::array();
  for (std::size_t i = 0; i < keys.size(); ++i) drawn.set(i, value_of({keys[i]}, domain));
  return Object().with("drawn", drawn);
}

EMSCRIPTEN_BINDINGS(interior_point_quantiles) {
  bind<&quantiles_plan>("quantilesPlan");
  bind<&draw_several_quantiles>("drawQuantiles");
}

}  // namespace
}  // namespace logstar::bindings
