// Timing for benchmarks: the best of several runs, and ratios between rows of one run.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <string>

namespace logstar::bench {

/// The shortest of `repeats` runs, in milliseconds. `prepare` runs before each and is not timed.
template <typename Prepare, typename Run>
double best_of(int repeats, const Prepare& prepare, const Run& run) {
  double best = 1e300;
  for (int i = 0; i < repeats; ++i) {
    prepare();
    const auto start = std::chrono::steady_clock::now();
    run();
    const std::chrono::duration<double, std::milli> taken =
        std::chrono::steady_clock::now() - start;
    best = std::min(best, taken.count());
  }
  return best;
}

/// One line of the table that scripts read: name, milliseconds, and the ratio to a baseline.
inline void row(const std::string& name, double milliseconds, double baseline) {
  std::printf("%-58s %10.1f ms %8.2fx\n", name.c_str(), milliseconds, milliseconds / baseline);
}

/// Keeps a result from being optimised away.
template <typename T>
void keep(const T& value) {
  [[maybe_unused]] static volatile unsigned char sink;
  sink = *reinterpret_cast<const unsigned char*>(&value);
}

}  // namespace logstar::bench
