#include "logstar/top_k/claim_facts.hpp"

#include <string>

#include "logstar/top_k/accuracy.hpp"

namespace logstar {

std::vector<Fact> facts_of(const TopKParameters& parameters, std::optional<std::uint64_t> per_user,
                           double confidence) {
  std::vector<Fact> facts = {{"variant", std::string(describe(parameters.variant))},
                             {"k", static_cast<double>(parameters.k)},
                             {"kBar", static_cast<double>(parameters.kbar)},
                             {"perUser", std::string("any number")},
                             {"itemEpsilon", parameters.item_epsilon},
                             {"itemDelta", parameters.item_delta},
                             {"margin", parameters.margin},
                             {"sureGap", top_k_sure_gap(parameters, confidence)}};
  if (per_user) facts[3].value = static_cast<double>(*per_user);
  return facts;
}

}  // namespace logstar
