// HeavyHitterMonitor against all adaptive adversaries that play a few steps.
#include "logstar/sparse_vector/heavy_hitters.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

#include "conversations.hpp"
#include "logstar/sparse_vector/charging_loss.hpp"
#include "logstar/sparse_vector/monitor_calibration.hpp"

namespace logstar::testing {
namespace {

using Items = std::vector<std::uint64_t>;  // the item of each user at one step; 0: no item
using Reports = std::vector<std::uint64_t>;
using Hitters = Conversation<HeavyHitterState, Reports>;

std::vector<Items> all_items(std::size_t users, const Items& items) {
  std::vector<Items> all = {{}};
  for (std::size_t user = 0; user < users; ++user) {
    std::vector<Items> longer;
    for (const Items& some : all) {
      for (const std::uint64_t item : items) {
        longer.push_back(some);
        longer.back().push_back(item);
      }
    }
    all = std::move(longer);
  }
  return all;
}

Hitters converse(const HeavyHitterParameters& parameters, const std::vector<Items>& steps) {
  return Hitters([=](Randomness&) { return HeavyHitterMonitor(parameters).state(); },
                 [=](const HeavyHitterState& state, std::size_t q, Randomness& r) {
                   HeavyHitterMonitor monitor(parameters, state);
                   std::vector<Holding> holdings;
                   for (std::uint32_t user = 0; user < steps[q].size(); ++user) {
                     if (steps[q][user] != 0) holdings.push_back({user, steps[q][user]});
                   }
                   const Reports reports = monitor.step(holdings, r);
                   return std::pair(reports, monitor.state());
                 });
}

ConversationReport check_hitters(double epsilon, std::size_t depth,
                                 const HeavyHitterParameters& parameters,
                                 const std::vector<Items>& steps) {
  std::vector<Items> fewer = steps;
  for (Items& items : fewer) items.pop_back();
  auto without = converse(parameters, fewer);
  auto with = converse(parameters, steps);
  ConversationCheck check(epsilon, steps.size(), depth, "add-remove",
                          "up to " + counted(steps.front().size(), "user"));
  check.pair(without, with);
  ConversationReport report = check.report();
  report.mode = name_of(parameters.test.method);
  return report;
}

/// The whole stream of one user is replaced. The last two items of each step are that user's: the last before,
/// the one before it after the replacement.
ConversationReport check_replaced(double epsilon, std::size_t depth,
                                  const HeavyHitterParameters& parameters,
                                  const std::vector<Items>& steps) {
  std::vector<Items> before = steps;
  std::vector<Items> after = steps;
  for (Items& items : before) items.erase(items.end() - 2);
  for (Items& items : after) items.pop_back();
  auto one = converse(parameters, before);
  auto other = converse(parameters, after);
  ConversationCheck check(epsilon, steps.size(), depth, "replace",
                          counted(before.front().size(), "user"));
  check.pair(one, other);
  ConversationReport report = check.report();
  report.mode = name_of(parameters.test.method);
  return report;
}

HeavyHitterOptions options_of(MonitorMethod method, std::uint64_t per_user, std::uint64_t steps,
                              Neighbors neighbors = Neighbors::add_remove) {
  HeavyHitterOptions options;
  options.neighbors = neighbors;
  options.epsilon = 1;
  options.delta = 0.2;
  options.per_user = per_user;
  options.steps = steps;
  options.method = method;
  options.expected_steps = 4;
  return options;
}

TEST_CASE("heavy hitters are (epsilon, delta)-DP against all adaptive streams of a few steps") {
  for (const auto method : {MonitorMethod::charging, MonitorMethod::sampled}) {
    for (const std::uint64_t per_user : {1u, 2u}) {
      for (const std::uint64_t steps : {4u, 0u}) {
        const auto options = options_of(method, per_user, steps);
        const auto parameters = calibrate_heavy_hitters(options).parameters;
        CHECK(check_hitters(1, 4, parameters, all_items(1, {0, 7})).within(0.2));
        CHECK(check_hitters(1, 2, parameters, all_items(2, {0, 7, 9})).within(0.2));
        CHECK(check_hitters(1, 4, parameters, {{7, 7}, {0, 7}, {9, 7}}).within(0.2));
        // Two others, who hold equal or different items, and every possible holding of the added user.
        const std::vector<Items> three = {{7, 7, 7}, {7, 7, 0}, {7, 9, 7}, {7, 0, 9}, {0, 0, 7}};
        CHECK(check_hitters(1, 3, parameters, three).within(0.2));
      }
    }
  }
}

/// One user alone; one next to another; and one with a crowd before and with another crowd after, or alone.
std::vector<ConversationReport> replaced_streams(const HeavyHitterParameters& parameters,
                                                 double epsilon, std::size_t crowd) {
  const std::vector<Items> two = {{7, 7, 9}, {7, 9, 7}, {7, 7, 0}, {7, 0, 7}, {0, 7, 9}};
  std::vector<Items> crowds(3, Items(2 * crowd, 0));
  std::fill_n(crowds[0].begin(), crowd, 7);
  std::fill_n(crowds[1].rbegin(), crowd, 7);
  for (Items& items : crowds) items.insert(items.end(), {7, 9});
  std::reverse(crowds[0].end() - 2, crowds[0].end());
  return {check_replaced(epsilon, 3, parameters, all_items(2, {0, 7, 9})),
          check_replaced(epsilon, 4, parameters, two),
          check_replaced(epsilon, 5, parameters, crowds)};
}

/// Losses, and crowds slightly below the threshold, where small excesses would show.
struct Replaced {
  MonitorMethod method;
  Loss loss;
  std::size_t crowd;
};
constexpr Replaced kReplaced[] = {{MonitorMethod::charging, {0.2, 0.25}, 7},
                                  {MonitorMethod::sampled, {2, 0.05}, 3}};

TEST_CASE("heavy hitters are (epsilon, delta)-DP if one user's whole stream is replaced") {
  for (const auto& [method, loss, crowd] : kReplaced) {
    for (const std::uint64_t per_user : {1u, 2u}) {
      for (const std::uint64_t steps : {5u, 0u}) {
        auto options = options_of(method, per_user, steps, Neighbors::replace);
        options.epsilon = loss.epsilon;
        options.delta = loss.delta;
        const auto plan = calibrate_heavy_hitters(options);
        CHECK(plan.loss == loss);
        for (const auto& report : replaced_streams(plan.parameters, loss.epsilon, crowd)) {
          CHECK(report.within(loss.delta));
          CHECK(report.largest_log_ratio > 0);
        }
      }
    }
  }
}

TEST_CASE("control: heavy hitters calibrated for an added user are rejected for a replaced one") {
  for (const auto& [method, loss, crowd] : kReplaced) {
    auto options = options_of(method, 1, 5);
    options.epsilon = loss.epsilon;
    options.delta = loss.delta;
    const auto parameters = calibrate_heavy_hitters(options).parameters;
    CHECK_FALSE(replaced_streams(parameters, loss.epsilon, crowd).back().within(loss.delta));
  }
}

TEST_CASE("of several items of a user at one step only the first counts") {
  auto parameters = calibrate_heavy_hitters(options_of(MonitorMethod::charging, 2, 4)).parameters;
  parameters.threshold = 1;  // so that reports are likely
  const auto law = [&](const std::vector<Holding>& holdings) {
    return enumerate([&](Randomness& r) {
      CutLoops loops(r);
      HeavyHitterMonitor monitor(parameters);
      const Reports reports = monitor.step(holdings, loops);
      return std::pair(reports, monitor.state().left);
    });
  };
  const auto once = law({{0, 7}, {1, 9}});
  const auto more = law({{0, 7}, {0, 9}, {1, 9}, {0, 8}, {1, 7}});
  CHECK(once.mass == more.mass);
  CHECK(once.of({{7, 9}, {1, 1}}) > 0.1L);
}

TEST_CASE("calibrated charging spends its delta once: on yeses and on reports of lone users") {
  for (const std::uint64_t per_user : {1u, 3u}) {
    for (const std::uint64_t steps : {4u, 1000u}) {
      for (const double delta : {0.2, 1e-6}) {
        auto options = options_of(MonitorMethod::charging, per_user, steps);
        options.delta = delta;
        const auto parameters = calibrate_heavy_hitters(options).parameters;
        const double rate = parameters.test.rate;
        const auto excess = static_cast<double>(1 - parameters.threshold);
        const double lone = -std::expm1(-std::exp(rate * excess));
        const double spent = intensity_charging_delta(per_user, rate, options.epsilon) +
                             static_cast<double>(steps) * lone;
        CHECK(spent <= delta * (1 + 1e-9));
        CHECK(spent > 0.5 * delta);
      }
    }
  }
}

TEST_CASE("a lone user's report costs exactly its probability, without a factor e^epsilon") {
  HeavyHitterParameters parameters;
  parameters.test.rate = 0.5;
  parameters.test.per_record = 4;
  parameters.steps = 4;
  parameters.threshold = 7;
  const auto report = check_hitters(3, 4, parameters, {{7}});
  const double yes = -std::expm1(-std::exp(-0.5 * 6));
  const double eta = 1 - std::pow(1 - yes, 4);
  CHECK(static_cast<double>(report.worst_delta) == Approx(eta).epsilon(1e-6));
  // With other holders the cost stays below charging's delta plus the union bound.
  const double delta = intensity_charging_delta(4, 0.5, 3) + 4 * yes;
  const auto company = check_hitters(3, 4, parameters, {{7, 7}, {0, 7}, {9, 7}});
  CHECK(company.within(delta));
  CHECK(company.worst_delta > 0.5 * delta);
}

TEST_CASE("control: heavy hitters with a threshold too low for the stream are rejected") {
  for (const auto method : {MonitorMethod::charging, MonitorMethod::sampled}) {
    auto parameters = calibrate_heavy_hitters(options_of(method, 2, 4)).parameters;
    parameters.threshold -= static_cast<std::int64_t>(std::ceil(2 / parameters.test.rate));
    REQUIRE(parameters.threshold >= 1);
    CHECK_FALSE(check_hitters(1, 4, parameters, all_items(1, {0, 7})).within(0.2));
  }
}

}  // namespace
}  // namespace logstar::testing
