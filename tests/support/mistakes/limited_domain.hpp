// LimitDom with a threshold that is a little too low. For the verifier and the auditor.
#pragma once

#include <cstdint>

#include "logstar/top_k/limited_domain.hpp"

namespace logstar::testing {

/// Bottom at t + ln(kbar / delta) / epsilon, without the + 1.
inline TopKParameters without_one(TopKParameters parameters) {
  parameters.margin -= 1;
  return parameters;
}

/// Bottom at t + 1 + ln(items / delta) / epsilon, with something else for kbar.
inline TopKParameters with_delta_shared_by(std::uint64_t items, TopKParameters parameters) {
  parameters.margin = limited_domain_margin(items, parameters.item_delta, parameters.item_epsilon);
  return parameters;
}

}  // namespace logstar::testing
