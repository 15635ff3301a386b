#include "logstar/interior_point/median.hpp"

#include <bit>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "logstar/domain/likely_values.hpp"
#include "logstar/support/checks.hpp"

namespace logstar {
namespace {

std::string name_of(const RealDomain& domain) {
  const KeyInterval keys = domain.keys();
  if (keys.highest == RealDomain().keys().highest) return "all doubles";
  return to_text(static_cast<double>(keys.highest - keys.lowest) + 1) + " doubles from " +
         to_text(domain.decode(keys.lowest)) + " to " + to_text(domain.decode(keys.highest));
}

}  // namespace

RankTask median_task(const MedianOptions& options) {
  const KeyInterval keys = options.domain.keys();
  RankTask task;
  task.bits = keys.bits();
  task.domain = {{keys.lowest}, {keys.highest}};
  task.measure = by_magnitude(options.domain);
  task.quantile = QuantileFraction{1, 2};
  task.loss = {options.epsilon, options.delta};
  task.neighbors = options.neighbors;
  task.confidence = options.confidence;
  return task;
}

Released<std::optional<double>> release_median(Ledger& ledger, std::span<const double> values,
                                               const MedianOptions& options,
                                               Randomness& randomness) {
  std::vector<std::uint64_t> words;
  words.reserve(values.size());
  for (const double value : values) words.push_back(std::bit_cast<std::uint64_t>(value));
  options.domain.encode_in_place(words, options.outside);
  RankTask task = median_task(options);
  KeyArray keys(task.bits, std::move(words));
  auto drawn = release<RankRelease>(ledger, std::move(task), std::move(keys), randomness);
  std::optional<double> median;
  if (drawn.answer) median = options.domain.decode(drawn.answer->front());
  drawn.claim.parameters.with("domain", name_of(options.domain));
  drawn.claim.parameters.with("outside", options.outside == Outside::clamp ? "clamp" : "drop");
  return {median, std::move(drawn.claim)};
}

}  // namespace logstar
