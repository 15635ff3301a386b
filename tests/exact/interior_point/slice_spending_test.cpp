// The privacy loss of slices, added up again from Lemma 2.4's outcomes without a grid.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <vector>

#include "logstar/interior_point/slices/slice_loss.hpp"

namespace logstar::testing {
namespace {

struct Atom {
  double loss;
  double probability;
};

/// One slice's outcomes seen from one of the datasets: apart (with one loss) or synchronised.
struct Outcomes {
  Atom apart;
  std::vector<Atom> synchronised;
};

/// Lemma 2.4's mapping at q = e^-e: of the mass (1 - q) q^i at a noise of i, (1 - q) t(i) stays apart.
Outcomes outcomes(double e, bool from_larger) {
  const double q = std::exp(-e);
  const auto t = [&](int i) { return std::max(0.0, std::pow(q, i) + std::pow(q, i + 1) - 1); };
  double apart = 0;
  Outcomes result;
  for (int i = 0; i < 2'000; ++i) {
    const double smaller = (1 - q) * (std::pow(q, i) - t(i));
    const double larger = (1 - q) * (std::pow(q, i + 1) - t(i + 1) / q);
    apart += (1 - q) * t(i);
    if (larger <= 0) continue;
    const double loss = std::log(smaller / larger);
    result.synchronised.push_back(from_larger ? Atom{-loss, larger} : Atom{loss, smaller});
  }
  result.apart = from_larger ? Atom{e, apart / q} : Atom{-e, apart};
  return result;
}

/// The divergence at `epsilon` of all slices. Slices that stay apart answer at 2 c, the slice that synchronises
/// at c. Each answers by randomised response, the maximum number of times.
double divergence(const SliceBudget& budget, double epsilon, bool from_larger) {
  const Outcomes one = outcomes(budget.slice_epsilon, from_larger);
  const auto responses = [&](std::vector<Atom> atoms, double each) {
    for (unsigned k = 0; k < budget.computes; ++k) {
      std::vector<Atom> next;
      const double likely = 1 / (1 + std::exp(-each));
      for (const Atom& a : atoms) {
        next.push_back({a.loss + each, a.probability * likely});
        next.push_back({a.loss - each, a.probability * (1 - likely)});
      }
      atoms = std::move(next);
    }
    return atoms;
  };
  const auto excess = [&](double loss, double probability) {
    return loss > epsilon ? probability * -std::expm1(epsilon - loss) : 0;
  };
  const double c = budget.compute.epsilon;
  const auto last = responses(one.synchronised, c);
  std::vector<Atom> before = {{0, 1}};
  double sum = 0;
  for (unsigned slice = 1; slice <= budget.slices; ++slice) {
    for (const Atom& b : before) {
      for (const Atom& a : last) sum += excess(a.loss + b.loss, a.probability * b.probability);
    }
    for (Atom& b : before) b = {b.loss + one.apart.loss, b.probability * one.apart.probability};
    before = responses(std::move(before), 2 * c);
  }
  for (const Atom& b : before) sum += excess(b.loss, b.probability);
  return sum;
}

TEST_CASE("the numeric bound is slightly above the divergence of slices that answer at random") {
  for (const double slice_epsilon : {0.3, 1.0}) {
    for (const double compute_epsilon : {0.2, 0.7}) {
      for (const unsigned slices : {1u, 2u, 4u}) {
        for (const unsigned computes : {1u, 2u}) {
          const SliceBudget b{slice_epsilon, {compute_epsilon, 0}, computes, slices};
          const auto delta_at = [&](double epsilon) {
            return std::max(divergence(b, epsilon, false), divergence(b, epsilon, true));
          };
          for (const double delta : {1e-3, 0.05}) {
            INFO(slice_epsilon << " " << compute_epsilon << " " << slices << " " << computes);
            const double numeric = numeric_slice_epsilon(b, delta);
            CHECK(delta_at(numeric) <= delta * (1 + 1e-6));
            CHECK(delta_at(simple_slice_epsilon(b, delta)) <= delta * (1 + 1e-6));
            CHECK(delta_at(mixture_slice_epsilon(b, delta)) <= delta * (1 + 1e-6));
            // The grid is a 256th of a step wide, and each slice rounds up to it twice.
            const double step = slice_epsilon + 2 * computes * compute_epsilon;
            const double grid = 2 * (computes + 1) * slices * step / 256;
            if (numeric > grid) CHECK(delta_at(numeric - grid) >= delta * (1 - 1e-6));
          }
        }
      }
    }
  }
}

TEST_CASE("the simple bound and the mixture are sums over the slice that synchronises") {
  for (const double e : {0.05, 0.8}) {
    for (const unsigned slices : {1u, 3u, 40u}) {
      const SliceBudget b{e, {0.3, 1e-7}, 2, slices};
      const double p = synchronising_probability(e);
      const double apart = e + 2 * 2 * 0.3;
      const double last = e + 2 * 0.3;
      const double of_computes = 2 * (1 + std::exp(0.3)) * 1e-7 * std::min<double>(slices, 1 / p);
      for (const double delta : {1e-4, 0.02}) {
        const double epsilon = mixture_slice_epsilon(b, delta);
        double sum = 0;
        double weight = 1;
        for (unsigned j = 0; j < slices; ++j, weight *= 1 - p) {
          sum += p * weight * std::max(0.0, -std::expm1(epsilon - j * apart - last));
        }
        sum += weight * std::max(0.0, -std::expm1(epsilon - slices * apart));
        CHECK(sum + of_computes == Approx(delta).epsilon(1e-6));
        const double steps = std::ceil(std::log(delta - of_computes) / std::log(1 - p));
        CHECK(simple_slice_epsilon(b, delta) ==
              Approx(std::min(slices * apart, (steps - 1) * apart + last)).epsilon(1e-9));
      }
      SliceBudget exact = b;
      exact.slice_epsilon = 0;
      CHECK(exact_lengths_epsilon(exact, 0.02) == Approx(2 * 2 * 0.3 * slices));
      CHECK(
          std::isinf(exact_lengths_epsilon(exact, 0.9 * slices * 2 * (1 + std::exp(0.3)) * 1e-7)));
    }
  }
}

}  // namespace
}  // namespace logstar::testing
