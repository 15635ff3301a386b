// Noisy counts for JavaScript.
#include <cstdint>

#include "bindings/release.hpp"
#include "logstar/selection/count_release.hpp"

namespace logstar::bindings {
namespace {

struct CountBinding {
  using Mechanism = CountRelease;

  static std::int64_t data_of(const val& count, const val&) {
    return static_cast<std::int64_t>(count.as<double>());
  }

  static val value_of(std::int64_t count, const val&) { return val(static_cast<double>(count)); }
};

EMSCRIPTEN_BINDINGS(count) { bind_release<CountBinding>("Count"); }

}  // namespace
}  // namespace logstar::bindings
