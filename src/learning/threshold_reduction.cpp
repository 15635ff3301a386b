#include "logstar/learning/threshold_reduction.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "logstar/interior_point/cut_choice/calibration.hpp"
#include "logstar/learning/tolerance.hpp"
#include "logstar/support/checks.hpp"
#include "logstar/support/errors.hpp"

// Privacy. The records of places T + 1 to T + m from the top of a multiset, filled up with the lowest cut, are those
// places of the multiset and infinitely many copies of the lowest cut. One record more of label 1 replaces at most one
// of them, and leaves the zeros alone. The same holds for zeros. So one record added or removed is at most one point
// replaced; one record replaced is one removed and one added.
//
// Utility. Let a cut j make at most T errors. At most T ones lie after j and at most T zeros before it, so the points
// of the other ones are at most j, those of the other zeros at least j. Let z <= j be a result with a point at or
// before it (the other side is alike). Zeros before z lie before j: at most T. If z = j there are at most T errors in
// all. Otherwise the point at or before z is no zero's. If it is a selected one's, the ones whose cut lies after z are
// among the T left out and the m - 1 other selected ones. If it is a filling there are fewer than T + m ones in all.
// So z makes at most 2 T + m - 1 errors.

namespace logstar {
namespace {

std::uint64_t half_up(std::uint64_t points) { return (points + 1) / 2; }

template <typename Request>
Request replace_request(std::uint32_t bits, const Loss& loss, double beta) {
  Request request;
  request.bits = bits;
  request.loss = loss;
  request.neighbors = Neighbors::replace;
  request.beta = beta;
  return request;
}

/// The greatest size that TreeLog and HeavyPaths may declare.
constexpr std::uint64_t kMaxDeclared = std::uint64_t(1) << 40;

/// TreeLog and HeavyPaths declare their size, which has to be the 2 m points exactly.
template <typename Request, typename Calibrate>
Possible<ThresholdReductionParameters> sized(Request request, const Calibrate& calibrate) {
  auto search = calibrate(request);
  if (!search) return search.obstacle();
  const std::uint64_t size = search->declared.size + search->declared.size % 2;
  if (size > kMaxDeclared) return Obstacle{"epsilon", "large enough for 2^40 records", "less"};
  if (size != search->declared.size) {
    request.size = size;
    search = calibrate(request);
    if (!search) return search.obstacle();
  }
  ThresholdReductionParameters parameters;
  parameters.each = size / 2;
  parameters.search = *std::move(search);
  return parameters;
}

Possible<ThresholdReductionParameters> search_of(InteriorAlgorithm algorithm, std::uint32_t bits,
                                                 const Loss& loss, double beta,
                                                 std::optional<std::uint32_t> levels) {
  ThresholdReductionParameters parameters;
  switch (algorithm) {
    case InteriorAlgorithm::exponential:
      break;
    case InteriorAlgorithm::cut: {
      if (levels) reject("levels", "left out for cut", std::to_string(*levels));
      // Both neighbours have 2 m points, so "nothing" is unnecessary.
      const auto search =
          calibrate_cut_choice_of_public_size(replace_request<CutChoiceRequest>(bits, loss, beta));
      parameters.each = half_up(search.least_records);
      parameters.search = search;
      return parameters;
    }
    case InteriorAlgorithm::rec_concave: {
      RecConcaveRequest request;
      if (levels) request.levels = *levels + 1;
      request.size = Natural(1) << bits;
      request.neighbors = Neighbors::replace;
      request.loss = loss;
      const auto kind = RecConcaveCalibration::balanced;
      const auto promise = possible_rec_concave_promise(request, beta, kind);
      if (!promise) return promise.obstacle();
      // The depth of the middle of 2 m points is at least m.
      parameters.each = static_cast<std::uint64_t>(*promise);
      parameters.search = calibrate_rec_concave(request, *promise, 1, kind);
      return parameters;
    }
    case InteriorAlgorithm::tree_log: {
      auto request = replace_request<TreeLogRequest>(bits, loss, beta);
      if (levels) request.levels = *levels;
      return sized(request, possible_tree_log);
    }
    case InteriorAlgorithm::heavy_paths: {
      auto request = replace_request<HeavyPathsRequest>(bits, loss, beta);
      if (levels) request.databases = *levels + 1;
      return sized(request, possible_heavy_paths);
    }
    case InteriorAlgorithm::tree_log_slices: {
      auto request = replace_request<TreeLogSlicesRequest>(bits, loss, beta);
      if (levels) request.levels = *levels;
      const auto search = possible_tree_log_slices(request);
      if (!search) return search.obstacle();
      parameters.each = half_up(search->least_records);
      parameters.search = *search;
      return parameters;
    }
  }
  reject("algorithm", "one with a delta", std::string(name_of(algorithm)));
}

struct Search {
  PaddedKeys points;
  WideInterval cuts;
  Randomness& randomness;

  std::optional<WideKey> operator()(const CutChoiceParameters& parameters) {
    return draw_cut_choice(points, cuts, parameters, randomness);
  }
  std::optional<WideKey> operator()(const RecConcaveParameters& parameters) {
    // Calibrated for all keys of `bits` bits; points outside the cuts have depth 0.
    const auto all = WideInterval::all(points.bits());
    const auto point = draw_rec_concave_interior(points, all, parameters, randomness);
    if (!point) return std::nullopt;
    return cuts.clamp(*point);
  }
  std::optional<WideKey> operator()(const TreeLogParameters& parameters) {
    return tree_log(points.all(), cuts, parameters, randomness);
  }
  std::optional<WideKey> operator()(const HeavyPathsParameters& parameters) {
    return heavy_paths(points.all(), cuts, parameters, randomness);
  }
  std::optional<WideKey> operator()(const TreeLogSlicesParameters& parameters) {
    return tree_log_slices(points.all(), cuts, parameters, randomness);
  }
};

struct Levels {
  std::uint32_t operator()(const CutChoiceParameters&) const { return 0; }
  std::uint32_t operator()(const RecConcaveParameters& p) const {
    return static_cast<std::uint32_t>(p.levels.size() - 1);
  }
  std::uint32_t operator()(const TreeLogParameters& p) const { return p.levels; }
  std::uint32_t operator()(const HeavyPathsParameters& p) const { return p.databases - 1; }
  std::uint32_t operator()(const TreeLogSlicesParameters& p) const { return p.levels; }
};

/// The cuts of a domain, as keys of one bit more.
WideInterval cuts_of(const WideInterval& domain, std::uint32_t bits) {
  return {key_of(natural_of(domain.lowest), bits + 1),
          key_of(natural_of(domain.highest) + 1, bits + 1)};
}

}  // namespace

Loss loss_of_reduced_problem(const Loss& loss, Neighbors neighbors) {
  return neighbors == Neighbors::add_remove ? loss : loss_for_group(loss, 2);
}

ThresholdReductionParameters calibrate_threshold_reduction(InteriorAlgorithm algorithm,
                                                           std::uint32_t bits, const Loss& loss,
                                                           Neighbors neighbors, double beta,
                                                           std::uint64_t tolerance,
                                                           std::optional<std::uint32_t> levels) {
  return possible_threshold_reduction(algorithm, bits, loss, neighbors, beta, tolerance, levels)
      .or_refuse();
}

Possible<ThresholdReductionParameters> possible_threshold_reduction(
    InteriorAlgorithm algorithm, std::uint32_t bits, const Loss& loss, Neighbors neighbors,
    double beta, std::uint64_t tolerance, std::optional<std::uint32_t> levels) {
  check_count("bits", bits, 1, kMaxKeyBits - 1);
  check_epsilon("epsilon", loss.epsilon);
  check_delta("delta", loss.delta);
  check_probability("beta", beta);
  check_tolerance(tolerance);
  if (levels) check_count("levels", *levels, 1, kMaxShrinkings);
  const Loss reduced = loss_of_reduced_problem(loss, neighbors);
  if (auto obstacle = epsilon_obstacle("epsilon", reduced.epsilon)) return *obstacle;
  if (auto obstacle = delta_obstacle("delta", reduced.delta)) return *obstacle;
  auto parameters = search_of(algorithm, bits + 1, reduced, beta, levels);
  if (!parameters) return parameters;
  parameters->loss = loss;
  parameters->tolerance = tolerance;
  return parameters;
}

std::uint32_t levels_of(const ThresholdReductionParameters& parameters) {
  return std::visit(Levels(), parameters.search);
}

PaddedKeys reduced_problem(LabelledKeys data, const WideInterval& domain, std::uint64_t each,
                           std::uint64_t tolerance) {
  const std::uint32_t bits = data.ones.bits();
  KeyArray points(bits + 1);
  data.ones.sort();
  data.zeros.sort();
  const auto points_of = [&](const KeyArray& records) {
    return std::min<std::uint64_t>(
        each, records.size() - std::min<std::uint64_t>(tolerance, records.size()));
  };
  const std::uint64_t of_ones = points_of(data.ones);
  const std::uint64_t of_zeros = points_of(data.zeros);
  for (std::uint64_t i = tolerance; i < tolerance + of_ones; ++i) {
    const auto last = data.ones[data.ones.size() - 1 - static_cast<std::size_t>(i)];
    points.append(key_of(natural_of(last) + 1, bits + 1));
  }
  for (std::uint64_t i = tolerance; i < tolerance + of_zeros; ++i) {
    points.append(key_of(natural_of(data.zeros[static_cast<std::size_t>(i)]), bits + 1));
  }
  points.sort();
  return {std::move(points), cuts_of(domain, bits), each - of_ones, each - of_zeros};
}

std::optional<ThresholdHypothesis> learn_threshold_reduction(
    LabelledKeys data, const WideInterval& domain, const ThresholdReductionParameters& parameters,
    Randomness& randomness) {
  const std::uint32_t bits = data.ones.bits();
  Search search{reduced_problem(std::move(data), domain, parameters.each, parameters.tolerance),
                cuts_of(domain, bits), randomness};
  const auto cut = std::visit(search, parameters.search);
  if (!cut) return std::nullopt;
  if (*cut == search.cuts.lowest) return ThresholdHypothesis{std::nullopt};
  return ThresholdHypothesis{key_of(natural_of(*cut) - 1, bits)};
}

}  // namespace logstar
