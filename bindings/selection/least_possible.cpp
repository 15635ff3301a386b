// What no algorithm can promise, for JavaScript.
#include "logstar/selection/least_possible.hpp"

#include <cstdint>

#include "bindings/fields.hpp"
#include "logstar/domain/key_array.hpp"

namespace logstar::bindings {
namespace {

/// As many as `domain` has keys, as `candidates` says, or 0.
Natural size_of(const val& request) {
  if (!property(request, "domain").isUndefined()) {
    std::uint32_t bits = 0;
    WideInterval keys;
    const FieldReader reader(request);
    reader("domain", bits, keys);
    return natural_of(keys.highest) - natural_of(keys.lowest) + 1;
  }
  if (property(request, "candidates").isUndefined()) return 0;
  return static_cast<std::uint64_t>(number_property(request, "candidates"));
}

val least_possible_of(const val& request) {
  auto task = read_task<LeastPossibleTask>(request);
  task.size = size_of(request);
  return val(least_possible(task));
}

EMSCRIPTEN_BINDINGS(least_possible) { bind<&least_possible_of>("leastPossible"); }

}  // namespace
}  // namespace logstar::bindings
