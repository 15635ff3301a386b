// A claim: the loss, neighbours, accuracy and parameters of a release. It depends on public parameters only.
//
// The release draws with the plan that its claim is made from, so the claim describes the run. A claim has
// numbers and names; callers turn them into sentences.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "logstar/privacy/charge.hpp"
#include "logstar/privacy/ledger_entry.hpp"
#include "logstar/privacy/loss.hpp"
#include "logstar/privacy/unit.hpp"

namespace logstar {

/// A public number, name, flag or list of names.
struct Fact {
  std::string name;
  std::variant<double, std::string, bool, std::vector<std::string>> value;
};

/// Facts in the order in which they were added. Not a plain list: some hundred of those, built in place, make
/// the module about 1% larger.
class Facts {
 public:
  Facts& with(const char* name, double number);
  Facts& with(const char* name, bool flag);
  Facts& with(const char* name, std::string text);
  Facts& with(const char* name, const char* text);
  Facts& with(const char* name, std::vector<std::string> names);
  Facts& with(Fact fact);
  Facts& with(const Facts& more);

  auto begin() const { return all_.begin(); }
  auto end() const { return all_.end(); }
  std::size_t size() const { return all_.size(); }
  const Fact& at(std::size_t place) const { return all_.at(place); }

 private:
  std::vector<Fact> all_;
};

/// The unit of an error.
enum class ErrorKind {
  rank,      ///< places in sorted order
  count,     ///< records or users
  errors,    ///< records that a learned rule labels wrongly
  interior,  ///< records for a point within the data's range, the only promise
  quality,   ///< units of the caller's own quality
  units      ///< the unit of the summed values
};

/// How far off the result may be: by at most `error`, with probability at least `confidence`.
struct Accuracy {
  ErrorKind kind = ErrorKind::rank;
  double error = 0;
  double confidence = 0;
};

struct Claim {
  std::string mechanism;  ///< which mechanism, in words: "the exponential mechanism"
  Loss loss;              ///< the loss that the release is charged
  Neighbors neighbors = Neighbors::add_remove;
  Protects protects = Protects::records;
  bool bounded_range = false;                ///< whether it is an epsilon-bounded-range draw
  std::optional<double> rho = std::nullopt;  ///< of zero-concentrated privacy, if known to be less
  /// For a session that is charged for its results: the ledger's charge instead of `loss`, for add-remove
  /// neighbours. The ledger then grants a loss for each outcome and each call.
  std::optional<SessionTerms> session = std::nullopt;
  std::string also_public;  ///< public facts beyond the result
  std::string proof;        ///< the page of the documentation with the proof
  Accuracy accuracy;
  /// The median error on smooth data, in the kind of `accuracy`; of ErrorKind::interior the records with which
  /// half of the answers lie within the data. No guarantee.
  std::optional<double> usual = std::nullopt;
  Facts parameters;  ///< all public parameters of the run
  Facts conditions;  ///< conditions of the accuracy, by name
};

/// The ledger's charge for a release other than a session: its rho if it has one. Errors: OutOfRange for an
/// invalid loss or rho.
Charge charge_of(const Claim& claim);

/// The largest loss that a ledger grants: the claim's loss; for a session the loss of each outcome and each
/// call.
Loss max_grant(const Claim& claim);

/// Errors: OutOfRange for a granted loss of more than was planned for.
void check_granted(const Loss& granted, const Loss& planned);

/// Public facts of a mechanism that takes all records: the parameters, and under replace the number of records.
std::string public_facts(Neighbors neighbors, Protects protects = Protects::records);

/// "add-remove", "replace".
const char* name_of(Neighbors neighbors);

/// "rank", "count", "errors", "interior", "quality", "units".
const char* name_of(ErrorKind kind);

/// The claim for a person to read or keep, one fact a line.
std::string to_text(const Claim& claim);

}  // namespace logstar
