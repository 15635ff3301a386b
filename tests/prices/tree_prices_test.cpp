// The privacy loss of TreeLog, HeavyPaths and TreeLog by slices, added up again from the theorems on their
// pages; their calibrations keep the given loss.
#include <catch2/catch.hpp>

#include "both_neighbors.hpp"
#include "logstar/interior_point/slices/tree_log_slices.hpp"
#include "logstar/interior_point/tree/heavy_paths.hpp"
#include "logstar/interior_point/tree/tree_log.hpp"
#include "logstar/support/errors.hpp"
#include "option_points.hpp"
#include "real.hpp"
#include "selection_theorems.hpp"

namespace logstar::testing {
namespace {

Real size_delta(const DeclaredSize& declared) {
  if (declared.epsilon == 0) return 0;
  const std::int64_t k = static_cast<std::int64_t>(declared.size) + 1 - declared.threshold;
  const Real e = declared.epsilon;
  return real_exp(e * (1 - k)) / (1 + real_exp(-e));
}

/// c(e): the least over B of e (B + m e^(-e a)), with a the largest for which B = 1 + floor(lg((m - a)/(t + 1 -
/// a))): (m - a) < 2^B (t + 1 - a).
Real path_price(std::uint64_t m, std::uint64_t stop, const Real& e) {
  if (m <= stop) return 0;
  Real least = -1;
  Real power = 1;
  for (int b = 1; b <= 64; ++b) {
    power *= 2;
    const Real room = power * (stop + 1) - m;
    if (room <= 0) continue;
    const Real price = e * (b + m * real_exp(-e * room / (power - 1)));
    if (least < 0 || price < least) least = price;
  }
  return least;
}

/// Under replace a group of two: (2 e, (1 + e^e) d).
void check_total(Real epsilon, Real delta, const Loss& loss, Neighbors neighbors) {
  if (neighbors == Neighbors::replace) {
    delta *= 1 + real_exp(epsilon);
    epsilon *= 2;
  }
  CHECK(epsilon <= Real(loss.epsilon));
  CHECK(delta <= Real(loss.delta));
}

/// Rejections are for losses that cannot be divided, and for sizes beyond 2^40.
bool hardly_anything(const Loss& loss, Neighbors neighbors) {
  const double group = neighbors == Neighbors::replace ? loss.epsilon / 2 : 0;
  return loss.epsilon <= 1e-6 || std::log(loss.delta) - group < std::log(1e-290);
}

std::vector<Loss> tree_points(std::uint64_t seed) {
  std::vector<Loss> all;
  for (const double epsilon : {1e-9, 1e-6, 1e-3, 0.1, 1.0, 38.0, 300.0, 710.0, 1e4}) {
    for (const double delta : {1e-300, 1e-20, 1e-6, 0.1, 0.9999}) all.push_back({epsilon, delta});
  }
  SampledOptions more(seed);
  for (int i = 0; i < 30; ++i) all.push_back(more.loss());
  return all;
}

template <typename Calibrate, typename Check>
void at_all_points(std::uint64_t seed, const Calibrate& calibrate, const Check& check) {
  std::size_t refused = 0;
  for (const Loss& loss : tree_points(seed)) {
    for (const Neighbors neighbors : kBoth) {
      INFO("epsilon " << loss.epsilon << " delta " << loss.delta
                      << (neighbors == Neighbors::replace ? " replace" : " add-remove"));
      try {
        check(calibrate(loss, neighbors), loss, neighbors);
      } catch (const OutOfRange& refusal) {
        INFO(refusal.what());
        CHECK(hardly_anything(loss, neighbors));
        ++refused;
      }
    }
  }
  CHECK(refused < tree_points(seed).size());
}

TEST_CASE("a random path costs the best a for each number of costly steps") {
  SampledOptions options(41);
  for (int i = 0; i < 400; ++i) {
    const std::uint64_t stop = options.count(std::uint64_t(1) << 38);
    const std::uint64_t records = options.count(std::uint64_t(1) << 40);
    const double e = options.between(1e-10, 1e3);
    INFO("records " << records << " stop " << stop << " e " << e);
    // Slightly below the greatest a: e^(e a 10^-9) times that.
    const double charged = random_path_loss(records, stop, e);
    check_enough(charged, path_price(records, stop, e));
    if (e * static_cast<double>(records) < 1e6) {
      CHECK(Real(charged) <= path_price(records, stop, e) * (1 + Real(1e-2)));
    }
  }
}

TEST_CASE("TreeLog costs its theorem's loss, and keeps the total") {
  const auto calibrate = [](const Loss& loss, Neighbors neighbors) {
    TreeLogRequest request;
    request.loss = loss;
    request.neighbors = neighbors;
    request.levels = loss.epsilon > 1 ? 2 : 1;
    return calibrate_tree_log(request);
  };
  at_all_points(42, calibrate, [](const TreeLogParameters& p, const Loss& loss, Neighbors n) {
    const Real path = real_exp(-Real(p.path_epsilon) * p.unassigned);
    CHECK(path <= real_expm1(Real(p.path_epsilon)));
    Real epsilon = Real(p.base_epsilon) + Real(p.declared.epsilon);
    std::uint64_t records = p.declared.size;
    for (unsigned level = 0; level < p.levels; ++level) {
      records -= std::min(records, 2 * p.border);
      epsilon += path_price(records, p.unassigned, p.path_epsilon);
      epsilon += Real(p.node.draw_epsilon) + Real(p.end_epsilon);
      records -= std::min(records, p.unassigned);
    }
    const Real delta =
        std::max(Real(p.levels * (Real(p.node.loss.delta) + path)), size_delta(p.declared));
    const Loss charged = tree_log_loss(p);
    check_charged(charged.epsilon, epsilon, 1e-2);
    check_charged(charged.delta, delta, 1e-9);
    check_total(epsilon, delta, loss, n);
  });
}

TEST_CASE("HeavyPaths costs its theorem's loss, and keeps the total") {
  const auto calibrate = [](const Loss& loss, Neighbors neighbors) {
    HeavyPathsRequest request;
    request.loss = loss;
    request.neighbors = neighbors;
    return calibrate_heavy_paths(request);
  };
  at_all_points(43, calibrate, [](const HeavyPathsParameters& p, const Loss& loss, Neighbors n) {
    const Real path = real_exp(-Real(p.path_epsilon) * p.unassigned);
    CHECK(path <= real_expm1(Real(p.path_epsilon)));
    CHECK(p.unassigned >= static_cast<std::uint64_t>(p.threshold));
    const std::uint64_t m = p.declared.size - std::min(p.declared.size, 2 * p.border);
    const Real there = Real(p.threshold_epsilon) + Real(p.path_epsilon);
    const Real epsilon = Real(p.query_epsilon) +
                         std::max(there, path_price(m, p.unassigned, p.path_epsilon)) +
                         p.databases * Real(p.choice.draw_epsilon) +
                         (p.databases - 1) * Real(p.end_epsilon) + Real(p.declared.epsilon);
    const std::int64_t beyond = static_cast<std::int64_t>(p.unassigned) - p.threshold + 1;
    const Real late = real_exp(-Real(p.threshold_epsilon) * beyond);
    const Real delta = std::max(Real(late + p.databases * Real(p.choice.loss.delta) + path),
                                size_delta(p.declared));
    const Loss charged = heavy_paths_loss(p);
    check_charged(charged.epsilon, epsilon, 1e-2);
    check_charged(charged.delta, delta, 1e-9);
    check_total(epsilon, delta, loss, n);
  });
}

TEST_CASE("TreeLog by slices costs its theorem's loss, and keeps the total") {
  const auto calibrate = [](const Loss& loss, Neighbors neighbors) {
    TreeLogSlicesRequest request;
    request.loss = loss;
    request.neighbors = neighbors;
    request.levels = loss.epsilon > 1 ? 3 : 1;
    return calibrate_tree_log_slices(request);
  };
  at_all_points(44, calibrate, [](const TreeLogSlicesParameters& p, const Loss& loss, Neighbors n) {
    const std::int64_t half = static_cast<std::int64_t>(p.deep / 2);
    CHECK(p.round.promise <= p.threshold);
    CHECK(p.threshold <= half + 1);
    const Real at_stop = Real(p.query_epsilon) + Real(p.round.draw_epsilon);
    const Real epsilon = Real(p.threshold_epsilon) + std::max(at_stop, Real(p.base_epsilon)) +
                         p.levels * (2 * Real(p.node.draw_epsilon) + 2 * Real(p.end_epsilon));
    const Real missed = laplace_tail(p.round.draw_epsilon, p.round.promise - p.round.threshold + 1);
    const Real alone = laplace_tail(p.round.draw_epsilon, p.round.threshold - 1);
    CHECK(alone <= -real_expm1(-Real(p.round.draw_epsilon)));
    const Real delta =
        p.levels * Real(p.node.loss.delta) + std::max(missed, alone) +
        p.levels * real_exp(-Real(p.query_epsilon) * (p.threshold - p.round.promise)) +
        real_exp(-Real(p.threshold_epsilon) * (half + 1 - p.threshold));
    const Loss charged = tree_log_slices_loss(p);
    check_charged(charged.epsilon, epsilon, 1e-12);
    check_charged(charged.delta, delta, 1e-9);
    check_total(epsilon, delta, loss, n);
  });
}

}  // namespace
}  // namespace logstar::testing
