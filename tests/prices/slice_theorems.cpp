#include "slice_theorems.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace logstar::testing {
namespace {

/// An outcome's probability on the viewed side, and the ratio of the other side's to it.
struct Seen {
  Real probability;
  Real ratio;
};

/// For every number of unlikely responses among `count` responses at `epsilon`.
std::vector<Seen> responses(const Real& epsilon, unsigned count) {
  const Real odds = real_exp(-epsilon);
  Seen next{real_exp(-(count * real_log1p(odds))), real_exp(-(count * epsilon))};
  std::vector<Seen> all;
  for (unsigned l = 0; l <= count; ++l) {
    all.push_back(next);
    next.probability *= odds * (count - l) / (l + 1);
    next.ratio /= odds * odds;
  }
  return all;
}

/// Outcomes of the table in Lemma 2.4: apart, and synchronised for each i. From t_i = 0 on all outcomes have
/// the same ratio and are merged.
struct OneSlice {
  Seen apart;
  std::vector<Seen> synchronised;
};

OneSlice one_slice(const Real& e, bool from_larger) {
  const Real q = real_exp(-e);
  const auto t = [&](const Real& u) { return std::max(Real(0), Real(u + u * q - 1)); };
  const auto seen = [&](const Real& smaller, const Real& larger) {
    return from_larger ? Seen{larger, smaller / larger} : Seen{smaller, larger / smaller};
  };
  OneSlice slice;
  const ApartPair apart = apart_pair(e);
  slice.apart = seen(apart.smaller, apart.larger);
  Real u = 1;
  for (; t(u) > 0; u *= q) {
    slice.synchronised.push_back(
        seen((1 - q) * (u - t(u)), (1 - q) * (u * q - t(Real(u * q)) / q)));
  }
  slice.synchronised.push_back(seen(u, u * q));
  return slice;
}

/// Sum of probability (1 - x ratio)^+ for any x: ordered, with sums up to every ratio.
class Excess {
 public:
  explicit Excess(std::vector<Seen> all) : all_(std::move(all)) {
    std::sort(all_.begin(), all_.end(),
              [](const Seen& a, const Seen& b) { return a.ratio < b.ratio; });
    sums_.push_back({0, 0});
    for (const Seen& one : all_) {
      sums_.push_back({sums_.back().probability + one.probability,
                       sums_.back().ratio + one.probability * one.ratio});
    }
  }
  Real at(const Real& x) const {
    const auto end = std::partition_point(all_.begin(), all_.end(),
                                          [&](const Seen& one) { return x * one.ratio < 1; });
    const Seen& sum = sums_[static_cast<std::size_t>(end - all_.begin())];
    return sum.probability - x * sum.ratio;
  }

 private:
  std::vector<Seen> all_;
  std::vector<Seen> sums_;
};

Real seen_delta(const SliceBudget& budget, const Real& epsilon, bool from_larger) {
  const Real c = budget.compute.epsilon;
  const OneSlice slice = one_slice(budget.slice_epsilon, from_larger);
  std::vector<Seen> last;
  for (const Seen& a : slice.synchronised) {
    for (const Seen& b : responses(c, budget.computes)) {
      last.push_back({a.probability * b.probability, a.ratio * b.ratio});
    }
  }
  const Excess synchronising(std::move(last));
  const Real factor = real_exp(epsilon);
  Real sum = 0;
  Seen apart{1, 1};  // the number of slices so far
  for (unsigned slices = 0; slices <= budget.slices; ++slices) {
    if (apart.probability < Real("1e-32")) break;  // for deltas from 1e-20 on
    for (const Seen& answers : responses(2 * c, slices * budget.computes)) {
      const Real x = factor * apart.ratio * answers.ratio;
      const Real excess = slices < budget.slices ? synchronising.at(x) : Real(1 - x);
      if (excess > 0) sum += apart.probability * answers.probability * excess;
    }
    apart.probability *= slice.apart.probability;
    apart.ratio *= slice.apart.ratio;
  }
  return sum;
}

std::vector<Seen> products(const std::vector<Seen>& some, const std::vector<Seen>& others) {
  std::vector<Seen> all;
  for (const Seen& a : some) {
    for (const Seen& b : others) all.push_back({a.probability * b.probability, a.ratio * b.ratio});
  }
  return all;
}

/// Every outcome of one session.
std::vector<Seen> session_outcomes(const SliceBudget& budget, bool from_larger) {
  const Real c = budget.compute.epsilon;
  const OneSlice slice = one_slice(budget.slice_epsilon, from_larger);
  const auto last = products(slice.synchronised, responses(c, budget.computes));
  const auto step = products({slice.apart}, responses(2 * c, budget.computes));
  std::vector<Seen> apart = {{1, 1}};
  std::vector<Seen> all;
  for (unsigned i = 0; i < budget.slices; ++i) {
    const auto over = products(apart, last);
    all.insert(all.end(), over.begin(), over.end());
    apart = products(apart, step);
  }
  all.insert(all.end(), apart.begin(), apart.end());
  return all;
}

}  // namespace

ApartPair apart_pair(const Real& e) {
  const Real q = real_exp(-e);
  Real sum = 0;
  for (Real u = 1; u * (1 + q) > 1; u *= q) sum += u + u * q - 1;
  const Real smaller = -real_expm1(-e) * sum;
  return {smaller, smaller / q};
}

Real computations_delta(const SliceBudget& budget) {
  const Real reached =
      std::min(Real(budget.slices), Real(1 / (1 - apart_pair(budget.slice_epsilon).larger)));
  return budget.computes * (1 + real_exp(budget.compute.epsilon)) * Real(budget.compute.delta) *
         reached;
}

Real session_delta(const SliceBudget& budget, const Real& epsilon) {
  return std::max(seen_delta(budget, epsilon, false), seen_delta(budget, epsilon, true));
}

Real sessions_delta(const SliceBudget& budget, const Real& epsilon) {
  Real most = 0;
  for (const bool from_larger : {false, true}) {
    const auto one = session_outcomes(budget, from_larger);
    std::vector<Seen> all = {{1, 1}};
    for (unsigned i = 0; i < budget.sessions; ++i) all = products(all, one);
    most = std::max(most, Excess(std::move(all)).at(real_exp(epsilon)));
  }
  return most;
}

Real more_steps(unsigned sessions, const Real& p, std::uint64_t steps) {
  Real term = pow(Real(1 - p), static_cast<int>(steps));
  Real sum = 0;
  for (unsigned j = 0; j < sessions; ++j) {
    sum += term;
    term *= Real(steps - j) / (j + 1) * p / (1 - p);
  }
  return sum;
}

}  // namespace logstar::testing
