#include "logstar/top_k/claim_facts.hpp"

#include <string>

#include "logstar/top_k/accuracy.hpp"

namespace logstar {

Facts facts_of(const TopKParameters& parameters, std::optional<std::uint64_t> per_user,
               double confidence) {
  return Facts()
      .with("variant", std::string(name_of(parameters.variant)))
      .with("k", static_cast<double>(parameters.k))
      .with(parameters.variant == TopKVariant::optimised_threshold ? "kBarMost" : "kBar",
            static_cast<double>(parameters.kbar))
      .with(per_user ? Fact{"perUser", static_cast<double>(*per_user)}
                     : Fact{"perUser", std::string("any number")})
      .with("itemEpsilon", parameters.item_epsilon)
      .with("itemDelta", parameters.item_delta)
      .with("margin", parameters.margin)
      .with("sureGap", top_k_sure_gap(parameters, confidence));
}

}  // namespace logstar
