// What the releases of this room say of themselves alike.
#pragma once

#include "logstar/counts/group_weights.hpp"
#include "logstar/counts/user_noise.hpp"
#include "logstar/privacy/loss.hpp"
#include "logstar/release/claim.hpp"

namespace logstar {

/// A claim about users by this mechanism, with its proof; what it has for numbers is the caller's.
Claim user_claim(const char* mechanism, const Loss& loss, Neighbors neighbors);

/// How rows count: "perUser", and in which units where they are parts of a user.
Facts per_user_facts(const PerUser& per_user);

/// "groups", if it is known how many there are.
Facts group_facts(const GroupCount& groups);

/// What is public beside the result where there are so many groups.
std::string public_groups(const GroupCount& groups);

}  // namespace logstar
