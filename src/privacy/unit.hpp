// Whose presence a release hides, and whose a ledger counts.
//
// Privacy: a total counts for one unit. What hides single records says nothing of a user who has several. What
//   hides users counts each of them once: one row more of a user may change all that the user counts for, which
//   costs a ledger of records up to twice the loss (docs/guarantees/users.md).
#pragma once

#include <optional>
#include <string>

namespace logstar {

/// Whose presence or change is hidden.
enum class Protects { records, users, labels };
constexpr Protects last_of(Protects) { return Protects::labels; }

/// "records", "users", "labels".
const char* name_of(Protects protects);

/// Whose presence a total is about: one person with all rows, or one row.
enum class Unit { user, record };
constexpr Unit last_of(Unit) { return Unit::record; }

/// "user", "record".
const char* name_of(Unit unit);

/// Refuses what a ledger of this unit cannot count. One that was told no unit counts records and users alike,
/// as if nobody had more than one record. Errors: WrongType.
void check_unit(const std::optional<Unit>& unit, const std::string& mechanism, Protects protects);

}  // namespace logstar
