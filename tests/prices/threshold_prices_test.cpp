// The places of thresholds and bottoms, and the loss of draws: src/selection/, the pieces of
// src/interior_point/ that others use, and the mechanisms that are one such piece. Each test puts them into the
// final inequality of their proof (above the function, or on its page).
#include <catch2/catch.hpp>

#include "both_neighbors.hpp"
#include "logstar/interior_point/rank/exponential.hpp"
#include "logstar/interior_point/rec_concave/rec_concave.hpp"
#include "logstar/interior_point/tree/cumulative_tree_log.hpp"
#include "logstar/interior_point/tree/declared_size.hpp"
#include "logstar/interior_point/tree/heavy_path_steps.hpp"
#include "logstar/learning/point.hpp"
#include "logstar/learning/rule_choice.hpp"
#include "logstar/sanitizing/stable_histogram.hpp"
#include "logstar/selection/choosing_mechanism.hpp"
#include "logstar/selection/exponential.hpp"
#include "logstar/selection/gap_test.hpp"
#include "logstar/selection/laplace_count.hpp"
#include "logstar/selection/stable_choice.hpp"
#include "logstar/support/errors.hpp"
#include "logstar/top_k/laplace_difference.hpp"
#include "option_points.hpp"
#include "real.hpp"
#include "selection_theorems.hpp"

namespace logstar::testing {
namespace {

const std::vector<std::uint64_t> kGrowths = {1, 3, 195, std::uint64_t(1) << 50};

/// The least k >= 0 with a tail of at most delta, to the precision of doubles.
void check_tail_start(double rate, std::int64_t k, const Real& delta) {
  CHECK(k >= 0);
  CHECK(laplace_tail(rate, k) <= delta);
  const auto less = k - 1 - static_cast<std::int64_t>(1e-12 * static_cast<double>(k));
  if (k > 0) CHECK(laplace_tail(rate, less) > delta * (1 - Real(1e-9)));
}

void check_bottom(const BottomScore& bottom, const Real& needed) {
  CHECK(score_of(bottom) >= needed);
  CHECK(score_of(bottom) <= needed * (1 + Real(1e-11)) + Real(0x1p-19));
}

TEST_CASE("bottom of stable choice weighs exactly e^e K/delta") {
  for (const Loss& loss : loss_points(100, 21)) {
    for (const std::uint64_t growth : kGrowths) {
      INFO("epsilon " << loss.epsilon << " delta " << loss.delta << " growth " << growth);
      const auto one = calibrate_stable_choice(loss, growth, Neighbors::add_remove);
      CHECK(one.draw_epsilon == loss.epsilon);
      const Real log = real_log(Real(growth) / Real(loss.delta));
      check_bottom(one.bottom, 1 + log / Real(one.draw_epsilon));
      const auto two = calibrate_stable_choice(loss, growth, Neighbors::replace);
      CHECK(two.draw_epsilon == loss.epsilon / 2);
      const Real delta = std::min(Real(loss.delta), real_expm1(Real(two.draw_epsilon)));
      const Real log_two = std::max(Real(0), real_log(Real(growth) / delta));
      check_bottom(two.bottom, 1 + log_two / Real(two.draw_epsilon));
    }
  }
}

TEST_CASE(
    "moving choice costs 2 moves e within epsilon, with bottom above all possible new candidates") {
  SampledOptions options(23);
  for (const Loss& loss : loss_points(60, 24)) {
    const std::uint64_t moves = options.count(64);
    const std::uint64_t candidates = options.count(std::uint64_t(1) << 40);
    INFO("epsilon " << loss.epsilon << " delta " << loss.delta << " moves " << moves);
    const auto choice = calibrate_moving_choice(loss, moves, candidates);
    check_used(choice.draw_epsilon, Real(loss.epsilon) / (2 * moves), 1e-14);
    const Real delta = std::min(Real(loss.delta), real_expm1(Real(loss.epsilon) / 2));
    const Real log = std::max(Real(0), real_log(Real(candidates) / delta));
    check_bottom(choice.bottom, moves + log / Real(choice.draw_epsilon));
  }
}

TEST_CASE("the choosing mechanism costs 2 e (4 e), with its threshold") {
  for (const Loss& loss : loss_points(60, 25)) {
    for (const std::uint64_t growth : kGrowths) {
      INFO("epsilon " << loss.epsilon << " delta " << loss.delta << " growth " << growth);
      if (loss.delta / static_cast<double>(growth) < 1e-307) continue;
      const Real share = Real(loss.delta) / growth;
      const auto one = calibrate_choosing(loss, growth, Neighbors::add_remove);
      CHECK(one.noise_epsilon == loss.epsilon / 2);
      CHECK(one.draw_epsilon == one.noise_epsilon);
      check_tail_start(one.noise_epsilon, one.threshold - 1, share);
      const auto two = calibrate_choosing(loss, growth, Neighbors::replace);
      CHECK(two.noise_epsilon == loss.epsilon / 4);
      CHECK(two.draw_epsilon == two.noise_epsilon);
      const Real rate = two.noise_epsilon;
      CHECK(real_exp(-rate * (two.threshold - 1)) <= share);
      CHECK(calibrate_choosing_paper(loss, growth, 0.05).threshold >= two.threshold);
    }
  }
}

TEST_CASE("gap test: its threshold, one way and both ways") {
  for (const Loss& loss : loss_points(100, 26)) {
    for (const Neighbors neighbors : kBoth) {
      for (const ScoreMoves moves : {ScoreMoves::one_way, ScoreMoves::both_ways}) {
        INFO("epsilon " << loss.epsilon << " delta " << loss.delta);
        const bool full = neighbors == Neighbors::add_remove && moves == ScoreMoves::one_way;
        const std::int64_t g = full ? 1 : 2;
        const auto test = calibrate_gap_test(loss, moves, neighbors);
        CHECK(test.noise_epsilon * static_cast<double>(g) == loss.epsilon);
        check_tail_start(test.noise_epsilon, test.threshold - g, loss.delta);
      }
    }
  }
}

TEST_CASE("stable histogram: a new item is released with probability at most delta") {
  for (const Loss& loss : loss_points(100, 27)) {
    for (const Neighbors neighbors : kBoth) {
      INFO("epsilon " << loss.epsilon << " delta " << loss.delta);
      Real delta = loss.delta;
      const Real e = neighbors == Neighbors::replace ? Real(loss.epsilon) / 2 : Real(loss.epsilon);
      if (neighbors == Neighbors::replace) delta /= 1 + real_exp(e);
      if (delta < Real(1e-300)) continue;  // refused, or not exact to the last digit
      const auto histogram = calibrate_stable_histogram(loss, neighbors);
      check_used(histogram.noise_epsilon, e, 1e-14);
      check_tail_start(histogram.noise_epsilon, histogram.threshold - 1, delta);
    }
  }
}

TEST_CASE("draws without a delta: their rate times the sensitivity of a record is epsilon") {
  for (const Loss& loss : loss_points(60, 28)) {
    const double e = loss.epsilon;
    INFO("epsilon " << e);
    for (const std::uint64_t users : {1u, 3u, 1000u}) {
      const Rational rate = calibrate_laplace_count(e, users);
      CHECK(rate.approximate() == Approx(e / static_cast<double>(users)).epsilon(1e-15));
    }
    using enum ScoreMoves;
    CHECK(calibrate_exponential_choice(e, one_way, Neighbors::add_remove) == e);
    CHECK(calibrate_exponential_choice(e, one_way, Neighbors::replace) == e / 2);
    CHECK(calibrate_exponential_choice(e, both_ways, Neighbors::add_remove) == e / 2);
    CHECK(calibrate_exponential_choice(e, both_ways, Neighbors::replace) == e / 2);
    CHECK(calibrate_exponential_median(e, Neighbors::add_remove).draw_epsilon == e);
    CHECK(calibrate_exponential_median(e, Neighbors::replace).draw_epsilon == e / 2);
    for (const auto& [a, b] : {std::pair{1u, 2u}, {1u, 1000u}, {999u, 1000u}, {3u, 7u}}) {
      const auto add = calibrate_exponential_quantile({a, b}, e, Neighbors::add_remove);
      check_used(add.draw_epsilon, Real(e) / (2 * std::max(a, b - a)), 1e-15);
      const auto replace = calibrate_exponential_quantile({a, b}, e, Neighbors::replace);
      check_used(replace.draw_epsilon, Real(e) / (2 * b), 1e-15);
    }
    CHECK(calibrate_rule_choice(Protects::labels, e, Neighbors::add_remove) == e / 2);
    CHECK(calibrate_rule_choice(Protects::records, e, Neighbors::add_remove) == e);
    CHECK(calibrate_rule_choice(Protects::records, e, Neighbors::replace) == e / 2);
  }
}

TEST_CASE("points are learned by stable choice of growth 1 or by a gap test of one-way scores") {
  for (const Loss& loss : loss_points(10, 29)) {
    for (const Neighbors neighbors : kBoth) {
      const auto stable = calibrate_point(PointAlgorithm::stable_choice, loss, neighbors, 0.05);
      const auto& choice = std::get<StableChoiceParameters>(stable.choice);
      const auto same = calibrate_stable_choice(loss, 1, neighbors);
      CHECK(choice.draw_epsilon == same.draw_epsilon);
      CHECK(score_of(choice.bottom) == score_of(same.bottom));
      const auto gap = calibrate_point(PointAlgorithm::gap_test, loss, neighbors, 0.05);
      const auto& test = std::get<GapTestParameters>(gap.choice);
      const auto one_way = calibrate_gap_test(loss, ScoreMoves::one_way, neighbors);
      CHECK(test.noise_epsilon == one_way.noise_epsilon);
      CHECK(test.threshold == one_way.threshold);
    }
  }
}

TEST_CASE("the size test costs e^e q^k/(1 + q), which the declared size keeps within delta") {
  for (const Loss& loss : loss_points(100, 30)) {
    INFO("epsilon " << loss.epsilon << " delta " << loss.delta);
    const DeclaredSize declared = private_size(std::nullopt, 100, loss.epsilon, loss.delta, 0.05);
    const std::int64_t k = static_cast<std::int64_t>(declared.size) + 1 - declared.threshold;
    const Real e = declared.epsilon;
    CHECK(declared.epsilon == loss.epsilon);
    const Real price = real_exp(e * (1 - k)) / (1 + real_exp(-e));
    CHECK(price <= Real(loss.delta));
    check_charged(size_test_delta(declared), std::min(Real(1), price), 1e-9);
    CHECK(size_test_delta(declared) <= loss.delta);
  }
}

TEST_CASE("one heavy round: the larger of two tails, under the condition of its lemma") {
  SampledOptions options(31);
  for (const Loss& loss : loss_points(100, 32)) {
    INFO("epsilon " << loss.epsilon << " delta " << loss.delta);
    const HeavyRound round = calibrate_heavy_round(loss.epsilon, loss.delta);
    const Real e = round.draw_epsilon;
    const Real missed = laplace_tail(e, round.promise - round.threshold + 1);
    const Real alone = laplace_tail(e, round.threshold - 1);
    CHECK(round.draw_epsilon == loss.epsilon);
    CHECK(alone <= -real_expm1(-e));
    CHECK(std::max(missed, alone) <= Real(loss.delta));
    check_charged(heavy_round_delta(round), std::max(missed, alone), 1e-8);
  }
}

TEST_CASE("the difference of two noises: its tail, and the start of its small part") {
  SampledOptions options(33);
  for (int i = 0; i < 300; ++i) {
    const double rate = options.between(0x1p-40, 1e4);
    const double log = -options.between(1e-3, 700);
    INFO("rate " << rate << " log " << log);
    const auto log_tail = [&](std::int64_t x) -> Real {
      const Real a = real_exp(-Real(rate));
      const Real factor = -real_expm1(-Real(rate)) * x + 1 + 2 * a * a / (1 + a);
      return -Real(rate) * x + real_log(factor) - 2 * real_log1p(a);
    };
    const std::int64_t x = laplace_difference_start(rate, log);
    CHECK(log_tail(x) <= Real(log));
    if (x > 1) CHECK(log_tail(x - 1 - x / 1'000'000'000'000) > Real(log) * (1 + Real(1e-9)));
    CHECK(Real(laplace_difference_log_tail(rate, x)) >= log_tail(x));
  }
}

TEST_CASE("RecConcave costs its draws and gap tests of all levels together") {
  SampledOptions options(34);
  for (const Loss& loss : loss_points(40, 35)) {
    for (const Neighbors neighbors : kBoth) {
      RecConcaveRequest request;
      request.size = Natural(1) << static_cast<unsigned>(options.count(1000));
      request.moves = options.coin() ? ScoreMoves::one_way : ScoreMoves::both_ways;
      request.neighbors = neighbors;
      request.loss = loss;
      request.levels = 2 + static_cast<unsigned>(options.count(4)) - 1;
      INFO("epsilon " << loss.epsilon << " delta " << loss.delta << " levels " << request.levels);
      RecConcaveParameters parameters;
      try {
        parameters = calibrate_rec_concave(request, 1000, 500, RecConcaveCalibration::balanced);
      } catch (const OutOfRange&) {
        // The remaining loss of a level is out of its range.
        CHECK((loss.epsilon < 2e-8 || loss.delta < 1e-300));
        continue;
      }
      // Only the outermost score moves one way, and only under add-remove.
      const bool one_way =
          request.moves == ScoreMoves::one_way && neighbors == Neighbors::add_remove;
      const RealLoss spent = rec_concave_price(parameters, one_way ? 1 : 2);
      CHECK(spent.epsilon <= Real(loss.epsilon));
      CHECK(spent.epsilon >= Real(loss.epsilon) * (1 - Real(1e-12)));
      CHECK(spent.delta <= Real(loss.delta));
    }
  }
}

}  // namespace
}  // namespace logstar::testing
