// Noisy slices with one mistake each, rejected on inputs built for it: over all small databases the noise hides
// most of the effect.
#include <catch2/catch.hpp>
#include <cmath>

#include "small_slices.hpp"

namespace logstar::testing {
namespace {

Database rows(std::initializer_list<std::pair<std::size_t, std::size_t>> counts) {
  Database data;
  for (const auto& [count, value] : counts) data.insert(data.end(), count, value);
  return data;
}

/// Twenty records before and sixty after: a record put between them lies in the first of two slices of 12.
const NoisySlicesParameters kTwo = small_slices({{1, 4}, {3, 4}}, {1, 12}, 12, 1, 1, 50);
const Database kParted = rows({{20, 0}, {60, 9}});

TEST_CASE("control: draws from slices at all of epsilon, as if the noise were free") {
  CHECK(excess(kTwo, slices_asking(kTwo, contains(5), 1, 1), kParted, with(kParted, 5)) <=
        kExactTo);
  CHECK(excess(kTwo, slices_asking(kTwo, contains(5), 2, 1), kParted, with(kParted, 5)) > 1e-3L);
}

TEST_CASE("control: a draw from a slice calibrated for add-remove is rejected") {
  // The added record replaces one of the twelve equal records of the slice.
  const Database data = rows({{14, 0}, {66, 9}});
  const auto drawing = [&](Neighbors neighbors) {
    return [=](const Database& database, Randomness& randomness) {
      const KeyArray keys = keys_of(database);
      const double rate = calibrate_exponential_choice(1, ScoreMoves::one_way, neighbors);
      return released(draw_noisy_slices(keys, kSliceDomain, kTwo, most_frequent({5, 9}, rate),
                                        asking_all(keys, contains(5), 1, 2), randomness));
    };
  };
  CHECK(excess(kTwo, drawing(Neighbors::replace), data, with(data, 5)) <= kExactTo);
  CHECK(excess(kTwo, drawing(Neighbors::add_remove), data, with(data, 5)) > 0);
}

TEST_CASE("control: slices so close that one record is in two are rejected") {
  auto p = small_slices({{1, 2}, {3, 5}}, {1, 8}, 9, 1, 1, (9 + 8 + 1) * 10);
  const Database data = rows({{12, 0}, {12, 9}});
  CHECK(excess(p, slices_asking(p, contains(5), 1, 1), data, with(data, 5)) <= kExactTo);
  p.least_size = 0;
  CHECK(excess(p, slices_asking(p, contains(5), 1, 1), data, with(data, 5)) > 1e-3L);
}

TEST_CASE("control: the other mechanism at all of epsilon is rejected") {
  const Database data = rows({{4, 0}});
  CHECK(excess(kTwo, slices_asking(kTwo, contains(5), 1, 1), data, with(data, 5)) <= kExactTo);
  CHECK(excess(kTwo, slices_asking(kTwo, contains(5), 1, 2), data, with(data, 5)) > 1e-3L);
}

TEST_CASE("control: a delta without the probability that noise reaches its bound is rejected") {
  const auto p = small_slices({{1, 4}, {3, 4}}, {1, 4}, 1, 1, 1, 12);
  const Loss loss = noisy_slices_loss(p);
  const auto report =
      check_add_remove(2, 10, 15, loss.epsilon, slices_asking(p, contains(1), 1, 1));
  CHECK(report.within(loss.delta));
  CHECK_FALSE(report.within(loss.delta / 2));
}

/// An independent version of the slices: the blocks with noise, and the lag of slices behind it in blocks.
struct Mistaken {
  std::function<bool(std::size_t, std::size_t)> noisy = block_has_noise;
  std::size_t lag = 0;
};

auto mistaken(const NoisySlicesParameters& p, const Question& question, const Mistaken& how) {
  return [=](const Database& database, Randomness& randomness) {
    const KeyArray keys = keys_of(database);
    const TruncatedNoiseDraw draw(p.noise);
    const std::size_t m = p.quantiles.size();
    NoisySlicesResult result{static_cast<std::int64_t>(database.size()), true, {}};
    std::vector<std::int64_t> noise(2 * m, 0);
    for (std::size_t k = 1; k < m; ++k) {
      if (how.noisy(k, m)) noise[k + how.lag] = draw(randomness);
      result.size -= noise[k + how.lag];
    }
    SliceDraw ask = asking(question, p.inner.epsilon);
    std::int64_t shift = 0;
    for (std::size_t k = 0; k < m; ++k) {
      shift += noise[k];
      const QuantileFraction& q = p.quantiles[k];
      const std::int64_t place = result.size * q.numerator / q.denominator + shift;
      result.points.push_back(ask(window_from(keys, kSliceDomain, place, p.window), randomness));
    }
    return released(result);
  };
}

const Question kOdd = [](const KeyArray& slice) { return slice[0][0] % 2 == 1; };

TEST_CASE("control: slices that ignore the noise of the blocks before them are rejected") {
  // A record at the front moves all others by one place, which changes both slices: of 40 records, places 10
  // and 30 are the first of a new value.
  const auto p = small_slices({{1, 4}, {3, 4}}, {1, 8}, 1, 2, 2, 0);
  const Database data = rows({{10, 0}, {20, 1}, {10, 2}});
  CHECK(excess(p, mistaken(p, kOdd, {}), data, with(data, 0)) <= kExactTo);
  CHECK(excess(p, mistaken(p, kOdd, {.lag = 1}), data, with(data, 0)) > 1e-3L);
}

TEST_CASE("control: noise so far apart that two slices lie between a block and it is rejected") {
  // A record added at the end, compensated in block 1, moves the third and fourth slice by one place: of 60
  // records, places 36 and 48 are the last of their values.
  const auto p = small_slices({{1, 5}, {2, 5}, {3, 5}, {4, 5}}, {1, 8}, 1, 2, 2, 0);
  const auto first = [](std::size_t k, std::size_t) { return k == 1; };
  const Database data = rows({{37, 0}, {12, 1}, {11, 2}});
  CHECK(excess(p, mistaken(p, kOdd, {}), data, with(data, 9)) <= kExactTo);
  CHECK(excess(p, mistaken(p, kOdd, {.noisy = first}), data, with(data, 9)) > 1e-3L);
}

}  // namespace
}  // namespace logstar::testing
