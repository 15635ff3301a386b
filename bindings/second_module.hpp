// What stands in the second module. A page that asks for medians, counts and frequent items needs none of it, so
// it is linked with all the rest and split off (cmake/split-module.mjs), and JavaScript fetches it when it is wanted.
//
// What the first module registers when it starts, everything that this reaches is in the first; these are registered
// when the second is there, and all that they alone reach is in the second.
#pragma once

namespace logstar::bindings {

void bind_above_threshold();
void bind_counts_later();
void bind_heavy_hitters();
void bind_learning_planning();
void bind_learning_point();
void bind_learning_rectangle();
void bind_learning_rules();
void bind_quasi_concave();
void bind_sanitizing_points();
void bind_sanitizing_thresholds();
void bind_slices();
void bind_threshold_monitor();
void bind_top_k_later();
void bind_user_ranks_windows();

}  // namespace logstar::bindings
