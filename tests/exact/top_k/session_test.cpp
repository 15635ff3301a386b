// Sessions that charge for returned items, against every adaptive script of queries.
#include "logstar/top_k/session.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <functional>

#include "erratum.hpp"
#include "logstar/privacy/concentrated.hpp"
#include "logstar/privacy/optimal_composition.hpp"
#include "session_talks.hpp"

namespace logstar::testing {
namespace {

/// The failure probability of l calls together.
double leak(double delta, std::uint64_t calls) {
  return 1 - std::pow(1 + delta, -static_cast<double>(calls));
}

TEST_CASE("a session is (k* epsilon, 1 - (1 + delta)^-l*)-DP against every script, attained") {
  const double delta = 0.2;
  for (const std::uint64_t calls : {2u, 3u}) {
    for (const double epsilon : {0.3, 1.0}) {
      const auto report = against_all(3, 2, 3, 3 * epsilon, static_cast<std::size_t>(calls),
                                      honest(setting(3, calls, epsilon, delta)));
      INFO("calls " << calls << " epsilon " << epsilon << ": " << double(report.worst_delta));
      CHECK(report.within(leak(delta, calls)));
      CHECK(report.worst_delta > 0.1);
    }
  }
  // Enough outcomes for every call, and one item of one user, which each call may leak.
  const auto attained = against_all(1, 1, 1, 2 * 1.0, 2, honest(setting(2, 2, 1.0, delta)), 1);
  CHECK(attained.within(leak(delta, 2)));
  CHECK(double(attained.worst_delta) == Approx(leak(delta, 2)).epsilon(1e-5));
  const Erratum slip("top-k-session");
  slip.says("δ of l* = 2 calls at δ = 0.2, printed: 2 l* δ", 2 * 2 * delta);
  slip.says("proved: l* δ, and 1 - (1 + δ)^-l*",
            Erratum::figure(2 * delta) + ", " + Erratum::figure(leak(delta, 2)));
  slip.says("smallest neighbours", "no user; one user with one item");
  slip.says("true δ, against every script of two questions", attained.worst_delta);
}

TEST_CASE(
    "sessions keep their loss for users with one item on the limited domain with min(D, kbar)") {
  const double delta = 0.2;
  const auto report = against_all(3, 2, 1, 3 * 0.5, 3, honest(setting(3, 3, 0.5, delta), 1));
  CHECK(report.within(leak(delta, 3)));
  CHECK(report.worst_delta > 0.1);
}

TEST_CASE("a tighter bound for k* draws, with delta once per call, is valid at every epsilon") {
  const double delta = 0.05;
  const double epsilon = 0.8;
  const Turn turn = raised(honest(setting(3, 2, epsilon, delta)));
  for (const double part : {0.1, 0.3, 0.5, 0.7, 0.9}) {
    const double total = part * 3 * epsilon;
    const double draws = std::min(concentrated_delta(3 * epsilon * epsilon / 8, total),
                                  optimal_delta({epsilon, 0}, 3, total));
    const auto report = against_all(2, 2, 2, total, 2, turn);
    INFO("at " << total << ": " << double(report.worst_delta));
    CHECK(report.within(draws + leak(delta, 2)));
    if (part < 0.4) CHECK(report.worst_delta > 0.05);
  }
}

TEST_CASE("with a drawn kbar a call takes one more draw") {
  const double delta = 0.2;
  const auto report =
      against_all(3, 2, 3, (2 + 2) * 0.5, 2, honest(setting(2, 2, 0.5, delta, true)));
  CHECK(report.within(leak(delta, 2)));
}

TEST_CASE("calibrated sessions divide their loss: draws of kbar and every call count") {
  for (const bool optimised : {false, true}) {
    for (const Neighbors neighbors : {Neighbors::add_remove, Neighbors::replace}) {
      TopKSessionTask task;
      task.outcomes = 5;
      task.calls = 3;
      task.total = {2, 1e-3};
      task.neighbors = neighbors;
      task.optimised = optimised;
      const Loss loss =
          neighbors == Neighbors::add_remove ? task.total : Loss{1, 1e-3 / (1 + std::exp(1.0))};
      const double draws = optimised ? 5 + 3 : 5;
      for (const bool refundable : {false, true}) {
        task.refundable = refundable;
        const auto parameters = calibrate_top_k_session(task);
        // Sums are never better than the other bounds on that number of bounded-range draws.
        CHECK(draws * parameters.item_epsilon >= loss.epsilon * (1 - 1e-9));
        const auto exactly = static_cast<std::uint64_t>(draws);
        const double tail = std::min(
            concentrated_delta(draws * bounded_range_rho(parameters.item_epsilon), loss.epsilon),
            optimal_delta({parameters.item_epsilon, 0}, exactly, loss.epsilon));
        CHECK(tail + 3 * parameters.call_delta <= loss.delta * (1 + 1e-9));
        CHECK(tail + 3 * parameters.call_delta > 0.5 * loss.delta);
        const SessionTerms terms = session_terms(task, parameters);
        CHECK(static_cast<double>(terms.outcomes) == draws);
        CHECK(terms.calls == 3);
      }
    }
  }
}

TEST_CASE("a session with more outcomes than calls answers no more calls and leaks no more") {
  const auto report = against_all(1, 1, 1, 3 * 1.0, 3, honest(setting(3, 1, 1.0, 0.2)), 1);
  CHECK(report.within(leak(0.2, 1)));
  CHECK(double(report.worst_delta) == Approx(leak(0.2, 1)).epsilon(1e-5));
}

TEST_CASE("a session never answers more than its outcomes and calls") {
  const auto parameters = setting(3, 2, 1.0, 0.2);
  Talk talk(
      [](Randomness&) {
        return Used{0, 0};
      },
      [&](const Used& used, std::size_t question, Randomness& r) {
        return honest(parameters)({5, 4, 3}, used, question, r);
      });
  const std::function<void(const Talk::States&, int)> walk = [&](const Talk::States& states,
                                                                 int turns) {
    for (const auto& [used, mass] : states) {
      REQUIRE(used.first <= 3);
      REQUIRE(used.second <= 2);
    }
    if (turns == 0) return;
    for (std::size_t question = 0; question < kQuestions.size(); ++question) {
      for (const auto& [answer, after] : talk.ask(states, question)) walk(after, turns - 1);
    }
  };
  walk(talk.start(), 3);
}

TEST_CASE("control: a session that does not count bottom is rejected") {
  const Turn right = honest(setting(1, 3, 1.0, 1e-3));
  const Turn broken = [=](const Histogram& histogram, const Used& used, std::size_t index,
                          Randomness& r) {
    auto [answer, after] = right(histogram, used, index, r);
    if (answer && answer->empty()) after.first = used.first;
    return std::make_pair(answer, after);
  };
  const double claimed = leak(1e-3, 3);
  CHECK_FALSE(against_all(1, 1, 1, 1.0, 3, raised(broken), 1).within(claimed));
  CHECK(against_all(1, 1, 1, 1.0, 3, raised(right), 1).within(claimed));
}

TEST_CASE("control: delta charged for one call only is rejected") {
  const auto report = against_all(1, 1, 1, 3 * 1.0, 3, honest(setting(3, 3, 1.0, 0.2)), 1);
  CHECK_FALSE(report.within(leak(0.2, 1)));
}

TEST_CASE("control: half of k* epsilon is rejected") {
  const Turn turn = raised(honest(setting(3, 3, 1.0, 1e-3)));
  CHECK(against_all(1, 1, 1, 3 * 1.0, 3, turn, 1).within(leak(1e-3, 3)));
  CHECK_FALSE(against_all(1, 1, 1, 1.5 * 1.0, 3, turn, 1).within(leak(1e-3, 3)));
}

}  // namespace
}  // namespace logstar::testing
