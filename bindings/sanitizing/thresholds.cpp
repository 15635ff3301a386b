// Distributions of numbers for JavaScript: evenly spaced quantiles, and BNS13's SanThresholds.
#include <emscripten/bind.h>

#include <cstdint>
#include <limits>
#include <vector>

#include "bindings/domains.hpp"
#include "bindings/release.hpp"
#include "logstar/sanitizing/distribution_release.hpp"
#include "logstar/sanitizing/san_thresholds_release.hpp"
#include "logstar/support/checks.hpp"

namespace logstar::bindings {
namespace {

struct DistributionBinding {
  using Mechanism = DistributionRelease;

  static std::vector<std::uint64_t> data_of(const val& column, const val& request) {
    return keys_of_column(column, request).words();
  }

  static val value_of(const std::vector<std::uint64_t>& keys, const val& request) {
    return values_of(keys, request["domain"]);
  }
};

struct SanThresholdsBinding {
  using Mechanism = SanThresholdsRelease;

  /// { values, counts }: a column, and how often each value occurs, or undefined for once.
  static GroupedKeys data_of(const val& data, const val& request) {
    return grouped_keys_of_column(data["values"], data["counts"], request);
  }

  /// { points, counts, complete }
  static val value_of(const SanitizedThresholds& drawn, const val& request) {
    const auto& [keys, counts] = drawn.records;
    return Object()
        .with("points", values_of(keys, request["domain"]))
        .with("counts", val::array(std::vector<double>(counts.begin(), counts.end())))
        .with("complete", drawn.complete);
  }
};

/// From which declared size on, whatever request.size, the promise holds; Infinity if from none.
val san_thresholds_size(val request) {
  const auto task = read_task<SanThresholdsTask>(request);
  check_epsilon("epsilon", task.request.loss.epsilon);
  check_delta("delta", task.request.loss.delta);
  check_confidence(task.confidence);
  const auto size = SanThresholdsRelease::least_size(task);
  return val(size ? static_cast<double>(*size) : std::numeric_limits<double>::infinity());
}

EMSCRIPTEN_BINDINGS(sanitizing_thresholds) {
  bind_release<DistributionBinding>("Distribution");
  bind_release<SanThresholdsBinding>("SanThresholds");
  bind<&san_thresholds_size>("sanThresholdsLeastSize");
}

}  // namespace
}  // namespace logstar::bindings
