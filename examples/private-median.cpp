// A private median of made-up salaries, charged to a budget of epsilon 1.
#include <cmath>
#include <iostream>
#include <vector>

#include "logstar/interior_point/median.hpp"
#include "logstar/randomness/system_randomness.hpp"

int main() {
  std::vector<double> salaries;
  for (double i = 0.5; i < 5000; ++i) salaries.push_back(42'000 * std::pow(i / (5000 - i), 0.25));

  logstar::Ledger ledger({.total = {1, 0}});
  const auto median =
      logstar::release_median(ledger, salaries, {.epsilon = 0.5}, logstar::system_randomness());
  std::cout << "median: " << *median.answer << "\n" << to_text(median.claim);
  std::cout << "left of the budget: " << ledger.remaining().epsilon << "\n";
}
