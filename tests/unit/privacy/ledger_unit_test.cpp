// A total counts for one unit: a person with all rows, or a record.
#include <catch2/catch.hpp>
#include <optional>
#include <string>

#include "logstar/privacy/ledger.hpp"
#include "logstar/support/errors.hpp"

using namespace logstar;

namespace {

Budget of(std::optional<Unit> unit) { return {.total = {1, 1e-6}, .unit = unit}; }

LedgerRequest median_of(Protects protects) {
  return {.mechanism = "median", .charge = charge_of(Loss{0.1, 0}), .protects = protects};
}

SessionRequest session_of(Protects protects) {
  return {.mechanism = "session", .terms = {0.01, 5, 1e-9, 2}, .protects = protects};
}

constexpr const char* kRecordsForUsers =
    "ledger must be of unit \"record\" for median, got one of unit \"user\": one user may have "
    "several of the "
    "records (say whose rows they are, or that every row is a different person)";
constexpr const char* kUsersForRecords =
    "ledger must be of unit \"user\" for median, got one of unit \"record\": one row more of a "
    "user may change "
    "all that the user counts for, which costs up to twice as much";

}  // namespace

TEST_CASE(
    "a ledger of a unit rejects releases that protect another unit, naming the reason, uncharged") {
  for (const Unit unit : {Unit::user, Unit::record}) {
    const bool users = unit == Unit::user;
    const Protects right = users ? Protects::users : Protects::records;
    const Protects wrong = users ? Protects::records : Protects::users;
    Ledger ledger(of(unit));
    CHECK_THROWS_AS(ledger.spend(median_of(wrong)), WrongType);
    CHECK_THROWS_WITH(ledger.spend(median_of(wrong)), users ? kRecordsForUsers : kUsersForRecords);
    CHECK_THROWS_AS(ledger.reserve(median_of(wrong)), WrongType);
    CHECK_THROWS_AS(ledger.open_session(session_of(wrong)), WrongType);
    CHECK(ledger.entries().empty());
    CHECK(ledger.spent() == Loss{0, 0});
    ledger.spend(median_of(right));
    ledger.open_session(session_of(right));
    CHECK(ledger.entries().size() == 2);
    CHECK(ledger.entries().front().protects == right);
  }
}

TEST_CASE("a ledger without a unit accepts releases that protect records or users") {
  Ledger ledger(of(std::nullopt));
  CHECK_NOTHROW(ledger.spend(median_of(Protects::records)));
  CHECK_NOTHROW(ledger.spend(median_of(Protects::users)));
}

TEST_CASE("no ledger accepts a release that protects labels only") {
  for (const auto unit : {std::optional<Unit>(), std::optional(Unit::user)}) {
    Ledger ledger(of(unit));
    CHECK_THROWS_WITH(
        ledger.spend(median_of(Protects::labels)),
        "ledger must be left out where only labels are protected, got a ledger of whole records");
  }
}

TEST_CASE("a charge for several releases protects the unit of each of them") {
  Ledger ledger(of(Unit::user));
  LedgerRequest steps = median_of(Protects::records);
  steps.protects.reset();
  CHECK_NOTHROW(ledger.spend(steps));
  CHECK_FALSE(ledger.entries().front().protects);
}

TEST_CASE("the unit is saved and resumed, and entries of another one are rejected") {
  Ledger ledger(of(Unit::user));
  ledger.spend(median_of(Protects::users));
  LedgerState state = ledger.state();
  CHECK(state.budget.unit == Unit::user);
  Ledger resumed = Ledger::resume(state);
  CHECK(resumed.entries().front().protects == Protects::users);
  CHECK_THROWS_AS(resumed.spend(median_of(Protects::records)), WrongType);

  state.entries.front().protects = Protects::records;
  CHECK_THROWS_AS(Ledger::resume(state), WrongType);
  state.entries.front().protects.reset();  // as in entries saved by older versions
  CHECK_NOTHROW(Ledger::resume(state));
}

TEST_CASE("a cost is charged by its own rho, as a bounded-range draw, or as any release") {
  const Loss loss{0.5, 1e-7};
  CHECK(Cost{loss, false, std::nullopt}.charge() == charge_of(loss));
  CHECK(Cost{loss, true, std::nullopt}.charge() == bounded_range_charge(0.5, 1, 1e-7));
  CHECK(Cost{loss, true, 0.01}.charge() == Charge{0.5, 1e-7, 0.01});
  CHECK_THROWS_WITH((Cost{{-0.5, 0}, true, std::nullopt}.charge()),
                    "epsilon must be 0 or more, got -0.5");
  CHECK_THROWS_WITH((Cost{loss, false, -1.0}.charge()), "rho must be 0 or more, got -1");
}

TEST_CASE("a saved ledger has names for all of its values") {
  CHECK(std::string(name_of(Composition::basic)) == "basic");
  CHECK(std::string(name_of(Composition::concentrated)) == "concentrated");
  CHECK(std::string(name_of(Unit::user)) == "user");
  CHECK(std::string(name_of(Unit::record)) == "record");
  const char* statuses[] = {"reserved", "spent", "open", "settled", "withdrawn"};
  for (int i = 0; i <= static_cast<int>(last_of(EntryStatus())); ++i) {
    CHECK(std::string(name_of(static_cast<EntryStatus>(i))) == statuses[i]);
  }
}
