#include "logstar/top_k/choose.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "logstar/support/checks.hpp"
#include "logstar/top_k/accuracy.hpp"

namespace logstar {
namespace {

constexpr double kConfidence = 0.95;

std::vector<TopKVariant> candidates(const TopKTask& task) {
  if (!task.per_user) return {TopKVariant::strict};
  std::vector<TopKVariant> variants = {TopKVariant::limited_domain};
  // If each noisy count would get almost no epsilon, calibrate_top_k rejects the task.
  const auto moved = static_cast<double>(std::min(*task.per_user, task.kbar + 1));
  if (task.total.epsilon / moved > 1e-11) variants.push_back(TopKVariant::laplace);
  return variants;
}

}  // namespace

TopKChoice choose_top_k(const TopKTask& task) {
  if (task.variant) return {calibrate_top_k(task), "asked for"};
  TopKChoice best;
  double least = INFINITY;
  std::string others;
  for (const TopKVariant variant : candidates(task)) {
    TopKTask single = task;
    single.variant = variant;
    const TopKParameters parameters = calibrate_top_k(single);
    const double lead = std::ceil(top_k_sure_gap(parameters, kConfidence));
    const std::string seen = std::string(name_of(variant)) + " needs a lead of " + to_text(lead);
    others += (others.empty() ? "" : ", ") + seen;
    if (lead < least) {
      least = lead;
      best.parameters = parameters;
    }
  }
  best.reason = task.per_user
                    ? "the least lead over what is left out with which all k come back: " + others
                    : "users may count at any number of items: " + others;
  return best;
}

}  // namespace logstar
