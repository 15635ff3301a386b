// Small tables of users with a few rows each: a record of the verifier's databases is a user.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "logstar/interior_point/user_rank_release.hpp"
#include "passing_randomness.hpp"

namespace logstar::testing {

/// The rows of one user, each the index of a place: group by group, key by key.
using UserOf = std::vector<std::size_t>;

/// The shape of the tables: the number of groups, and the keys in each.
struct UserPlaces {
  std::uint32_t bits;
  std::vector<std::uint64_t> keys;
  std::uint32_t groups = 1;

  std::size_t count() const { return keys.size() * groups; }
  std::uint32_t group(std::size_t place) const {
    return static_cast<std::uint32_t>(place / keys.size());
  }
  std::uint64_t key(std::size_t place) const { return keys[place % keys.size()]; }
};

/// All users of 1 to `most` rows in any places; under replace, also one without counting rows.
inline std::vector<UserOf> users_of_rows(std::size_t places, std::size_t most,
                                         Neighbors neighbors = Neighbors::add_remove) {
  std::vector<UserOf> users;
  if (neighbors == Neighbors::replace) users.emplace_back();
  std::vector<UserOf> last = {{}};
  for (std::size_t rows = 1; rows <= most; ++rows) {
    std::vector<UserOf> longer;
    for (const UserOf& user : last) {
      for (std::size_t place = user.empty() ? 0 : user.back(); place < places; ++place) {
        longer.push_back(user);
        longer.back().push_back(place);
      }
    }
    users.insert(users.end(), longer.begin(), longer.end());
    last = std::move(longer);
  }
  return users;
}

/// The number of users of one row in each place.
using UserBase = std::vector<std::size_t>;

/// Users of the base, then users of the database, each with its number in `kinds`.
inline UserRows user_rows(const UserPlaces& places, const std::vector<UserOf>& kinds,
                          const std::vector<std::size_t>& database, const UserBase& base = {}) {
  UserRows rows{{}, {}, KeyArray(places.bits)};
  std::uint32_t user = 0;
  const auto add = [&](std::size_t place) {
    rows.users.push_back(user);
    if (places.groups > 1) rows.groups.push_back(places.group(place));
    rows.keys.append(WideKey{places.key(place)});
  };
  for (std::size_t place = 0; place < base.size(); ++place) {
    for (std::size_t i = 0; i < base[place]; ++i, ++user) add(place);
  }
  for (const std::size_t kind : database) {
    for (const std::size_t place : kinds[kind]) add(place);
    ++user;
  }
  return rows;
}

/// Keys of one run are equivalent if every place of all tables has rows: the first one represents them.
class FirstOfRun final : public PassingRandomness {
 public:
  using PassingRandomness::PassingRandomness;
  Natural uniform_below(const Natural&) override { return 0; }
};

/// Answers as numbers: group and key of each, or -1.
inline std::vector<std::int64_t> as_numbers(const std::vector<GroupAnswer>& answers) {
  std::vector<std::int64_t> numbers;
  for (const auto& [group, value] : answers) {
    numbers.push_back(group);
    numbers.push_back(value ? static_cast<std::int64_t>(value->front()) : -1);
  }
  return numbers;
}

/// The mass of a law of answers outside the base's rows, all below or above them; abstentions do not count.
template <typename Law>
double mass_outside(const Law& law, const UserPlaces& places, const UserBase& base) {
  std::int64_t lowest = INT64_MAX;
  std::int64_t highest = -1;
  for (std::size_t place = 0; place < base.size(); ++place) {
    if (base[place] == 0) continue;
    lowest = std::min(lowest, static_cast<std::int64_t>(places.keys[place]));
    highest = static_cast<std::int64_t>(places.keys[place]);
  }
  long double outside = 0;
  for (const auto& [key, p] : law.mass) {
    if (key >= 0 && (key < lowest || key > highest)) outside += p;
  }
  return static_cast<double>(outside);
}

}  // namespace logstar::testing
