// Groups for a release by group: those of a public list, those that discovery finds first, or those that the
// release names by its own noisy numbers (group_naming.hpp).
//
// Privacy: discovery and what is released of the groups that it names add up, as any two releases of which
//   the second is chosen by what the first told; (epsilon, delta) together. A release that names groups itself
//   is (epsilon, delta) by itself.
// Source: docs/guarantees/counts.md.
// Departures: none.
// Cost: that of group_discovery.hpp.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "logstar/counts/group_discovery_release.hpp"
#include "logstar/counts/group_naming.hpp"
#include "logstar/counts/rows_in_order.hpp"

namespace logstar {

/// How groups that nobody declared are found.
struct GroupDiscoveryOptions {
  double delta = 0;  ///< above 0 and below 1
  /// Of epsilon that goes to finding them before they are answered, above 0 and below 1; nothing: a fifth. A
  /// release that names groups by its own numbers takes none.
  std::optional<double> share = std::nullopt;
  std::uint32_t user_weight = kUserWeight;  ///< what a user weighs there

  void describe(auto& field) {
    field("delta", delta);
    field("discoveryShare", share);
    field("userWeight", user_weight, UserWeight());
  }
};

/// The part of a release's epsilon that is left for the groups' answers, where they are searched for.
double answer_epsilon(double epsilon, const GroupDiscoveryOptions& search);

/// The discovery that such a release begins with. Errors: OutOfRange for a share that is none.
GroupDiscoveryTask discovery_task(double epsilon, const GroupDiscoveryOptions& search,
                                  Neighbors neighbors, double confidence);

/// How a release of this epsilon is divided between finding groups and answering for them, for its record.
Facts epsilon_split_facts(double epsilon, const GroupDiscoveryTask& discovery_task);

/// Makes of a claim about the groups' answers one about both: it loses what either does.
Claim with_discovery(Claim answers, double epsilon, const GroupDiscoveryTask& task,
                     const GroupDiscovery::Plan& plan);

/// Makes of a claim about the groups' answers one about which groups they name as well. `unit`: what a user
/// weighs.
Claim with_names(Claim answers, const Loss& loss, const GroupNaming& naming, std::uint64_t unit);

/// Refuses a share of discovery where no epsilon goes to it. Errors: OutOfRange.
void check_no_share(const GroupDiscoveryOptions& search);

/// The groups that are named; in `rows` only they are left, each by its place in the result.
std::vector<NamedGroup> select_groups(ValuedRows& rows, std::uint32_t group_count,
                                      const GroupDiscoveryTask& task,
                                      const GroupDiscovery::Plan& plan, Randomness& randomness);

}  // namespace logstar
