// Private groups with their numbers of users, for JavaScript. Data are as for counts, without values.
#include <cstdint>
#include <vector>

#include "bindings/counts/answers.hpp"
#include "bindings/counts/rows.hpp"
#include "bindings/release.hpp"
#include "logstar/counts/group_discovery_release.hpp"

namespace logstar::bindings {
namespace {

struct DiscoveryBinding {
  using Mechanism = GroupDiscovery;

  static GroupDiscovery::Data data_of(const val& data, const val&) {
    return {counted_rows_of(data), static_cast<std::uint32_t>(number_property(data, "groupCount"))};
  }

  static val value_of(const std::vector<NamedGroup>& named, const val& request) {
    return value_of_named(named, read_task<GroupDiscoveryTask>(request).per_user.unit());
  }
};

EMSCRIPTEN_BINDINGS(group_discovery) { bind_release<DiscoveryBinding>("GroupDiscovery"); }

}  // namespace
}  // namespace logstar::bindings
