// Cut choice as released, in each form that a task can have: on 64-bit keys, where the forms with delta are
// best, and on 3-bit keys for the pure forms.
#include <catch2/catch.hpp>
#include <cmath>

#include "databases.hpp"
#include "logstar/interior_point/rank_release.hpp"

namespace logstar::testing::cut_forms_test {
namespace {

using Database = std::vector<std::size_t>;

/// Two neighbouring keys, one far from them, one far from all; a fifth place lies outside the domain.
const std::vector<std::uint64_t> kWide = {0, 1, std::uint64_t(1) << 40, std::uint64_t(1) << 63};
const std::vector<std::uint64_t> kNarrow = {0, 1, 2, 5, 6};

RankTask cut_task(std::uint32_t bits, Loss loss, Neighbors neighbors) {
  RankTask task;
  task.bits = bits;
  task.domain = WideInterval::all(bits);
  task.loss = loss;
  task.neighbors = neighbors;
  task.confidence = 0.5;
  task.algorithm = InteriorAlgorithm::cut;
  return task;
}

/// Draws as in a release, with the whole loss of its claim.
auto released(const RankTask& task) {
  const Release<RankRelease> checked(task);
  const std::vector<std::uint64_t>& places = task.bits == 3 ? kNarrow : kWide;
  return [=](const Database& database, Randomness& randomness) {
    KeyArray keys(task.bits);
    for (const std::size_t record : database) {
      if (record < places.size()) keys.append(WideKey{places[record]});
    }
    const auto key = checked.draw(checked.claim().loss, std::move(keys), randomness).answer;
    return key ? static_cast<std::int64_t>(key->front()) : -1;
  };
}

CutForm form_of(const RankTask& task) { return RankRelease::plan(task).draw.form.value(); }

/// Checks the claimed loss on all data of up to `records` records, under replace of exactly that number.
void check_released(const RankTask& task, CutForm form, std::size_t records, bool drops = false) {
  REQUIRE(name_of(form_of(task)) == name_of(form));
  const Loss loss = Release<RankRelease>(task).claim().loss;
  CHECK((loss.delta == 0) == is_pure(form));
  const std::size_t values = (task.bits == 3 ? kNarrow : kWide).size() + (drops ? 1 : 0);
  const auto report = task.neighbors == Neighbors::replace
                          ? check_replace(values, records, loss.epsilon, released(task))
                          : check_add_remove(values, 0, records, loss.epsilon, released(task));
  CHECK(report.within(loss.delta));
  CHECK(report.largest_log_ratio > 0.2L * loss.epsilon);
}

TEST_CASE("an interior point by cut choice keeps the loss of its task, in every form") {
  using enum Neighbors;
  using enum CutForm;
  for (const Loss& loss : {Loss{4, 0.1}, Loss{8, 0.3}}) {
    check_released(cut_task(64, loss, add_remove), stable, 4);
    check_released(cut_task(64, loss, replace), stable, 4);
    RankTask of_public_size = cut_task(64, loss, replace);
    of_public_size.size = 8;
    // Includes records that the domain drops.
    check_released(of_public_size, public_size, 8, true);
  }
  for (const Loss& loss : {Loss{1, 0}, Loss{3, 0.01}}) {
    check_released(cut_task(3, loss, add_remove), pure, 4);
    check_released(cut_task(3, loss, replace), pure, 4);
  }
}

TEST_CASE("a quantile by cut choice keeps the loss of its task, in every form") {
  using enum Neighbors;
  using enum CutForm;
  for (const QuantileFraction quantile : {QuantileFraction{1, 2}, {3, 4}}) {
    const auto of_quantile = [&](RankTask task, std::optional<std::uint64_t> size = std::nullopt) {
      task.quantile = quantile;
      task.size = size;
      return task;
    };
    const Loss loss{4, 0.1};
    check_released(of_quantile(cut_task(64, loss, add_remove)), two_rates, 4);
    check_released(of_quantile(cut_task(64, loss, replace)), public_size, 4);
    // Declared right and wrong; the data have 0 to 5 records.
    for (const std::uint64_t size : {1u, 4u}) {
      check_released(of_quantile(cut_task(64, loss, add_remove), size), stable, 5);
      check_released(of_quantile(cut_task(3, {2, 0}, add_remove), size), pure, 4);
    }
    check_released(of_quantile(cut_task(3, {2, 0}, add_remove)), pure, 4);
    check_released(of_quantile(cut_task(3, {2, 0}, replace)), pure, 4);
    RankTask seldom = of_quantile(cut_task(3, {4, 0}, add_remove));
    seldom.confidence = 0.95;
    check_released(seldom, pure_two_rates, 4);
  }
}

TEST_CASE("if the number is public, a record that the domain drops counts as its lowest key") {
  // One more than the calibrated size, so that a draw from one too few occurs as well.
  RankTask task = cut_task(64, {4, 0.1}, Neighbors::replace);
  task.size = 9;
  const auto draw = released(task);
  REQUIRE(form_of(task) == CutForm::public_size);
  REQUIRE(Release<RankRelease>(task).claim().loss.delta > 0);
  const std::size_t dropped = kWide.size();
  for (const std::size_t missing : {1u, 2u, 4u}) {
    const auto law_with = [&](std::size_t place) {
      Database database(9 - missing, 2);
      database.insert(database.end(), missing, place);
      return enumerate([&](Randomness& r) { return draw(database, r); });
    };
    const auto found = law_with(dropped);
    const auto wanted = law_with(0);
    REQUIRE(wanted.mass.size() > 1);
    for (const auto& [key, mass] : wanted.mass) CHECK(std::fabs(found.of(key) - mass) < 1e-12L);
  }
}

TEST_CASE("control: an interior point of a public size that ignores dropped records is rejected") {
  RankTask task = cut_task(64, {4, 0.1}, Neighbors::replace);
  task.size = 8;
  RankRelease::Plan plan = RankRelease::plan(task);
  plan.draw.size.reset();  // no key replaces a record that the domain drops
  std::get<CutChoiceParameters>(plan.draw.parameters).least_records = 0;
  const auto draw = [&](const Database& database, Randomness& randomness) {
    KeyArray keys(64);
    for (const std::size_t record : database) {
      if (record < kWide.size()) keys.append(WideKey{kWide[record]});
    }
    if (keys.size() == 0) keys.append(WideKey{0});
    const auto key = RankRelease::draw(task, plan, std::move(keys), randomness);
    return static_cast<std::int64_t>(key->front());
  };
  CHECK_FALSE(check_replace(kWide.size() + 1, 3, 4, draw).within(0.1));
}

// A ledger composes bounded-range draws at a lower price, so their claim has to be true.
TEST_CASE(
    "pure cut choice is bounded-range: all probabilities change within one factor e^epsilon") {
  for (const Neighbors neighbors : {Neighbors::add_remove, Neighbors::replace}) {
    for (const auto& [quantile, confidence] : {std::pair(std::optional<QuantileFraction>(), 0.5),
                                               {QuantileFraction{1, 2}, 0.5},
                                               {QuantileFraction{1, 2}, 0.95}}) {
      RankTask task = cut_task(3, {2, 0}, neighbors);
      task.quantile = quantile;
      task.confidence = confidence;
      const bool at_two_rates = confidence > 0.9 && neighbors == Neighbors::add_remove;
      REQUIRE((form_of(task) == CutForm::pure_two_rates) == at_two_rates);
      REQUIRE(Release<RankRelease>(task).claim().bounded_range);
      const auto mechanism = released(task);
      const auto law = [&](const Database& database) {
        return enumerate([&](Randomness& r) { return mechanism(database, r); });
      };
      long double widest = 0;
      const auto check_pair = [&](const auto& p, const auto& q) {
        long double least = INFINITY;
        long double most = -INFINITY;
        for (const auto& [key, mass] : p.mass) {
          least = std::min(least, std::log(mass / q.of(key)));
          most = std::max(most, std::log(mass / q.of(key)));
        }
        widest = std::max(widest, most - least);
      };
      for_each_multiset(kNarrow.size(), 3, [&](const Database& common) {
        for (std::size_t a = 0; a < kNarrow.size(); ++a) {
          if (neighbors == Neighbors::add_remove) check_pair(law(common), law(with(common, a)));
          for (std::size_t b = a + 1; neighbors == Neighbors::replace && b < kNarrow.size(); ++b) {
            check_pair(law(with(common, a)), law(with(common, b)));
          }
        }
      });
      CHECK(widest <= 2 + 1e-9L);
      CHECK(widest > 1);
    }
  }
}

}  // namespace
}  // namespace logstar::testing::cut_forms_test
