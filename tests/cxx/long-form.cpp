// The releases shown in docs/cxx.md.
#include <iostream>

#include "logstar/domain/integers.hpp"
#include "logstar/interior_point/rank_release.hpp"
#include "logstar/randomness/system_randomness.hpp"

int main() {
  const logstar::IntegerDomain ages(0, 120);
  const logstar::KeyInterval keys = ages.keys();
  logstar::RankTask task;
  task.bits = keys.bits();
  task.domain = {{keys.lowest}, {keys.highest}};
  task.quantile = logstar::QuantileFraction{9, 10};
  task.loss = {0.5, 0};

  // Its cost and its promise, before any charge.
  const logstar::Claim claim = logstar::Release<logstar::RankRelease>(task).claim();
  std::cout << "off by at most " << claim.accuracy.error << " ranks\n";

  logstar::KeyArray records(task.bits);
  for (int i = 0; i < 1000; ++i) {
    const auto key = ages.encode(18 + 0.05 * i, logstar::Outside::clamp);
    if (key) records.append({&*key, 1});
  }
  logstar::Ledger ledger({.total = {1, 0}});
  const auto high =
      logstar::release<logstar::RankRelease>(ledger, task, records, logstar::system_randomness());
  std::cout << "nine in ten are at most " << static_cast<int>(ages.decode(high.answer->front()))
            << "\n";
}
