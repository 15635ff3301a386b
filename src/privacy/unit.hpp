// The unit of privacy that a release protects, and that a ledger counts.
//
// Privacy: a total counts for one unit. A release that protects single records has no guarantee for a user with
//   several. A release that protects users counts each of them once. One more row of a user may change all of
//   the user's contribution, which costs a ledger of records up to twice the loss (docs/guarantees/users.md).
#pragma once

#include <optional>
#include <string>

namespace logstar {

/// The protected unit.
enum class Protects { records, users, labels };
constexpr Protects last_of(Protects) { return Protects::labels; }

/// "records", "users", "labels".
const char* name_of(Protects protects);

/// The unit of a budget: one person with all rows, or one row.
enum class Unit { user, record };
constexpr Unit last_of(Unit) { return Unit::record; }

/// "user", "record".
const char* name_of(Unit unit);

/// Rejects a release that a ledger of this unit cannot count. A ledger without a unit counts records and users
/// as one, as if every user had one record. Errors: WrongType.
void check_unit(const std::optional<Unit>& unit, const std::string& mechanism, Protects protects);

}  // namespace logstar
