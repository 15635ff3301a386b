// Distributions of numbers for JavaScript: evenly spaced quantiles, counts of all values, and BNS13's SanThresholds.
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "bindings/domains.hpp"
#include "bindings/release.hpp"
#include "logstar/sanitizing/distribution_release.hpp"
#include "logstar/sanitizing/planner.hpp"
#include "logstar/sanitizing/san_thresholds_release.hpp"
#include "logstar/sanitizing/value_counts_release.hpp"

namespace logstar::bindings {
namespace {

struct DistributionBinding {
  using Mechanism = DistributionRelease;

  static std::vector<std::uint64_t> data_of(const val& column, const val& request) {
    return keys_of_column(column, request).words();
  }

  static val value_of(const std::vector<std::uint64_t>& keys, const val& request) {
    return values_of(keys, property(request, "domain"));
  }
};

struct ValueCountsBinding {
  using Mechanism = ValueCountsRelease;

  static std::vector<std::uint64_t> data_of(const val& column, const val& request) {
    return keys_of_column(column, request).words();
  }

  /// { points, counts }
  static val value_of(const GroupedKeys& records, val request) {
    return Object()
        .with("points", values_of(records.keys, property(request, "domain")))
        .with("counts",
              val::array(std::vector<double>(records.counts.begin(), records.counts.end())));
  }
};

/// Whether each value of a domain can be counted.
val has_few_values(const val& domain) {
  const KeySpace space = key_space_of(domain);
  if (space.bits > 64) return val(false);
  const KeyInterval keys = space.narrow();
  return val(keys.highest - keys.lowest < kMaxCountedValues);
}

struct SanThresholdsBinding {
  using Mechanism = SanThresholdsRelease;

  /// { values, counts }: a column, and how often each value occurs, or undefined for once.
  static GroupedKeys data_of(const val& data, const val& request) {
    return grouped_keys_of_column(property(data, "values"), property(data, "counts"), request);
  }

  /// { points, counts, complete }
  static val value_of(const SanitizedThresholds& drawn, const val& request) {
    const auto& [keys, counts] = drawn.records;
    return Object()
        .with("points", values_of(keys, property(request, "domain")))
        .with("counts", val::array(std::vector<double>(counts.begin(), counts.end())))
        .with("complete", drawn.complete);
  }
};

/// { points, records, maxTies, freshRecords, slicedPoints, slicedRecords, slicedFreshRecords, countedRecords,
/// leastSize }: slicedPoints is Infinity if slices promise nothing, countedRecords if the domain has too many values to
/// count each, leastSize if SanThresholds promises the accuracy from no size on.
val distribution_plan(const val& request) {
  const DistributionPlan plan = plan_distribution(read_task<DistributionPlanTask>(request));
  constexpr double kNever = std::numeric_limits<double>::infinity();
  const auto or_never = [](const std::optional<std::uint64_t>& records) {
    return records ? static_cast<double>(*records) : kNever;
  };
  return Object()
      .with("points", static_cast<double>(plan.points))
      .with("records", static_cast<double>(plan.records))
      .with("maxTies", static_cast<double>(plan.most_equal))
      .with("freshRecords", static_cast<double>(plan.fresh_records))
      .with("slicedPoints", or_never(plan.sliced_points))
      .with("slicedRecords", static_cast<double>(plan.sliced_records))
      .with("slicedFreshRecords", static_cast<double>(plan.sliced_fresh_records))
      .with("countedRecords", or_never(plan.counted_records))
      .with("leastSize", or_never(plan.least_size));
}

}  // namespace

EMSCRIPTEN_BINDINGS(sanitizing_thresholds) {
  bind_release<DistributionBinding>("Distribution");
  bind_release<ValueCountsBinding>("ValueCounts");
  bind<&has_few_values>("hasFewValues");
  bind_release<SanThresholdsBinding>("SanThresholds");
  bind<&distribution_plan>("distributionPlan");
}

}  // namespace logstar::bindings
