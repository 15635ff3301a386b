// Draws by rank as in the package, and databases that reach every branch.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <iterator>
#include <string>
#include <vector>

#include "databases.hpp"
#include "logstar/interior_point/rank_draw.hpp"

namespace logstar::testing {

/// The algorithms that find only interior points, and find quantiles on a window of ranks.
inline constexpr InteriorAlgorithm kOfInteriorPoints[] = {
    InteriorAlgorithm::rec_concave, InteriorAlgorithm::tree_log, InteriorAlgorithm::heavy_paths,
    InteriorAlgorithm::tree_log_slices};

/// The keys of records.
using Places = std::array<std::size_t, 8>;

/// A task small enough to enumerate. RecConcave needs 34 points to go deeper than one draw; the others have
/// their trees on 8 keys.
inline RankTask small_task(InteriorAlgorithm algorithm, const Loss& loss) {
  const bool points = algorithm == InteriorAlgorithm::rec_concave;
  RankTask task;
  task.bits = points ? 6 : 3;
  task.domain = {{0}, {points ? 33u : 7u}};
  task.loss = loss;
  task.confidence = 0.5;
  return task;
}

/// The epsilons to claim: with less, noise has too many outcomes to enumerate. TreeLog draws no noise.
inline std::vector<double> epsilons_for(InteriorAlgorithm algorithm) {
  return algorithm == InteriorAlgorithm::tree_log ? std::vector{8.0, 16.0, 32.0}
                                                  : std::vector{16.0, 32.0};
}

inline Places places_for(InteriorAlgorithm algorithm) {
  if (algorithm == InteriorAlgorithm::rec_concave) return {0, 5, 6, 12, 20, 21, 31, 33};
  return {0, 1, 2, 3, 4, 5, 6, 7};
}

/// Runs a draw on records at these places; a record beyond them is outside of the domain and is dropped. The
/// key, or -1.
inline auto rank_run(const RankDraw& draw, const RankTask& task, const Places& places) {
  return [=](const std::vector<std::size_t>& database, Randomness& randomness) {
    KeyArray keys(task.bits);
    for (const std::size_t record : database) {
      if (record < places.size()) keys.append(WideKey{places[record]});
    }
    const auto key = draw_rank(draw, task, std::move(keys), randomness);
    return key ? static_cast<int>(key->front()) : -1;
  };
}

/// Databases of equal size, each made from the one before by moving one record.
using Ladder = std::vector<std::vector<std::size_t>>;

/// A ladder from the first counts of records at each place to the last. Each step moves one record from the
/// first place with too many to the first with too few.
inline Ladder ladder(std::vector<std::size_t> counts, const std::vector<std::size_t>& last) {
  Ladder result;
  for (;;) {
    std::vector<std::size_t> database;
    for (std::size_t place = 0; place < counts.size(); ++place) {
      database.insert(database.end(), counts[place], place);
    }
    result.push_back(std::move(database));
    if (counts == last) return result;
    std::size_t from = 0;
    while (counts[from] <= last[from]) ++from;
    std::size_t to = 0;
    while (counts[to] >= last[to]) ++to;
    --counts[from];
    ++counts[to];
  }
}

/// Ladders through every balance of a path and every weight of a key. They go from one side of the tree to the
/// other; from all other keys evenly to one key; between two keys of one side next to a heavy other side; from
/// an even spread to outside of the domain.
inline std::vector<Ladder> ladders(std::size_t records, bool out_of_domain) {
  const std::size_t half = records / 2;
  const std::size_t eighth = records / 8;
  const std::size_t rest = records - 7 * eighth;
  std::vector<Ladder> result = {
      ladder({0, records, 0, 0, 0, 0, 0, 0}, {0, 0, 0, 0, 0, 0, records, 0}),
      ladder({eighth, eighth, eighth, eighth, rest, eighth, eighth, eighth},
             {0, 0, records, 0, 0, 0, 0, 0}),
      ladder({half, 0, 0, 0, 0, 0, records - half, 0}, {0, 0, 0, half, 0, 0, records - half, 0}),
  };
  if (out_of_domain) {
    result.push_back(ladder({half, 0, 0, 0, 0, 0, records - half, 0, 0},
                            {half, 0, 0, 0, 0, 0, 0, 0, records - half}));
  }
  return result;
}

/// Neighbours along ladders. Replace: each database and the next. Add-remove: each of these two, and their
/// union of both the removed and the added record.
template <typename Mechanism>
PrivacyReport check_ladders(const std::vector<Ladder>& all, Neighbors neighbors, double epsilon,
                            const Mechanism& mechanism, long double cut) {
  const bool replace = neighbors == Neighbors::replace;
  PrivacyCheck check(epsilon, replace ? "replace" : "add-remove", "");
  const auto law = [&](const std::vector<std::size_t>& database) {
    return enumerate([&](Randomness& r) { return mechanism(database, r); }, cut);
  };
  for (const Ladder& steps : all) {
    auto before = law(steps.front());
    for (std::size_t i = 1; i < steps.size(); ++i) {
      auto after = law(steps[i]);
      if (replace) {
        check.pair(before, after);
      } else {
        std::vector<std::size_t> both;
        std::set_union(steps[i - 1].begin(), steps[i - 1].end(), steps[i].begin(), steps[i].end(),
                       std::back_inserter(both));
        const auto more = law(both);
        check.pair(before, more);
        check.pair(after, more);
      }
      before = std::move(after);
    }
  }
  return check.report();
}

}  // namespace logstar::testing
