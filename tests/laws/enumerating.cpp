// The randomness of the module that enumerates: instead of bindings/entropy.cpp. Never in the
// package.
#include "bindings/border.hpp"
#include "bindings/entropy.hpp"
#include "enumerating_randomness.hpp"

namespace logstar::bindings {
namespace {

using testing::EnumeratingRandomness;

EnumeratingRandomness& paths() {
  static EnumeratingRandomness randomness;
  return randomness;
}

/// web/core/load.js gives every module its bits; this one needs none.
val set_entropy(val) { return val::undefined(); }

/// Forgets all paths. Infinite laws are cut where their tails hold less than `cut`.
val start_enumeration(val cut) {
  paths() = EnumeratingRandomness(static_cast<long double>(cut.as<double>()));
  return val::undefined();
}

/// Before each run of what is enumerated.
val start_path() {
  paths().restart();
  return val::undefined();
}

/// Of the run that just ended.
val path_probability() { return val(static_cast<double>(paths().probability())); }

/// Moves to the next path; false when all were taken.
val next_path() { return val(paths().advance()); }

}  // namespace

Randomness& randomness() { return paths(); }

EMSCRIPTEN_BINDINGS(enumerating) {
  bind<&set_entropy>("setEntropy");
  bind<&start_enumeration>("startEnumeration");
  bind<&start_path>("startPath");
  bind<&path_probability>("pathProbability");
  bind<&next_path>("nextPath");
}

}  // namespace logstar::bindings
