#include "logstar/privacy/ledger_sums.hpp"

#include <algorithm>

namespace logstar {

void ChargeSum::add(const Charge& charge) {
  epsilon.add(charge.epsilon);
  delta.add(charge.delta);
  rho.add(charge.rho);
}

void ChargeSum::add(const ChargeSum& other) {
  epsilon.add(other.epsilon);
  delta.add(other.delta);
  rho.add(other.rho);
}

void ChargeSum::subtract(const ChargeSum& other) {
  epsilon.subtract(other.epsilon);
  delta.subtract(other.delta);
  rho.subtract(other.rho);
}

void ChargeSum::take_max(const ChargeSum& other) {
  epsilon = std::max(epsilon, other.epsilon);
  delta = std::max(delta, other.delta);
  rho = std::max(rho, other.rho);
}

bool ChargeSum::within(const ChargeSum& other) const {
  return epsilon <= other.epsilon && delta <= other.delta && rho <= other.rho;
}

ChargeSum to_exact(const Charge& charge) {
  return {ExactSum(charge.epsilon), ExactSum(charge.delta), ExactSum(charge.rho)};
}

void LedgerSums::add_group() { groups_.emplace_back(); }

LedgerSums::Group& LedgerSums::group_of(const Part& part) {
  return groups_.at(static_cast<std::size_t>(part.group));
}

ChargeSum LedgerSums::total_with(const Charge& charge, const std::optional<Part>& part) const {
  ChargeSum result = total_;
  if (!part) {
    result.add(charge);
    return result;
  }
  const Group& group = groups_.at(static_cast<std::size_t>(part->group));
  const auto before = group.parts.find(part->index);
  ChargeSum here = before == group.parts.end() ? ChargeSum{} : before->second;
  here.add(charge);
  if (here.within(group.maximum)) return result;
  here.take_max(group.maximum);
  result.subtract(group.maximum);
  result.add(here);
  return result;
}

void LedgerSums::add_part(const Part& part) { group_of(part).parts.try_emplace(part.index); }

void LedgerSums::add(const Charge& charge, const std::optional<Part>& part) {
  if (!part) {
    total_.add(charge);
    return;
  }
  Group& group = group_of(*part);
  ChargeSum& here = group.parts[part->index];  // may throw, and nothing is changed then
  here.add(charge);
  if (here.within(group.maximum)) return;
  total_.subtract(group.maximum);
  group.maximum.take_max(here);
  total_.add(group.maximum);
}

void LedgerSums::remove(const Charge& charge, const std::optional<Part>& part) {
  if (!part) {
    total_.subtract(to_exact(charge));
    return;
  }
  Group& group = group_of(*part);
  group.parts.at(part->index).subtract(to_exact(charge));
  total_.subtract(group.maximum);
  group.maximum = ChargeSum{};
  for (const auto& [index, sum] : group.parts) group.maximum.take_max(sum);
  total_.add(group.maximum);
}

}  // namespace logstar
