// Timing for benchmarks: the best of several runs, and ratios between the rows of one run.
#pragma once

#include <algorithm>
#include <cstdio>
#include <functional>
#include <string>
#include <vector>

#include "processor_time.hpp"

namespace logstar::bench {

/// The shortest of `repeats` runs, in milliseconds of processor time. `prepare` runs before each one, untimed.
template <typename Prepare, typename Run>
double best_of(int repeats, const Prepare& prepare, const Run& run) {
  double best = 1e300;
  for (int i = 0; i < repeats; ++i) {
    prepare();
    const double start = processor_milliseconds();
    run();
    best = std::min(best, processor_milliseconds() - start);
  }
  return best;
}

/// The timed function, and the preparation before each run.
struct Timed {
  std::function<void()> prepare;
  std::function<void()> run;
};

/// The shortest of each in turn, so that other load on the machine affects all equally.
inline std::vector<double> best_in_turns(int repeats, const std::vector<Timed>& all) {
  std::vector<double> best(all.size(), 1e300);
  for (int i = 0; i < repeats; ++i) {
    for (std::size_t j = 0; j < all.size(); ++j) {
      best[j] = std::min(best[j], best_of(1, all[j].prepare, all[j].run));
    }
  }
  return best;
}

/// One line of the table that scripts read: name, milliseconds and ratio to a baseline.
inline void row(const std::string& name, double milliseconds, double baseline) {
  std::printf("%-58s %10.1f ms %8.2fx\n", name.c_str(), milliseconds, milliseconds / baseline);
}

/// Prevents the optimiser from removing a result.
template <typename T>
void keep(const T& value) {
  [[maybe_unused]] static volatile unsigned char sink;
  sink = *reinterpret_cast<const unsigned char*>(&value);
}

}  // namespace logstar::bench
