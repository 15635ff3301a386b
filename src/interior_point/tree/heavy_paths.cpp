#include "logstar/interior_point/tree/heavy_paths.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "logstar/interior_point/tree/tree_log_steps.hpp"
#include "logstar/support/sizes.hpp"

namespace logstar {
namespace {

/// One database of the sequence: sorted keys, and the same without the border.
struct Embedded {
  KeyArray sorted;
  KeyArray inner;
};

/// Chooses a prefix of length `level` (at most the width of the keys) that is frequent in `database`, and one
/// of its ends: an interior point of the database, if `level` was an interior point of its embedding.
std::optional<WideKey> level_up(const Embedded& database, std::uint64_t level,
                                const HeavyPathsParameters& parameters, Randomness& randomness) {
  const auto length =
      static_cast<std::uint32_t>(std::min<std::uint64_t>(level, database.sorted.bits()));
  const auto node = choose_prefix(database.inner, length, parameters.choice, randomness);
  if (!node) return std::nullopt;
  return choose_end(database.sorted, database.inner[*node], length, parameters.end_epsilon,
                    randomness);
}

/// A key that occurs often, by stable choice.
std::optional<WideKey> frequent_key(const KeyArray& sorted, const HeavyPathsParameters& parameters,
                                    Randomness& randomness) {
  const auto record = choose_prefix(sorted, sorted.bits(), parameters.choice, randomness);
  if (!record) return std::nullopt;
  const auto key = sorted[*record];
  return WideKey(key.begin(), key.end());
}

/// Builds the databases one by one until one has a frequent key; they stay in `databases`.
bool find_stopping_point(std::vector<Embedded>& databases, const HeavyPathsParameters& parameters,
                         Randomness& randomness) {
  const auto unassigned = saturated_size(parameters.unassigned);
  const std::int64_t noisy_threshold =
      parameters.threshold + randomness.geometric(Rational::of(parameters.threshold_epsilon));
  while (true) {
    const Embedded& last = databases.back();
    const std::int64_t noise = randomness.geometric(Rational::of(parameters.query_epsilon));
    if (greatest_multiplicity(last.sorted) + noise >= noisy_threshold) return true;
    if (databases.size() == parameters.databases) return false;
    KeyArray next = assigned_levels(heavy_path_levels(last.inner, unassigned), unassigned,
                                    level_bits(last.sorted.bits()));
    KeyArray inner = without_border(next, saturated_size(parameters.border));
    databases.push_back({std::move(next), std::move(inner)});
  }
}

}  // namespace

std::int64_t greatest_multiplicity(const KeyArray& sorted) {
  std::int64_t greatest = 0;
  std::int64_t here = 0;
  for (std::size_t i = 0; i < sorted.size(); ++i) {
    const bool same = i > 0 && sorted.common_prefix(i - 1, i) == sorted.bits();
    here = same ? here + 1 : 1;
    greatest = std::max(greatest, here);
  }
  return greatest;
}

std::optional<WideKey> heavy_paths(KeyArray keys, const WideInterval& domain,
                                   const HeavyPathsParameters& parameters, Randomness& randomness) {
  if (!admits(parameters.declared, keys.size(), randomness)) return std::nullopt;
  keys.sort();
  KeyArray inner = without_border(keys, saturated_size(parameters.border));
  std::vector<Embedded> databases;
  databases.push_back({std::move(keys), std::move(inner)});
  if (!find_stopping_point(databases, parameters, randomness)) return std::nullopt;

  std::optional<WideKey> found;
  if (databases.size() == 1) {
    found = frequent_key(databases[0].sorted, parameters, randomness);
  } else {
    // The last embedding once more, along a random path.
    databases.pop_back();
    const Embedded& last = databases.back();
    const auto unassigned = saturated_size(parameters.unassigned);
    const KeyArray levels = assigned_levels(
        random_path_levels(last.inner, unassigned, parameters.path_epsilon, randomness), unassigned,
        level_bits(last.sorted.bits()));
    found = frequent_key(levels, parameters, randomness);
    while (found && !databases.empty()) {
      found = level_up(databases.back(), found->front(), parameters, randomness);
      databases.pop_back();
    }
  }
  if (!found) return std::nullopt;
  return domain.clamp(*found);
}

}  // namespace logstar
