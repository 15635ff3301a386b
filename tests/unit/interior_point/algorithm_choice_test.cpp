// The choice of "auto" as options change: more epsilon never hurts, and an unneeded delta stays uncharged.
#include <catch2/catch.hpp>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include "logstar/interior_point/quantiles_release.hpp"
#include "logstar/interior_point/rank_release.hpp"
#include "logstar/interior_point/user_rank_release.hpp"

namespace logstar::testing::algorithm_choice_test {
namespace {

constexpr auto kNeighbors = {Neighbors::add_remove, Neighbors::replace};

/// One task of each kind, on domains of few and of many values.
std::vector<RankTask> ranks(const Loss& loss) {
  std::vector<RankTask> tasks;
  for (const std::uint32_t bits : {3u, 8u, 16u, 64u}) {
    for (const std::optional<QuantileFraction> quantile :
         {std::optional<QuantileFraction>(), std::optional<QuantileFraction>({1, 2}),
          std::optional<QuantileFraction>({19, 20})}) {
      for (const Neighbors neighbors : kNeighbors) {
        RankTask& task = tasks.emplace_back();
        task.bits = bits;
        task.domain = WideInterval::all(bits);
        task.quantile = quantile;
        task.loss = loss;
        task.neighbors = neighbors;
      }
    }
  }
  return tasks;
}

std::vector<QuantilesTask> several(const Loss& loss) {
  std::vector<QuantilesTask> tasks;
  for (const std::uint32_t parts : {3u, 10u}) {
    for (const Neighbors neighbors : kNeighbors) {
      QuantilesTask& task = tasks.emplace_back();
      for (std::uint32_t i = 1; i < parts; ++i) task.taus.push_back({i, parts});
      task.domain = {0, ~std::uint64_t(0)};
      task.loss = loss;
      task.neighbors = neighbors;
    }
  }
  return tasks;
}

std::vector<UserRankTask> users(const Loss& loss) {
  std::vector<UserRankTask> tasks;
  for (const RankTask& rank : ranks(loss)) {
    for (const GroupList list : {GroupList::none, GroupList::declared}) {
      for (const bool abstain : {false, true}) {
        UserRankTask& task = tasks.emplace_back();
        task.bits = rank.bits;
        task.domain = rank.domain;
        task.quantile = rank.quantile;
        task.loss = loss;
        task.neighbors = rank.neighbors;
        task.list = list;
        task.abstain = abstain;
      }
    }
  }
  return tasks;
}

template <Releasable M>
Claim claim_of(const typename M::Task& task) {
  return M::claim(task, M::plan(task));
}

/// The figure that the choice compares: for an interior point a number of records, for every algorithm.
template <Releasable M>
double usual_of(const typename M::Task& task) {
  const auto plan = M::plan(task);
  if constexpr (std::is_same_v<M, RankRelease>) return *plan.draw.usual;
  return *M::claim(task, plan).usual;
}

/// Calls for tasks with each kind of loss.
void for_each_kind(const Loss& loss, const auto& look) {
  look.template operator()<RankRelease>(ranks(loss));
  look.template operator()<QuantilesRelease>(several(loss));
  look.template operator()<UserRankRelease>(users(loss));
}

// Regression: two quantiles chose separate draws of the exponential mechanism, but cut choice drew them. Its
// promise is better and its error up to 14 times as large.
TEST_CASE("a draw follows every choice of the plan") {
  for (const Loss& loss : {Loss{0.1, 0}, Loss{0.1, 1e-8}, Loss{2, 0}, Loss{2, 1e-8}}) {
    for_each_kind(loss, [&]<Releasable M>(const std::vector<typename M::Task>& tasks) {
      for (auto task : tasks) {
        for (const bool abstain : {false, true}) {
          task.abstain = abstain;
          const auto plan = M::plan(task);
          const Claim claim = M::claim(task, plan);
          const auto run = M::with_loss(task, plan, loss);
          CHECK(to_text(M::claim(task, M::plan(run))) == to_text(claim));
        }
      }
    });
  }
}

// The usual error of each algorithm falls as epsilon grows, and "auto" takes one within the margin of the least
// error. Regression: at epsilon 0.5 a median missed by three times its error at 0.1.
TEST_CASE("more epsilon keeps usual errors within the margin, and doubling it reduces them") {
  constexpr int kStepsOfTwice = 2;
  for (const double delta : {0.0, 1e-6}) {
    std::vector<std::vector<double>> walks;
    for (int step = 0; step <= 5 * kStepsOfTwice; ++step) {
      const double epsilon = 0.1 * std::exp2(static_cast<double>(step) / kStepsOfTwice);
      std::size_t place = 0;
      for_each_kind({epsilon, delta},
                    [&]<Releasable M>(const std::vector<typename M::Task>& tasks) {
                      for (const auto& task : tasks) {
                        if (place == walks.size()) walks.emplace_back();
                        std::vector<double>& walk = walks[place++];
                        const double usual = usual_of<M>(task);
                        CAPTURE(epsilon, delta, place);
                        for (const double before : walk) CHECK(usual <= kUsualErrorMargin * before);
                        if (step >= kStepsOfTwice) CHECK(usual <= *(walk.end() - kStepsOfTwice));
                        walk.push_back(usual);
                      }
                    });
    }
  }
}

TEST_CASE("auto ignores a delta that it does not charge") {
  int unused = 0;
  int used = 0;
  for (const double epsilon : {0.1, 1.0, 5.0}) {
    for_each_kind({epsilon, 1e-6}, [&]<Releasable M>(const std::vector<typename M::Task>& tasks) {
      for (auto task : tasks) {
        const Claim with = claim_of<M>(task);
        const double usual = usual_of<M>(task);
        task.loss.delta = 0;
        const Claim without = claim_of<M>(task);
        CHECK(without.loss.delta == 0);
        if (with.loss.delta == 0) {
          ++unused;
          CHECK(to_text(with) == to_text(without));
        } else {
          ++used;
          INFO(to_text(with));
          CHECK(usual <= kUsualErrorMargin * usual_of<M>(task));
          if (with.accuracy.kind == without.accuracy.kind) {
            CHECK(with.accuracy.error < without.accuracy.error);
          }
        }
      }
    });
  }
  CHECK(unused > 200);
  CHECK(used > 10);
}

TEST_CASE("auto ignores a size that it does not use") {
  int unused = 0;
  for (const double delta : {0.0, 1e-6}) {
    for (RankTask task : ranks({1, delta})) {
      const Claim without = claim_of<RankRelease>(task);
      const double usual = usual_of<RankRelease>(task);
      task.size = 10'000;
      const Claim with = claim_of<RankRelease>(task);
      const bool takes = to_text(with).find("\nsize: ") != std::string::npos;
      unused += !takes;
      INFO(to_text(with));
      if (!takes) CHECK(to_text(with) == to_text(without));
      CHECK(usual_of<RankRelease>(task) <= kUsualErrorMargin * usual);
      if (with.accuracy.kind == without.accuracy.kind) {
        CHECK(with.accuracy.error <= without.accuracy.error);
      }
    }
  }
  CHECK(unused >= 32);
}

}  // namespace
}  // namespace logstar::testing::algorithm_choice_test
