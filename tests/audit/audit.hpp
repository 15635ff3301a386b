// Lower bounds on a mechanism's epsilon from sampled runs on two neighbouring inputs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "logstar/privacy/loss.hpp"
#include "logstar/randomness/randomness.hpp"

namespace logstar::testing {

/// A mechanism on two neighbouring inputs of realistic size.
struct AuditCase {
  std::string mechanism;  ///< the public export, named as in docs/verification.md
  std::string mode;
  std::string neighbors;
  Loss claim;
  /// One run on the first or the second input; returns its output, or an attacker's statistic of it.
  std::function<std::int64_t(bool second, Randomness& randomness)> run;
  /// For published mistakes: the mistake. The audit is to show more than the claim.
  std::string mistake = "";
  /// For mistakes that show little: a factor for the runs of the long form; the short form skips them.
  std::size_t times = 1;
};

/// "learnPoint stable add-remove": the name of a case, which also seeds its bits, so that adding or running
/// cases separately changes no other result.
std::string name_of(const AuditCase& audited);
std::uint64_t seed_of(const AuditCase& audited);

/// The bound that the runs show. With probability 1 - 1e-6 over the bits, the true epsilon at the claimed delta
/// is at least `epsilon`.
struct AuditResult {
  double epsilon = 0;
  std::size_t runs = 0;  ///< on each input
};

/// `runs` runs on each input. The first half of them chooses the event: the outputs with the highest ratios of
/// frequencies, as many as promise most, in the better direction. On the second half its probabilities are
/// bounded by Clopper and Pearson, each at confidence 1 - 5e-7.
AuditResult audit(const AuditCase& audited, std::size_t runs, std::uint64_t seed);

/// Cases by family, one file each.
using AuditCases = std::vector<AuditCase>;
AuditCases selection_cases();
AuditCases count_cases();
AuditCases user_rank_cases();
AuditCases interior_point_cases();
AuditCases quantile_cases();
AuditCases interval_cases();
AuditCases quasi_concave_cases();
AuditCases part_cases();
AuditCases slice_cases();
AuditCases ranked_list_cases();
AuditCases top_k_cases();
AuditCases top_k_session_cases();
AuditCases above_threshold_cases();
AuditCases monitor_cases();
AuditCases learning_cases();
AuditCases threshold_cases();
AuditCases rectangle_cases();
AuditCases sanitizing_cases();
AuditCases control_cases();
AuditCases sparse_vector_control_cases();
AuditCases rank_control_cases();

}  // namespace logstar::testing
