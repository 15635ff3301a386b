// The table of docs/guarantees/counts.md: the number of released groups if each user is in 1 to 16 of them,
// with rows that share a user's weight and with the usual bound of 16 groups. Markdown on standard output.
#include <cstdio>
#include <vector>

#include "logstar/counts/group_discovery_release.hpp"
#include "logstar/randomness/exact_randomness.hpp"
#include "seeded_bits.hpp"

namespace logstar::tables {
namespace {

constexpr std::uint32_t kGroups = 500;
constexpr int kRuns = 20;

/// Groups of 1, 2, ..., kGroups users, each user in `each` of them (the last user perhaps in fewer).
GroupDiscovery::Data groups_of_users(std::uint32_t each) {
  GroupDiscovery::Data data;
  data.group_count = kGroups;
  for (std::uint32_t group = 0; group < kGroups; ++group) {
    data.rows.groups.insert(data.rows.groups.end(), group + 1, group);
  }
  // In turn, so that no user is in a group twice.
  const std::size_t users = (data.rows.groups.size() + each - 1) / each;
  for (std::size_t row = 0; row < data.rows.groups.size(); ++row) {
    data.rows.users.push_back(static_cast<std::uint32_t>(row % users));
  }
  return data;
}

GroupDiscovery::Plan plan_of(const GroupDiscoveryTask& task) { return GroupDiscovery::plan(task); }

/// The mean number of released groups.
double named(const GroupDiscoveryTask& task, const GroupDiscovery::Data& data) {
  testing::SeededBits bits(20);
  ExactRandomness randomness(bits);
  const auto plan = plan_of(task);
  double sum = 0;
  for (int run = 0; run < kRuns; ++run) {
    sum += static_cast<double>(GroupDiscovery::draw(task, plan, data, randomness).size());
  }
  return sum / kRuns;
}

/// The number of users that releases half of the groups, with each user in `each` groups.
double half_released_at(const GroupDiscoveryTask& task, std::uint32_t each) {
  const double weight = task.per_user.groups ? 1 : kUserWeight / each;
  return static_cast<double>(plan_of(task).half_released_at) / weight;
}

void rows_of(const Loss& loss) {
  GroupDiscoveryTask spread;
  spread.loss = loss;
  GroupDiscoveryTask bounded = spread;
  bounded.per_user.groups = 16;
  for (const std::uint32_t each : {1u, 2u, 4u, 8u, 16u}) {
    const auto data = groups_of_users(each);
    std::printf("| %g, %g | %u | %.1f | %.1f | %.0f | %.0f |\n", loss.epsilon, loss.delta, each,
                half_released_at(spread, each), half_released_at(bounded, each),
                named(spread, data), named(bounded, data));
  }
}

}  // namespace
}  // namespace logstar::tables

int main() {
  using namespace logstar::tables;
  std::printf(
      "| epsilon, delta | groups a user | half named from: spread | bound of 16 | of 500 named: "
      "spread | "
      "bound of 16 |\n|---|---:|---:|---:|---:|---:|\n");
  for (const auto& [epsilon, delta] : {std::pair{1.0, 1e-6}, {0.2, 1e-6}})
    rows_of({epsilon, delta});
}
