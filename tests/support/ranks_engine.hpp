// An engine that answers a release of ranks about its rows, from the first request to the last.
#pragma once

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <set>
#include <utility>
#include <vector>

#include "engine_table.hpp"
#include "enumerating_randomness.hpp"
#include "logstar/windows/user_ranks_windows.hpp"

namespace logstar::testing {

/// Users' rows of up to two groups, of keys from 0 to `last`; each user weighs `whole`.
class RanksEngine {
 public:
  RanksEngine(UserRows rows, std::uint32_t whole, std::uint64_t last)
      : rows_(std::move(rows)), whole_(whole), last_(last) {}

  UserRanks::Answer answers(RanksSession& conversation) {
    converse(conversation);
    UserRanks::Answer answers = conversation.answers();
    for (auto& one : answers) one.group = name_of(one.group);
    return answers;
  }

  /// Until nothing is wanted any more.
  void converse(RanksSession& conversation) {
    if (conversation.wants_groups()) provide_group_weights(conversation);
    const auto count = static_cast<std::uint32_t>(conversation.groups().size());
    each_row_ = key_rows(rows_, count, whole_);
    for (const KeyRows& one : each_row_) table_.push_back(weights_of(one));
    if (count > 0) fetch(conversation);
  }

  /// Each group's keys with their weights, once it has conversed.
  const std::vector<KeyWeights>& table() const { return table_; }

  /// The group behind the number in an answer.
  std::uint32_t name_of(std::uint32_t group) const {
    return names_.empty() ? group : names_[group];
  }

  std::size_t trips() const { return trips_; }

 private:
  /// The groups that occur, in order of their names; afterwards only the requested ones.
  void provide_group_weights(RanksSession& conversation) {
    const std::set<std::uint32_t> occurring(rows_.groups.begin(), rows_.groups.end());
    names_.assign(occurring.begin(), occurring.end());
    std::vector<std::uint64_t> weights(names_.size());
    const auto all = key_weights(rows_, 2, whole_);
    for (std::size_t i = 0; i < names_.size(); ++i) {
      for (const auto& [key, weight] : all[names_[i]]) weights[i] += weight;
    }
    conversation.provide_group_weights(weights);
    const auto& wanted = conversation.groups();
    for (std::uint32_t& group : rows_.groups) {
      const auto place = std::find_if(wanted.begin(), wanted.end(),
                                      [&](std::uint32_t one) { return names_[one] == group; });
      group = place == wanted.end() ? kNoGroup : static_cast<std::uint32_t>(place - wanted.begin());
    }
  }

  void fetch(RanksSession& conversation) {
    const auto windows = windows_between(table_, last_, {});
    expect(conversation.open(
        std::vector<std::vector<std::vector<Region>>>(conversation.shapes().size(), windows)));
    for (; !conversation.wanted().empty(); ++trips_) {
      std::vector<std::vector<ToldRegion>> contents;
      for (const auto& [quantile, place, cut] : conversation.wanted()) {
        const auto regions = contents_of(table_[place], cut.region, Fetch::halves);
        auto& told = contents.emplace_back(with_rows(each_row_[place], regions));
        if (conversation.wants_rows()) continue;
        for (ToldRegion& one : told) one.rows.clear();
      }
      expect(conversation.provide(contents));
    }
  }

  /// Assertions of millions of paths take longer than the paths.
  static void expect(bool holds) {
    if (!holds) FAIL("an engine's answers about one table were taken for those of two");
  }

  UserRows rows_;
  std::uint32_t whole_;
  std::uint64_t last_;
  std::vector<KeyRows> each_row_;
  std::vector<KeyWeights> table_;
  std::vector<std::uint32_t> names_;
  std::size_t trips_ = 0;
};

/// How far two laws are apart in any output, beyond what was cut off of them.
template <typename Output>
long double difference(const Law<Output>& one, const Law<Output>& other) {
  long double most = 0;
  for (const auto& [answer, p] : one.mass) most = std::max(most, std::fabs(p - other.of(answer)));
  for (const auto& [answer, p] : other.mass) most = std::max(most, std::fabs(p - one.of(answer)));
  return most - one.missing - other.missing;
}

}  // namespace logstar::testing
