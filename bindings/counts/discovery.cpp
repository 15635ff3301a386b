// Groups that nobody declared, with how many users each has, for JavaScript. Data are as for counts, without
// values.
#include <emscripten/bind.h>

#include <cstdint>
#include <vector>

#include "bindings/counts/request.hpp"
#include "bindings/release.hpp"
#include "logstar/counts/group_discovery_release.hpp"

namespace logstar::bindings {
namespace {

struct DiscoveryBinding {
  using Mechanism = GroupDiscovery;

  static GroupDiscoveryTask task_of(const val& request) {
    GroupDiscoveryTask task;
    task.loss = loss_of(request);
    task.per_user = given_by_user(request);
    task.neighbors = neighbors_of(request);
    task.confidence = request["confidence"].as<double>();
    return task;
  }

  static GroupDiscovery::Data data_of(const val& data, const val&) {
    return {counted_rows_of(data), data["groupCount"].as<std::uint32_t>()};
  }

  static val value_of(const std::vector<NamedGroup>& named, const val& request) {
    std::vector<std::int64_t> weights;
    for (const NamedGroup& one : named) weights.push_back(one.weight);
    return value_of_groups(named, value_of_units(weights, given_by_user(request).unit()));
  }
};

EMSCRIPTEN_BINDINGS(group_discovery) { bind_release<DiscoveryBinding>("GroupDiscovery"); }

}  // namespace
}  // namespace logstar::bindings
