// Cut choice: the loss of a draw by its bottom, by its rate, and by the weight of its candidates.
#include <algorithm>
#include <catch2/catch.hpp>

#include "composition_theorems.hpp"
#include "logstar/interior_point/cut_choice/calibration.hpp"
#include "logstar/interior_point/cut_choice/least_records.hpp"
#include "logstar/interior_point/cut_choice/two_rates_bound.hpp"
#include "logstar/interior_point/cut_choice/two_rates_calibration.hpp"
#include "logstar/interior_point/cut_choice/weighted.hpp"
#include "logstar/privacy/rounding.hpp"
#include "option_points.hpp"
#include "real.hpp"
#include "selection_theorems.hpp"

namespace logstar::testing {
namespace {

constexpr std::uint32_t kWidths[] = {64, kMaxKeyBits};
constexpr Neighbors kBoth[] = {Neighbors::add_remove, Neighbors::replace};

/// The largest relative increase of bottom's weight by its units of 2^-20.
double unit_slack(double rate) { return 1e-9 + std::expm1(std::min(rate * 0x1p-20, 1.0)); }

TEST_CASE(
    "cut choice costs its rate, or twice that, and the weight of new candidates against bottom") {
  for (const Loss& loss : loss_points(20, 81)) {
    for (const std::uint32_t bits : kWidths) {
      for (const Neighbors neighbors : kBoth) {
        INFO(loss.epsilon << ", " << loss.delta << ", " << bits << " bits");
        const auto cut = calibrate_cut_choice({bits, loss, neighbors, 0.05});
        const Real rate = cut.draw_epsilon;
        const Real bottom = real_exp(rate * (score_of(cut.bottom.value()) - 1));
        const Real candidates = Real(bits) + 1;
        // The normaliser grows by at most e^rate.
        CHECK(candidates <= real_expm1(rate) * bottom);
        const int times = neighbors == Neighbors::replace ? 2 : 1;
        check_spent(times * rate, loss.epsilon, 1e-12);
        // A delta beyond 1 - e^-rate, or beyond the delta without a bottom, stays unused.
        const Real most = std::min<Real>(-real_expm1(-rate), candidates / (candidates + 1));
        const Real spent = candidates / (candidates + bottom);
        check_spent(spent, std::min(Real(loss.delta), most), unit_slack(cut.draw_epsilon));
        CHECK(cut.offset >= 0);
        CHECK(cut.least_records > static_cast<std::uint64_t>(cut.offset));
      }
    }
  }
}

TEST_CASE("weighted cut choice costs a user's rate and the weight of a user's new candidates") {
  for (const Loss& loss : loss_points(20, 84)) {
    for (const std::uint64_t per_user : {1u, 720720u}) {
      for (const Neighbors neighbors : kBoth) {
        INFO(loss.epsilon << ", " << loss.delta << ", " << per_user << " a user");
        const auto cut = calibrate_weighted_cut_choice({64, loss, neighbors, 0.05}, per_user);
        const Real user = Real(cut.draw_epsilon) * per_user;
        const Real bottom = real_exp(Real(cut.draw_epsilon) * score_of(cut.bottom));
        const Real brought = 65 * real_expm1(user);
        CHECK(brought <= real_expm1(user) * bottom);
        const int times = neighbors == Neighbors::replace ? 2 : 1;
        check_spent(times * user, loss.epsilon, 1e-12);
        const Real most = std::min<Real>(-real_expm1(-user), brought / (brought + 1));
        check_spent(brought / (brought + bottom), std::min(Real(loss.delta), most),
                    unit_slack(cut.draw_epsilon));
      }
    }
  }
}

TEST_CASE("pure cut choice costs its rate, or twice that") {
  for (const double epsilon : kEpsilons) {
    for (const std::uint32_t bits : kWidths) {
      for (const Neighbors neighbors : kBoth) {
        const auto cut = calibrate_pure_cut_choice({bits, {epsilon, 0}, neighbors, 0.05});
        CHECK(cut.every_prefix);
        const int times = neighbors == Neighbors::replace ? 2 : 1;
        check_spent(times * Real(cut.draw_epsilon), epsilon, 1e-12);
      }
    }
  }
}

TEST_CASE(
    "cut choice without abstention costs its rate twice and the weight of its new candidates") {
  for (const Loss& loss : loss_points(20, 82)) {
    for (const std::uint32_t bits : kWidths) {
      INFO(loss.epsilon << ", " << loss.delta << ", " << bits << " bits");
      const auto cut = calibrate_cut_choice_of_public_size({bits, loss, Neighbors::replace, 0.05});
      const Real rate = cut.draw_epsilon;
      const Real delta = std::min(Real(loss.delta), real_expm1(Real(loss.epsilon) / 4));
      check_spent(2 * rate + real_log1p(delta * real_exp(-rate)), loss.epsilon, 1e-9);
      // From the least number of records on, all candidates weigh (L + 1)/delta: by the closed form for the end
      // of a large prefix, or else by the programme.
      CutTask task{bits, cut.draw_epsilon, 0.05};
      task.log_rival = static_cast<double>(real_log((Real(bits) + 1) / delta)) * (1 - 1e-15);
      task.rival_is_drawn = false;
      const auto offset = static_cast<std::uint64_t>(cut.offset);
      bool enough = cut.least_records >= closed_cut_records(task, offset);
      for (std::uint64_t group = 1; !enough && group <= cut.least_records; group *= 2) {
        if (offset % group != 0) break;
        if (cut.least_records / group - offset / group > 1000) continue;
        enough = cut_records_suffice(task, group, {cut.least_records / group, offset / group});
      }
      CHECK(enough);
    }
  }
}

TEST_CASE("a quantile at two rates costs the fall and the rise of a score with new candidates") {
  SampledOptions options(83);
  std::vector<Loss> losses = {{1e-5, 1e-9}, {1, 1e-6},   {1, 0.9999},
                              {37, 1e-100}, {746, 1e-6}, {1e4, 0.5}};
  for (int i = 0; i < 20; ++i) losses.push_back({options.between(1e-3, 50), options.delta()});
  for (const Loss& loss : losses) {
    for (const QuantileFraction tau : {QuantileFraction{1, 2}, {99, 100}, {1, 1'000'000}}) {
      INFO(loss.epsilon << ", " << loss.delta << ", " << tau.numerator << "/" << tau.denominator);
      const auto p = calibrate_two_rates(tau, 64, loss, 0.05);
      const Real fall = Real(p.unit) * p.most_fall;
      const Real rise = Real(p.unit) * p.per_weight;
      // The used delta.
      const Real delta = std::min(Real(loss.delta), real_expm1(Real(loss.epsilon) / 8));
      check_spent(fall + rise + real_log1p(delta * real_exp(-rise)), loss.epsilon, 0.01);
      // The maximum effect of a record.
      const Int128 a = tau.numerator;
      const Int128 rest = tau.denominator - tau.numerator;
      CHECK((p.per_part_before * rest <= p.per_weight && p.per_part_after * a <= p.per_weight));
      CHECK((p.per_part_before * a <= p.most_fall && p.per_part_after * rest <= p.most_fall));
      CHECK((p.per_part_before > 0 && p.per_part_after > 0));
      CHECK(p.padding * tau.denominator >= static_cast<std::uint64_t>(p.margin) + tau.denominator);
      // With few enough places the bound can be computed in full.
      if (two_rates_error(p) > 100) continue;
      const TwoRatesBound bound = two_rates_bound(p, 64, 1);
      CHECK(bound.failure <= 0.05);
      check_within(-bound.log_least_weight, -real_log(63 / delta));
    }
  }
}

/// Whether a draw certainly misses with probability at most 0.05. Checks the places in groups of several sizes,
/// as one size may fail where another succeeds.
bool keeps_its_error(const TwoRatesParameters& p, std::uint32_t bits) {
  for (std::uint64_t group = 1; static_cast<double>(group) <= 1 + two_rates_error(p); group *= 2) {
    if (two_rates_bound(p, bits, group).failure <= 0.05) return true;
  }
  return false;
}

TEST_CASE("a pure quantile at two rates costs the fall and the rise of a score") {
  SampledOptions options(85);
  std::vector<double> epsilons = {1e-3, 1, 37, 746, 1e4};
  for (int i = 0; i < 4; ++i) epsilons.push_back(options.between(1e-3, 50));
  for (const double epsilon : epsilons) {
    for (const std::uint32_t bits : {1u, 64u, 8192u}) {
      for (const QuantileFraction tau : {QuantileFraction{1, 2}, {99, 100}, {1, 1'000'000}}) {
        INFO(epsilon << ", " << bits << " bits, " << tau.numerator << "/" << tau.denominator);
        const auto p = calibrate_pure_two_rates(tau, bits, epsilon, 0.05);
        CHECK(p.loss == Loss{epsilon, 0});
        const Real rise = Real(p.unit) * p.per_weight;
        check_spent(Real(p.unit) * p.most_fall + rise, epsilon, 0.01);
        const Int128 a = tau.numerator;
        const Int128 rest = tau.denominator - tau.numerator;
        CHECK((p.per_part_before * rest <= p.per_weight && p.per_part_after * a <= p.per_weight));
        CHECK((p.per_part_before * a <= p.most_fall && p.per_part_after * rest <= p.most_fall));
        CHECK((p.per_part_before > 0 && p.per_part_after > 0));
        // Each prefix weighs at least e^-rise times the uniform score, and hardly more.
        const Real all = real_log(real_exp(Real(bits + 1) * real_log(Real(2))) - 1) - rise;
        const BottomScore& uniform_score = p.uniform_score.value();
        const Real weighed =
            Real(p.unit) * (Real(uniform_score.whole) + Real(uniform_score.fraction) * 0x1p-20);
        CHECK(weighed >= all);
        CHECK(weighed <= all + abs(all) * 1e-12 + p.unit * 0x1p-19 + (bits == 1 ? 0.3 : 0));
        CHECK(keeps_its_error(p, bits));
      }
    }
  }
}

}  // namespace
}  // namespace logstar::testing
