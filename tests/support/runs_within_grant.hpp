// Whether a release that a ledger will be charged for costs at most what the ledger grants.
#pragma once

#include "logstar/privacy/ledger.hpp"
#include "logstar/release/release.hpp"

namespace logstar::testing {

/// Mechanisms that hold back by themselves have tests of their own.
template <typename M>
concept HoldsBackByItself = requires(const typename M::Task& task) {
  M::held_back(task);
};

/// The plan is that of the release; its cost is the claim of a caller who requests the smaller loss.
template <Releasable M>
bool runs_within_grant(const typename M::Task& task) {
  if constexpr (HoldsBackByItself<M>) {
    return true;
  } else {
    const typename M::Task run = held_back<M>(task);
    const auto plan = M::plan(run);
    const Claim charged = M::claim(task, plan);
    const Claim cost = M::claim(run, plan);
    const Loss granted = grant_for(max_grant(charged));
    const Loss most = max_grant(cost);
    return most.epsilon <= granted.epsilon && most.delta <= granted.delta &&
           most.epsilon < max_grant(charged).epsilon &&
           charge_of(cost).rho <= charge_of(charged).rho;
  }
}

}  // namespace logstar::testing
