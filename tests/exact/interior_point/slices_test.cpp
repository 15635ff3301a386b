// The slice engine: its bounds next to each other and to the exact laws of small sessions.
#include "logstar/interior_point/slices/slices.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "databases.hpp"
#include "erratum.hpp"
#include "logstar/selection/exponential.hpp"

namespace logstar::testing {
namespace {

using Database = std::vector<std::size_t>;

SliceBudget budget(double slice_epsilon, double compute_epsilon, unsigned slices,
                   unsigned computes = 1) {
  SliceBudget result;
  result.slice_epsilon = slice_epsilon;
  result.compute = {compute_epsilon, 0};
  result.slices = slices;
  result.computes = computes;
  return result;
}

TEST_CASE("the synchronising probability is 0.693, 0.676 and 0.368 at 0.001, 0.1 and 1") {
  CHECK(synchronising_probability(0.001) == Approx(0.6930).margin(1e-4));
  CHECK(synchronising_probability(0.1) == Approx(0.6764).margin(1e-4));
  CHECK(synchronising_probability(1) == Approx(std::exp(-1.0)));
  const Erratum slip("slices-probability");
  slip.says("printed", "p ≥ 1/6");
  for (const double epsilon : {0.001, 0.1, 1.0}) {
    slip.says("p at ε = " + Erratum::figure(epsilon), synchronising_probability(epsilon));
  }
}

TEST_CASE("Lemma 2.4: the mapping's outcomes are within e^epsilon and synchronise with p or more") {
  for (const double e : {0.05, 0.3, 1.0, 2.5}) {
    const double q = std::exp(-e);
    double smaller = 0;
    double larger = 0;
    for (int i = 0; i < 3'000; ++i) {
      const double t = std::max(0.0, std::pow(q, i) + std::pow(q, i + 1) - 1);
      const double next = std::max(0.0, std::pow(q, i + 1) + std::pow(q, i + 2) - 1);
      const double at_i = (1 - q) * std::pow(q, i);
      REQUIRE(t <= std::pow(q, i + 1) + 1e-15);  // so that all of these are probabilities
      // (i, 1), from i on the smaller dataset and from i + 1 on the larger one.
      const double from_smaller = at_i - (1 - q) * t;
      const double from_larger = at_i * q - (1 - q) * next * std::exp(e);
      smaller += from_smaller;
      larger += from_larger;
      if (from_larger > 1e-12) {
        REQUIRE(std::fabs(std::log(from_smaller / from_larger)) <= e + 1e-6);
      }
    }
    CHECK(std::min(smaller, larger) == Approx(synchronising_probability(e)).epsilon(1e-8));
  }
}

TEST_CASE("two steps of (epsilon, delta) cost (1 + e^epsilon) delta, not the 2 delta printed") {
  const Loss step{1, 0.01};
  const double both = (1 + std::exp(step.epsilon)) * step.delta;
  // Answers "yes" with these probabilities on three lists, each with one record more than the one before.
  const double yes[] = {0, step.delta, both};
  const auto law = [&](std::size_t records) {
    Law<bool> result;
    result.mass[true] = yes[records];
    result.mass[false] = 1 - yes[records];
    return result;
  };
  const auto delta = [&](std::size_t from, std::size_t to, double epsilon) {
    return std::max(hockey_stick(law(from), law(to), epsilon),
                    hockey_stick(law(to), law(from), epsilon));
  };
  CHECK(delta(0, 1, step.epsilon) <= step.delta + 1e-15L);
  CHECK(delta(1, 2, step.epsilon) <= step.delta + 1e-15L);
  CHECK(static_cast<double>(delta(0, 2, 2 * step.epsilon)) == Approx(both));
  const Erratum slip("group-of-two");
  slip.says("a computation that is (ε, δ)-DP for one record more", loss_text(1, step.delta));
  slip.says("it says yes on lists of 0, 1 and 2 records with probability",
            "0, " + Erratum::figure(yes[1]) + ", " + Erratum::figure(yes[2]));
  slip.says("true δ from 0 to 1, from 1 to 2, at ε",
            Erratum::figure(static_cast<double>(delta(0, 1, step.epsilon))) + ", " +
                Erratum::figure(static_cast<double>(delta(1, 2, step.epsilon))));
  slip.says("δ at distance two, at 2 ε, printed: 2 δ", 2 * step.delta);
  slip.says("proved: (1 + e^ε) δ", both);
  slip.says("true δ", delta(0, 2, 2 * step.epsilon));
}

TEST_CASE("at (0.006, 0.02) and delta 1e-6 the bounds are 0.532, 0.419 and 0.242") {
  const SliceBudget many = budget(0.006, 0.02, 1'000'000);
  CHECK(simple_slice_epsilon(many, 1e-6) == Approx(0.532).margin(1e-3));
  CHECK(mixture_slice_epsilon(many, 1e-6) == Approx(0.4186).margin(1e-3));
  CHECK(numeric_slice_epsilon(many, 1e-6) == Approx(0.2418).margin(1e-3));
  CHECK(slice_epsilon_of(many, 1e-6) == numeric_slice_epsilon(many, 1e-6));
  CHECK(exact_lengths_epsilon(budget(0, 0.02, 8), 1e-6) == Approx(0.32));
  // The simple bound with p = 1/6: after w slices with probability (5/6)^w.
  const double slices = std::ceil(std::log(1e6) / std::log(6.0 / 5));
  const double printed = (slices - 1) * (0.006 + 2 * 0.02) + 0.006 + 0.02;
  CHECK(printed == Approx(3.48).margin(0.01));
  const Erratum slip("slices-probability");
  slip.says("ε of all slices at (0.006, 0.02) each and δ = 10⁻⁶, with p = 1/6", printed);
  slip.says("the same bound with p computed", simple_slice_epsilon(many, 1e-6));
  slip.says("by mixture, by loss distribution",
            Erratum::figure(mixture_slice_epsilon(many, 1e-6)) + ", " +
                Erratum::figure(numeric_slice_epsilon(many, 1e-6)));
}

TEST_CASE(
    "bounds of slices fall from simple to mixture to numeric, up to the numeric bound's grid") {
  for (const double slice_epsilon : {0.01, 0.5, 2.0}) {
    for (const double compute_epsilon : {0.02, 0.7}) {
      for (const unsigned slices : {1u, 3u, 50u}) {
        for (const unsigned computes : {1u, 3u}) {
          const SliceBudget b = budget(slice_epsilon, compute_epsilon, slices, computes);
          for (const double delta : {1e-9, 1e-3, 0.2}) {
            const double simple = simple_slice_epsilon(b, delta);
            const double mixture = mixture_slice_epsilon(b, delta);
            CHECK(mixture <= simple * (1 + 1e-9));
            // The grid is a 256th of a step wide, and the bound pays for rounding each step up to it, even if
            // nothing else is left.
            CHECK(numeric_slice_epsilon(b, delta) <= mixture * 1.05 + 1e-8);
          }
        }
      }
    }
  }
}

TEST_CASE("the computations' own delta is charged, and a smaller delta has no epsilon") {
  SliceBudget b = budget(1, 0.5, 100, 2);
  b.compute.delta = 1e-8;
  const double taken = 2 * (1 + std::exp(0.5)) * 1e-8 / synchronising_probability(1);
  CHECK(std::isinf(mixture_slice_epsilon(b, 0.99 * taken)));
  CHECK(mixture_slice_epsilon(b, taken + 1e-6) ==
        Approx(mixture_slice_epsilon(budget(1, 0.5, 100, 2), 1e-6)).epsilon(1e-6));
}

/// Takes `slices` slices of one record from an end that depends on the last answer. The exponential mechanism
/// of the counts draws from each slice, and at the end from the first one again.
auto session(const SliceBudget& declared, unsigned slices) {
  return [=](const Database& database, Randomness& randomness) {
    SliceSession<std::size_t> engine(database, declared, randomness);
    const Loss cost = declared.compute;
    const auto look = [&](std::span<const std::size_t> records, Randomness& r) {
      std::int64_t counts[3] = {};
      for (const std::size_t value : records) ++counts[value];
      return static_cast<int>(exponential_choice(counts, cost.epsilon, r));
    };
    std::vector<int> seen;
    std::vector<SliceSession<std::size_t>::Slice> kept;
    for (unsigned i = 0; i < slices; ++i) {
      const bool from_above = !seen.empty() && seen.back() == 1;
      kept.push_back(engine.slice(1, [&](Database left) {
        std::sort(left.begin(), left.end());
        if (from_above) std::reverse(left.begin(), left.end());
        return left;
      }));
      seen.push_back(engine.compute(kept.back(), cost, look));
    }
    if (declared.computes > 1) seen.push_back(engine.compute(kept.front(), cost, look));
    return seen;
  };
}

TEST_CASE("adaptive sessions keep each bound, over all small databases") {
  constexpr long double kCut = 1e-5L;
  for (const auto& [slice_epsilon, compute_epsilon] : {std::pair{3.0, 1.0}, {2.0, 0.5}}) {
    for (const unsigned computes : {1u, 2u}) {
      const SliceBudget declared = budget(slice_epsilon, compute_epsilon, 2, computes);
      for (const double delta : {0.02, 0.1}) {
        const double epsilon = slice_epsilon_of(declared, delta);
        const auto report = check_add_remove(3, 0, 4, epsilon, session(declared, 2), kCut);
        CHECK(report.within(delta));
      }
    }
  }
}

TEST_CASE("exact lengths keep their bound, and cost more than noisy ones for many slices") {
  const SliceBudget exact = budget(0, 1, 3);
  const double epsilon = exact_lengths_epsilon(exact, 1e-6);
  CHECK(epsilon == Approx(6));
  const auto report = check_add_remove(3, 0, 5, epsilon, session(exact, 3));
  CHECK(report.within(0));
  CHECK(report.largest_log_ratio > 0.4 * epsilon);
  CHECK(exact_lengths_epsilon(budget(0, 0.02, 100), 1e-6) >
        3 * slice_epsilon_of(budget(0.006, 0.02, 100), 1e-6));
}

TEST_CASE("control: exact lengths at the price of noisy ones are rejected") {
  // Eight slices of one record each, in order. Without noise, an added record at the front moves every slice,
  // and their parities change.
  constexpr unsigned kSlices = 8;
  const double delta = 0.05;
  const auto parities = [&](const SliceBudget& declared) {
    return [=](const Database& database, Randomness& randomness) {
      SliceSession<std::size_t> engine(database, declared, randomness);
      std::vector<bool> seen;
      for (unsigned i = 0; i < kSlices; ++i) {
        const auto slice = engine.slice(1, [](Database left) {
          std::sort(left.begin(), left.end());
          return left;
        });
        const auto parity = [&](std::span<const std::size_t> records, Randomness& r) {
          std::int64_t counts[2] = {};
          for (const std::size_t value : records) ++counts[value % 2];
          return exponential_choice(counts, declared.compute.epsilon, r) == 1;
        };
        seen.push_back(engine.compute(slice, declared.compute, parity));
      }
      return seen;
    };
  };
  const double claimed = slice_epsilon_of(budget(0.2, 1.5, kSlices), delta);
  const double honest = exact_lengths_epsilon(budget(0, 1.5, kSlices), delta);
  CHECK(claimed < 0.4 * honest);
  const auto law = [&](const Database& d) {
    return enumerate([&](Randomness& r) { return parities(budget(0, 1.5, kSlices))(d, r); });
  };
  const auto before = law({1, 2, 3, 4, 5, 6, 7, 8});
  const auto after = law({0, 1, 2, 3, 4, 5, 6, 7, 8});
  const auto report = [&](double epsilon) {
    PrivacyCheck check(epsilon, "add-remove", "a constructed pair, 8 and 9 records");
    check.pair(before, after);
    return check.report();
  };
  CHECK(report(honest).within(delta));
  CHECK_FALSE(report(claimed).within(delta));
}

TEST_CASE("control: a computation that reveals the length of its slice is rejected") {
  const SliceBudget noisy = budget(2, 1, 1);
  const auto telling = [&](const Database& database, Randomness& randomness) {
    SliceSession<std::size_t> engine(database, noisy, randomness);
    const auto slice = engine.slice(1, [](Database left) { return left; });
    return engine.compute(slice, noisy.compute, [](auto records, Randomness&) {
      return static_cast<int>(records.size());  // not private
    });
  };
  const double epsilon = slice_epsilon_of(noisy, 0.01);
  CHECK_FALSE(check_add_remove(2, 0, 3, epsilon, telling, 1e-6L).within(0.01));
}

TEST_CASE("a slice session rejects undeclared computations, naming the reason") {
  EnumeratingRandomness randomness;
  const auto same = [](std::vector<int> left) { return left; };
  SliceSession<int> engine({1, 2, 3}, budget(0, 1, 1), randomness);
  const auto slice = engine.slice(5, same);
  const auto size = [](auto records, Randomness&) { return records.size(); };
  CHECK_THROWS_WITH(engine.compute(slice, {2, 0}, size),
                    "a computation costs more than the declared one");
  CHECK(engine.compute(slice, {1, 0}, size) == 3);  // a longer slice takes all records
  CHECK_THROWS_WITH(engine.compute(slice, {1, 0}, size),
                    "no computation is left of the declared 1 on this slice");
  CHECK_THROWS_WITH(engine.slice(1, same), "no slice is left of the declared 1");
  CHECK_THROWS_WITH(SliceSession<int>({}, budget(-1, 1, 1), randomness),
                    "sliceEpsilon must be 0 or a number from 1e-5 to 20, got -1");
}

}  // namespace
}  // namespace logstar::testing
