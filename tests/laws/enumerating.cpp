// The randomness of the module that enumerates, in place of bindings/entropy.cpp. Never in the package.
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "bindings/border.hpp"
#include "bindings/entropy.hpp"
#include "bindings/user_weight.hpp"
#include "conversations.hpp"
#include "enumerating_randomness.hpp"
#include "logstar/interior_point/rank/quantiles.hpp"
#include "logstar/interior_point/rank/user_quantiles.hpp"
#include "logstar/users/spread.hpp"
#include "logstar/windows/user_ranks_windows.hpp"

namespace logstar {

// The linker replaces every draw_quantiles, draw_user_quantiles or UserRanksWindows::draw by the second of its
// pair, and that by the first (CMakeLists.txt).
std::vector<std::uint64_t> drawn_as_asked(
    std::vector<std::uint64_t> keys, const KeyInterval& domain,
    const QuantilesParameters& parameters,
    Randomness& randomness) __asm__("__real_" LOGSTAR_DRAW_QUANTILES);
std::vector<std::uint64_t> drawn_with_few_ties(
    std::vector<std::uint64_t> keys, const KeyInterval& domain,
    const QuantilesParameters& parameters,
    Randomness& randomness) __asm__("__wrap_" LOGSTAR_DRAW_QUANTILES);
using FoundQuantiles = std::optional<std::vector<std::uint64_t>>;
FoundQuantiles users_drawn_as_asked(
    WeightedKeys rows, const KeyInterval& domain, const UserQuantilesParameters& parameters,
    Randomness& randomness) __asm__("__real_" LOGSTAR_DRAW_USER_QUANTILES);
FoundQuantiles users_drawn_with_few_ties(
    WeightedKeys rows, const KeyInterval& domain, const UserQuantilesParameters& parameters,
    Randomness& randomness) __asm__("__wrap_" LOGSTAR_DRAW_USER_QUANTILES);
UserRanksWindows::Answer windows_drawn_as_asked(
    const UserRanksTask& task, const UserRanks::Plan& plan, UserRanksWindows::Data data,
    Randomness& randomness) __asm__("__real_" LOGSTAR_DRAW_RANKS_WINDOWS);
UserRanksWindows::Answer windows_drawn_with_few_ties(
    const UserRanksTask& task, const UserRanks::Plan& plan, UserRanksWindows::Data data,
    Randomness& randomness) __asm__("__wrap_" LOGSTAR_DRAW_RANKS_WINDOWS);

}  // namespace logstar

namespace logstar::bindings {
namespace {

using testing::CutLoops;
using testing::EnumeratingRandomness;

EnumeratingRandomness& paths() {
  static EnumeratingRandomness randomness;
  return randomness;
}

/// The width of the laws to walk.
struct Scope {
  bool cuts_loops =
      false;  ///< of charging tests; for mechanisms whose other draws avoid uniform_below
  unsigned tie_bits = 16;  ///< the tie bits of quantiles; the real 16 a record are too many
  std::uint32_t user_weight =
      kUserWeight;            ///< for noise on fractions of users; the real number is too large
  bool has_few_bins = false;  ///< for found ranges: 3 bins and a grid of 2 steps
};

Scope& scope() {
  static Scope scope;
  return scope;
}

/// web/core/load.js gives every module random bits; this one needs none.
val set_entropy(const val&) { return val::undefined(); }

/// Forgets all paths: { cut, cutsLoops, tieBits, userWeight, fewBins }. Infinite laws are cut where their tails
/// have less mass than `cut`.
val start_enumeration(const val& terms) {
  paths() = EnumeratingRandomness(static_cast<long double>(terms["cut"].as<double>()));
  scope() = {terms["cutsLoops"].as<bool>(), terms["tieBits"].as<unsigned>(),
             terms["userWeight"].as<std::uint32_t>(), terms["fewBins"].as<bool>()};
  return val::undefined();
}

/// Starts each run of the enumeration.
val start_path() {
  paths().restart();
  return val::undefined();
}

/// The probability of the last run.
val path_probability() { return val(static_cast<double>(paths().probability())); }

/// Moves to the next path; false after the last one.
val next_path() { return val(paths().advance()); }

}  // namespace

Randomness& randomness() {
  static CutLoops loops(paths());
  if (scope().cuts_loops) return loops;
  return paths();
}

std::uint32_t user_weight() { return scope().user_weight; }

RangeScale range_scale() {
  if (scope().has_few_bins) return {{0, 0}, 1};
  return {};
}

EMSCRIPTEN_BINDINGS(enumerating) {
  bind<&set_entropy>("setEntropy");
  bind<&start_enumeration>("startEnumeration");
  bind<&start_path>("startPath");
  bind<&path_probability>("pathProbability");
  bind<&next_path>("nextPath");
}

}  // namespace logstar::bindings

namespace logstar {

std::vector<std::uint64_t> drawn_with_few_ties(std::vector<std::uint64_t> keys,
                                               const KeyInterval& domain,
                                               const QuantilesParameters& parameters,
                                               Randomness& randomness) {
  QuantilesParameters few = parameters;
  few.tie_bits = bindings::scope().tie_bits;
  return drawn_as_asked(std::move(keys), domain, few, randomness);
}

FoundQuantiles users_drawn_with_few_ties(WeightedKeys rows, const KeyInterval& domain,
                                         const UserQuantilesParameters& parameters,
                                         Randomness& randomness) {
  UserQuantilesParameters few = parameters;
  few.draws.tie_bits = bindings::scope().tie_bits;
  return users_drawn_as_asked(std::move(rows), domain, few, randomness);
}

UserRanksWindows::Answer windows_drawn_with_few_ties(const UserRanksTask& task,
                                                     const UserRanks::Plan& plan,
                                                     UserRanksWindows::Data data,
                                                     Randomness& randomness) {
  UserRanks::Plan few = plan;
  if (few.recursion) few.recursion->draws.tie_bits = bindings::scope().tie_bits;
  return windows_drawn_as_asked(task, few, data, randomness);
}

}  // namespace logstar
