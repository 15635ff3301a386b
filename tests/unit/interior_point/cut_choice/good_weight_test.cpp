#include "logstar/interior_point/cut_choice/good_weight.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <map>

#include "databases.hpp"
#include "logstar/interior_point/cut_choice/least_records.hpp"

namespace logstar::testing::good_weight_test {
namespace {

/// The formula as stated, without omissions.
class Plain {
 public:
  Plain(double rate, std::size_t records, std::size_t offset, double log_unit)
      : rate_(rate), records_(records), offset_(offset), log_unit_(log_unit) {}
  double weight(std::size_t score) const {
    return std::exp(rate_ * (static_cast<double>(score) - 1) - log_unit_);
  }
  double cut(std::size_t m, std::size_t l) const {
    return weight(std::min(m, offset_ + std::min(l, records_ - l)));
  }
  double below(std::size_t a, std::size_t m) {
    const auto found = known_.find({a, m});
    if (found != known_.end()) return found->second;
    double best = weight(m);
    for (std::size_t m0 = 1; m0 < m; ++m0) best = std::min(best, split(a, m, m0));
    return known_[{a, m}] = best;
  }
  double split(std::size_t a, std::size_t m, std::size_t m0) {
    return cut(m, a + m0) + below(a, m0) + below(a + m0, m - m0);
  }

 private:
  double rate_;
  std::size_t records_, offset_;
  double log_unit_;
  std::map<std::pair<std::size_t, std::size_t>, double> known_;
};

TEST_CASE("the programme finds the same least weight if it skips candidates that cannot be least") {
  for (const double rate : {0.2, 1.0, 3.0}) {
    for (const std::size_t offset : {0u, 1u, 4u, 9u, 17u}) {
      for (const std::size_t records : {2u, 5u, 10u, 18u, 25u}) {
        if (records <= offset) continue;
        const GoodWeight good({rate, 1, records, offset, 2.5});
        Plain plain(rate, records, offset, 2.5);
        CHECK(good.whole() == Approx(plain.weight(records)).epsilon(1e-12));
        CHECK(good.least() == Approx(plain.below(0, records)).epsilon(1e-12));
        for (std::size_t fewer = 1; fewer <= good.most_fewer(); ++fewer) {
          CHECK(good.split(fewer) == Approx(plain.split(0, records, fewer)).epsilon(1e-12));
        }
      }
    }
  }
}

/// The weight of all candidates inside and outside of data of 4 bits, by the definition.
struct Weights {
  double good = 0;
  double bad = 0;
};
Weights weights_of(const std::vector<std::size_t>& values, double rate, std::size_t offset) {
  Weights sum;
  for (std::uint32_t rest = 0; rest <= 4; ++rest) {
    for (std::uint64_t prefix = 0; prefix << rest < 16; ++prefix) {
      std::size_t weight = 0;
      std::size_t at_most = 0;
      std::size_t at_least = 0;
      const std::uint64_t z = (prefix << rest) + (rest == 0 ? 0 : (1u << (rest - 1)) - 1);
      for (const std::size_t x : values) {
        weight += x >> rest == prefix;
        at_most += x <= z;
        at_least += x >= z;
      }
      if (weight == 0) continue;
      const std::size_t score = std::min(weight, offset + std::min(at_most, at_least));
      (std::min(at_most, at_least) > 0 ? sum.good : sum.bad) +=
          std::exp(rate * (static_cast<double>(score) - 1));
    }
  }
  return sum;
}

TEST_CASE("no data have less good weight than the programme states, in groups of one and of more") {
  for (const std::size_t records : {2u, 3u, 5u, 6u}) {
    for (const std::size_t group : {1u, 2u, 3u}) {
      for (const std::size_t offset : {0u, 1u, 2u, 3u}) {
        if (records / group <= offset / group || offset % group != 0) continue;
        const double rate = 0.9;
        const GoodWeight good({rate, group, records / group, offset / group, 0});
        double least = 1e300;
        for_each_multiset(16, records, [&](const std::vector<std::size_t>& values) {
          least = std::min(least, weights_of(values, rate, offset).good);
        });
        INFO(records << " records in groups of " << group << ", offset " << offset);
        CHECK(good.least() <= least * (1 + 1e-12));
      }
    }
  }
}

TEST_CASE("a sufficient number of records suffices on all data of 4 bits, and so do more",
          "[statistics]") {
  for (const bool drawn : {true, false}) {
    for (const std::size_t offset : {0u, 1u, 2u, 3u}) {
      for (const double rate : {1.5, 2.5}) {
        CutTask task;
        task.bits = 4;
        task.rate = rate;
        task.beta = 0.3;
        task.log_rival = 3;
        task.rival_is_drawn = drawn;
        for (std::size_t records = offset + 1; records <= 6; ++records) {
          for (const std::size_t group : {1u, 2u}) {
            if (offset % group != 0) continue;
            if (!cut_records_suffice(task, group, {records / group, offset / group})) continue;
            INFO(records << " records in groups of " << group << ", offset " << offset);
            double worst = 0;
            double least = 1e300;
            for_each_multiset(16, records, [&](const std::vector<std::size_t>& values) {
              const auto [good, bad] = weights_of(values, rate, offset);
              const double rival = drawn ? std::exp(3.0) : 0;
              worst = std::max(worst, (rival + bad) / (rival + bad + good));
              least = std::min(least, good);
            });
            CHECK(worst <= task.beta);
            if (!drawn) CHECK(least >= std::exp(3.0));
            CHECK(cut_records_suffice(task, 1, {records + 1, offset}));
          }
        }
      }
    }
  }
}

TEST_CASE("a sufficient size stays sufficient for the next 60 sizes, and the closed form agrees") {
  for (const double rate : {0.5, 1.0, 4.0}) {
    for (const bool drawn : {true, false}) {
      CutTask task;
      task.bits = 64;
      task.rate = rate;
      task.log_rival = 18;
      task.rival_is_drawn = drawn;
      const CutSize least = least_cut_records(task);
      for (std::uint64_t more = 0; more <= 60; ++more) {
        REQUIRE(cut_records_suffice(task, 1, {least.records + more, least.offset}));
      }
      CHECK_FALSE(cut_records_suffice(task, 1, {least.records - 1, least.offset}));
      const std::uint64_t closed = closed_cut_records(task, least.offset);
      CHECK(closed >= least.records);
      CHECK(cut_records_suffice(task, 1, {closed, least.offset}));
    }
  }
}

}  // namespace
}  // namespace logstar::testing::good_weight_test
