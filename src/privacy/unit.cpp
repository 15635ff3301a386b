#include "logstar/privacy/unit.hpp"

#include "logstar/support/errors.hpp"

namespace logstar {

const char* name_of(Protects protects) {
  switch (protects) {
    case Protects::records:
      return "records";
    case Protects::users:
      return "users";
    case Protects::labels:
      return "labels";
  }
  return "";
}

const char* name_of(Unit unit) { return unit == Unit::user ? "user" : "record"; }

void check_unit(const std::optional<Unit>& unit, const std::string& mechanism, Protects protects) {
  if (protects == Protects::labels) {
    reject_type("ledger", "left out where only labels are protected", "a ledger of whole records");
  }
  const Unit asked = protects == Protects::users ? Unit::user : Unit::record;
  if (!unit || *unit == asked) return;
  const std::string why = asked == Unit::user ? "one row more of a user may change all that the "
                                                "user counts for, which costs up to twice as "
                                                "much"
                                              : "one user may have several of the records (say "
                                                "whose rows they are, or that every row is a "
                                                "different person)";
  reject_type("ledger", std::string("of unit \"") + name_of(asked) + "\" for " + mechanism,
              std::string("one of unit \"") + name_of(*unit) + "\": " + why);
}

}  // namespace logstar
