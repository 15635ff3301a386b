// Noisy slices with a mistake in them, each rejected on inputs made for it: over all small
// databases the noise hides most of what a wrong account would show.
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

TEST_CASE("control: draws from slices at the whole of epsilon, as if the noise were free") {
  const auto p = small_slices({{1, 2}}, {1, 12}, 12, 1, 1, 0);
  const Database data = rows({{10, 0}, {10, 9}});
  CHECK(excess(p, slices_asking(p, contains(5), 1, 1), data, with(data, 5)) <= 0);
  CHECK(excess(p, slices_asking(p, contains(5), 2, 1), data, with(data, 5)) > 1e-6L);
}

TEST_CASE("control: a draw from a slice calibrated for add-remove is rejected") {
  // Of twelve records in a slice two or three are the one that comes, with others on both sides:
  // whichever block makes up for it, one of the others takes its place.
  const auto p = small_slices({{1, 2}}, {1, 16}, 12, 1, 1, 0);
  const Database data = rows({{12, 1}, {1, 5}, {12, 6}});
  const auto drawing = [&](Neighbors neighbors) {
    return [=](const Database& database, Randomness& randomness) {
      const KeyArray keys = keys_of(database);
      const double rate = calibrate_exponential_choice(1, ScoreMoves::one_way, neighbors);
      return released(draw_noisy_slices(keys, kSliceDomain, p, most_frequent({1, 5, 6}, rate),
                                        asking_all(keys, contains(5), 1, 1), randomness));
    };
  };
  CHECK(excess(p, drawing(Neighbors::replace), data, with(data, 5)) <= 0);
  CHECK(excess(p, drawing(Neighbors::add_remove), data, with(data, 5)) > 0);
}

TEST_CASE("control: slices so close that one record is in two are rejected") {
  auto p = small_slices({{1, 2}, {3, 5}}, {1, 5}, 9, 1, 1, (9 + 5 + 1) * 10);
  const Database data = rows({{12, 0}, {12, 9}});
  CHECK(excess(p, slices_asking(p, contains(5), 1, 1), data, with(data, 5)) <= 0);
  p.least_size = 0;
  CHECK(excess(p, slices_asking(p, contains(5), 1, 1), data, with(data, 5)) > 1e-6L);
}

TEST_CASE("control: the other mechanism at the whole of epsilon is rejected") {
  const auto p = small_slices({{1, 2}}, {1, 12}, 1, 1, 1, 100);
  const Database data = rows({{4, 0}});
  CHECK(excess(p, slices_asking(p, contains(5), 1, 1), data, with(data, 5)) <= 0);
  CHECK(excess(p, slices_asking(p, contains(5), 1, 2), data, with(data, 5)) > 1e-6L);
}

TEST_CASE("control: the chance that noise hits its bound may not be left out of delta") {
  const auto p = small_slices({{1, 2}}, {1, 4}, 3, 1, 1, 0);
  const Loss loss = noisy_slices_loss(p);
  const auto report = check_add_remove(3, 0, 4, loss.epsilon, slices_asking(p, contains(1), 1, 1));
  CHECK(report.within(loss.delta));
  CHECK_FALSE(report.within(0));
}

/// Slices at places that follow from the noisy size alone.
auto unshifted(const NoisySlicesParameters& p, const Question& question) {
  return [=](const Database& database, Randomness& randomness) {
    const KeyArray keys = keys_of(database);
    const TruncatedNoiseDraw noise(p.noise);
    NoisySlicesResult result{static_cast<std::int64_t>(database.size()), true, {}};
    for (std::size_t i = 0; i <= p.quantiles.size(); ++i) result.size -= noise(randomness);
    SliceDraw ask = asking(question, p.inner.epsilon);
    for (const QuantileFraction& q : p.quantiles) {
      const std::int64_t place = result.size * q.numerator / q.denominator;
      result.points.push_back(ask(window_from(keys, kSliceDomain, place, p.window), randomness));
    }
    return released(result);
  };
}

TEST_CASE("control: slices that the noise of the blocks before them does not move are rejected") {
  // A record at the front moves everything by one place, and so what both slices hold: of 20
  // records places 5 and 15 are the first of a new value.
  const auto p = small_slices({{1, 4}, {3, 4}}, {1, 6}, 1, 2, 2, 0);
  const Question odd = [](const KeyArray& slice) { return slice[0][0] % 2 == 1; };
  const Database data = rows({{5, 0}, {10, 1}, {5, 2}});
  CHECK(excess(p, slices_asking(p, odd, 2, 2), data, with(data, 0)) <= 0);
  CHECK(excess(p, unshifted(p, odd), data, with(data, 0)) > 1e-6L);
}

}  // namespace
}  // namespace logstar::testing
