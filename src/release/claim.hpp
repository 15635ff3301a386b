// What a release says of itself: everything that a ledger, an auditor or a reader of the result needs,
// from public parameters only.
//
// A claim is made from the plan that the release was drawn with, so what is said is what was run. It
// holds numbers and names; sentences are for whoever shows them.
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

/// What an error is counted in.
enum class ErrorKind {
  rank,      ///< places in sorted order
  count,     ///< records or users
  errors,    ///< records that a learned rule labels wrongly
  interior,  ///< no more is promised than a point of the data's range: records that this takes
  quality,   ///< what the caller's own quality counts
  units      ///< what the values are counted in that are added up
};

/// How far off the result may be: by at most `error`, with probability at least `confidence`.
struct Accuracy {
  ErrorKind kind = ErrorKind::rank;
  double error = 0;
  double confidence = 0;
};

struct Claim {
  std::string mechanism;  ///< which mechanism, in words: "the exponential mechanism"
  Loss loss;              ///< what the release is charged
  Neighbors neighbors = Neighbors::add_remove;
  Protects protects = Protects::records;
  bool bounded_range = false;  ///< whether it is an epsilon-bounded-range draw: it adds up for less
  std::optional<double> rho = std::nullopt;  ///< of zero-concentrated privacy, if known to be less
  /// Of a session that pays for what comes back: what a ledger is charged in place of all this, for
  /// add-remove neighbours. What is granted is of each outcome and each call then.
  std::optional<SessionTerms> session = std::nullopt;
  std::string reveals;  ///< what besides the result becomes public
  std::string proof;    ///< the page of the documentation with the proof
  Accuracy accuracy;
  /// The median error on smooth data, in the kind of `accuracy`; of ErrorKind::interior the records with which
  /// half of the answers lie within the data. No guarantee.
  std::optional<double> usual = std::nullopt;
  Facts parameters;  ///< everything public that it ran with
  Facts conditions;  ///< what the accuracy holds under, by name
};

/// What a ledger charges for it, if it is no session: its own rho if it has one. Errors: OutOfRange for a
/// loss or a rho that is none.
Charge charge_of(const Claim& claim);

/// What a ledger grants at most: the claim's loss; of a session that of each outcome and each call.
Loss most_granted(const Claim& claim);

/// Errors: OutOfRange for a loss of more than that.
void check_granted(const Loss& granted, const Claim& claim);

/// What a mechanism makes public that takes its records as they are: under replace also how many.
std::string public_sizes(Neighbors neighbors, Protects protects = Protects::records);

/// "add-remove", "replace".
const char* name_of(Neighbors neighbors);

/// "rank", "count", "errors", "interior", "quality", "units".
const char* name_of(ErrorKind kind);

/// The claim for a person to read or keep, one fact a line.
std::string to_text(const Claim& claim);

}  // namespace logstar
