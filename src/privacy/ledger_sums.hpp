// The arithmetic of a ledger: exact sums of charges, and the maximum over parallel parts.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "logstar/privacy/charge.hpp"
#include "logstar/privacy/exact_sum.hpp"
#include "logstar/privacy/ledger_entry.hpp"

namespace logstar {

/// A sum of charges, each number for itself.
struct ChargeSum {
  ExactSum epsilon;
  ExactSum delta;
  ExactSum rho;

  void add(const Charge& charge);
  void add(const ChargeSum& other);
  void subtract(const ChargeSum& other);
  void take_max(const ChargeSum& other);  // the maximum, each number for itself
  bool within(const ChargeSum& other) const;
};

ChargeSum to_exact(const Charge& charge);

class LedgerSums {
 public:
  void add_group();

  /// Everything so far: what belongs to no group, and each group's maximum over its parts.
  const ChargeSum& total() const { return total_; }
  /// The value of total() after one more charge.
  ChargeSum total_with(const Charge& charge, const std::optional<Part>& part) const;

  /// Makes room for charges of this part: adding one cannot fail then.
  void add_part(const Part& part);
  void add(const Charge& charge, const std::optional<Part>& part);
  /// Takes back a charge that was added to the same part.
  void remove(const Charge& charge, const std::optional<Part>& part);

 private:
  struct Group {
    std::map<std::uint64_t, ChargeSum> parts;  // the charged parts only
    ChargeSum maximum;
  };

  Group& group_of(const Part& part);

  ChargeSum total_;
  std::vector<Group> groups_;
};

}  // namespace logstar
