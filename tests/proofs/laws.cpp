// Output distributions of small draws, enumerated and printed a line each: tests/proofs compares them with the
// references that Coq extracts from proofs/. Words first, then numbers; the comment above each function and
// compare.ml, which reads the lines, define their fields.
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <optional>
#include <vector>

#include "enumerating_randomness.hpp"
#include "logstar/counts/group_discovery.hpp"
#include "logstar/interior_point/cut_choice/weighted.hpp"
#include "logstar/interior_point/rank/user_exponential.hpp"

using namespace logstar;

namespace {

using Weights = std::vector<std::uint32_t>;  // what the rows at each key weigh

/// Calls `use` with all weights of `keys` keys, each from 0 to `most`.
template <typename Use>
void for_all_weights(std::size_t keys, std::uint32_t most, const Use& use) {
  Weights weights(keys, 0);
  for (;;) {
    use(weights);
    std::size_t i = 0;
    while (i < keys && weights[i] == most) weights[i++] = 0;
    if (i == keys) return;
    ++weights[i];
  }
}

WeightedKeys rows_of(const Weights& weights, std::uint32_t bits) {
  WeightedKeys rows{KeyArray(bits), {}};
  for (std::size_t key = 0; key < weights.size(); ++key) {
    if (weights[key] == 0) continue;
    rows.keys.append(key_of(Natural(key), bits));
    rows.weights.push_back(weights[key]);
  }
  return rows;
}

double score_of(const BottomScore& bottom) {
  return static_cast<double>(bottom.whole) +
         std::ldexp(bottom.fraction, -BottomScore::kFractionBits);
}

/// The drawn key, or -1 for none.
long long number_of(const std::optional<WideKey>& key, std::uint32_t bits) {
  if (!key) return -1;
  for (long long v = 0; v < 1LL << bits; ++v)
    if (*key == key_of(Natural(static_cast<std::uint64_t>(v)), bits)) return v;
  return -2;
}

void print_law(const Weights& weights, const testing::Law<long long>& law) {
  for (const auto weight : weights) std::printf(" %u", weight);
  for (long long v = -1; v < static_cast<long long>(weights.size()); ++v)
    std::printf(" %.17Lg", law.of(v));
  std::printf("\n");
}

/// cut, bits, rate, offset, bottom's score and least weight that the theorem allows; weights; law.
void cut_choice(std::uint32_t bits, std::uint32_t most, const Loss& loss, std::uint64_t user_weight,
                std::optional<std::int64_t> offset) {
  CutChoiceRequest request;
  request.bits = bits;
  request.loss = loss;
  auto parameters = calibrate_weighted_cut_choice(request, user_weight);
  if (offset) parameters.offset = *offset;
  const double delta = std::min(loss.delta, -std::expm1(-loss.epsilon));
  const double least = (bits + 1) * std::expm1(loss.epsilon) * (1 / delta - 1);
  for_all_weights(std::size_t(1) << bits, most, [&](const Weights& weights) {
    const auto law = testing::enumerate([&](Randomness& randomness) {
      return number_of(draw_weighted_cut_choice(rows_of(weights, bits), WideInterval::all(bits),
                                                parameters, randomness),
                       bits);
    });
    std::printf("cut %u %.17g %lld %.17g %.17g", bits, parameters.draw_epsilon,
                static_cast<long long>(parameters.offset), score_of(parameters.bottom), least);
    print_law(weights, law);
  });
}

/// rank, bits, rate, numerator and denominator (0 0: the depth), the abstain score (no, or a number); weights;
/// law.
void user_rank(std::uint32_t most, const UserRankRequest& request, bool abstains) {
  constexpr std::uint32_t bits = 2;
  const auto parameters = abstains
                              ? calibrate_abstaining_user_rank(request, Natural(4), 0.2).or_refuse()
                              : calibrate_user_rank(request);
  for_all_weights(4, most, [&](const Weights& weights) {
    const auto law = testing::enumerate([&](Randomness& randomness) {
      return number_of(
          draw_user_rank(rows_of(weights, bits), WideInterval::all(bits), parameters, randomness),
          bits);
    });
    std::int64_t total = 0;
    for (const auto weight : weights) total += weight;
    const QuantileFraction none{0, 0};
    const auto& [numerator, denominator] = request.quantile ? *request.quantile : none;
    std::printf("rank %u %.17g %lld %lld", bits, parameters.draw.draw_epsilon,
                static_cast<long long>(numerator), static_cast<long long>(denominator));
    if (const auto score = abstain_score(parameters, total)) {
      std::printf(" %.17g", score_of(*score));
    } else {
      std::printf(" no");
    }
    print_law(weights, law);
  });
}

/// groups, rate, threshold, weight; probability of being withheld, and of each noisy weight up to weight + threshold.
void discovery(double epsilon, std::uint64_t user_weight, std::int64_t threshold) {
  GroupDiscoveryParameters parameters;
  parameters.share = {user_weight, user_weight};
  parameters.rate = calibrate_user_noise(epsilon, user_weight);
  parameters.threshold = threshold;
  for (std::uint64_t weight = 1; weight <= 6; ++weight) {
    const auto law = testing::enumerate(
        [&](Randomness& randomness) -> long long {
          const auto named =
              discover_groups(std::vector<std::uint64_t>{weight}, parameters, randomness);
          return named.empty() ? -1 : named.front().weight;
        },
        1e-19L);
    std::printf("groups %.17g %lld %llu", epsilon / static_cast<double>(user_weight),
                static_cast<long long>(threshold), static_cast<unsigned long long>(weight));
    for (long long y = -1; y <= static_cast<long long>(weight) + threshold; ++y)
      std::printf(" %.17Lg", law.of(y));
    std::printf("\n");
  }
}

}  // namespace

int main() {
  for (const std::optional<std::int64_t> offset : {std::optional<std::int64_t>(), {0}, {3}}) {
    for (const Loss& loss : {Loss{0.3, 0.01}, Loss{1, 0.2}, Loss{2.5, 1e-4}}) {
      for (const std::uint64_t user_weight : {1u, 2u, 5u}) {
        cut_choice(1, 5, loss, user_weight, offset);
        cut_choice(2, 2, loss, user_weight, offset);
        cut_choice(3, 1, loss, user_weight, offset);
      }
    }
  }
  for (const std::optional<QuantileFraction>& quantile :
       {std::optional<QuantileFraction>(), {{1, 4}}, {{1, 2}}, {{9, 10}}}) {
    for (const Neighbors neighbors : {Neighbors::add_remove, Neighbors::replace}) {
      for (const bool abstains : {false, true}) {
        for (const bool several : {false, true})
          user_rank(3, {quantile, 2, neighbors, several, 2}, abstains);
      }
    }
  }
  // Whole divisors, so that the rate is exactly a double.
  for (const double epsilon : {0.5, 1.0, 2.0}) {
    for (const std::uint64_t user_weight : {1u, 2u, 4u}) {
      for (const std::int64_t threshold : {0, 1, 5}) discovery(epsilon, user_weight, threshold);
    }
  }
}
