#include "bindings/release.hpp"

namespace logstar::bindings {
namespace {

/// Tests compare it before and after a release.
val plans_so_far() { return val(static_cast<double>(plans_made())); }

EMSCRIPTEN_BINDINGS(release) { bind<&plans_so_far>("plansMade"); }

}  // namespace

std::uint64_t& plans_made() {
  static std::uint64_t all = 0;
  return all;
}

}  // namespace logstar::bindings
