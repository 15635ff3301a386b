// Mechanisms on data sets in which every record may change at once: Cumulative TreeLog, and the search for the
// best point of a quasi-concave quality by either of its algorithms. docs/guarantees/quasi-concave.md.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

#include "logstar/interior_point/quasi_concave_max.hpp"
#include "logstar/interior_point/tree/cumulative_tree_log.hpp"
#include "logstar/support/errors.hpp"
#include "option_points.hpp"
#include "real.hpp"
#include "selection_theorems.hpp"

namespace logstar::testing {
namespace {

/// P[a + b >= k] for discrete Laplace noises of two rates, k >= 1: the sum over all a.
Real two_noises_tail(const Real& rate_a, const Real& rate_b, std::int64_t k) {
  const Real a = real_exp(-rate_a);
  const Real b = real_exp(-rate_b);
  const Real at_zero = (1 - a) / (1 + a);
  const Real to_a = real_exp(-rate_a * k);
  const Real to_b = real_exp(-rate_b * k);
  const Real negative = at_zero * to_b / ((1 + b) * (1 - a * b));
  const Real both = a == b ? Real(k * to_a) : Real(a * (to_b - to_a) / (b - a));
  const Real beyond = to_a * a / (1 + a) - at_zero * to_a * a * b * b / ((1 + b) * (1 - a * b));
  return negative + at_zero * both / (1 + b) + beyond;
}

/// The whole without the round's delta, and that delta.
struct CumulativePrice {
  RealLoss loss{0, 0};
  Real round = 0;
  /// The bound by a split of the two noises: e^-(r1 r2/(r1 + r2) (k + 1)) twice, and one record lost in
  /// rounding the split.
  Real round_by_split = 0;
};

CumulativePrice cumulative_price(const CumulativeTreeLogParameters& p) {
  CumulativePrice price;
  Real last = 4 * Real(p.levels.back().distance) * Real(p.base_rate);
  Real once = 0;
  for (const CumulativeLevel& level : p.levels) {
    const Real d = level.distance;
    const auto moves = static_cast<std::int64_t>(2 * level.distance);
    const Real r1 = level.round_threshold_rate;
    const Real r2 = level.round_query_rate;
    CHECK(Real(level.promise) >= 4 * d);
    price.loss.epsilon += 2 * d * Real(level.test_rate) + 2 * d * Real(level.end_rate) +
                          Real(level.node.loss.epsilon);
    last = std::max(last, Real(2 * d * r1 + 4 * d * r2));
    const std::int64_t g = (static_cast<std::int64_t>(level.deep) - moves) / 2;
    price.loss.delta += Real(level.node.loss.delta) +
                        laplace_tail(level.test_rate, level.threshold - level.promise + 1 - moves);
    once = std::max(once, laplace_tail(level.test_rate, g + 2 - moves - level.threshold));
    const std::int64_t k = level.promise - level.round_threshold + 1;
    if (k < 1) {
      price.round = 1;  // more than half
      continue;
    }
    price.round = std::max(price.round, two_noises_tail(r1, r2, k));
    const Real split = 2 * real_exp(r1 + r2 - r1 * r2 / (r1 + r2) * (k + 1));
    price.round_by_split = std::max(price.round_by_split, split);
  }
  price.loss.epsilon += last;
  price.loss.delta += once;
  return price;
}

void check_cumulative(const CumulativeTreeLogParameters& p) {
  const CumulativePrice price = cumulative_price(p);
  const Loss charged = cumulative_tree_log_loss(p);
  check_charged(charged.epsilon, price.loss.epsilon, 1e-12);
  check_enough(charged.delta, std::min(Real(1), Real(price.loss.delta + price.round)));
  CHECK(Real(charged.delta) <= (price.loss.delta + price.round_by_split) * (1 + Real(1e-9)));
}

std::vector<Loss> points(std::uint64_t seed) {
  std::vector<Loss> all;
  for (const double epsilon : {1e-9, 1e-6, 1e-3, 0.1, 1.0, 38.0, 300.0, 710.0, 1e4}) {
    for (const double delta : {1e-300, 1e-20, 1e-6, 0.1, 0.9999}) all.push_back({epsilon, delta});
  }
  SampledOptions more(seed);
  for (int i = 0; i < 30; ++i) all.push_back(more.loss());
  return all;
}

TEST_CASE("the closed form for two noises together equals the sum") {
  for (const auto& [r1, r2] : {std::pair{1.0, 0.7}, {0.8, 0.8}, {2.0, 0.01}}) {
    for (const int k : {1, 2, 9}) {
      Real sum = 0;
      const Real at_zero = -real_expm1(-Real(r1)) / (1 + real_exp(-Real(r1)));
      for (int x = -130; x <= 130; ++x) {
        const int y = k - x;
        const Real tail = y >= 0 ? laplace_tail(r2, y) : Real(1 - laplace_tail(r2, 1 - y));
        sum += at_zero * real_exp(-Real(r1) * std::abs(x)) * tail;
      }
      CHECK(abs(sum - two_noises_tail(r1, r2, k)) < Real("1e-40"));
    }
  }
}

TEST_CASE("Cumulative TreeLog costs its theorem's loss, and keeps the total") {
  SampledOptions options(45);
  std::size_t refused = 0;
  for (const Loss& loss : points(46)) {
    CumulativeTreeLogRequest request;
    request.loss = loss;
    request.distance = static_cast<unsigned>(options.count(16));
    request.levels = loss.epsilon > 1 ? 2 : 1;
    INFO("epsilon " << loss.epsilon << " delta " << loss.delta << " distance " << request.distance);
    try {
      const CumulativeTreeLogParameters p = calibrate_cumulative_tree_log(request);
      check_cumulative(p);
      const CumulativePrice price = cumulative_price(p);
      CHECK(price.loss.epsilon <= Real(loss.epsilon));
      CHECK(price.loss.delta + price.round <= Real(loss.delta));
    } catch (const OutOfRange& refusal) {
      INFO(refusal.what());
      // Rejected before the charge if the required records exceed the memory: their number grows with
      // ln(1/delta)/epsilon.
      CHECK((loss.epsilon <= 1e-6 || loss.delta < 1e-290 ||
             -std::log(loss.delta) / loss.epsilon > 1e5));
      ++refused;
    }
  }
  CHECK(refused < 20);
}

TEST_CASE("Cumulative TreeLog has the right price if continuing past the round is not rare") {
  SampledOptions options(47);
  for (int i = 0; i < 300; ++i) {
    CumulativeTreeLogRequest request;
    request.loss = {1, 1e-6};
    request.distance = static_cast<unsigned>(options.count(4));
    CumulativeTreeLogParameters p = calibrate_cumulative_tree_log(request);
    CumulativeLevel& level = p.levels.front();
    level.round_threshold_rate = options.between(1e-3, 5);
    level.round_query_rate = i % 5 == 0 ? level.round_threshold_rate : options.between(1e-3, 5);
    level.round_threshold = level.promise - static_cast<std::int64_t>(options.count(200)) + 1;
    INFO("rates " << level.round_threshold_rate << " " << level.round_query_rate << " promise "
                  << level.promise << " threshold " << level.round_threshold);
    check_cumulative(p);
  }
}

TEST_CASE("quasi-concave qualities are priced for f - OPT moves by 2, or by 1 one way") {
  SampledOptions options(48);
  using enum QuasiConcaveAlgorithm;
  for (const Loss& loss : points(49)) {
    QuasiConcaveRequest request;
    request.size = Natural(1) << static_cast<unsigned>(options.count(1000));
    request.loss = loss;
    request.moves = options.coin() ? ScoreMoves::one_way : ScoreMoves::both_ways;
    request.neighbors = options.coin() ? Neighbors::add_remove : Neighbors::replace;
    const bool one_way =
        request.moves == ScoreMoves::one_way && request.neighbors == Neighbors::add_remove;
    const unsigned moves = one_way ? 1 : 2;
    INFO("epsilon " << loss.epsilon << " delta " << loss.delta << " moves " << moves);
    const auto by_weight = calibrate_quasi_concave(exponential, request);
    CHECK(by_weight.loss.delta == 0);
    check_spent(moves * Real(std::get<double>(by_weight.draw)), loss.epsilon, 1e-15);
    try {
      const auto by_levels = calibrate_quasi_concave(rec_concave, request);
      const RealLoss step = rec_concave_price(std::get<RecConcaveParameters>(by_levels.draw), 2);
      const RealLoss whole = group_price(step, moves);
      check_spent(whole.epsilon, loss.epsilon, 1e-12);
      CHECK(whole.delta <= Real(loss.delta));
    } catch (const OutOfRange& refusal) {
      INFO(refusal.what());
      CHECK((loss.epsilon < 1e-7 || std::log(loss.delta) - loss.epsilon / 2 < std::log(1e-290)));
    }
    try {
      const auto by_path = calibrate_quasi_concave(tree_log, request);
      const auto& p = std::get<CumulativeTreeLogParameters>(by_path.draw);
      CHECK(p.levels.front().distance == moves);
      const CumulativePrice price = cumulative_price(p);
      CHECK(price.loss.epsilon <= Real(loss.epsilon));
      CHECK(price.loss.delta + price.round <= Real(loss.delta));
    } catch (const OutOfRange& refusal) {
      INFO(refusal.what());
      // Rejected before the charge if the required records exceed the memory: their number grows with
      // ln(1/delta)/epsilon.
      CHECK((loss.epsilon <= 1e-6 || loss.delta < 1e-290 ||
             -std::log(loss.delta) / loss.epsilon > 1e5));
    }
  }
}

}  // namespace
}  // namespace logstar::testing
