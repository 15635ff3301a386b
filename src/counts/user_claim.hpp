// Claim parts shared by all user-level releases.
#pragma once

#include "logstar/counts/group_weights.hpp"
#include "logstar/counts/user_noise.hpp"
#include "logstar/privacy/loss.hpp"
#include "logstar/release/claim.hpp"

namespace logstar {

/// A claim about users by this mechanism, with its proof; the caller adds the numbers.
Claim user_claim(const char* mechanism, const Loss& loss, Neighbors neighbors);

/// How rows count: "perUser", and in which units where they are parts of a user.
Facts per_user_facts(const PerUser& per_user);

/// "groups", if it is known how many there are.
Facts group_facts(const GroupCount& groups);

/// The public facts for this number of groups, in addition to the result.
std::string public_groups(const GroupCount& groups);

}  // namespace logstar
