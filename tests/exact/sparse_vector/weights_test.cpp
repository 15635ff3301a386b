// ThresholdMonitor and HeavyHitterMonitor with weights, against all adaptive adversaries that choose every user's
// weight anew at each turn.
#include <catch2/catch.hpp>
#include <cmath>
#include <functional>

#include "logstar/sparse_vector/heavy_hitters.hpp"
#include "logstar/sparse_vector/hit_coin.hpp"
#include "logstar/sparse_vector/monitor_calibration.hpp"
#include "logstar/sparse_vector/noise_rate.hpp"
#include "monitor_questions.hpp"

namespace logstar::testing::weights_test {
namespace {

constexpr std::uint32_t kUnit = 1u << 20;
constexpr std::uint32_t kQuarter = kUnit / 4;

struct Charged {
  MonitorMethod method;
  Loss loss;
};
constexpr Charged kCharged[] = {{MonitorMethod::charging, {0.5, 0.1}},
                                {MonitorMethod::laplace, {0.5, 0.1}},
                                {MonitorMethod::sampled, {1, 0}}};

MonitorParameters parameters_of(const Charged& charged, std::uint64_t per_record,
                                Neighbors neighbors = Neighbors::add_remove) {
  const Loss loss =
      neighbors == Neighbors::add_remove ? charged.loss : add_remove_for_replace(charged.loss);
  return monitor_parameters_for(charged.method, loss, per_record, QueryGrid::fractions).value();
}

Noise noise_of(MonitorMethod method) {
  return method == MonitorMethod::laplace ? Noise::lumped : Noise::cut;
}

TEST_CASE("a weight is a hit with probability (1 - e^-(rate f)) / (1 - e^-rate), exactly") {
  for (const double rate : {0.03, 0.3, 2.0}) {
    const Rational exact = Rational::of(short_rate_down(rate));
    for (const std::uint32_t steps : {0u, kUnit / 16, kQuarter, 3 * kQuarter, kUnit, 2 * kUnit}) {
      const auto law = enumerate(
          [&](Randomness& r) { return is_hit(steps, QueryGrid::fractions, exact, r); }, 1e-13L);
      const long double f = std::min(1.0L, static_cast<long double>(steps) / kUnit);
      const long double expected = std::expm1(-short_rate_down(rate) * f) /
                                   std::expm1(-static_cast<long double>(short_rate_down(rate)));
      CHECK(std::fabs(law.of(true) - expected) < 1e-11L);
    }
  }
}

TEST_CASE(
    "KMS20 Algorithm 3: a record of weight 0.01 takes part in 96 yeses on average, in 56 by "
    "sampled") {
  const auto mean_yeses = [](MonitorMethod method, double delta) {
    const double rate = parameters_of({method, {1, delta}}, 1).rate;
    return std::expm1(-rate) / std::expm1(-rate * 0.01);
  };
  CHECK(mean_yeses(MonitorMethod::charging, 1e-6) == Approx(96).margin(0.5));
  CHECK(mean_yeses(MonitorMethod::sampled, 0) == Approx(56).margin(0.5));
}

TEST_CASE("a weighted monitor is (epsilon, delta)-DP against all adaptive adversaries") {
  for (const Charged& charged : kCharged) {
    const auto [epsilon, delta] = charged.loss;
    for (const std::uint64_t hits : {1u, 2u}) {
      const auto parameters = parameters_of(charged, hits);
      const Noise noise = noise_of(charged.method);
      const auto alone = all_contributions(1, {kQuarter, 2 * kQuarter, 3 * kQuarter, kUnit});
      const auto two = all_contributions(2, {0, kQuarter, kUnit});
      const auto three = all_contributions(3, {kQuarter, kUnit});
      for (const std::int64_t threshold : {1, 2}) {
        const std::int64_t steps = threshold * kUnit;
        for (const auto& report :
             {check_monitor(epsilon, 6, parameters, steps, alone, 1e-9L, noise),
              check_monitor(epsilon, 3, parameters, steps, two, 1e-9L, noise),
              check_monitor(epsilon, 2, parameters, steps, three, 1e-9L, noise)}) {
          CHECK(report.within(delta));
        }
      }
    }
  }
}

TEST_CASE("a weighted monitor is (epsilon, delta)-DP where one user's whole stream is replaced") {
  for (const Charged& charged : kCharged) {
    const Charged twice{charged.method, {2, charged.loss.delta > 0 ? 0.2 : 0}};
    const auto parameters = parameters_of(twice, 1, Neighbors::replace);
    const auto questions = all_contributions(2, {0, kQuarter, kUnit});
    const auto report =
        check_replaced(2, 3, parameters, kUnit, questions, noise_of(charged.method));
    CHECK(report.within(twice.loss.delta));
    CHECK(report.largest_log_ratio > 0);
  }
}

/// Which of a yes's active records with a weight are hit, given the count above the threshold.
using Coin = std::function<bool(std::uint32_t steps, std::int64_t excess, Randomness&)>;

/// The monitor by charging with another coin.
ConversationReport with_coin(const MonitorParameters& parameters, double epsilon, std::size_t depth,
                             std::int64_t threshold, const std::vector<Contributions>& questions,
                             const Coin& coin) {
  using State = std::vector<std::uint64_t>;
  const ThresholdTest test(parameters);
  const auto conversation = [&](std::size_t users) {
    return Conversation<State, bool>(
        [=](Randomness&) { return State(users, parameters.per_record); },
        [&, users](State left, std::size_t q, Randomness& r) {
          std::int64_t excess = -threshold;
          for (std::size_t user = 0; user < users; ++user) {
            if (left[user] > 0) excess += questions[q][user];
          }
          LumpedHits lumped(r, parameters.rate);
          const bool yes = test.yes(excess, lumped);
          for (std::size_t user = 0; yes && user < users; ++user) {
            if (left[user] > 0 && coin(questions[q][user], excess, lumped)) --left[user];
          }
          return std::pair(yes, left);
        },
        1e-9L);
  };
  const std::size_t users = questions.front().size();
  auto without = conversation(users - 1);
  auto with = conversation(users);
  ConversationCheck check(epsilon, questions.size(), depth, "add-remove", counted(users, "user"));
  check.pair(without, with);
  return check.report();
}

/// One user alone, always with the same weight, over as many questions as transcripts can be walked.
constexpr Charged kLone = {MonitorMethod::charging, {0.1, 0.25}};
constexpr std::size_t kLoneQuestions = 13;

ConversationReport lone_user(const MonitorParameters& parameters, std::int64_t threshold,
                             std::uint32_t steps, const Coin& coin) {
  return with_coin(parameters, kLone.loss.epsilon, kLoneQuestions, threshold * kUnit, {{steps}},
                   coin);
}

TEST_CASE("a coin of the test's rate keeps a lone user's weights within delta, which one attains") {
  const auto parameters = parameters_of(kLone, 1);
  const Rational rate = Rational::of(parameters.rate);
  const Coin exact = [&](std::uint32_t steps, std::int64_t, Randomness& r) {
    return is_hit(steps, QueryGrid::fractions, rate, r);
  };
  long double worst = 0;
  for (const std::int64_t threshold : {1, 2, 3, 5}) {
    for (const std::uint32_t steps : {kQuarter, 2 * kQuarter, 3 * kQuarter, kUnit}) {
      const auto report = lone_user(parameters, threshold, steps, exact);
      CHECK(report.within(kLone.loss.delta));
      worst = std::max(worst, report.worst_delta);
    }
  }
  CHECK(worst > 0.99 * kLone.loss.delta);
}

TEST_CASE("control: a coin of seven tenths of the hits, or of none, is rejected") {
  const auto parameters = parameters_of(kLone, 1);
  const Rational rate = Rational::of(parameters.rate);
  const Coin rarer = [&](std::uint32_t steps, std::int64_t, Randomness& r) {
    const bool is_kept = r.bernoulli_exp(Rational::of(-std::log(0.7)));
    return is_kept && is_hit(steps, QueryGrid::fractions, rate, r);
  };
  const Coin never = [](std::uint32_t, std::int64_t, Randomness&) { return false; };
  CHECK_FALSE(lone_user(parameters, 2, kUnit, rarer).within(kLone.loss.delta));
  CHECK_FALSE(lone_user(parameters, 1, 2 * kQuarter, never).within(kLone.loss.delta));
}

TEST_CASE("control: coins that depend on the count are rejected, as others' hits then differ") {
  const auto parameters = parameters_of({MonitorMethod::charging, {0.2, 0.01}}, 1);
  const Rational rate = Rational::of(parameters.rate);
  const auto questions = all_contributions(3, {0, kQuarter, kUnit});
  const Coin exact = [&](std::uint32_t steps, std::int64_t, Randomness& r) {
    return is_hit(steps, QueryGrid::fractions, rate, r);
  };
  const Coin by_count = [&](std::uint32_t steps, std::int64_t excess, Randomness& r) {
    return excess > 0 ? steps > 0 : is_hit(steps, QueryGrid::fractions, rate, r);
  };
  CHECK(with_coin(parameters, 0.2, 2, kUnit, questions, exact).within(0.01));
  CHECK_FALSE(with_coin(parameters, 0.2, 2, kUnit, questions, by_count).within(0.01));
}

/// Each user's holding at one step: an item, 0 for none, and its weight.
struct Weighted {
  std::uint64_t item;
  std::uint32_t steps;
};
using Step = std::vector<Weighted>;

ConversationReport check_weighted_hitters(double epsilon, std::size_t depth,
                                          const HeavyHitterParameters& parameters,
                                          const std::vector<Step>& steps) {
  using Hitters = Conversation<HeavyHitterState, std::vector<std::uint64_t>>;
  const auto conversation = [&](std::size_t users) {
    return Hitters([=](Randomness&) { return HeavyHitterMonitor(parameters).state(); },
                   [=](const HeavyHitterState& state, std::size_t q, Randomness& r) {
                     LumpedHits lumped(r, parameters.test.rate);
                     HeavyHitterMonitor monitor(parameters, state);
                     std::vector<Holding> holdings;
                     for (std::uint32_t user = 0; user < users; ++user) {
                       const Weighted& held = steps[q][user];
                       if (held.item != 0) holdings.push_back({user, held.item, held.steps});
                     }
                     const auto reported = monitor.step(holdings, lumped);
                     return std::pair(reported, monitor.state());
                   });
  };
  const std::size_t users = steps.front().size();
  auto without = conversation(users - 1);
  auto with = conversation(users);
  ConversationCheck check(epsilon, steps.size(), depth, "add-remove",
                          "up to " + counted(users, "user"));
  check.pair(without, with);
  ConversationReport report = check.report();
  report.mode = name_of(parameters.test.method);
  return report;
}

HeavyHitterOptions hitters_of(MonitorMethod method) {
  HeavyHitterOptions options;
  options.epsilon = 1;
  options.delta = 0.2;
  options.steps = 4;
  options.method = method;
  options.grid = QueryGrid::fractions;
  return options;
}

TEST_CASE("weighted heavy hitters are (epsilon, delta)-DP against all adaptive streams") {
  const Weighted light = {7, kQuarter};
  const Weighted whole = {7, kUnit};
  for (const auto method : {MonitorMethod::charging, MonitorMethod::sampled}) {
    for (const std::uint64_t per_user : {1u, 2u}) {
      auto options = hitters_of(method);
      options.per_user = per_user;
      const auto parameters = calibrate_heavy_hitters(options).parameters;
      CHECK(check_weighted_hitters(1, 4, parameters, {{light}, {whole}}).within(0.2));
      const std::vector<Step> two = {
          {light, light}, {whole, light}, {{9, kUnit}, whole}, {light, whole}, {{0, 0}, light}};
      CHECK(check_weighted_hitters(1, 3, parameters, two).within(0.2));
      const std::vector<Step> three = {{whole, light, whole}, {whole, {9, kQuarter}, light}};
      CHECK(check_weighted_hitters(1, 3, parameters, three).within(0.2));
    }
  }
}

TEST_CASE("control: weighted heavy hitters with a threshold too low are rejected") {
  for (const auto method : {MonitorMethod::charging, MonitorMethod::sampled}) {
    auto parameters = calibrate_heavy_hitters(hitters_of(method)).parameters;
    parameters.threshold = 1;
    CHECK_FALSE(check_weighted_hitters(1, 4, parameters, {{{7, kUnit}}}).within(0.2));
  }
}

TEST_CASE("a weight of 0 is as no holding and the next one counts, a weight above 1 counts as 1") {
  auto parameters = calibrate_heavy_hitters(hitters_of(MonitorMethod::charging)).parameters;
  parameters.threshold = 1;  // so that reports are likely
  const auto law = [&](const std::vector<Holding>& holdings) {
    return enumerate([&](Randomness& r) {
      CutLoops loops(r);
      LumpedHits lumped(loops, parameters.test.rate);
      HeavyHitterMonitor monitor(parameters);
      const auto reports = monitor.step(holdings, lumped);
      return std::pair(reports, monitor.state().left);
    });
  };
  const auto once = law({{0, 7, kUnit}, {1, 9, kQuarter}});
  const auto more =
      law({{0, 5, 0}, {0, 7, 3 * kUnit}, {0, 9, kUnit}, {1, 9, kQuarter}, {1, 7, kUnit}});
  CHECK(once.mass == more.mass);
  CHECK(once.of({{7, 9}, {0, 1}}) > 0.01L);
}

}  // namespace
}  // namespace logstar::testing::weights_test
