// The charges for groups, replaced records and several draws, against laws that need all of them.
#include "logstar/privacy/charge.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "logstar/privacy/concentrated.hpp"
#include "worst_pairs.hpp"

namespace logstar::testing {
namespace {

/// Three data sets: neighbours differ by (epsilon, delta), the first and the last by exactly the bound for a
/// group of two.
struct Chain {
  Pair first;   // the first and the second
  Pair second;  // the second and the third
  Pair ends;    // the first and the third
};

Chain worst_chain(const Loss& loss) {
  const Wide growth = exp(Wide(loss.epsilon));
  const Wide delta(loss.delta);
  const std::vector<Wide> p = {delta, growth * delta, 1 - delta - growth * delta};
  const std::vector<Wide> q = {0, delta, 1 - delta};
  const std::vector<Wide> r = {0, 0, 1};
  Chain chain;
  for (std::size_t i = 0; i < p.size(); ++i) {
    chain.first.push_back({p[i], q[i]});
    chain.second.push_back({q[i], r[i]});
    chain.ends.push_back({p[i], r[i]});
  }
  return chain;
}

Pair turned(Pair pair) {
  for (Outcome& outcome : pair) std::swap(outcome.p, outcome.q);
  return pair;
}

TEST_CASE("the conversion to replace is valid, and three data sets make it tight") {
  for (const Loss loss : {Loss{0.1, 0.01}, Loss{1, 0.01}, Loss{2, 1e-6}}) {
    const Chain chain = worst_chain(loss);
    for (const Pair& pair : {chain.first, chain.second}) {
      REQUIRE_FALSE(refuted(pair, loss));
      REQUIRE_FALSE(refuted(turned(pair), loss));
    }
    const Loss claim = to_replace(loss);
    CHECK_FALSE(refuted(chain.ends, claim));
    CHECK_FALSE(refuted(turned(chain.ends), claim));
    CHECK(refuted(chain.ends, {claim.epsilon, claim.delta * (1 - 1e-9)}));
    const Loss back = add_remove_for_replace(claim);
    CHECK(back.epsilon == Approx(loss.epsilon).epsilon(1e-12));
    CHECK(back.delta == Approx(loss.delta).epsilon(1e-12));
  }
}

/// Whether the charge's rho covers these k draws at all these totals.
bool rho_holds(const Pair& draws, double rho) {
  for (const double total : {0.5, 1.0, 1.5, 2.0, 3.0, 4.0}) {
    if (refuted(draws, {total, concentrated_delta(rho, total)})) return false;
  }
  return true;
}

TEST_CASE("k bounded-range draws are charged k rho, and four times that under replace") {
  for (const double epsilon : {0.5, 1.0}) {
    for (const std::size_t k : {4u, 12u}) {
      const Charge once = bounded_range_charge(epsilon, k, 0);
      CHECK(rho_holds(repeat(range_pair(epsilon, Wide(epsilon) / 2), k), once.rho));
      const Pair group = repeat(range_pair(2 * epsilon, Wide(epsilon)), k);
      CHECK(rho_holds(group, to_replace(once).rho));
      // Controls: charging a group of two as two draws, or k draws as one, is too little.
      CHECK_FALSE(rho_holds(group, to_replace(once).rho / 2));
      CHECK_FALSE(rho_holds(group, bounded_range_rho(2 * epsilon)));
    }
  }
}

}  // namespace
}  // namespace logstar::testing
