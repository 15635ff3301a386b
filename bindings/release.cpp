#include "bindings/release.hpp"

namespace logstar::bindings {
namespace {

/// Tests compare it before and after a release.
val plans_so_far() { return val(static_cast<double>(plans_made())); }

/// Tests that restore an earlier state of the module drop the values of JavaScript in it before.
val forget_kept() {
  kept_release() = {};
  forget_kept_texts();
  return val::undefined();
}

EMSCRIPTEN_BINDINGS(release) {
  bind<&plans_so_far>("plansMade");
  bind<&forget_kept>("forgetKept");
}

}  // namespace

KeptRelease& kept_release() {
  static KeptRelease last;
  return last;
}

std::uint64_t& plans_made() {
  static std::uint64_t all = 0;
  return all;
}

}  // namespace logstar::bindings
