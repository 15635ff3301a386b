// The claim of a noisy count, and its run with the granted loss.
#include "logstar/selection/count_release.hpp"

#include <catch2/catch.hpp>

#include "draws.hpp"
#include "logstar/randomness/exact_randomness.hpp"
#include "logstar/selection/laplace_count.hpp"
#include "logstar/support/errors.hpp"
#include "seeded_bits.hpp"
#include "unsaid.hpp"

namespace logstar::testing {
namespace {

CountTask task(double epsilon, std::uint64_t per_user = 1) {
  return {epsilon, per_user, Neighbors::add_remove, 0.95};
}

TEST_CASE("a count claims a pure loss, and protects users if a user counts more than once") {
  const Claim claim = Release<CountRelease>(task(0.1)).claim();
  CHECK(charge_of(claim) == charge_of(Loss{0.1, 0}));
  CHECK(claim.protects == Protects::records);
  CHECK(claim.accuracy.kind == ErrorKind::count);
  CHECK(claim.accuracy.error == 30);
  const Claim of_users = Release<CountRelease>(task(0.1, 3)).claim();
  CHECK(charge_of(of_users) == charge_of(claim));
  CHECK(of_users.protects == Protects::users);
  CHECK(std::get<double>(of_users.parameters.at(1).value) == Approx(30));
  CHECK_THROWS_AS(Release<CountRelease>(task(0.1, 0)), OutOfRange);
}

TEST_CASE("another value of any field of a count is another claim") {
  CHECK(unsaid<CountRelease>({{.epsilon = 1}}) == Names{});
}

TEST_CASE("a ledger compares its unit with the unit that a release protects") {
  SeededBits source(30);
  ExactRandomness randomness(source);
  for (const std::uint64_t per_user : {1u, 3u}) {
    const bool users = per_user > 1;
    Ledger right({.total = {1, 0}, .unit = users ? Unit::user : Unit::record});
    Ledger wrong({.total = {1, 0}, .unit = users ? Unit::record : Unit::user});
    CHECK_NOTHROW(release<CountRelease>(right, task(0.1, per_user), 1000, randomness));
    CHECK_THROWS_AS(release<CountRelease>(wrong, task(0.1, per_user), 1000, randomness), WrongType);
    CHECK(right.entries().front().protects == (users ? Protects::users : Protects::records));
    CHECK(wrong.entries().empty());
  }
}

TEST_CASE("a count is drawn with the granted loss, and claims its error") {
  SeededBits source(31), same(31);
  ExactRandomness randomness(source), again(same);
  const Release<CountRelease> checked(task(1));
  for (int i = 0; i < 50; ++i) {
    const auto [count, claim, entry] = checked.draw({0.01, 0}, 1000, randomness);
    CHECK(count == laplace_count(1000, calibrate_laplace_count(0.01, 1), again));
    CHECK(claim.accuracy.error > 100 * (checked.claim().accuracy.error - 1));
    CHECK(claim.loss.epsilon == 1);
  }
}

std::string count_on_record(std::istream& line, Randomness& randomness) {
  const auto exact = read<std::int64_t>(line);
  const auto epsilon = read<double>(line);
  const auto rate = calibrate_laplace_count(epsilon, read<std::uint64_t>(line));
  return std::to_string(laplace_count(exact, rate, randomness));
}

const AddDraws count_draws_on_record(Draws{{"count", count_on_record}});

}  // namespace
}  // namespace logstar::testing
