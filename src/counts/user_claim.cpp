#include "logstar/counts/user_claim.hpp"

namespace logstar {

Claim user_claim(const char* mechanism, const Loss& loss, Neighbors neighbors) {
  Claim claim;
  claim.mechanism = mechanism;
  claim.loss = loss;
  claim.neighbors = neighbors;
  claim.protects = Protects::users;
  claim.also_public = "the parameters";
  claim.proof = "docs/guarantees/counts.md";
  return claim;
}

Facts per_user_facts(const PerUser& per_user) {
  if (per_user.groups) return Facts().with("perUser", static_cast<double>(*per_user.groups));
  return Facts().with("perUser", "spread").with("units", static_cast<double>(per_user.user_weight));
}

Facts group_facts(const GroupCount& groups) {
  return groups ? Facts().with("groups", static_cast<double>(*groups)) : Facts();
}

std::string public_groups(const GroupCount& groups) {
  return !groups || groups == 1u ? "the parameters" : "the parameters and the list of groups";
}

}  // namespace logstar
