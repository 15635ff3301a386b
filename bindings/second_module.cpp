#include "bindings/second_module.hpp"

#include <emscripten/emscripten.h>

extern "C" {

/// Once, before any of them is called.
EMSCRIPTEN_KEEPALIVE void logstar_bind_second() {
  using namespace logstar::bindings;
  bind_above_threshold();
  bind_counts_later();
  bind_heavy_hitters();
  bind_learning_planning();
  bind_learning_point();
  bind_learning_rectangle();
  bind_learning_rules();
  bind_quasi_concave();
  bind_sanitizing_points();
  bind_sanitizing_thresholds();
  bind_slices();
  bind_threshold_monitor();
  bind_top_k_later();
  bind_user_ranks_windows();
}

}  // extern "C"
