// Groups of a release by group: listed groups, private groups selected first, or private groups selected by the
// release's own noisy numbers (group_naming.hpp).
//
// Privacy: discovery and the answers for the discovered groups compose adaptively: (epsilon, delta) together. A
//   release that selects groups itself is (epsilon, delta).
// Source: docs/guarantees/counts.md.
// Departures: none.
// Cost: as group_discovery.hpp.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "logstar/counts/group_discovery_release.hpp"
#include "logstar/counts/group_naming.hpp"
#include "logstar/counts/rows_in_order.hpp"

namespace logstar {

/// How the release finds private groups.
struct GroupDiscoveryOptions {
  double delta = 0;  ///< above 0 and below 1
  /// The share of epsilon for discovery before the answers, above 0 and below 1; default: a fifth. A release
  /// that selects groups by its own numbers takes none.
  std::optional<double> share = std::nullopt;
  std::uint32_t user_weight = kUserWeight;  ///< the weight of a user there

  void describe(auto& field) {
    field("delta", delta);
    field("discoveryShare", share);
    field("userWeight", user_weight, UserWeight());
  }
};

/// The remaining epsilon for the answers of private groups.
double answer_epsilon(double epsilon, const GroupDiscoveryOptions& search);

/// The discovery that such a release begins with. Errors: OutOfRange for an invalid share.
GroupDiscoveryTask discovery_task(double epsilon, const GroupDiscoveryOptions& search,
                                  Neighbors neighbors, double confidence);

/// The split of epsilon between discovery and answers, for the release record.
Facts epsilon_split_facts(double epsilon, const GroupDiscoveryTask& discovery_task);

/// Turns a claim about the groups' answers into one about discovery and answers, with both losses.
Claim with_discovery(Claim answers, double epsilon, const GroupDiscoveryTask& task,
                     const GroupDiscovery::Plan& plan);

/// Turns a claim about the groups' answers into one that covers the selection too. `unit`:
/// the weight of a user.
Claim with_names(Claim answers, const Loss& loss, const GroupNaming& naming, std::uint64_t unit);

/// Rejects a share for discovery if discovery gets no epsilon. Errors: OutOfRange.
void check_no_share(const GroupDiscoveryOptions& search);

/// Selects groups; `rows` keeps only their rows, with the groups' indices in the result.
std::vector<NamedGroup> select_groups(ValuedRows& rows, std::uint32_t group_count,
                                      const GroupDiscoveryTask& task,
                                      const GroupDiscovery::Plan& plan, Randomness& randomness);

}  // namespace logstar
