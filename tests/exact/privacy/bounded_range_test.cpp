// The bounds for bounded-range steps against adaptive adversaries and against fixed steps.
#include "logstar/privacy/bounded_range.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <cstdint>
#include <functional>
#include <vector>

#include "logstar/privacy/concentrated.hpp"
#include "logstar/privacy/fixed_range_steps.hpp"
#include "worst_pairs.hpp"

using namespace logstar;
using namespace logstar::testing;

namespace {

const std::vector<double> kEpsilons = {0.05, 0.3, 1, 2.5, 5};
// With 11 values of t at each of 4 steps an adversary has about 200,000 histories.
constexpr int kChoices = 10;
constexpr std::size_t kMaxAdaptive = 4;
// A history's value is a product of 4 probabilities and a sum of 4 losses of at most 5, each wrong by a few
// 1e-16.
constexpr double kArithmetic = 1e-13;

using Bound = std::function<Loss(double epsilon, std::uint64_t count)>;

bool holds_adaptively(const Bound& bound) {
  for (const double epsilon : kEpsilons) {
    for (std::size_t count = 1; count <= kMaxAdaptive; ++count) {
      const Loss claim = bound(epsilon, count);
      const double reached = adaptive_range_delta(epsilon, count, claim.epsilon, kChoices);
      if (reached > claim.delta + kArithmetic) return false;
    }
  }
  return true;
}

}  // namespace

TEST_CASE("range composition and its concentrated form are valid against adaptive adversaries") {
  for (const double tail : {0.3, 0.05, 1e-3}) {
    CHECK(holds_adaptively(
        [&](double epsilon, std::uint64_t k) { return range_composition(epsilon, k, tail); }));
    CHECK(holds_adaptively(
        [&](double epsilon, std::uint64_t k) { return range_as_concentrated(epsilon, k, tail); }));
  }
}

TEST_CASE("fixed steps: the bound is the largest divergence over all common t, to 10^-9") {
  for (const double epsilon : kEpsilons) {
    for (std::size_t count = 1; count <= 4; ++count) {
      for (const double part : {0.0, 0.15, 0.3, 0.5, 0.75, 0.95}) {
        const double total = part * static_cast<double>(count) * epsilon;
        Wide largest = 0;
        for (std::size_t l = 1; l <= count; ++l) {  // the worst t for each number of kept outcomes
          const Wide t = (Wide(total) + Wide(l) * epsilon) / Wide(count + 1);
          if (t >= epsilon) continue;
          const Wide here = hockey_stick(repeat(range_pair(epsilon, t), count), total);
          if (here > largest) largest = here;
        }
        const double delta = fixed_range_delta(epsilon, count, total);
        CHECK(Wide(delta) >= largest);
        CHECK(Wide(delta) <= largest * (1 + Wide(1e-9)));
      }
    }
  }
}

TEST_CASE("fixed steps: no choice of a t for each step exceeds the bound") {
  constexpr int kGrid = 12;
  for (const double epsilon : kEpsilons) {
    std::vector<Pair> choices;
    for (int i = 0; i <= kGrid; ++i) {
      choices.push_back(range_pair(epsilon, Wide(epsilon) * i / kGrid));
    }
    for (const double part : {0.05, 0.3, 0.6, 0.9}) {
      for (const std::size_t count : {1U, 2U, 3U}) {
        const double total = part * static_cast<double>(count) * epsilon;
        const Wide bound = fixed_range_delta(epsilon, count, total);
        Wide largest = 0;
        std::vector<Pair> steps;
        const std::function<void(std::size_t)> extend = [&](std::size_t least) {
          if (steps.size() == count) {
            const Wide here = hockey_stick(compose(steps), total);
            if (here > largest) largest = here;
            return;
          }
          for (std::size_t i = least; i < choices.size(); ++i) {
            steps.push_back(choices[i]);
            extend(i);
            steps.pop_back();
          }
        };
        extend(0);
        CHECK(largest <= bound + kWideError);
        CHECK(largest > bound / 2);  // the grid is close to the worst t
      }
    }
  }
}

TEST_CASE("the Renyi divergence of bounded-range pairs of order a is at most a epsilon^2/8") {
  // Both directions: the mirrored pair has losses -t and epsilon - t, again of length epsilon.
  const auto within = [](double share) {
    for (const double epsilon : kEpsilons) {
      for (int i = 1; i < 32; ++i) {
        const Pair pair = range_pair(epsilon, Wide(epsilon) * i / 32);
        for (const double order : {1.001, 1.1, 1.5, 2.0, 4.0, 16.0, 100.0}) {
          Wide moment = 0;
          for (const Outcome& outcome : pair) {
            moment += pow(outcome.p, Wide(order)) * pow(outcome.q, Wide(1 - order));
          }
          const Wide divergence = log(moment) / (Wide(order) - 1);
          if (divergence > order * share * bounded_range_rho(epsilon)) return false;
        }
      }
    }
    return true;
  };
  CHECK(within(1));
  CHECK_FALSE(within(0.99));  // control: the constant 8 cannot be 8.1
}

// Controls.

TEST_CASE("control: the bound for fixed steps is rejected against adaptive adversaries") {
  CHECK_FALSE(holds_adaptively([](double epsilon, std::uint64_t k) {
    const double total = 0.4 * static_cast<double>(k) * epsilon;
    return Loss{total, fixed_range_delta(epsilon, k, total)};
  }));
  // A ledger's charge for 4 steps of 0.3 fixed in advance, and their cost if chosen adaptively.
  CHECK(fixed_range_delta(0.3, 4, 0.48) < 0.0097);
  CHECK(adaptive_range_delta(0.3, 4, 0.48, 2 * kChoices) > 0.0108);
}

TEST_CASE("control: the third term without the mean loss is rejected") {
  CHECK_FALSE(holds_adaptively([](double epsilon, std::uint64_t count) {
    const double k = static_cast<double>(count);
    return Loss{epsilon * std::sqrt(k * std::log(1 / 0.3) / 2), 0.3};
  }));
}

TEST_CASE("control: bounded-range steps accounted as epsilon^2/16 are rejected") {
  CHECK_FALSE(holds_adaptively([](double epsilon, std::uint64_t count) {
    return range_as_concentrated(epsilon / 2, count, 0.3);
  }));
}
