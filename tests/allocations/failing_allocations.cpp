// The module in which one allocation after another fails, as if its memory were full. Instead of
// bindings/entropy.cpp. Never in the package.
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>

#include "bindings/border.hpp"
#include "bindings/entropy.hpp"
#include "bindings/user_weight.hpp"
#include "logstar/randomness/exact_randomness.hpp"
#include "logstar/users/spread.hpp"
#include "seeded_bits.hpp"

namespace logstar::bindings {
namespace {

/// Counts the allocations of C++, including exceptions, and fails some of them.
struct Allocations {
  static constexpr std::size_t kNone = std::numeric_limits<std::size_t>::max();

  std::size_t made = 0;
  std::size_t first_failing = kNone;  ///< counted from 1
  bool later_fail = false;

  bool next_fails() {
    ++made;
    return made == first_failing || (later_fail && made > first_failing);
  }
};

// No constructor runs for it, as allocations precede them.
constinit Allocations allocations;

/// A source of draws that a test can restart.
struct Draws {
  testing::SeededBits bits{1};
  ExactRandomness randomness{bits};
};

std::optional<Draws>& draws() {
  static std::optional<Draws> started;
  return started;
}

/// web/core/load.js gives every module random bits; this one has its own.
val set_entropy(const val&) { return val::undefined(); }

/// Makes the next draws equal to those after any other start.
val start_draws() {
  draws().emplace();
  return val::undefined();
}

/// Fails the allocation of this number, counted from 1 and from now on, and optionally all later ones.
val fail_allocation(const val& number, const val& later_too) {
  allocations = {0, number.as<std::size_t>(), later_too.as<bool>()};
  return val::undefined();
}

/// Stops all failures, and returns the number of allocations requested.
val stop_failing() {
  const std::size_t made = allocations.made;
  allocations = {};
  return val(made);
}

/// The end of the memory used so far.
val heap_end() { return val(reinterpret_cast<std::uintptr_t>(sbrk(0))); }

}  // namespace

Randomness& randomness() { return draws()->randomness; }

std::uint32_t user_weight() { return kUserWeight; }

RangeScale range_scale() { return {}; }

EMSCRIPTEN_BINDINGS(failing_allocations) {
  bind<&set_entropy>("setEntropy");
  bind<&start_draws>("startDraws");
  bind<&fail_allocation>("failAllocation");
  bind<&stop_failing>("stopFailing");
  bind<&heap_end>("heapEnd");
}

}  // namespace logstar::bindings

extern "C" {

// The linker replaces every malloc by the second, and that by the first (CMakeLists.txt).
void* __real_malloc(std::size_t size);

void* __wrap_malloc(std::size_t size) {
  return logstar::bindings::allocations.next_fails() ? nullptr : __real_malloc(size);
}

}  // extern "C"
