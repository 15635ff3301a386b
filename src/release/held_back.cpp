#include "logstar/release/held_back.hpp"

#include "logstar/privacy/ledger.hpp"
#include "logstar/support/checks.hpp"

namespace logstar {

double held_back_epsilon(double asked) {
  return epsilon_obstacle("epsilon", asked) ? asked : grant_for({asked, 0}).epsilon;
}

double held_back_delta(double asked) {
  return asked >= kMinLedgerDelta && asked < 1 ? grant_for({0, asked}).delta : asked;
}

}  // namespace logstar
