// Counts of distinct items for JavaScript. Data are as for counts, with the numbers of items for groups.
#include <cstdint>

#include "bindings/counts/rows.hpp"
#include "bindings/release.hpp"
#include "logstar/counts/distinct_count_release.hpp"

namespace logstar::bindings {
namespace {

struct DistinctCountBinding {
  using Mechanism = DistinctCount;

  static ItemRows data_of(const val& data, const val&) {
    return {counted_rows_of(data), static_cast<std::uint32_t>(number_property(data, "groupCount"))};
  }

  static val value_of(std::int64_t count, const val&) {
    return Object().with("value", static_cast<double>(count));
  }
};

EMSCRIPTEN_BINDINGS(distinct_count) { bind_release<DistinctCountBinding>("DistinctCount"); }

}  // namespace
}  // namespace logstar::bindings
